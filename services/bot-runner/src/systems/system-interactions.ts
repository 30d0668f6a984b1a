import { LOGGER, type Logger } from '@kith/kit';
import { systemName, type JobOf, type queues, type TraceReason } from '@kith/proto';
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import {
  ApplicationCommandOptionType,
  ApplicationCommandType,
  ComponentType,
  InteractionType,
  type APIApplicationCommandAutocompleteInteraction,
  type APIApplicationCommandInteraction,
  type APIApplicationCommandInteractionDataOption,
  type APIChatInputApplicationCommandInteraction,
  type APIInteraction,
  type APIModalSubmitInteraction,
} from 'discord-api-types/v10';
import { CommandIntake, TOO_MANY } from '../commands/command-intake.js';
import { displayName } from '../discord/display-name.js';
import { typedOption, type Choice } from '../interactions/choices.js';
import { Components, type ComponentAnswer, type ComponentUse } from '../interactions/components.js';
import { InteractionAnswers } from '../interactions/interaction-answers.js';
import { messageOf } from '../interactions/interaction-message.js';
import { nowPrivately, refusingUse } from '../interactions/interaction-responses.js';
import type { Deferral } from '../interactions/late-answers.js';
import type { ConnectedBot } from '../messages/connected-bot.js';
import { checkPlace, checkReach, type SkipReason } from '../messages/decide.js';
import { FOR_ADULTS } from '../messages/intake-notices.js';
import { MessageGates } from '../messages/message-gates.js';
import { untilQueued } from '../messages/until-queued.js';
import { definitionsOf } from './definitions.js';
import type { SystemCommand } from './system-definition.js';
import { SYSTEM_PREFIX, type ComponentMode } from './system-handler.js';
import { Systems } from './systems.js';

type Job = JobOf<typeof queues.systems>;
/** The use of a command or a component that a job answers. */
interface LaterUse extends Pick<Job, 'systemId' | 'task'> {
  /** The message with the component is changed to the answer. */
  readonly isUpdate: boolean;
  /** The answer is for the member alone. */
  readonly isPrivate: boolean;
}
type Member = Extract<Job['task'], { kind: 'command' }>['member'];

const NOT_INSTALLED = 'This is switched off at the moment.';
const OTHER_SERVER = 'I do not work in this server.';
const NOT_HERE = 'I do not answer in this channel.';
const AGAINST_RULES = 'I do not pass this on, because it breaks a rule of this server.';
const UNREADABLE = 'I cannot work with this.';
const MAX_ROLES = 300;

