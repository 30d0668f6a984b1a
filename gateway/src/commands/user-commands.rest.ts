import { RpcClient } from '@kith/kit';
import { userCommands, type InputOf } from '@kith/proto';
import { Controller, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { Asked } from '../http/asked.js';
import { counted } from '../http/counted.js';
import { Route } from '../http/route.js';
import { userCommandRoutes as routes } from './commands.routes.js';

@Controller()
export class UserCommandsRest {
  constructor(private readonly rpc: RpcClient) {}

  @Route(routes.list)
  async list(@Asked() asked: InputOf<typeof userCommands.list>, @Res({ passthrough: true }) reply: FastifyReply) {
    const { commands, total } = await this.rpc.ask(userCommands.list, asked);
    return counted(commands, total, reply);
  }

  @Route(routes.create)
  create(@Asked() asked: InputOf<typeof userCommands.create>) {
    return this.rpc.ask(userCommands.create, asked);
  }

  @Route(routes.test)
  test(@Asked() asked: InputOf<typeof userCommands.test>) {
    return this.rpc.ask(userCommands.test, asked);
  }

  @Route(routes.get)
  get(@Asked() asked: InputOf<typeof userCommands.get>) {
    return this.rpc.ask(userCommands.get, asked);
  }

  @Route(routes.update)
  update(@Asked() asked: InputOf<typeof userCommands.update>) {
    return this.rpc.ask(userCommands.update, asked);
  }

  @Route(routes.remove)
  remove(@Asked() asked: InputOf<typeof userCommands.remove>) {
    return this.rpc.ask(userCommands.remove, asked);
  }
}
