import { RpcClient } from '@kith/kit';
import { moderation, type InputOf } from '@kith/proto';
import { Controller, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { RequestInput } from '../http/request-decorators.js';
import { withPage } from '../http/responses.js';
import { Route } from '../http/route.js';
import { moderationRoutes as routes } from './moderation.routes.js';

@Controller()
export class ModerationRest {
  constructor(private readonly rpc: RpcClient) {}

  @Route(routes.cases)
  async cases(@RequestInput() input: InputOf<typeof moderation.cases>, @Res({ passthrough: true }) reply: FastifyReply) {
    const { cases, ...page } = await this.rpc.ask(moderation.cases, input);
    return withPage(cases, page, reply);
  }

  @Route(routes.undo)
  undo(@RequestInput() input: InputOf<typeof moderation.undo>) {
    return this.rpc.ask(moderation.undo, input);
  }

  @Route(routes.pauses)
  pauses(@RequestInput() input: InputOf<typeof moderation.pauses>) {
    return this.rpc.ask(moderation.pauses, input);
  }

  @Route(routes.resume)
  resume(@RequestInput() input: InputOf<typeof moderation.resume>) {
    return this.rpc.ask(moderation.resume, input);
  }
}
