import { LOGGER, type Logger } from '@kith/kit';
import { COMMANDS, queues, sentAtMs, type JobOf, type RunnableCommand } from '@kith/proto';
import { Inject, Injectable } from '@nestjs/common';
import { AcceptedJobs } from '../messages/accepted-jobs.js';
import type { ConnectedBot } from '../messages/connected-bot.js';
import { checkPlace, decide, type IncomingMessage, type SkipReason } from '../messages/decide.js';
import { untilQueued } from '../messages/until-queued.js';
import { findCommand } from './catalogue.js';
import { callIn, type MessageCall } from './command-calls.js';
import { CommandTraces } from './command-traces.js';
import { MemberRate } from './member-rate.js';

export const TOO_MANY = 'Those were many commands at once. Give me a few seconds.';
const WRITTEN_BY_COMPANION: ReadonlySet<string> = new Set(
  COMMANDS.flatMap(({ id, category }) => (category === 'ai' ? [id] : [])),
);

/** Whether the companion or a language model writes its answer, which counts like a reply (docs/decisions.md B5). */
export const isWrittenByCompanion = ({ commandId }: Pick<RunnableCommand, 'commandId'>): boolean =>
  WRITTEN_BY_COMPANION.has(commandId);

/** Whether members with a permission of Discord moderate by it: they do in every channel where the bot may act (docs/decisions.md K10). */
export const isForModerators = ({ commandId }: Pick<RunnableCommand, 'commandId'>): boolean =>
  findCommand(commandId)?.memberPermission !== undefined;

type Job = JobOf<typeof queues.commands>;

/** What becomes of a call. */
export interface HandledCall {
  /** Why it is not run; null when it is. */
  readonly ignored: SkipReason | null;
  /** Whether it is ignored as a reply that the companion writes would be: then members read what they read of replies. */
  readonly isIgnoredReply: boolean;
  /** Resolves when the call, or a notice instead of it, is in the queue; null when there is neither. */
  readonly queued: Promise<unknown> | null;
}

/** From a message to a job of the queue `commands`, before the companion sees it. */
@Injectable()
export class CommandIntake {
  private readonly rates = new WeakMap<ConnectedBot, MemberRate>();

  constructor(
    private readonly accepted: AcceptedJobs,
    /** What owners read of calls without a message. */
    readonly traces: CommandTraces,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** The command that the message calls; null for one that the companion answers. `rawContent` is the text with the mentions of the bot. */
  callIn(message: IncomingMessage, { bot, ownUserId }: ConnectedBot, rawContent: string): MessageCall | null {
    const start = rawContent.trimStart();
    const startsWithMention =
      start.startsWith('<@') && (start.startsWith(`<@${ownUserId}>`) || start.startsWith(`<@!${ownUserId}>`));
    return callIn({ content: message.content, isBot: message.isBot, startsWithMention }, bot);
  }

  /** A call by which a member moderates, in a channel where the companion need not answer; null without one. */
  moderatingCallIn(message: IncomingMessage, connected: ConnectedBot, rawContent: string): MessageCall | null {
    const { bot } = connected;
    if (message.guildId === null || !bot.commands.some(isForModerators) || checkPlace(message, bot) !== null) return null;
    const call = this.callIn(message, connected, rawContent);
    return call && isForModerators(call.command) ? call : null;
  }

  /** Queues the call, or a notice instead of it, or ignores it. */
  handle(connected: ConnectedBot, message: IncomingMessage, { command, args }: MessageCall, authorName: string): HandledCall {
    const { id: messageId, authorId, content } = message;
    const admission = this.admit(connected, authorId, messageId);
    if (admission === 'ignore') return { ignored: 'member_rate', isIgnoredReply: false, queued: null };
    if (admission === 'hint') {
      const queued = this.enqueue(connected, message, { kind: 'notice', text: TOO_MANY });
      return { ignored: 'member_rate', isIgnoredReply: false, queued };
    }
    const ignored = isWrittenByCompanion(command) ? this.checkReply(connected, message) : null;
    if (ignored !== null) return { ignored, isIgnoredReply: true, queued: null };
    const author = { id: authorId, name: authorName };
    const { commandId } = command;
    const { ownUserId } = connected;
    const { parentId } = message;
    const task = { kind: 'call' as const, commandId, author, ownUserId, parentId, args, content };
    return { ignored: null, isIgnoredReply: false, queued: this.enqueue(connected, message, task) };
  }

  /** Whether a member may call one more command now; counts the call. */
  admit(connected: ConnectedBot, memberId: string, callId: string): ReturnType<MemberRate['admit']> {
    return this.rateOf(connected).admit(memberId, sentAtMs(callId));
  }

  /** Resolves when the task is in the queue; to false when the queue refuses it. `interaction`: where it is answered, sealed. */
  async enqueue(
    { bot, closed }: ConnectedBot,
    message: Pick<IncomingMessage, 'id' | 'channelId' | 'guildId'>,
    task: Job['task'],
    interaction?: string,
  ): Promise<boolean> {
    const { ownerId, botId } = bot;
    const { id: messageId, channelId, guildId } = message;
    const job = { ownerId, botId, messageId, channelId, guildId, interaction, task };
    const isQueued = await untilQueued(closed, () => this.accepted.add(queues.commands, `${botId}-${messageId}`, job));
    if (!isQueued) this.logger.error({ botId, messageId }, 'command refused by the schema of the queue');
    return isQueued;
  }

  forgetMember(connected: ConnectedBot, memberId: string): void {
    this.rates.get(connected)?.forgetMember(memberId);
  }

  /** Replies that the companion writes for a command count like its other replies (docs/decisions.md C6). */
  private checkReply({ bot, ownUserId, replies }: ConnectedBot, message: IncomingMessage): SkipReason | null {
    const decision = decide({ ...message, mentionsBot: true }, ownUserId, bot, replies.before(message));
    if (!decision.shouldReply) return decision.reason;
    replies.recordReply(message);
    return null;
  }

  private rateOf(connected: ConnectedBot): MemberRate {
    const known = this.rates.get(connected) ?? new MemberRate();
    this.rates.set(connected, known);
    return known;
  }
}
