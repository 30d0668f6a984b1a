import { RpcClient } from '@kith/kit';
import { bots, type Bot, type InputOf } from '@kith/proto';
import { Controller, HttpStatus, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { Asked } from '../http/asked.js';
import { Route } from '../http/route.js';
import { botRoutes as routes } from './bots.routes.js';

@Controller()
export class BotsRest {
  constructor(private readonly rpc: RpcClient) {}

  @Route(routes.list)
  async list(@Asked() asked: InputOf<typeof bots.list>, @Res({ passthrough: true }) reply: FastifyReply) {
    return counted(await this.rpc.ask(bots.list, asked), reply);
  }

  @Route(routes.create)
  create(@Asked() asked: InputOf<typeof bots.create>) {
    return this.rpc.ask(bots.create, asked);
  }

  @Route(routes.get)
  get(@Asked() asked: InputOf<typeof bots.get>) {
    return this.rpc.ask(bots.get, asked);
  }

  @Route(routes.update)
  update(@Asked() asked: InputOf<typeof bots.update>) {
    return this.rpc.ask(bots.update, asked);
  }

  @Route(routes.remove)
  remove(@Asked() asked: InputOf<typeof bots.remove>) {
    return this.rpc.ask(bots.remove, asked);
  }

  @Route(routes.start)
  async start(@Asked() asked: InputOf<typeof bots.start>, @Res({ passthrough: true }) reply: FastifyReply) {
    return soFar(await this.rpc.ask(bots.start, asked), reply);
  }

  @Route(routes.stop)
  async stop(@Asked() asked: InputOf<typeof bots.stop>, @Res({ passthrough: true }) reply: FastifyReply) {
    return soFar(await this.rpc.ask(bots.stop, asked), reply);
  }
}

/** The plain list of the specification; the number of all of them goes into a header. */
function counted(answer: { readonly bots: Bot[]; readonly total: number }, reply: FastifyReply): Bot[] {
  void reply.header('x-total-count', String(answer.total));
  return answer.bots;
}

/** 202 while it is not decided how the start ends (decision M8). */
function soFar(bot: Bot, reply: FastifyReply): Bot {
  if (bot.runtimeState === 'starting') void reply.code(HttpStatus.ACCEPTED);
  return bot;
}
