/**
 * The low watermark of a session: every event up to `processedUpTo` is processed. RESUME starts there, so that a killed process loses
 * nothing; saving the newest received event instead would lose messages that were still being queued.
 */
export class ProcessedSequence {
  private readonly pending = new Set<number>();
  private current: number;
  private lastReceived: number;

  constructor(seq: number) {
    this.current = seq;
    this.lastReceived = seq;
  }

  get processedUpTo(): number {
    return this.current;
  }

  /** Registers a new event. `work` settles when the event is processed; null when there is nothing to do. */
  track(seq: number, work: Promise<unknown> | null, onAdvance: () => void): void {
    this.lastReceived = seq;
    if (!work) return this.advance(onAdvance);
    this.pending.add(seq);
    const done = (): void => {
      this.pending.delete(seq);
      this.advance(onAdvance);
    };
    work.then(done, done);
  }

  /** Resolves when no event is pending, or after `timeoutMs`. */
  async whenIdle(timeoutMs: number): Promise<void> {
    const endMs = Date.now() + timeoutMs;
    while (this.pending.size > 0 && Date.now() < endMs) await new Promise((resolve) => setTimeout(resolve, 10));
  }

  private advance(onAdvance: () => void): void {
    const next = this.pending.size === 0 ? this.lastReceived : this.oldestPending() - 1;
    if (next <= this.current) return;
    this.current = next;
    onAdvance();
  }

  /** A Set keeps the order of insertion. */
  private oldestPending(): number {
    const [oldest = this.lastReceived + 1] = this.pending;
    return oldest;
  }
}
