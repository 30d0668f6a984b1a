/**
 * How far a session's events are dealt with for good: every event up to `low` is. RESUME starts there, so that a killed process loses
 * nothing; saving the newest event received instead would lose what was still being queued.
 */
export class Watermark {
  readonly #open = new Set<number>();
  #low: number;
  #received: number;

  constructor(seq: number) {
    this.#low = seq;
    this.#received = seq;
  }

  get low(): number {
    return this.#low;
  }

  /** A new event; `until` resolves when it need not come again, null when it needs nothing. */
  take(seq: number, until: Promise<unknown> | null, onAdvance: () => void): void {
    this.#received = seq;
    if (!until) return this.#advance(onAdvance);
    this.#open.add(seq);
    const done = (): void => {
      this.#open.delete(seq);
      this.#advance(onAdvance);
    };
    until.then(done, done);
  }

  /** Resolves when nothing is open any more, or after `timeoutMs`. */
  async settled(timeoutMs: number): Promise<void> {
    const end = Date.now() + timeoutMs;
    while (this.#open.size > 0 && Date.now() < end) await new Promise((resolve) => setTimeout(resolve, 10));
  }

  #advance(onAdvance: () => void): void {
    // A Set keeps the order of insertion: its first entry is the oldest open event.
    const [oldest] = this.#open;
    const low = oldest === undefined ? this.#received : oldest - 1;
    if (low <= this.#low) return;
    this.#low = low;
    onAdvance();
  }
}
