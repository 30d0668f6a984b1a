import { RpcClient } from '@kith/kit';
import { AppError, chat, type InputOf, type OutputOf, type ReplyFrame } from '@kith/proto';
import { Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { EventStreams } from '../http/event-streams.js';

/** What a companion answers, as long as somebody listens. */
@Injectable()
export class Replies {
  constructor(
    private readonly rpc: RpcClient,
    private readonly streams: EventStreams,
  ) {}

  /** The whole reply. UNAUTHENTICATED when the session ends meanwhile. */
  async whole(input: InputOf<typeof chat.say>, request: FastifyRequest, reply: FastifyReply) {
    const signal = this.streams.lifeOf(request, reply);
    try {
      return await lastOf(this.rpc.stream(chat.say, input, { signal }));
    } catch (error) {
      // The stream itself knows only that it was cancelled.
      throw signal.reason instanceof AppError ? signal.reason : error;
    }
  }

  /** Sends the reply piece by piece. */
  async inPieces(input: InputOf<typeof chat.say>, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    await this.streams.send(request, reply, (signal) => this.rpc.stream(chat.say, input, { signal }));
  }
}

async function lastOf(
  frames: AsyncIterable<OutputOf<typeof chat.say>>,
): Promise<Omit<Extract<ReplyFrame, { type: 'done' }>, 'type'>> {
  for await (const frame of frames) {
    if (frame.type !== 'done') continue;
    const { response, engine, sources, truncated } = frame;
    return { response, engine, sources, truncated };
  }
  throw new AppError('OUTCOME_UNKNOWN');
}
