import { LOGGER, type Logger } from '@kith/kit';
import { sentAtMs, type OptionValue, type OptionValues, type RunnableCommand, type TraceReason } from '@kith/proto';
import { Inject, Injectable } from '@nestjs/common';
import {
  ApplicationCommandOptionType,
  ApplicationCommandType,
  type APIApplicationCommandInteraction,
  type APIChatInputApplicationCommandInteraction,
  type APIMessageApplicationCommandInteraction,
} from 'discord-api-types/v10';
import { sayingPrivately, type CommandAnswer, type CommandMessage } from '../commands/catalogue-command.js';
import { findCommand } from '../commands/catalogue.js';
import { summarized } from '../commands/catalogue/model.js';
import { CommandIntake, isForModerators, isWrittenByCompanion, TOO_MANY } from '../commands/command-intake.js';
import { CommandReplies, refusalText } from '../commands/command-replies.js';
import { CommandRunner } from '../commands/command-runner.js';
import { DONE } from '../commands/command-texts.js';
import { calledBot } from '../commands/commands.worker.js';
import { splitMessage } from '../deliveries/split-message.js';
import { displayName } from '../discord/display-name.js';
import type { ConnectedBot } from '../messages/connected-bot.js';
import { checkPlace, checkReach, decide, type SkipReason } from '../messages/decide.js';
import { FOR_ADULTS } from '../messages/intake-notices.js';
import { MessageGates } from '../messages/message-gates.js';
import { replyJob } from '../messages/question-of.js';
import { untilQueued } from '../messages/until-queued.js';
import { slashCommands, SUMMARIZE_MENU } from './command-set.js';
import { InteractionAnswers } from './interaction-answers.js';
import { messageOf, type NamedMessage } from './interaction-message.js';

const NOT_HERE = 'I do not answer in this channel.';
const AGAINST_RULES = 'I do not pass this on, because it breaks a rule of this server.';
const NOT_NOW = 'I have answered a lot here just now. Please try again in a minute.';
const NOTHING_TO_SUM_UP = 'This message has no text that I could sum up.';
const UNREADABLE = 'I cannot work with this. Please try again with a shorter text.';

/** What a member gets: a message at once, or one that is written after `enqueue`. */
export type SlashAnswer =
  CommandMessage | { readonly kind: 'later'; readonly isPrivate: boolean; readonly enqueue: () => Promise<void> };

