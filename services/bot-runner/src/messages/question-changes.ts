import { idAt, sentAtMs, type ChannelLine } from '@kith/proto';
import { Injectable } from '@nestjs/common';
import type { GatewayMessageUpdateDispatchData } from 'discord-api-types/v10';
import { CommandIntake } from '../commands/command-intake.js';
import { PostedParts } from '../discord/posted-parts.js';
import { ChannelTalk } from './channel-talk.js';
import type { ConnectedBot } from './connected-bot.js';
import { decide, type IncomingMessage } from './decide.js';
import { OutstandingMessages } from './outstanding-messages.js';
import { questionOf } from './question-of.js';
import { ReplyQueue } from './reply-queue.js';
import { SupersededMessages } from './superseded-messages.js';

/** Answers to older messages are posted, or given up. */
const MAX_DELETED_AGE_MS = 900_000;
/** Until when after it was written a changed question is answered again. */
const MAX_EDITED_AGE_MS = 60_000;

type Question = ReturnType<typeof questionOf>;
type QuestionMessage = Parameters<typeof questionOf>[2];

interface Deletion {
  readonly ids: readonly string[];
  readonly channel_id: string;
  readonly guild_id?: string | undefined;
}

/** Follows what becomes of messages after they were written: a deleted question is not answered, a changed one is answered anew (docs/decisions.md C31). */
@Injectable()
export class QuestionChanges {
  /** The highest revision so far. */
  private lastRevision = 0n;

  constructor(
    private readonly commands: CommandIntake,
    private readonly replyQueue: ReplyQueue,
    private readonly outstanding: OutstandingMessages,
    private readonly superseded: SupersededMessages,
    private readonly posted: PostedParts,
    private readonly talk: ChannelTalk,
  ) {}

  /** What members write to each other is the talk before the next question. */
  listen({ bot }: ConnectedBot, message: IncomingMessage, author: string): void {
    const { id: messageId, channelId, guildId, authorId, isBot, content: text } = message;
    if (isBot || guildId === null || !bot.channelSettings.logMessages) return;
    this.talk.add({ botId: bot.botId, channelId, messageId, authorId, author, text });
  }

  /** Whether an answer to the message was posted lately. */
  isAnswered(botId: string, messageId: string): Promise<boolean> {
    return this.posted.isAnswer(botId, messageId);
  }

  forgetMember(connected: ConnectedBot, memberId: string): void {
    const { botId } = connected.bot;
    this.commands.forgetMember(connected, memberId);
    this.talk.forgetMember(botId, memberId);
    this.replyQueue.forgetMember(botId, memberId);
  }

  /** What was written in the channel before a message; nothing where the owner does not keep what members write (docs/decisions.md C21). */
  talkBefore({ bot }: ConnectedBot, { id: messageId, channelId, guildId }: IncomingMessage): ChannelLine[] {
    if (guildId === null || !bot.channelSettings.logMessages) return [];
    return this.talk.before({ botId: bot.botId, channelId, messageId });
  }

  /** Null when none of the messages can be a question that waits for its answer. */
  deleted(connected: ConnectedBot, { ids, channel_id: channelId, guild_id: guildId }: Deletion): Promise<void> | null {
    const { botId } = connected.bot;
    this.talk.remove({ botId, channelId }, ids);
    const recent = ids.filter((id) => Date.now() - sentAtMs(id) < MAX_DELETED_AGE_MS);
    if (recent.length === 0) return null;
    for (const id of recent) this.replyQueue.removeLine({ botId, channelId, messageId: id });
    return this.withdraw(connected, { channelId, guildId: guildId ?? null }, recent);
  }

  /** Null when the message is no question, or was changed too late to be answered anew. */
  edited(connected: ConnectedBot, message: IncomingMessage, raw: GatewayMessageUpdateDispatchData): Promise<void> | null {
    const { bot, ownUserId } = connected;
    const { id: messageId, channelId, content: text } = message;
    this.talk.change({ botId: bot.botId, channelId, messageId, text });
    const editedAtMs = Date.parse(raw.edited_timestamp ?? '');
    const isLate = !(editedAtMs - sentAtMs(messageId) < MAX_EDITED_AGE_MS);
    if (isLate || message.isBot || message.isSystem || message.authorId === ownUserId) return null;
    if (this.replyQueue.changeLine(this.questionOf(connected, message, raw))) return null;
    // Each further change is a revision of its own.
    const revise = this.revision(connected, message, raw, idAt(editedAtMs));
    return revise && revise();
  }

