import type { CallScope, Envelope } from './protocol.js';

/** One request that a handler works on; also the scope that the handler's own calls inherit. */
export class RunningCall implements CallScope {
  readonly startedAt = performance.now();
  /** Position of the next frame. */
  next = 0;
  isAborted = false;
  isSettled = false;
  /** Epoch ms on the clock of this process. */
  readonly deadline: number;
  // The same on the monotonic clock: a wall clock that is put right must not end what runs.
  private readonly endsAt: number;
  /** Frames that the reader lets us send in all. */
  private credit: number;
  private controller: AbortController | undefined;
  private timer: NodeJS.Timeout | undefined;
  private wake: (() => void) | undefined;

  constructor(
    readonly envelope: Envelope,
    readonly entry: string,
    leftMs: number,
  ) {
    this.credit = envelope.w ?? Infinity;
    this.deadline = Date.now() + leftMs;
    this.endsAt = performance.now() + leftMs;
  }

  get meta(): Readonly<Record<string, string>> {
    return this.envelope.m;
  }

  /** Made when first asked for: most handlers never do. */
  get signal(): AbortSignal {
    if (!this.controller) {
      this.controller = new AbortController();
      if (this.isAborted) this.controller.abort();
      else this.timer = setTimeout(() => this.abort(), Math.max(this.endsAt - performance.now(), 0)).unref();
    }
    return this.controller.signal;
  }

  get isExpired(): boolean {
    return performance.now() >= this.endsAt;
  }

  abort(): void {
    this.isAborted = true;
    this.controller?.abort();
    this.wake?.();
  }

  grant(total: number): void {
    this.credit = Math.max(this.credit, total);
    this.wake?.();
  }

  /** Resolves when the reader has room for another frame, or when nobody waits any more. */
  async room(): Promise<void> {
    while (this.next >= this.credit && !this.isAborted) {
      // The timer behind the signal ends a wait that the deadline makes pointless.
      void this.signal;
      await new Promise<void>((resolve) => {
        this.wake = resolve;
      });
    }
  }

  settle(): void {
    this.isSettled = true;
    clearTimeout(this.timer);
  }
}
