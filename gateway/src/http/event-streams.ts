import { Readable } from 'node:stream';
import { LOGGER, type Logger } from '@kith/kit';
import { AppError } from '@kith/proto';
import { Inject, Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { toAppError } from './error.filter.js';
import { SessionCache } from './session-cache.js';

/** Sends responses as server-sent events and ties them to their connection and session. */
@Injectable()
export class EventStreams {
  constructor(
    private readonly sessions: SessionCache,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Sends what `open` yields until it ends, the client disconnects or the session ends. Throws what `open` throws within its first second. */
  async send(
    request: FastifyRequest,
    reply: FastifyReply,
    open: (signal: AbortSignal) => AsyncGenerator<unknown>,
  ): Promise<void> {
    const signal = this.abortSignal(request, reply);
    const explain = (error: unknown) =>
      toAppError(signal.reason instanceof AppError ? signal.reason : error, request, this.logger);
    const events = await serverSentEvents(open(signal), explain);
    void reply.header('content-type', 'text/event-stream; charset=utf-8').header('x-accel-buffering', 'no');
    await reply.send(Readable.from(events));
  }

  /** A signal that aborts when the connection closes, and with UNAUTHENTICATED when the session ends. */
  abortSignal({ credential, actor }: FastifyRequest, reply: FastifyReply): AbortSignal {
    const controller = new AbortController();
    if (reply.raw.destroyed) {
      // The `close` event has already been emitted.
      controller.abort();
      return controller.signal;
    }
    const onEnd = () => controller.abort(new AppError('UNAUTHENTICATED'));
    const unsubscribe =
      credential && actor ? this.sessions.onSessionEnd({ credential, userId: actor.userId, onEnd }) : () => undefined;
    reply.raw.once('close', () => {
      unsubscribe();
      controller.abort();
    });
    return controller.signal;
  }
}

export interface EventTimes {
  /** Interval of comment lines while there is nothing to send, so that no proxy closes the connection as idle. */
  readonly heartbeatMs: number;
  /** A failure within this time is thrown, so that the response can have the status of the error. */
  readonly failFastMs: number;
}

const TIMES: EventTimes = { heartbeatMs: 15_000, failFastMs: 1000 };
const TIMED_OUT = Symbol('timed out');

/** The text of an event stream (HTML standard) for `frames`. A failure after `failFastMs` becomes `event: error` with the error's body. */
export async function serverSentEvents(
  frames: AsyncGenerator<unknown>,
  explain: (error: unknown) => AppError,
  times: EventTimes = TIMES,
): Promise<AsyncGenerator<string, void>> {
  const first = frames.next();
  await withTimeout(first, times.failFastMs);
  return eventTexts(frames, first, explain, times.heartbeatMs);
}

async function* eventTexts(
  frames: AsyncGenerator<unknown>,
  first: Promise<IteratorResult<unknown>>,
  explain: (error: unknown) => AppError,
  heartbeatMs: number,
): AsyncGenerator<string, void> {
  let next = first;
  try {
    for (;;) {
      const result = await withTimeout(next, heartbeatMs);
      if (result === TIMED_OUT) {
        yield ': waiting\n\n';
        continue;
      }
      if (result.done) return;
      yield `data: ${JSON.stringify(result.value)}\n\n`;
      next = frames.next();
    }
  } catch (error) {
    yield `event: error\ndata: ${JSON.stringify(explain(error).toBody())}\n\n`;
  } finally {
    // Without a reader a pending frame is not needed, and its failure concerns nobody.
    next.catch(() => undefined);
    void frames.return(undefined).catch(() => undefined);
  }
}

async function withTimeout<T>(promise: Promise<T>, ms: number): Promise<T | typeof TIMED_OUT> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<typeof TIMED_OUT>((resolve) => {
    timer = setTimeout(() => resolve(TIMED_OUT), ms);
  });
  try {
    return await Promise.race([promise, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