  /**
   * What answers a question anew, as it is now, in place of its answer; `revision` is an id of Discord's form for the time of the wish. Null when
   * the settings or the limits of the bot do not let it answer. It resolves when the question is in the queue, or is none that was answered.
   */
  revision(
    connected: ConnectedBot,
    message: IncomingMessage,
    raw: QuestionMessage,
    revision: string,
  ): (() => Promise<void>) | null {
    const { bot, ownUserId, replies } = connected;
    if (BigInt(revision) > this.lastRevision) this.lastRevision = BigInt(revision);
    // Counted in the limits of C6 like a further message, and no mention is needed: it was a question before.
    const asked = { ...message, id: revision, mentionsBot: true };
    if (this.commands.callIn(message, connected, raw.content)) return null;
    if (!decide(asked, ownUserId, bot, replies.before(asked)).shouldReply) return null;
    const line = this.questionOf(connected, message, raw);
    return () => this.revise(connected, asked, { ...line, revision });
  }

  private questionOf(connected: ConnectedBot, message: IncomingMessage, raw: QuestionMessage): Question {
    return questionOf(connected, message, raw, this.talkBefore(connected, message));
  }

  /** Higher than all before it: several lines may be deleted within a millisecond, and Discord's clock, which dates edits, may be ahead. */
  private nextRevision(): string {
    const now = BigInt(idAt(Date.now()));
    this.lastRevision = now > this.lastRevision ? now : this.lastRevision + 1n;
    return String(this.lastRevision);
  }

  private async withdraw(
    connected: ConnectedBot,
    place: { readonly channelId: string; readonly guildId: string | null },
    ids: readonly string[],
  ): Promise<void> {
    const { bot, handled } = connected;
    const { ownerId, botId } = bot;
    // Otherwise one that is being queued at this moment would not be found.
    await Promise.all(ids.map((id) => handled.workOf(id)));
    const rests = this.replyQueue.takeRests(botId, ids);
    const revision = this.nextRevision();
    await this.replyQueue.inTurn(connected, place.channelId, async () => {
      const waiting = await this.outstanding.among(botId, [...new Set([...ids, ...rests.map(({ askedAs }) => askedAs)])]);
      // Of a question with several lines the others are answered. Before the whole one is withdrawn: when that fails, both are tried again.
      for (const { askedAs, rest } of rests) {
        if (!waiting.includes(askedAs)) continue;
        await this.replyQueue.revise(bot, { ...rest, revision });
        await this.superseded.revise({ botId, messageId: rest.messageId }, revision);
      }
      for (const messageId of waiting.filter((id) => ids.includes(id))) {
        await this.superseded.withdraw({ ownerId, botId, messageId, ...place });
      }
    });
  }

  private async revise(
    connected: ConnectedBot,
    asked: IncomingMessage,
    { revision, ...line }: Question & { readonly revision: string },
  ): Promise<void> {
    const { bot, handled, replies } = connected;
    const { botId } = bot;
    // To which question the line belongs is known when it is in the queue.
    await handled.workOf(line.messageId);
    const question = { ...this.replyQueue.questionWith(line), revision };
    const { messageId, channelId } = question;
    await this.replyQueue.inTurn(connected, channelId, async () => {
      // Discord tells a change again when it adds the preview of a link, and after a RESUME.
      if ((await this.superseded.firstRevision({ botId, messageId })) >= BigInt(revision)) return;
      const isWaiting = (await this.outstanding.among(botId, [messageId])).length > 0;
      if (!isWaiting && !(await this.posted.isAnswer(botId, messageId))) return;
      replies.recordReply(asked);
      await this.replyQueue.revise(bot, question);
      await this.superseded.revise({ botId, messageId }, revision);
    });
  }
}
