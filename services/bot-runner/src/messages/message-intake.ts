import type { AnswerCause } from '@kith/proto';
import { Injectable } from '@nestjs/common';
import {
  MessageType,
  type GatewayDispatchPayload,
  type GatewayMessageCreateDispatchData,
  type GatewayMessageUpdateDispatchData,
} from 'discord-api-types/v10';
import type { MessageCall } from '../commands/command-calls.js';
import { CommandIntake } from '../commands/command-intake.js';
import { Traces, type TraceResult } from '../traces/traces.service.js';
import type { ConnectedBot } from './connected-bot.js';
import { decide, isReached, type Decision, type IncomingMessage, type RecentReplies, type SkipReason } from './decide.js';
import { incomingMessage } from './incoming-message.js';
import { IntakeNotices } from './intake-notices.js';
import { MessageGates } from './message-gates.js';
import { OtherEvents } from './other-events.js';
import { authorNameOf, questionOf } from './question-of.js';
import { isAlone } from './questions.js';
import { ReplyQueue } from './reply-queue.js';

/** Discord documents all fields for changed messages, and has sent events without them. */
const NEEDED_OF_EDITS = ['author', 'content', 'mentions'] as const;

/** What only the first line of a question has to meet. */
const ONCE_PER_QUESTION: ReadonlySet<SkipReason> = new Set(['not_mentioned', 'channel_rate', 'member_rate', 'direct_rate']);

/** From a gateway event to a job in the queue: parse, decide, enqueue. Nothing here is slow: no model call, no database query. */
@Injectable()
export class MessageIntake {
  constructor(
    private readonly otherEvents: OtherEvents,
    private readonly commands: CommandIntake,
    private readonly gates: MessageGates,
    private readonly notices: IntakeNotices,
    private readonly replyQueue: ReplyQueue,
    private readonly traces: Traces,
  ) {}

  /** Handles an event. The promise resolves when the event is processed; null when there was nothing to do. */
  handle(connected: ConnectedBot, payload: GatewayDispatchPayload): Promise<void> | null {
    if (payload.t === 'MESSAGE_UPDATE') return this.handleEdit(connected, payload.d);
    if (payload.t !== 'MESSAGE_CREATE') return this.otherEvents.handle(connected, payload);
    return connected.handled.once(payload.d.id, () => this.handleNew(connected, payload.d));
  }

  /**
   * Leaves a message without an answer because the roles of its author could not be learned. Its owner is told so only where it would have got one:
   * most messages would not, whoever wrote them.
   */
  leave(connected: ConnectedBot, raw: GatewayMessageCreateDispatchData): Promise<void> | null {
    return this.whenRead(connected, raw, (message) => {
      // It may have arrived meanwhile.
      if (!connected.handled.has(message.id) && this.wouldAnswer(connected, message, raw))
        this.trace(connected, message, { outcome: 'unanswered', reason: 'author_unknown' });
      return null;
    });
  }

  /** The parent channels of threads that earlier runners learned, by thread id. */
  knownThreads(applicationId: string): Promise<Map<string, string>> {
    return this.gates.places.load(applicationId);
  }

  /** The bot is handed over or stopped: what its members wrote last is queued without waiting for further lines. */
  endQuestionsOf(botId: string): void {
    this.replyQueue.endQuestionsOf(botId);
  }

  /** Adds the outstanding messages of this process to the queue again, after Redis may have lost its data. */
  restore(): Promise<void> {
    return this.replyQueue.restore();
  }

  private handleNew(connected: ConnectedBot, raw: GatewayMessageCreateDispatchData): Promise<void> | null {
    // Without the intent for members, Discord tells of new ones in this way only.
    if (raw.type === MessageType.UserJoin) this.otherEvents.proactive.joined(connected.bot, raw.guild_id, raw.author);
    return this.whenRead(connected, raw, (message) => this.handleMessage(connected, message, raw));
  }

  /** Discord also sends this event when it adds the preview of a link, without a time of the change. */
  private handleEdit(connected: ConnectedBot, raw: GatewayMessageUpdateDispatchData): Promise<void> | null {
    if (!raw.edited_timestamp || NEEDED_OF_EDITS.some((field) => !Object.hasOwn(raw, field))) return null;
    return this.whenRead(connected, raw, (message) => this.passEdit(connected, message, raw));
  }