/** The learned commands of a bot as slash commands and in context menus. */
@Injectable()
export class SlashCalls {
  constructor(
    private readonly runner: CommandRunner,
    private readonly intake: CommandIntake,
    private readonly replies: CommandReplies,
    private readonly answers: InteractionAnswers,
    private readonly gates: MessageGates,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Null for a command that the bot did not learn. */
  async answerTo(
    connected: ConnectedBot,
    interaction: APIApplicationCommandInteraction,
    memberId: string,
  ): Promise<SlashAnswer | null> {
    const call = callOf(connected, interaction);
    if (!call) return null;
    const message = await this.gates.places.complete(connected, messageOf(interaction, memberId));
    const { bot, ownUserId, replies } = connected;
    const moderates = isForModerators(call.command);
    const refused = (told: string, reason?: SkipReason | TraceReason) =>
      this.intake.traces.refused(connected, interaction, told, reason);
    const barrier = moderates ? checkPlace(message, bot) : checkReach(message, ownUserId, bot, replies.before(message));
    if (barrier !== null) return refused(NOT_HERE, barrier);
    if (!moderates && (await this.gates.age.check(bot, message)) !== 'open') return refused(FOR_ADULTS, 'not_age_restricted');
    if (this.intake.admit(connected, memberId, interaction.id) !== 'run') return refused(TOO_MANY);
    if (this.gates.forbids(connected, message, call.args, interaction.member)) return refused(AGAINST_RULES, 'moderated');
    const known = findCommand(call.command.commandId);
    if (isWrittenByCompanion(call.command)) {
      const decision = decide(message, ownUserId, bot, replies.before(message));
      if (!decision.shouldReply) return refused(NOT_NOW, decision.reason);
      replies.recordReply(message);
      this.intake.traces.called(connected, interaction);
    }
    if (call.messages) return this.summarizeLater(connected, interaction, message, call.messages);
    const isSlow = known === undefined || known.isSlow === true;
    return isSlow ? this.runLater(connected, interaction, message, call) : this.runNow(connected, interaction, message, call);
  }

  private async runNow(
    connected: ConnectedBot,
    interaction: APIApplicationCommandInteraction,
    message: NamedMessage,
    { command, args, content }: Call,
  ): Promise<SlashAnswer> {
    const { bot, ownUserId } = connected;
    const { id } = interaction;
    const { channelId, parentId, guildId, authorId: memberId } = message;
    const answer: CommandAnswer | null = await this.runner.answer(command, {
      bot: calledBot(bot, ownUserId),
      trigger: command.trigger,
      args,
      content,
      sentAtMs: sentAtMs(id),
      place: { channelId, parentId, guildId, messageId: id, memberId },
    });
    if (answer?.kind !== 'message') return sayingPrivately(DONE);
    if (answer.isRefusal) return this.intake.traces.refused(connected, interaction, answer.content ?? '');
    const isPrivate = answer.isPrivate === true || findCommand(command.commandId)?.isPrivate === true;
    if (answer.card) return { kind: 'message', embeds: [answer.card], isPrivate };
    // Longer texts, a long list of commands for example, are for the member alone: their beginning has to do.
    const [text] = splitMessage(answer.content ?? '');
    return { ...answer, ...(text === undefined ? {} : { content: text }), isPrivate };
  }

  private runLater(
    connected: ConnectedBot,
    interaction: APIApplicationCommandInteraction,
    message: NamedMessage,
    { command, args, content, options }: Call,
  ): SlashAnswer {
    const isPrivate = findCommand(command.commandId)?.isPrivate === true;
    const { bot, ownUserId } = connected;
    const { parentId, authorId } = message;
    const author = { id: authorId, name: message.authorName };
    const task = { kind: 'call' as const, commandId: command.commandId, author, ownUserId, parentId, args, content, options };
    const { id } = interaction;
    const sealed = this.answers.seal(interaction, isPrivate);
    const enqueue = async () => {
      const isQueued = await this.intake.enqueue(connected, message, task, sealed);
      if (isQueued) return;
      this.intake.traces.refused(connected, interaction, UNREADABLE);
      await this.answers.end({ botId: bot.botId, interactionId: id, sealed }, UNREADABLE);
    };
    return { kind: 'later', isPrivate, enqueue };
  }

  /** Sums up the message that the member chose, for the member alone. Its text is in the task only, because the question is stored. */
  private summarizeLater(
    connected: ConnectedBot,
    used: APIApplicationCommandInteraction,
    { channelId, guildId, authorId, authorName }: NamedMessage,
    messages: ReturnType<typeof summarized>,
  ): SlashAnswer {
    if (messages.length === 0) return this.intake.traces.refused(connected, used, NOTHING_TO_SUM_UP);
    const { bot, closed } = connected;
    const { id } = used;
    const interaction = this.answers.seal(used, true);
    const deferred = { botId: bot.botId, interactionId: id, sealed: interaction };
    const author = { id: authorId, name: authorName };
    const task = { kind: 'summarize' as const, messages };
    const job = replyJob(bot, { messageId: id, channelId, guildId, author, content: SUMMARIZE_MENU, interaction, task });
    return {
      kind: 'later',
      isPrivate: true,
      enqueue: async () => {
        const isQueued = await untilQueued(closed, async () => {
          const state = await this.replies.add(job);
          const refusal = refusalText(state, job);
          if (refusal === null || state === 'added' || state === 'settled') return;
          this.intake.traces.refused(connected, used, refusal, state);
          await this.answers.end(deferred, refusal);
        });
        if (isQueued) return;
        this.logger.error({ botId: bot.botId, interactionId: id }, 'interaction refused by the schema of the queue');
        this.intake.traces.refused(connected, used, UNREADABLE);
        await this.answers.end(deferred, UNREADABLE);
      },
    };
  }
}

interface Call {
  readonly command: RunnableCommand;
  /** The options as the text that a member would have written. */
  readonly args: string;
  readonly content: string;
  /** Of a custom command with options of its own. */
  readonly options?: OptionValues;
}

/** The learned command that the interaction calls; with `messages` for the context menu. Null when the bot has none of this name. */
function callOf(
  { bot }: ConnectedBot,
  interaction: APIApplicationCommandInteraction,
): (Call & { readonly messages?: ReturnType<typeof summarized> }) | null {
  const { type, name } = interaction.data;
  const offered = slashCommands(bot);
  if (type === ApplicationCommandType.Message && name === SUMMARIZE_MENU) {
    const command = offered.find((one) => one.command.commandId === 'summarize')?.command;
    const { data } = interaction as APIMessageApplicationCommandInteraction;
    const target = data.resolved.messages[data.target_id];
    return command ? { command, args: '', content: name, messages: summarized(target ? [target] : []) } : null;
  }
  const found = type === ApplicationCommandType.ChatInput ? offered.find((one) => one.name === name) : undefined;
  if (!found) return null;
  const { data } = interaction as APIChatInputApplicationCommandInteraction;
  const { command } = found;
  const values = optionsOf(data);
  const args = findCommand(command.commandId)?.argsOf(values) ?? [...values.values()].join(' ');
  const call = { command, args: args.trim(), content: `/${name} ${args}`.trim().slice(0, 4000) };
  return command.custom?.options ? { ...call, options: filledIn(data, interaction.guild_id !== undefined) } : call;
}

type Data = APIChatInputApplicationCommandInteraction['data'];
const { String: Text, Integer, Number: Decimal, Boolean: YesOrNo, User, Channel, Role } = ApplicationCommandOptionType;

/** The values as a member would write them: a user as a mention. Options of other types than those that were registered are left out. */
function optionsOf({ options = [] }: Data): Map<string, string> {
  return new Map(
    options.flatMap((option): [string, string][] => {
      switch (option.type) {
        case User:
          return [[option.name, `<@${option.value}>`]];
        case Channel:
          return [[option.name, `<#${option.value}>`]];
        case Role:
          return [[option.name, `<@&${option.value}>`]];
        case YesOrNo:
          return [[option.name, option.value ? 'yes' : 'no']];
        case Text:
        case Integer:
        case Decimal:
          return [[option.name, String(option.value).slice(0, 3000)]];
        default:
          return [];
      }
    }),
  );
}

/**
 * The values as the code of a custom command gets them. What Discord does not name cannot be such a value, nor, in a server, somebody who is not in it:
 * Discord lets members name any account.
 */
function filledIn(
  { options = [], resolved: { users = {}, members = {}, channels = {}, roles = {} } = {} }: Data,
  isInServer: boolean,
): OptionValues {
  return Object.fromEntries(
    options.flatMap((option): [string, OptionValue][] => {
      if (!('value' in option)) return [[option.name, '']];
      const { name, value } = option;
      switch (option.type) {
        case User: {
          const user = isInServer && !members[option.value] ? undefined : users[option.value];
          return [[name, user ? { id: user.id, name: displayName(user, members[user.id]?.nick) } : '']];
        }
        case Channel:
          return [[name, referenceTo(channels[option.value])]];
        case Role:
          return [[name, referenceTo(roles[option.value])]];
        default:
          return [[name, value]];
      }
    }),
  );
}

const referenceTo = (found: { readonly id: string; readonly name?: string | null } | undefined): OptionValue =>
  found ? { id: found.id, name: (found.name ?? '').slice(0, 100) } : '';
