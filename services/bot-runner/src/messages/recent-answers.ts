import type { IncomingMessage, RecentAnswers } from './decide.js';

const WINDOW_MS = 60_000;
/** Windows are swept when there are more of them than this. */
const SWEEP_AT = 1000;
const DISCORD_EPOCH_MS = 1_420_070_400_000n;

/** When Discord accepted the message: the first 42 bits of its id. */
export const sentAtMs = (messageId: string): number => Number((BigInt(messageId) >> 22n) + DISCORD_EPOCH_MS);

/**
 * One companion's answers of the last minute, per channel and member. Counted by the messages' own times, so that a replay after an
 * outage is judged like the original.
 */
export class AnswerLog {
  readonly #windows = new Map<string, number[]>();
  readonly #botTurns = new Map<string, number>();

  /** What `decide` needs to know before it judges the message. */
  before(message: IncomingMessage): RecentAnswers {
    const atMs = sentAtMs(message.id);
    return {
      inChannel: this.#count(`channel:${message.channelId}`, atMs),
      toMember: this.#count(`member:${message.authorId}`, atMs),
      botTurns: this.#botTurns.get(message.channelId) ?? 0,
    };
  }

  /** A human wrote: bots may answer each other again. */
  noteHuman(channelId: string): void {
    this.#botTurns.delete(channelId);
  }

  noteAnswer(message: IncomingMessage): void {
    const atMs = sentAtMs(message.id);
    this.#add(`channel:${message.channelId}`, atMs);
    this.#add(`member:${message.authorId}`, atMs);
    if (message.isBot) this.#botTurns.set(message.channelId, (this.#botTurns.get(message.channelId) ?? 0) + 1);
    if (this.#windows.size > SWEEP_AT) this.#sweep(atMs);
  }

  /** The member is to be forgotten. */
  forgetMember(memberId: string): void {
    this.#windows.delete(`member:${memberId}`);
  }

  #count(key: string, atMs: number): number {
    return this.#windows.get(key)?.filter((earlier) => earlier > atMs - WINDOW_MS).length ?? 0;
  }

  #add(key: string, atMs: number): void {
    const kept = this.#windows.get(key)?.filter((earlier) => earlier > atMs - WINDOW_MS) ?? [];
    this.#windows.set(key, [...kept, atMs]);
  }

  #sweep(atMs: number): void {
    for (const [key, times] of this.#windows)
      if (times.every((earlier) => earlier <= atMs - WINDOW_MS)) this.#windows.delete(key);
  }
}