  /** Passes on the message with what Discord has to be asked for about it. */
  private whenRead(
    connected: ConnectedBot,
    raw: GatewayMessageCreateDispatchData | GatewayMessageUpdateDispatchData,
    pass: (message: IncomingMessage) => Promise<void> | null,
  ): Promise<void> | null {
    const ownRole = this.gates.ownRoles.of(connected, raw);
    if (ownRole)
      return ownRole.then((roleId) => this.inPlace(connected, incomingMessage(raw, connected, roleId), pass) ?? undefined);
    return this.inPlace(connected, incomingMessage(raw, connected), pass);
  }

  private inPlace(
    connected: ConnectedBot,
    read: IncomingMessage,
    pass: (message: IncomingMessage) => Promise<void> | null,
  ): Promise<void> | null {
    const message = this.gates.places.inOrder(connected, read);
    if (!(message instanceof Promise)) return pass(message);
    return message.then((found) => pass(found) ?? undefined);
  }

  private passEdit(
    connected: ConnectedBot,
    message: IncomingMessage,
    raw: GatewayMessageUpdateDispatchData,
  ): Promise<void> | null {
    const moderated = this.gates.moderation.checkEdit(connected, message, raw);
    if (!moderated) return this.passEditToSystems(connected, message, raw);
    return moderated.then((isTakenOut) =>
      isTakenOut ? undefined : (this.passEditToSystems(connected, message, raw) ?? undefined),
    );
  }

  private passEditToSystems(
    connected: ConnectedBot,
    message: IncomingMessage,
    raw: GatewayMessageUpdateDispatchData,
  ): Promise<void> | null {
    const passed = this.otherEvents.systems.handleEdit(connected, message, raw);
    if (!passed) return this.answerEdit(connected, message, raw);
    return passed.then((isTakenOut) => (isTakenOut ? undefined : (this.answerEdit(connected, message, raw) ?? undefined)));
  }

  private answerEdit(
    connected: ConnectedBot,
    message: IncomingMessage,
    raw: GatewayMessageUpdateDispatchData,
  ): Promise<void> | null {
    const { changes } = this.otherEvents;
    if (connected.bot.ageRating === 'everyone') return changes.edited(connected, message, raw);
    return this.gates.age
      .check(connected.bot, message)
      .then((verdict) => (verdict === 'open' ? (changes.edited(connected, message, raw) ?? undefined) : undefined));
  }

  private handleMessage(
    connected: ConnectedBot,
    message: IncomingMessage,
    raw: GatewayMessageCreateDispatchData,
  ): Promise<void> | null {
    const moderated = this.gates.moderation.check(connected, message, raw);
    if (!moderated) return this.passSystems(connected, message, raw);
    return moderated.then((isTakenOut) => {
      if (!isTakenOut) return this.passSystems(connected, message, raw) ?? undefined;
      this.trace(connected, message, { outcome: 'ignored', reason: 'moderated' });
      return undefined;
    });
  }

  /** Installed systems see each message first; one may take it, the answer in a game for example. */
  private passSystems(
    connected: ConnectedBot,
    message: IncomingMessage,
    raw: GatewayMessageCreateDispatchData,
  ): Promise<void> | null {
    const passed = this.otherEvents.systems.handleMessage(connected, message, raw);
    if (!passed) return this.answer(connected, message, raw);
    return passed.then((isTaken) => {
      if (!isTaken) return this.answer(connected, message, raw) ?? undefined;
      this.trace(connected, message, { outcome: 'ignored', reason: 'taken_by_system' });
      return undefined;
    });
  }

  /** A bot that is for adults acts in age-restricted channels only. */
  private answer(connected: ConnectedBot, message: IncomingMessage, raw: GatewayMessageCreateDispatchData): Promise<void> | null {
    const { bot, ownUserId, replies } = connected;
    const moderating = this.commands.moderatingCallIn(message, connected, raw.content);
    if (moderating) return this.runCommand(connected, message, raw, moderating);
    const isForEveryone = bot.ageRating === 'everyone';
    if (isForEveryone || !isReached(message, ownUserId, bot, replies.before(message)))
      return this.answerHere(connected, message, raw);
    return this.gates.age.check(bot, message).then((verdict) => {
      if (verdict === 'open') return this.answerHere(connected, message, raw) ?? undefined;
      this.traceIgnored(connected, message, 'not_age_restricted');
      const isAsked = decide(message, ownUserId, bot, replies.before(message)).shouldReply;
      const isCalled = this.commands.callIn(message, connected, raw.content) !== null;
      if (verdict === 'unknown' || !(isAsked || isCalled)) return undefined;
      return this.notices.about(connected, message, 'not_age_restricted') ?? undefined;
    });
  }

