import { Interval } from '@kith/kit';
import { MAX_TALK_LINE_CHARS, MAX_TALK_LINES, MINUTE_MS, sentAtMs, type ChannelLine } from '@kith/proto';
import { Injectable } from '@nestjs/common';

/** A message of a member that the bot does not answer. */
export interface TalkLine {
  readonly botId: string;
  readonly channelId: string;
  readonly messageId: string;
  readonly authorId: string;
  readonly author: string;
  readonly text: string;
}

type Place = Pick<TalkLine, 'botId' | 'channelId'>;
type Line = Omit<TalkLine, 'botId' | 'channelId'>;

/** What is kept of one channel. */
interface Talk extends Place {
  /** Oldest first. */
  lines: Line[];
  lastAtMs: number;
}

/** Older lines are no part of the talk that a question belongs to. */
const MAX_AGE_MS = 10 * MINUTE_MS;
const SWEEP_EVERY_MS = 30_000;
const MAX_CHANNELS = 20_000;
/** Characters of all lines together; the channels that were quiet longest are forgotten first. */
const MAX_CHARACTERS = 10_000_000;
/** Ids and names, in characters. */
const CHARACTERS_PER_LINE = 150;
/** To this share it is reduced, so that not each further line has to look for the quietest channel. */
const KEPT_SHARE = 0.9;

/**
 * The last lines of the channels in which bots answer, as far as they are no questions to the bot: those are in its conversations. Only in
 * memory, and for ten minutes, so that it is kept nowhere what members write to each other (docs/decisions.md C30). Every message of a member is added,
 * so that no general cache is used, which takes more time for that than everything else that is done about the message.
 */
@Injectable()
export class ChannelTalk {
  /** By bot and channel. */
  private readonly bots = new Map<string, Map<string, Talk>>();
  private channelCount = 0;
  private characters = 0;

  /** The text is cut, and its line breaks become spaces: a line must not look like several of different members. */
  add({ botId, channelId, messageId, authorId, author, text: written }: TalkLine): void {
    const text = oneLine(written);
    if (text === '') return;
    const talk = this.talkIn({ botId, channelId }) ?? this.begin({ botId, channelId });
    const { lines } = talk;
    const known = lines.findIndex((one) => one.messageId === messageId);
    if (known >= 0) this.characters -= sizeOf(lines.splice(known, 1));
    if (lines.length >= MAX_TALK_LINES) this.characters -= sizeOf(lines.splice(0, lines.length - MAX_TALK_LINES + 1));
    lines.push({ messageId, authorId, author, text });
    this.characters += text.length + CHARACTERS_PER_LINE;
    talk.lastAtMs = Date.now();
    if (this.characters > MAX_CHARACTERS || this.channelCount > MAX_CHANNELS) this.shrink();
  }

  /** Replaces the text of a line that its author changed; a message that is no line stays none. */
  change(line: Place & Pick<TalkLine, 'messageId' | 'text'>): void {
    const talk = this.talkIn(line);
    if (!talk?.lines.some(({ messageId }) => messageId === line.messageId)) return;
    const text = oneLine(line.text);
    const changed = talk.lines.map((one) => (one.messageId === line.messageId ? { ...one, text } : one));
    this.replace(
      talk,
      changed.filter((one) => one.text !== ''),
    );
  }

  remove(place: Place, messageIds: readonly string[]): void {
    const talk = this.talkIn(place);
    const left = talk?.lines.filter(({ messageId }) => !messageIds.includes(messageId));
    if (talk && left && left.length < talk.lines.length) this.replace(talk, left);
  }

  forgetMember(botId: string, memberId: string): void {
    for (const talk of this.bots.get(botId)?.values() ?? [])
      if (talk.lines.some(({ authorId }) => authorId === memberId))
        this.replace(
          talk,
          talk.lines.filter(({ authorId }) => authorId !== memberId),
        );
  }

  /** The lines of the ten minutes before a message, oldest first. */
  before({ messageId, ...place }: Place & Pick<TalkLine, 'messageId'>): ChannelLine[] {
    const askedAtMs = sentAtMs(messageId);
    return (this.talkIn(place)?.lines ?? [])
      .filter((line) => BigInt(line.messageId) < BigInt(messageId) && askedAtMs - sentAtMs(line.messageId) < MAX_AGE_MS)
      .map(({ author, text }) => ({ author, text }));
  }

  /** Nothing is kept of channels in which nobody has written for ten minutes. */
  @Interval(SWEEP_EVERY_MS, 'the sweep of what was written in channels')
  sweep(nowMs = Date.now()): void {
    for (const talk of this.all()) if (talk.lastAtMs <= nowMs - MAX_AGE_MS) this.replace(talk, []);
  }

  /** How much is kept. */
  get size(): { readonly channels: number; readonly characters: number } {
    return { channels: this.channelCount, characters: this.characters };
  }

  private talkIn({ botId, channelId }: Place): Talk | undefined {
    return this.bots.get(botId)?.get(channelId);
  }

  private begin({ botId, channelId }: Place): Talk {
    const talk = { botId, channelId, lines: [], lastAtMs: 0 };
    const channels = this.bots.get(botId) ?? new Map<string, Talk>();
    this.bots.set(botId, channels.set(channelId, talk));
    this.channelCount += 1;
    return talk;
  }

  private replace(talk: Talk, lines: Line[]): void {
    this.characters += sizeOf(lines) - sizeOf(talk.lines);
    talk.lines = lines;
    if (lines.length > 0) return;
    const channels = this.bots.get(talk.botId);
    if (!channels?.delete(talk.channelId)) return;
    this.channelCount -= 1;
    if (channels.size === 0) this.bots.delete(talk.botId);
  }

  private shrink(): void {
    for (const talk of this.all().toSorted((a, b) => a.lastAtMs - b.lastAtMs)) {
      if (this.characters <= MAX_CHARACTERS * KEPT_SHARE && this.channelCount <= MAX_CHANNELS * KEPT_SHARE) return;
      this.replace(talk, []);
    }
  }

  private all(): Talk[] {
    return [...this.bots.values()].flatMap((channels) => [...channels.values()]);
  }
}

const sizeOf = (lines: readonly Line[]): number => lines.reduce((sum, { text }) => sum + text.length + CHARACTERS_PER_LINE, 0);

/** White space that is no single space. */
const UNEVEN = /[^\S ]| {2}/;
const HALF_A_CHARACTER = /[\uD800-\uDBFF]$/;

function oneLine(text: string): string {
  const even = (UNEVEN.test(text) ? text.replace(/\s+/gu, ' ') : text).trim();
  return even.length <= MAX_TALK_LINE_CHARS ? even : even.slice(0, MAX_TALK_LINE_CHARS).replace(HALF_A_CHARACTER, '');
}
