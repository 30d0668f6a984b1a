import { MAX_TALK_LINE_CHARS, MAX_TALK_LINES, sentAtMs, type ChannelLine } from '@kith/proto';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';

/** A message of a member that the bot does not answer. */
export interface TalkLine {
  readonly botId: string;
  readonly channelId: string;
  readonly messageId: string;
  readonly authorId: string;
  readonly author: string;
  readonly text: string;
}

/** Older lines are no part of the talk that a question belongs to. */
const MAX_AGE_MS = 600_000;
const MAX_CHANNELS = 20_000;
/** Characters of all lines together; the channels that were quiet longest are forgotten first. */
const MAX_CHARACTERS = 10_000_000;
/** Ids and names, in characters. */
const CHARACTERS_PER_LINE = 150;

/**
 * The last lines of the channels in which bots answer, as far as they are no questions to the bot: those are in its conversations. Only in
 * memory, and for ten minutes, so that it is kept nowhere what members write to each other (docs/decisions.md C30).
 */
@Injectable()
export class ChannelTalk {
  /** The lines of a channel, oldest first, by bot and channel. */
  private readonly channels = new LRUCache<string, readonly TalkLine[]>({
    max: MAX_CHANNELS,
    maxSize: MAX_CHARACTERS,
    ttl: MAX_AGE_MS,
    // Finer, it would set a timer for nearly each message; how old a line may be is looked at when it is read.
    ttlResolution: 1000,
    sizeCalculation: (lines) => lines.reduce((sum, { text }) => sum + text.length + CHARACTERS_PER_LINE, 1),
  });

  /** The text is cut, and its line breaks become spaces: a line must not look like several of different members. */
  add(line: TalkLine): void {
    const text = oneLine(line.text);
    if (text === '') return;
    const { botId, channelId, messageId, authorId, author } = line;
    const key = keyOf(line);
    const known = this.channels.get(key) ?? [];
    const others = known.some((one) => one.messageId === messageId) ? known.filter((one) => one.messageId !== messageId) : known;
    const lines = others.slice(others.length < MAX_TALK_LINES ? 0 : 1);
    lines.push({ botId, channelId, messageId, authorId, author, text });
    this.channels.set(key, lines);
  }

  /** Replaces the text of a line that its author changed; a message that is no line stays none. */
  change(line: Pick<TalkLine, 'botId' | 'channelId' | 'messageId' | 'text'>): void {
    const lines = this.linesOf(line);
    if (!lines.some(({ messageId }) => messageId === line.messageId)) return;
    const text = oneLine(line.text);
    this.set(
      line,
      lines.map((one) => (one.messageId === line.messageId ? { ...one, text } : one)).filter((one) => one.text !== ''),
    );
  }

  remove({ botId, channelId }: Pick<TalkLine, 'botId' | 'channelId'>, messageIds: readonly string[]): void {
    const lines = this.linesOf({ botId, channelId });
    const left = lines.filter(({ messageId }) => !messageIds.includes(messageId));
    if (left.length < lines.length) this.set({ botId, channelId }, left);
  }

  forgetMember(botId: string, memberId: string): void {
    for (const [key, lines] of this.channels.entries()) {
      const [first] = lines;
      if (first?.botId !== botId || !lines.some(({ authorId }) => authorId === memberId)) continue;
      this.channels.set(
        key,
        lines.filter(({ authorId }) => authorId !== memberId),
      );
    }
  }

  /** The lines of the ten minutes before a message, oldest first. */
  before({ botId, channelId, messageId }: Pick<TalkLine, 'botId' | 'channelId' | 'messageId'>): ChannelLine[] {
    const askedAtMs = sentAtMs(messageId);
    return this.linesOf({ botId, channelId })
      .filter((line) => BigInt(line.messageId) < BigInt(messageId) && askedAtMs - sentAtMs(line.messageId) < MAX_AGE_MS)
      .map(({ author, text }) => ({ author, text }));
  }

  private linesOf(place: Pick<TalkLine, 'botId' | 'channelId'>): readonly TalkLine[] {
    return this.channels.get(keyOf(place)) ?? [];
  }

  private set(place: Pick<TalkLine, 'botId' | 'channelId'>, lines: readonly TalkLine[]): void {
    const key = keyOf(place);
    if (lines.length > 0) this.channels.set(key, lines);
    else this.channels.delete(key);
  }
}

const keyOf = ({ botId, channelId }: Pick<TalkLine, 'botId' | 'channelId'>): string => `${botId}:${channelId}`;

/** White space that is no single space. */
const UNEVEN = /[^\S ]| {2}/;

function oneLine(text: string): string {
  const even = UNEVEN.test(text) ? text.replace(/\s+/gu, ' ') : text;
  return even
    .trim()
    .slice(0, MAX_TALK_LINE_CHARS)
    .replace(/[\uD800-\uDBFF]$/, '');
}
