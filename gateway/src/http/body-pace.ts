import { setTimeout as pause } from 'node:timers/promises';

const BYTES_PER_MS = (16 * 1_048_576) / 1000;
/** What a sender may send at once, without a wait. */
const BURST_MS = 250;
const MAX_SENDERS = 10_000;

/**
 * Limits how fast large bodies of one sender are taken: 16 MiB per second, after 4 MiB at once. While the process waits it does not read,
 * so the sender waits too. Faster, decoding and storing what one user sends would delay the requests of all others (docs/security.md S39).
 */
export class BodyPace {
  /** For each sender the time at which what it has sent is worked off, in milliseconds of `performance.now()`. */
  private readonly workedOffAt = new Map<string, number>();

  constructor(private readonly wait: (ms: number) => Promise<unknown> = pause) {}

  /** Resolves when so many bytes that have arrived may be processed. */
  async take(sender: string, bytes: number): Promise<void> {
    const now = performance.now();
    const workedOffAt = Math.max(now, this.workedOffAt.get(sender) ?? 0) + bytes / BYTES_PER_MS;
    // A Map iterates in insertion order and each use re-inserts: the first sender is the one that has sent nothing for the longest time.
    this.workedOffAt.delete(sender);
    this.workedOffAt.set(sender, workedOffAt);
    const [oldest] = this.workedOffAt.keys();
    if (this.workedOffAt.size > MAX_SENDERS && oldest !== undefined) this.workedOffAt.delete(oldest);
    const waitMs = workedOffAt - now - BURST_MS;
    if (waitMs > 0) await this.wait(waitMs);
  }
}
