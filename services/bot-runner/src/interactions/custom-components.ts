import { sentAtMs, type JobOf, type queues, type RunnableCommand } from '@kith/proto';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { ComponentType, InteractionResponseType, InteractionType, type APIModalSubmitInteraction } from 'discord-api-types/v10';
import type { ComponentInput } from '../commands/catalogue-command.js';
import { CommandIntake, TOO_MANY } from '../commands/command-intake.js';
import { UNKNOWN_COMMAND } from '../commands/command-texts.js';
import type { RefusedUse } from '../commands/command-traces.js';
import { calledBot } from '../commands/commands.worker.js';
import { CUSTOM_COMPONENTS, customComponentIn } from '../commands/custom-parts.js';
import { CustomRuns } from '../commands/custom-runs.js';
import type { ConnectedBot } from '../messages/connected-bot.js';
import { checkReach } from '../messages/decide.js';
import { MessageGates } from '../messages/message-gates.js';
import { FOR_ADULTS } from '../messages/intake-notices.js';
import { Components, type ComponentAnswer, type ComponentUse } from './components.js';
import { InteractionAnswers } from './interaction-answers.js';
import { messageOf, type NamedMessage } from './interaction-message.js';
import { nowPrivately, refusingUse } from './interaction-responses.js';
import type { Deferral } from './late-answers.js';

const NOT_HERE = 'I do not answer in this channel.';
const AGAINST_RULES = 'I do not pass this on, because it breaks a rule of this server.';
const UNREADABLE = 'I cannot work with this. Please try again with a shorter text.';
const MAX_FIELD_CHARS = 4000;

type Task = Extract<JobOf<typeof queues.commands>['task'], { kind: 'call' }>;

/** The buttons, menus and forms of custom commands: using one calls the command again, by the member who used it. */
@Injectable()
export class CustomComponents implements OnModuleInit {
  constructor(
    private readonly components: Components,
    private readonly intake: CommandIntake,
    private readonly gates: MessageGates,
    private readonly runs: CustomRuns,
    private readonly answers: InteractionAnswers,
  ) {}

  onModuleInit(): void {
    this.components.register(CUSTOM_COMPONENTS, (connected, use) => this.answerTo(connected, use), {
      deferral: (_connected, { customId }) => deferralOf(customId),
      opensForm: (_connected, { customId }) => customComponentIn(customId)?.answer === 'form',
    });
  }

  private async answerTo(connected: ConnectedBot, use: ComponentUse): Promise<ComponentAnswer | null> {
    const component = customComponentIn(use.customId);
    if (!component) return null;
    const { bot, ownUserId, replies } = connected;
    const command = bot.commands.find(({ commandId, custom }) => commandId === component.commandId && custom !== null);
    const name = command?.custom?.name ?? null;
    const telling = (told: string, reason?: RefusedUse['reason']) => refusingUse(told, name, reason);
    if (!command || !bot.channelSettings.allowCommands) return telling(UNKNOWN_COMMAND);
    const used = messageOf(use.interaction, use.memberId);
    const message = used && (await this.gates.places.complete(connected, used));
    if (!message) return telling(NOT_HERE);
    const barrier = checkReach(message, ownUserId, bot, replies.before(message));
    if (barrier !== null) return telling(NOT_HERE, barrier);
    if ((await this.gates.age.check(bot, message)) !== 'open') return telling(FOR_ADULTS, 'not_age_restricted');
    if (this.intake.admit(connected, use.memberId, use.interaction.id) !== 'run') return telling(TOO_MANY);
    const input = inputOf(use, component.value);
    const written = Object.values(input.fields).join('\n');
    if (this.gates.forbids(connected, message, written, use.interaction.member)) return telling(AGAINST_RULES, 'moderated');
    if (component.answer === 'form') return this.openForm(connected, { command, message, input });
    return this.callLater(connected, use, { command, message, input }, component.answer);
  }

  private async openForm({ bot, ownUserId }: ConnectedBot, { command, message, input }: Used): Promise<ComponentAnswer> {
    const { id, channelId, parentId, guildId, authorId } = message;
    const call = {
      bot: calledBot(bot, ownUserId),
      trigger: command.trigger,
      args: '',
      content: '',
      sentAtMs: sentAtMs(id),
      place: { channelId, parentId, guildId, messageId: id, memberId: authorId },
      use: input,
    };
    const opened = await this.runs.form(command, call);
    if ('custom_id' in opened) return { kind: 'now', body: { type: InteractionResponseType.Modal, data: opened } };
    const said = opened.content ?? UNKNOWN_COMMAND;
    return opened.isRefusal ? refusingUse(said, command.custom?.name ?? null) : nowPrivately(said);
  }

  private callLater(
    connected: ConnectedBot,
    { interaction }: ComponentUse,
    { command, message, input }: Used,
    answer: 'new' | 'private' | 'update',
  ): ComponentAnswer {
    const { bot, ownUserId } = connected;
    const [isUpdate, isPrivate] = [answer === 'update', answer === 'private'];
    const task: Task = {
      kind: 'call',
      commandId: command.commandId,
      author: { id: message.authorId, name: message.authorName },
      ownUserId,
      parentId: message.parentId,
      args: '',
      content: '',
      use: { value: input.value, values: [...input.values], fields: { ...input.fields }, isUpdate },
    };
    const { id } = interaction;
    const sealed = this.answers.seal(interaction, isPrivate);
    const enqueue = async (): Promise<void> => {
      const isQueued = await this.intake.enqueue(connected, message, task, sealed);
      if (!isQueued) await this.answers.end({ botId: bot.botId, interactionId: id, sealed }, UNREADABLE, { isUpdate });
    };
    return { kind: 'later', isUpdate, isPrivate, enqueue };
  }
}

function deferralOf(customId: string): Deferral {
  const { answer } = customComponentIn(customId) ?? { answer: 'update' };
  if (answer === 'new') return 'public';
  return answer === 'private' ? 'private' : 'update';
}

interface Used {
  readonly command: RunnableCommand;
  readonly message: NamedMessage;
  readonly input: ComponentInput;
}

/** What the member chose or wrote. */
function inputOf({ interaction }: ComponentUse, value: string): ComponentInput {
  if (interaction.type === InteractionType.ModalSubmit) return { value, values: [], fields: fieldsOf(interaction) };
  const values = 'values' in interaction.data ? interaction.data.values.slice(0, 25) : [];
  return { value, values, fields: {} };
}

function fieldsOf({ data }: APIModalSubmitInteraction): Record<string, string> {
  const inputs = data.components.flatMap((row) => (row.type === ComponentType.ActionRow ? row.components : []));
  return Object.fromEntries(inputs.map(({ custom_id, value }) => [custom_id.slice(0, 40), value.slice(0, MAX_FIELD_CHARS)]));
}
