import { RpcClient } from '@kith/kit';
import { chat, type Actor, type InputOf } from '@kith/proto';
import { Controller, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Asked } from '../http/asked.js';
import { Route } from '../http/route.js';
import { ChatImages } from './chat-images.js';
import { ChatMessages } from './chat-messages.js';
import { chatRoutes as routes } from './chat.routes.js';
import { Replies } from './replies.js';

interface Where {
  readonly actor: Actor;
  readonly botId: string;
}

@Controller()
export class ChatRest {
  constructor(
    private readonly rpc: RpcClient,
    private readonly replies: Replies,
    private readonly messages: ChatMessages,
    private readonly images: ChatImages,
  ) {}

  @Route(routes.say)
  say(@Asked() where: Where, @Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply) {
    return this.messages.with(where, request, (input) => this.replies.whole(input, request, reply));
  }

  @Route(routes.stream)
  stream(@Asked() where: Where, @Req() request: FastifyRequest, @Res() reply: FastifyReply) {
    return this.messages.with(where, request, (input) => this.replies.inPieces(input, request, reply));
  }

  @Route(routes.engine)
  engine(@Asked() asked: InputOf<typeof chat.engine>) {
    return this.rpc.ask(chat.engine, asked);
  }

  @Route(routes.image)
  async image(@Asked() asked: InputOf<typeof chat.image>, @Res() reply: FastifyReply) {
    await this.images.send(asked, reply);
  }

  @Route(routes.analytics)
  analytics(@Asked() asked: InputOf<typeof chat.analytics>) {
    return this.rpc.ask(chat.analytics, asked);
  }
}
