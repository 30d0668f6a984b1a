import { RpcClient } from '@kith/kit';
import { AppError, chat, type InputOf, type ReplyFrame } from '@kith/proto';
import { Controller, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Asked } from '../http/asked.js';
import { EventStreams } from '../http/event-streams.js';
import { Route } from '../http/route.js';
import { chatRoutes as routes } from './chat.routes.js';

type Message = InputOf<typeof chat.say>;

@Controller()
export class ChatRest {
  constructor(
    private readonly rpc: RpcClient,
    private readonly streams: EventStreams,
  ) {}

  @Route(routes.say)
  say(@Asked() asked: Message, @Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply) {
    const signal = this.streams.lifeOf(request, reply);
    return wholeReply(this.rpc.stream(chat.say, asked, { signal })).catch((error: unknown) => {
      // The session ended: the stream itself knows only that it was cancelled.
      throw signal.reason instanceof AppError ? signal.reason : error;
    });
  }

  @Route(routes.stream)
  stream(@Asked() asked: Message, @Req() request: FastifyRequest, @Res() reply: FastifyReply) {
    return this.streams.send(request, reply, (signal) => this.rpc.stream(chat.say, asked, { signal }));
  }

  @Route(routes.engine)
  engine(@Asked() asked: InputOf<typeof chat.engine>) {
    return this.rpc.ask(chat.engine, asked);
  }
}

async function wholeReply(frames: AsyncIterable<ReplyFrame>) {
  for await (const frame of frames) {
    if (frame.type !== 'done') continue;
    const { response, engine, sources, truncated } = frame;
    return { response, engine, sources, truncated };
  }
  throw new AppError('OUTCOME_UNKNOWN');
}
