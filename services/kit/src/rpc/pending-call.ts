import type { AppError, ProcessName, ServiceName } from '@kith/proto';
import { detached, type DirectHandler } from './direct.js';
import { transportError } from './errors.js';

/** A call as the client passes it to the dispatcher. */
export interface Request {
  readonly service: ServiceName;
  /** As which process the call is made. */
  readonly caller: ProcessName;
  readonly name: string;
  readonly input: unknown;
  readonly isRepeatable: boolean;
  readonly isSecret: boolean;
  readonly timeoutMs: number;
  readonly window?: number | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly meta?: Readonly<Record<string, string>> | undefined;
}

/** Receives the answer to a call. Exactly one of `onEnd` and `onError` is called, once, and nothing after it. */
export interface AnswerListener {
  onFrame(value: unknown): void;
  onEnd(value: unknown): void;
  onError(error: AppError): void;
}

/** One call that has no answer yet. */
export class PendingCall {
  /** Position of the frame that must come next. */
  nextFrame = 0;
  /** The replica that sent the first frame. */
  replicaId: string | undefined;
  /** Its id in the stream, once Redis has confirmed it. */
  entry: string | undefined;
  /** The signed message, until Redis has it. */
  message = '';
  isSent = false;
  isSettled = false;
  /** The caller has abandoned the call: the entry is withdrawn as soon as its id is known. */
  isWithdrawn = false;
  /** The handler, when it runs in this process and was called without Redis. */
  direct: DirectHandler | undefined;
  private cleanups: (() => void)[] | undefined;

  constructor(
    readonly id: string,
    readonly request: Request,
    readonly listener: AnswerListener,
    readonly headers: Readonly<Record<string, string>>,
    /** ms on the clock of Redis. */
    readonly deadline: number,
    /** The same on the monotonic clock of this process, for `Deadlines`. */
    readonly endsAt: number,
  ) {}

  get caller(): ProcessName {
    return this.request.caller;
  }

  /** Calls `onAbort` when the signal fires before the call has ended. */
  watch(signal: AbortSignal, onAbort: () => void): void {
    signal.addEventListener('abort', onAbort, { once: true });
    this.cleanups ??= [];
    this.cleanups.push(() => signal.removeEventListener('abort', onAbort));
  }

  settle(): void {
    this.isSettled = true;
    if (!this.cleanups) return;
    for (const cleanup of this.cleanups) cleanup();
    this.cleanups = undefined;
  }
}

// The longest that timers of Node wait.
const LONGEST_WAIT_MS = 2 ** 31 - 1;

/** Ends calls at their deadlines with one timer, set for the earliest: a timer for each call costs more than all else that is kept of it. */
export class Deadlines {
  private timer: NodeJS.Timeout | undefined;
  private wakesAt = Infinity;

  constructor(
    private readonly calls: ReadonlyMap<string, PendingCall>,
    private readonly onDeadline: (call: PendingCall) => void,
  ) {}

  /** From now on the call is ended at its deadline, as long as it is one of `calls`. */
  add({ endsAt }: PendingCall): void {
    if (endsAt < this.wakesAt) detached(() => this.wakeAt(endsAt));
  }

  close(): void {
    clearTimeout(this.timer);
  }

  private wakeAt(ms: number): void {
    clearTimeout(this.timer);
    this.wakesAt = ms;
    const wait = Math.min(Math.ceil(ms - performance.now()), LONGEST_WAIT_MS);
    // While a call is pending its connection keeps the process alive.
    this.timer = setTimeout(() => this.check(), wait).unref();
  }

  private check(): void {
    const now = performance.now();
    this.wakesAt = Infinity;
    let next = Infinity;
    for (const call of this.calls.values()) {
      if (call.endsAt <= now) this.onDeadline(call);
      else next = Math.min(next, call.endsAt);
    }
    // A call that was started meanwhile may have set it to an earlier one.
    if (next < this.wakesAt) this.wakeAt(next);
  }
}

/** Buffers the frames of one stream between the socket and the loop that reads them. */
export class FrameQueue implements AnswerListener {
  private readonly frames: unknown[] = [];
  private error: AppError | undefined;
  private isDone = false;
  private wake: (() => void) | undefined;

  constructor(private readonly idleMs: number) {}

  onFrame(value: unknown): void {
    this.frames.push(value);
    this.wake?.();
  }

  /** Streams end with an empty frame; the last frame of a handler that is no stream carries its only answer. */
  onEnd(value: unknown): void {
    if (value !== undefined) this.frames.push(value);
    this.isDone = true;
    this.wake?.();
  }

  onError(error: AppError): void {
    this.error = error;
    this.isDone = true;
    this.wake?.();
  }

  /** The frames in order, then the error if there is one. Calls `onTaken` after each frame with the number of frames taken so far. */
  async *read(onTaken: (total: number) => void): AsyncGenerator<unknown, void> {
    for (let taken = 1; ;) {
      while (this.frames.length > 0) {
        yield this.frames.shift();
        onTaken(taken++);
      }
      if (this.error) throw this.error;
      if (this.isDone) return;
      await this.arrival();
    }
  }

  // Limits only the wait for the producer: the reader may take any time with a frame.
  private arrival(): Promise<void> {
    return new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => reject(transportError('DEADLINE')), this.idleMs);
      this.wake = () => {
        clearTimeout(timer);
        this.wake = undefined;
        resolve();
      };
    });
  }
}
