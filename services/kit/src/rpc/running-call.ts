import { BaseRpcContext } from '@nestjs/microservices';
import type { DirectHandler, DirectReader } from './direct.js';
import type { CallScope, Envelope } from './protocol.js';

/** One request that a handler is executing; also the scope that the handler's own calls inherit. */
export class RunningCall implements CallScope, DirectHandler {
  readonly startedAt = performance.now();
  /** Position of the next frame. */
  nextFrame = 0;
  isAborted = false;
  isSettled = false;
  /** Epoch ms on the clock of this process. */
  readonly deadline: number;
  // The same on the monotonic clock, so that an adjustment of the wall clock does not end running calls.
  private readonly endsAt: number;
  /** Number of frames that the reader allows in all. */
  private credit: number;
  private isTimedOut = false;
  private controller: AbortController | undefined;
  private timer: NodeJS.Timeout | undefined;
  private wake: (() => void) | undefined;

  constructor(
    readonly envelope: Envelope,
    readonly entry: string,
    leftMs: number,
    /** Takes the answer of a call that came without Redis. */
    readonly reader?: DirectReader,
  ) {
    this.credit = envelope.w ?? Infinity;
    this.deadline = Date.now() + leftMs;
    this.endsAt = performance.now() + leftMs;
  }

  get meta(): Readonly<Record<string, string>> {
    return this.envelope.m;
  }

  /** Created on first use, because most handlers never use it. */
  get signal(): AbortSignal {
    if (!this.controller) {
      this.controller = new AbortController();
      if (this.isAborted) this.controller.abort();
      else this.timer = setTimeout(() => this.expire(), Math.max(this.endsAt - performance.now(), 0)).unref();
    }
    return this.controller.signal;
  }

  get isExpired(): boolean {
    return this.isTimedOut || performance.now() >= this.endsAt;
  }

  private expire(): void {
    // Timers fire up to a millisecond early.
    this.isTimedOut = true;
    this.abort();
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

  /** Resolves when the reader accepts another frame, or when the call is aborted. */
  async waitForCredit(): Promise<void> {
    while (this.nextFrame >= this.credit && !this.isAborted) {
      // Creating the signal starts the timer that aborts the call at its deadline.
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

/** The call that a handler executes: the second argument of a `@Handle` method. */
export class RpcContext extends BaseRpcContext<[Envelope, RunningCall]> {
  /** Name of the call. */
  get pattern(): string {
    return this.args[0].p;
  }
  /** Epoch ms on the clock of this process; no caller waits longer. */
  get deadline(): number {
    return this.args[1].deadline;
  }
  /** Aborted when the caller cancels or disappears, at the deadline, and when draining takes longer than `drainMs`. */
  get signal(): AbortSignal {
    return this.args[1].signal;
  }
  /** Trace headers, request id and the caller's own headers. */
  get metadata(): Readonly<Record<string, string>> {
    return this.args[1].meta;
  }
  /** The same under the name that Nest's instrumentation expects. */
  getMetadata(): Readonly<Record<string, string>> {
    return this.metadata;
  }
}
