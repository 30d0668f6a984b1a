import { RpcClient } from '@kith/kit';
import { customCommands, type InputOf } from '@kith/proto';
import { Controller, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { RequestInput } from '../http/request-decorators.js';
import { withTotalCount } from '../http/responses.js';
import { Route } from '../http/route.js';
import { customCommandRoutes as routes } from './commands.routes.js';

@Controller()
export class CustomCommandsRest {
  constructor(private readonly rpc: RpcClient) {}

  @Route(routes.list)
  async list(@RequestInput() input: InputOf<typeof customCommands.list>, @Res({ passthrough: true }) reply: FastifyReply) {
    const { commands, total } = await this.rpc.ask(customCommands.list, input);
    return withTotalCount(commands, total, reply);
  }

  @Route(routes.create)
  create(@RequestInput() input: InputOf<typeof customCommands.create>) {
    return this.rpc.ask(customCommands.create, input);
  }

  @Route(routes.test)
  test(@RequestInput() input: InputOf<typeof customCommands.test>) {
    return this.rpc.ask(customCommands.test, input);
  }

  @Route(routes.get)
  get(@RequestInput() input: InputOf<typeof customCommands.get>) {
    return this.rpc.ask(customCommands.get, input);
  }

  @Route(routes.runs)
  async runs(@RequestInput() input: InputOf<typeof customCommands.runs>) {
    return (await this.rpc.ask(customCommands.runs, input)).runs;
  }

  @Route(routes.update)
  update(@RequestInput() input: InputOf<typeof customCommands.update>) {
    return this.rpc.ask(customCommands.update, input);
  }

  @Route(routes.remove)
  remove(@RequestInput() input: InputOf<typeof customCommands.remove>) {
    return this.rpc.ask(customCommands.remove, input);
  }
}
