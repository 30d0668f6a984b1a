import { RpcClient } from '@kith/kit';
import { customCommands, type InputOf } from '@kith/proto';
import { Controller, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { Asked } from '../http/asked.js';
import { counted } from '../http/counted.js';
import { Route } from '../http/route.js';
import { customCommandRoutes as routes } from './commands.routes.js';

@Controller()
export class CustomCommandsRest {
  constructor(private readonly rpc: RpcClient) {}

  @Route(routes.list)
  async list(@Asked() asked: InputOf<typeof customCommands.list>, @Res({ passthrough: true }) reply: FastifyReply) {
    const { commands, total } = await this.rpc.ask(customCommands.list, asked);
    return counted(commands, total, reply);
  }

  @Route(routes.create)
  create(@Asked() asked: InputOf<typeof customCommands.create>) {
    return this.rpc.ask(customCommands.create, asked);
  }

  @Route(routes.test)
  test(@Asked() asked: InputOf<typeof customCommands.test>) {
    return this.rpc.ask(customCommands.test, asked);
  }

  @Route(routes.get)
  get(@Asked() asked: InputOf<typeof customCommands.get>) {
    return this.rpc.ask(customCommands.get, asked);
  }

  @Route(routes.update)
  update(@Asked() asked: InputOf<typeof customCommands.update>) {
    return this.rpc.ask(customCommands.update, asked);
  }

  @Route(routes.remove)
  remove(@Asked() asked: InputOf<typeof customCommands.remove>) {
    return this.rpc.ask(customCommands.remove, asked);
  }
}
