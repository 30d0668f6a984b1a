import { RpcClient } from '@kith/kit';
import { AppError, chat, type InputOf, type OutputOf, type ReplyFrame } from '@kith/proto';
import { Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { EventStreams } from '../http/event-streams.js';

// Several models may be asked in turn, each of which may take long to begin: only the time limit of the call ends that.
const IDLE_MS = chat.say.timeoutMs;

/** Replies of bots in the test chat. The call is cancelled when the client disconnects or its session ends. */
@Injectable()
export class ChatReplies {
  constructor(
    private readonly rpc: RpcClient,
    private readonly streams: EventStreams,
  ) {}

  /** The complete reply. Throws UNAUTHENTICATED when the session ends meanwhile. */
  async complete(input: InputOf<typeof chat.say>, request: FastifyRequest, reply: FastifyReply) {
    const signal = this.streams.abortSignal(request, reply);
    try {
      return await lastFrame(this.rpc.stream(chat.say, input, { signal, idleMs: IDLE_MS }));
    } catch (error) {
      // The error of the call says only that it was cancelled; the signal knows why.
      throw signal.reason instanceof AppError ? signal.reason : error;
    }
  }

  /** Sends the reply as server-sent events while it is written. */
  async stream(input: InputOf<typeof chat.say>, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    await this.streams.send(request, reply, (signal) => this.rpc.stream(chat.say, input, { signal, idleMs: IDLE_MS }));
  }
}

async function lastFrame(
  frames: AsyncIterable<OutputOf<typeof chat.say>>,
): Promise<Omit<Extract<ReplyFrame, { type: 'done' }>, 'type'>> {
  for await (const frame of frames) {
    if (frame.type !== 'done') continue;
    const { type: _type, ...reply } = frame;
    return reply;
  }
  throw new AppError('OUTCOME_UNKNOWN');
}
