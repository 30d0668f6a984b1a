import type { AppError, ServiceName } from '@kith/proto';

/** What a caller asks for, whichever door of the client it came through. */
export interface Request {
  readonly service: ServiceName;
  readonly name: string;
  readonly input: unknown;
  readonly isRepeatable: boolean;
  readonly isSecret: boolean;
  readonly timeoutMs: number;
  readonly window?: number | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly meta?: Readonly<Record<string, string>> | undefined;
}

/** Where the answer goes. Exactly one of `end` and `fail` is called, once, and nothing after it. */
export interface Sink {
  frame(value: unknown): void;
  end(value: unknown): void;
  fail(error: AppError): void;
}

/** One call that has no answer yet. */
export class PendingCall {
  /** The frame that must come next. */
  next = 0;
  /** The replica that sent the first frame. */
  server: string | undefined;
  /** Its id in the stream, once Redis has confirmed it. */
  entry: string | undefined;
  json = '';
  isSent = false;
  isSettled = false;
  /** The caller gave up: the entry is withdrawn as soon as its id is known. */
  isWithdrawn = false;
  /** The public key of the service was read anew once already. */
  hasFreshKey = false;
  private cleanups: (() => void)[] = [];

  constructor(
    readonly id: string,
    readonly request: Request,
    readonly sink: Sink,
    readonly headers: Readonly<Record<string, string>>,
    /** ms on the clock of Redis. */
    readonly deadline: number,
  ) {}

  /** Runs `onEnd` when the time is up or one of the signals fires. */
  watch(
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
