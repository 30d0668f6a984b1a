import type { AppError, ProcessName, ServiceName } from '@kith/proto';
import type { DirectHandler } from './direct.js';
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
  private cleanups: (() => void)[] = [];

  constructor(
    readonly id: string,
    readonly request: Request,
    readonly listener: AnswerListener,
    readonly headers: Readonly<Record<string, string>>,
    /** ms on the clock of Redis. */
    readonly deadline: number,
  ) {}

  get caller(): ProcessName {
    return this.request.caller;
  }

  /** Calls `onEnd` when the timeout has passed or one of the signals fires. */
  limit(
    timeoutMs: number,
    signals: readonly (AbortSignal | undefined)[],
    onEnd: (reason: 'DEADLINE' | 'CANCELLED') => void,
  ): void {
    const timer = setTimeout(() => onEnd('DEADLINE'), timeoutMs);
    this.cleanups.push(() => clearTimeout(timer));
    for (const signal of signals) {
      if (!signal) continue;
      const onAbort = () => onEnd('CANCELLED');
      signal.addEventListener('abort', onAbort, { once: true });
      this.cleanups.push(() => signal.removeEventListener('abort', onAbort));
    }
  }

  settle(): void {
    this.isSettled = true;
    for (const cleanup of this.cleanups) cleanup();
    this.cleanups = [];
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
  private async arrival(): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    await new Promise<void>((resolve, reject) => {
      this.wake = resolve;
      timer = setTimeout(() => reject(transportError('DEADLINE')), this.idleMs);
    }).finally(() => clearTimeout(timer));
    this.wake = undefined;
  }
}
