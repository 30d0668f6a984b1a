import { RpcClient } from '@kith/kit';
import { bots, type Bot, type InputOf } from '@kith/proto';
import { Controller, HttpStatus, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { Asked } from '../http/asked.js';
import { counted } from '../http/counted.js';
import { Route } from '../http/route.js';
import { botRoutes as routes } from './bots.routes.js';

@Controller()
export class BotsRest {
  constructor(private readonly rpc: RpcClient) {}

  @Route(routes.list)
  async list(@Asked() asked: InputOf<typeof bots.list>, @Res({ passthrough: true }) reply: FastifyReply) {
    const { bots: list, total } = await this.rpc.ask(bots.list, asked);
    return counted(list, total, reply);
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

  @Route(routes.reset)
  reset(@Asked() asked: InputOf<typeof bots.reset>) {
    return this.rpc.ask(bots.reset, asked);
  }
}

/** 202 while it is not decided how the start ends (decision M8). */
function soFar(bot: Bot, reply: FastifyReply): Bot {
  if (bot.runtimeState === 'starting') void reply.code(HttpStatus.ACCEPTED);
  return bot;
}