/** Slash commands and components of systems become jobs. */
@Injectable()
export class SystemInteractions implements OnModuleInit {
  constructor(
    private readonly systems: Systems,
    private readonly intake: CommandIntake,
    private readonly components: Components,
    private readonly answers: InteractionAnswers,
    private readonly gates: MessageGates,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onModuleInit(): void {
    this.components.register(SYSTEM_PREFIX, (connected, use) => this.useComponent(connected, use), {
      deferral: (connected, use) => this.deferralOf(connected, use),
      opensForm: (connected, use) => this.kindOf(connected, use) === 'now',
    });
  }

  /** Null for a command that no installed system has. */
  async answerTo(connected: ConnectedBot, interaction: APIApplicationCommandInteraction): Promise<ComponentAnswer | null> {
    if (interaction.data.type !== ApplicationCommandType.ChatInput) return null;
    const { name } = interaction.data;
    const found = definitionsOf(connected.bot).flatMap(({ systemId, commands, moderates }) =>
      commands.filter(({ definition }) => definition.name === name).map((command) => ({ systemId, command, moderates })),
    );
    const [first] = found;
    const installed = first && this.systems.installedIn(connected, first.systemId);
    if (!installed || !connected.bot.channelSettings.allowCommands) return null;
    const task = commandTask(interaction as APIChatInputApplicationCommandInteraction);
    const texts = textsIn(task.options);
    const { moderates } = first;
    const refusal = await this.refusalOf(connected, interaction, { isAnywhere: isAnywhere(first.command), moderates, texts });
    if (refusal) return nowPrivately(this.intake.traces.refused(connected, interaction, ...refusal).content ?? '');
    const body = installed.handler.onCommand?.(installed, interaction);
    if (body) return { kind: 'now', body };
    const { isPrivate } = first.command;
    return this.later(connected, interaction, {
      systemId: first.systemId,
      task,
      isUpdate: false,
      isPrivate: typeof isPrivate === 'boolean' ? isPrivate : isPrivate(task.subcommand),
    });
  }

  /** What an installed system offers while a member types; null for a command that no system completes. */
  choices(connected: ConnectedBot, interaction: APIApplicationCommandAutocompleteInteraction): Promise<Choice[]> | null {
    const { bot } = connected;
    const { data, guild_id: guildId } = interaction;
    const definition = definitionsOf(bot).find(({ commands }) => commands.some((one) => one.definition.name === data.name));
    const handler = definition && this.systems.installedIn(connected, definition.systemId)?.handler;
    const typed = typedOption(data.options);
    if (!handler?.complete || !typed || !bot.channelSettings.allowCommands) return null;
    if (guildId === undefined || (bot.serverId !== null && bot.serverId !== guildId)) return null;
    return handler.complete({ ...typed, botId: bot.botId, guildId, command: data.name, member: memberOf(interaction) });
  }

  private deferralOf(connected: ConnectedBot, use: ComponentUse): Deferral {
    const kind = this.kindOf(connected, use);
    return kind === 'now' ? 'update' : kind;
  }

  private kindOf(connected: ConnectedBot, use: ComponentUse): ComponentMode['kind'] {
    const [systemId = '', ...rest] = use.customId.split(':');
    const installed = this.systems.installedIn(connected, systemId);
    return installed ? modeOf(installed, { ...use, customId: rest.join(':') }).kind : 'update';
  }

  private async useComponent(connected: ConnectedBot, use: ComponentUse): Promise<ComponentAnswer | null> {
    const [systemId = '', ...rest] = use.customId.split(':');
    const installed = this.systems.installedIn(connected, systemId);
    const name = systemName(systemId);
    if (!installed) return refusingUse(NOT_INSTALLED, name);
    const customId = rest.join(':');
    const task = componentTask(use, customId);
    // Those who manage the server chose where the message with the component stands.
    const refusal = await this.refusalOf(connected, use.interaction, { isAnywhere: true, texts: textsIn(task.fields) });
    if (refusal) return refusingUse(refusal[0], name, refusal[1]);
    const mode = modeOf(installed, { ...use, customId });
    if (mode.kind === 'now') return { kind: 'now', body: mode.body };
    return this.later(connected, use.interaction, {
      systemId,
      task,
      isUpdate: mode.kind === 'update',
      isPrivate: mode.kind === 'private',
    });
  }

  /**
   * Systems act in servers, and where the bot is locked to one only there; with `isAnywhere` in every channel that is not restricted, otherwise where the
   * bot answers, and unless it `moderates` where its age rating allows it. One member must not occupy the bot, nor make it repeat what breaks a rule.
   * What the member is told, and what decided; null when it may go on.
   */
  private async refusalOf(
    connected: ConnectedBot,
    interaction: UsedInteraction,
    {
      isAnywhere: anywhere,
      moderates = false,
      texts,
    }: { readonly isAnywhere: boolean; readonly moderates?: boolean | undefined; readonly texts: string },
  ): Promise<readonly [told: string, reason?: SkipReason | TraceReason] | null> {
    const { bot, ownUserId, replies } = connected;
    const { guild_id: guildId, member, id } = interaction;
    if (guildId === undefined || (bot.serverId !== null && bot.serverId !== guildId)) return [OTHER_SERVER, 'other_server'];
    const written = messageIn(interaction);
    if (!written) return [NOT_HERE];
    const message = await this.gates.places.complete(connected, written);
    const barrier = anywhere ? checkPlace(message, bot) : checkReach(message, ownUserId, bot, replies.before(message));
    if (barrier !== null) return [NOT_HERE, barrier];
    if (!moderates && (await this.gates.age.check(bot, message)) !== 'open') return [FOR_ADULTS, 'not_age_restricted'];
    if (this.intake.admit(connected, message.authorId, id) !== 'run') return [TOO_MANY];
    // The rules of a system do not bind its own commands: otherwise nobody could name a rule again, to remove it for example.
    const isForbidden = moderates
      ? this.gates.moderation.forbids(connected, message, texts, BigInt(member?.permissions ?? '0'))
      : this.gates.forbids(connected, message, texts, member);
    return isForbidden ? [AGAINST_RULES, 'moderated'] : null;
  }

  private later(
    connected: ConnectedBot,
    interaction: APIInteraction,
    { systemId, task, isUpdate, isPrivate }: LaterUse,
  ): ComponentAnswer {
    const { bot, closed } = connected;
    const { botId, ownerId } = bot;
    const { id, channel, guild_id: guildId = null } = interaction;
    const sealed = this.answers.seal(interaction, isPrivate);
    const job: Job = {
      ownerId,
      botId,
      systemId,
      eventId: id,
      guildId,
      channelId: channel?.id ?? id,
      interaction: sealed,
      task,
      ...(isUpdate ? { isUpdate } : {}),
    };
    const enqueue = async (): Promise<void> => {
      if (await untilQueued(closed, () => this.systems.addCall(job))) return;
      this.logger.error({ botId, systemId, interactionId: id }, 'interaction refused by the schema of the queue');
      this.intake.traces.notRun(job, UNREADABLE);
      await this.answers.end({ botId, interactionId: id, sealed }, UNREADABLE, { isUpdate });
    };
    return { kind: 'later', isUpdate, isPrivate, enqueue };
  }
}

const modeOf = (installed: NonNullable<ReturnType<Systems['installedIn']>>, use: ComponentUse): ComponentMode =>
  installed.handler.onComponent?.(installed, use) ?? { kind: 'private' };

/** Commands of those who manage the server and of threads that the system made. */
const isAnywhere = ({ definition, isForOwnThreads }: SystemCommand): boolean =>
  isForOwnThreads === true || definition.default_member_permissions !== null;

const textsIn = (values: Readonly<Record<string, unknown>>): string =>
  Object.values(values)
    .filter((value) => typeof value === 'string')
    .join('\n');

type UsedInteraction = APIApplicationCommandInteraction | ComponentUse['interaction'];

const messageIn = (interaction: UsedInteraction): ReturnType<typeof messageOf> | null => {
  const { id } = memberOf(interaction);
  return interaction.type === InteractionType.ApplicationCommand ? messageOf(interaction, id) : messageOf(interaction, id);
};

export function memberOf({ member, user }: APIInteraction): Member {
  const found = member?.user ?? user;
  return {
    id: found?.id ?? '0',
    name: found ? displayName(found, member?.nick) : 'member',
    roleIds: (member?.roles ?? []).slice(0, MAX_ROLES),
    permissions: member?.permissions ?? '0',
  };
}

function commandTask(interaction: APIChatInputApplicationCommandInteraction): Extract<Job['task'], { kind: 'command' }> {
  const { data } = interaction;
  const [first] = data.options ?? [];
  const isSubcommand = first?.type === ApplicationCommandOptionType.Subcommand;
  const options: APIApplicationCommandInteractionDataOption[] = isSubcommand ? (first.options ?? []) : (data.options ?? []);
  return {
    kind: 'command',
    name: data.name,
    subcommand: isSubcommand ? first.name : null,
    options: Object.fromEntries(options.flatMap((option) => ('value' in option ? [[option.name, option.value] as const] : []))),
    files: Object.values(data.resolved?.attachments ?? {}).map(({ id, filename, content_type, size, url }) => ({
      id,
      name: filename,
      type: content_type ?? '',
      bytes: size,
      url,
    })),
    member: memberOf(interaction),
  };
}

function componentTask({ interaction }: ComponentUse, customId: string): Extract<Job['task'], { kind: 'component' }> {
  return {
    kind: 'component',
    customId,
    values:
      interaction.type === InteractionType.MessageComponent && interaction.data.component_type !== ComponentType.Button
        ? [...interaction.data.values]
        : [],
    fields: interaction.type === InteractionType.ModalSubmit ? fieldsOf(interaction) : {},
    messageId: interaction.message?.id ?? null,
    member: memberOf(interaction),
  };
}

/** What was written in a form. */
function fieldsOf({ data }: APIModalSubmitInteraction): Record<string, string> {
  const rows = data.components.flatMap((row) => ('components' in row ? row.components : []));
  return Object.fromEntries(
    rows.flatMap((field) => ('value' in field ? [[field.custom_id, field.value.slice(0, 4000)] as const] : [])),
  );
}
