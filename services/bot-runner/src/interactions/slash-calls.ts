import { LOGGER, type Logger } from '@kith/kit';
import {
  imageCommand,
  sentAtMs,
  type JobOf,
  type OptionValues,
  type queues,
  type RunnableCommand,
  type TraceReason,
} from '@kith/proto';
import { Inject, Injectable } from '@nestjs/common';
import {
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
import type { ConnectedBot } from '../messages/connected-bot.js';
import { checkPlace, checkReach, decide, type SkipReason } from '../messages/decide.js';
import { FOR_ADULTS } from '../messages/intake-notices.js';
import { MessageGates } from '../messages/message-gates.js';
import { replyJob } from '../messages/question-of.js';
import { untilQueued } from '../messages/until-queued.js';
import { slashCommands, SUMMARIZE_MENU } from './command-set.js';
import { InteractionAnswers } from './interaction-answers.js';
import { messageOf, type NamedMessage } from './interaction-message.js';
import { descriptionIn, filledIn, optionsOf } from './slash-options.js';

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
    const { command, args } = call;
    const demands = { moderates: isForModerators(command), isReply: isWrittenByCompanion(command), args };
    const refusal = await this.refusalOf(connected, interaction, message, demands);
    if (refusal) return refusal;
    const known = findCommand(command.commandId);
    if (call.messages) return this.summarizeLater(connected, interaction, message, call.messages);
    const isSlow = known === undefined || known.isSlow === true;
    return isSlow ? this.runLater(connected, interaction, message, call) : this.runNow(connected, interaction, message, call);
  }

  /** What a member described, to be drawn like the text `/generate image`; null for another command. */
  async draw(
    connected: ConnectedBot,
    interaction: APIApplicationCommandInteraction,
    memberId: string,
  ): Promise<SlashAnswer | null> {
    const description = descriptionIn(interaction);
    if (description === null) return null;
    const message = await this.gates.places.complete(connected, messageOf(interaction, memberId));
    const demands = { moderates: false, isReply: true, args: description };
    const refusal = await this.refusalOf(connected, interaction, message, demands);
    return refusal ?? this.replyLater(connected, interaction, message, { isPrivate: false, content: imageCommand(description) });
  }

  /** Why the member gets no more than a sentence; null where the call is run. A reply of the companion counts from here on. */
  private async refusalOf(
    connected: ConnectedBot,
    interaction: APIApplicationCommandInteraction,
    message: NamedMessage,
    { moderates, isReply, args }: { readonly moderates: boolean; readonly isReply: boolean; readonly args: string },
  ): Promise<SlashAnswer | null> {
    const { bot, ownUserId, replies } = connected;
    const refused = (told: string, reason?: SkipReason | TraceReason) =>
      this.intake.traces.refused(connected, interaction, told, reason);
    const barrier = moderates ? checkPlace(message, bot) : checkReach(message, ownUserId, bot, replies.before(message));
    if (barrier !== null) return refused(NOT_HERE, barrier);
    if (!moderates && (await this.gates.age.check(bot, message)) !== 'open') return refused(FOR_ADULTS, 'not_age_restricted');
    if (this.intake.admit(connected, message.authorId, interaction.id) !== 'run') return refused(TOO_MANY);
    if (this.gates.forbids(connected, message, args, interaction.member)) return refused(AGAINST_RULES, 'moderated');
    if (isReply) {
      const decision = decide(message, ownUserId, bot, replies.before(message));
      if (!decision.shouldReply) return refused(NOT_NOW, decision.reason);
      replies.recordReply(message);
      this.intake.traces.called(connected, interaction);
    }
    return null;
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
    message: NamedMessage,
    messages: ReturnType<typeof summarized>,
  ): SlashAnswer {
    if (messages.length === 0) return this.intake.traces.refused(connected, used, NOTHING_TO_SUM_UP);
    const task = { kind: 'summarize' as const, messages };
    return this.replyLater(connected, used, message, { isPrivate: true, content: SUMMARIZE_MENU, task });
  }

  private replyLater(
    connected: ConnectedBot,
    used: APIApplicationCommandInteraction,
    { channelId, guildId, authorId, authorName }: NamedMessage,
    { isPrivate, ...asked }: Pick<JobOf<typeof queues.replies>, 'content' | 'task'> & { readonly isPrivate: boolean },
  ): SlashAnswer {
    const { bot, closed } = connected;
    const { id } = used;
    const interaction = this.answers.seal(used, isPrivate);
    const deferred = { botId: bot.botId, interactionId: id, sealed: interaction };
    const author = { id: authorId, name: authorName };
    const job = replyJob(bot, { messageId: id, channelId, guildId, author, interaction, ...asked });
    return {
      kind: 'later',
      isPrivate,
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
