import { Readable } from 'node:stream';
import { LOGGER, type Logger } from '@kith/kit';
import { AppError } from '@kith/proto';
import { Inject, Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Actors } from './actors.js';
import { serverSentEvents } from './server-sent-events.js';
import { failureOf } from './failure.js';

/** Answers that go on for a while, as server-sent events. */
@Injectable()
export class EventStreams {
  constructor(
    private readonly actors: Actors,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Sends what `open` yields until it ends, the client goes away or its session ends. Throws when it is refused at once. */
  async send(
    request: FastifyRequest,
    reply: FastifyReply,
    open: (signal: AbortSignal) => AsyncGenerator<unknown>,
  ): Promise<void> {
    const signal = this.lifeOf(request, reply);
    const explain = (error: unknown) =>
      failureOf(signal.reason instanceof AppError ? signal.reason : error, request, this.logger);
    const events = await serverSentEvents(open(signal), explain);
    void reply.header('content-type', 'text/event-stream; charset=utf-8').header('x-accel-buffering', 'no');
    await reply.send(Readable.from(events));
  }

  /** Aborted when the connection closes, and with UNAUTHENTICATED when the session ends. */
  lifeOf({ credential, actor }: FastifyRequest, reply: FastifyReply): AbortSignal {
    const life = new AbortController();
    if (reply.raw.destroyed) {
      // It has closed already and will not say so again.
      life.abort();
      return life.signal;
    }
    const unwatch =
      credential && actor
        ? this.actors.watch({ credential, userId: actor.userId, onEnd: () => life.abort(new AppError('UNAUTHENTICATED')) })
        : () => undefined;
    reply.raw.once('close', () => {
      unwatch();
      life.abort();
    });
    return life.signal;
  }
}