  private answerHere(
    connected: ConnectedBot,
    message: IncomingMessage,
    raw: GatewayMessageCreateDispatchData,
  ): Promise<void> | null {
    const { bot, replies } = connected;
    const { id, channelId, authorId } = message;
    const isOwn = authorId === connected.ownUserId;
    const follows = !isOwn && this.replyQueue.continuesQuestion({ botId: bot.botId, channelId, authorId, id });
    const continues = follows && !isAlone(message);
    if (!message.isBot) replies.recordHumanMessage(channelId);
    const recent = replies.before(message);
    const isInReach = isReached(message, connected.ownUserId, bot, recent);
    const call = isInReach ? this.commands.callIn(message, connected, raw.content) : null;
    if (call) return this.runCommand(connected, message, raw, call);
    const decision = this.decisionOn(connected, message, recent, follows);
    const cause = this.causeOf(connected, message, decision, continues);
    if (!decision.shouldReply && cause === null) {
      this.traceIgnored(
        connected,
        message,
        isTextWithheld(connected, message, decision.reason) ? 'text_withheld' : decision.reason,
      );
      if (isInReach) this.otherEvents.changes.listen(connected, message, authorNameOf(raw));
      return this.notices.about(connected, message, decision.reason);
    }
    if (!continues) replies.recordReply(message);
    this.trace(connected, message, cause === null ? { outcome: 'waiting' } : { outcome: 'waiting', cause });
    const remark = this.notices.remarkAbout(connected, message);
    const question = questionOf(connected, message, raw, this.otherEvents.changes.talkBefore(connected, message));
    return this.replyQueue.add(connected, remark === undefined ? question : { ...question, remark });
  }

  /** A line that is joined with no other needs no mention of its own behind one that had it, and counts like a question. */
  private decisionOn(
    { bot, ownUserId }: ConnectedBot,
    message: IncomingMessage,
    recent: RecentReplies,
    follows: boolean,
  ): Decision {
    if (!follows || !isAlone(message) || message.mentionsBot) return decide(message, ownUserId, bot, recent);
    const decision = decide({ ...message, mentionsBot: true }, ownUserId, bot, recent);
    return decision.shouldReply ? { shouldReply: true, cause: 'next_line' } : decision;
  }

  private causeOf(connected: ConnectedBot, message: IncomingMessage, decision: Decision, continues: boolean): AnswerCause | null {
    if (decision.shouldReply) return decision.cause;
    if (continues && ONCE_PER_QUESTION.has(decision.reason)) return 'next_line';
    return this.gates.crisis.isPastLimits(connected, message, decision.reason) ? 'crisis' : null;
  }

  private wouldAnswer(connected: ConnectedBot, message: IncomingMessage, raw: GatewayMessageCreateDispatchData): boolean {
    const { bot, ownUserId, replies } = connected;
    const recent = replies.before(message);
    if (decide(message, ownUserId, bot, recent).shouldReply) return true;
    return (
      this.commands.moderatingCallIn(message, connected, raw.content) !== null ||
      (isReached(message, ownUserId, bot, recent) && this.commands.callIn(message, connected, raw.content) !== null)
    );
  }

  private runCommand(
    connected: ConnectedBot,
    message: IncomingMessage,
    raw: GatewayMessageCreateDispatchData,
    call: MessageCall,
  ): Promise<void> | null {
    const { ignored, isIgnoredReply, queued } = this.commands.handle(connected, message, call, authorNameOf(raw));
    if (ignored === null) this.trace(connected, message, { outcome: 'command' });
    else this.traceIgnored(connected, message, ignored);
    if (ignored !== null && isIgnoredReply) return this.notices.about(connected, message, ignored);
    return queued && queued.then(() => undefined);
  }

  private traceIgnored(connected: ConnectedBot, message: IncomingMessage, reason: SkipReason): void {
    if (reason !== 'own' && reason !== 'system') this.trace(connected, message, { outcome: 'ignored', reason });
  }

  private trace(
    { bot: { botId, ownerId } }: ConnectedBot,
    { id, channelId, guildId }: IncomingMessage,
    result: TraceResult,
  ): void {
    this.traces.record({ botId, ownerId, messageId: id, channelId, guildId }, result);
  }
}

/** Discord sends the texts of direct messages and of those that mention the bot in any case. */
const isTextWithheld = (connected: ConnectedBot, { guildId, mentionsBot }: IncomingMessage, reason: SkipReason): boolean =>
  reason === 'empty' && guildId !== null && !mentionsBot && !connected.hasMessageContent();
