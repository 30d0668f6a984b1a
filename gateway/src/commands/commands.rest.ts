import { RpcClient } from '@kith/kit';
import { commands, sandbox, type InputOf } from '@kith/proto';
import { Controller, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { RequestInput } from '../http/request-decorators.js';
import { withTotalCount } from '../http/responses.js';
import { Route } from '../http/route.js';
import { commandRoutes as routes } from './commands.routes.js';

@Controller()
export class CommandsRest {
  constructor(private readonly rpc: RpcClient) {}

  @Route(routes.available)
  async available(@RequestInput() input: InputOf<typeof commands.available>, @Res({ passthrough: true }) reply: FastifyReply) {
    const { commands: list, total } = await this.rpc.ask(commands.available, input);
    return withTotalCount(list, total, reply);
  }

  @Route(routes.learned)
  async learned(@RequestInput() input: InputOf<typeof commands.learned>, @Res({ passthrough: true }) reply: FastifyReply) {
    const { commands: list } = await this.rpc.ask(commands.learned, input);
    return withTotalCount(list, list.length, reply);
  }

  @Route(routes.learn)
  learn(@RequestInput() input: InputOf<typeof commands.learn>) {
    return this.rpc.ask(commands.learn, input);
  }

  @Route(routes.updateLearned)
  updateLearned(@RequestInput() input: InputOf<typeof commands.updateLearned>) {
    return this.rpc.ask(commands.updateLearned, input);
  }

  @Route(routes.unlearn)
  unlearn(@RequestInput() input: InputOf<typeof commands.unlearn>) {
    return this.rpc.ask(commands.unlearn, input);
  }

  @Route(routes.checkSyntax)
  checkSyntax(@RequestInput() input: InputOf<typeof sandbox.checkSyntax>) {
    return this.rpc.ask(sandbox.checkSyntax, input);
  }
}
