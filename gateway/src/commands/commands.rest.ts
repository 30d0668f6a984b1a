import { RpcClient } from '@kith/kit';
import { commands, sandbox, type InputOf } from '@kith/proto';
import { Controller, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { Asked } from '../http/asked.js';
import { counted } from '../http/counted.js';
import { Route } from '../http/route.js';
import { commandRoutes as routes } from './commands.routes.js';

@Controller()
export class CommandsRest {
  constructor(private readonly rpc: RpcClient) {}

  @Route(routes.available)
  async available(@Asked() asked: InputOf<typeof commands.available>, @Res({ passthrough: true }) reply: FastifyReply) {
    const { commands: list, total } = await this.rpc.ask(commands.available, asked);
    return counted(list, total, reply);
  }

  @Route(routes.learned)
  async learned(@Asked() asked: InputOf<typeof commands.learned>, @Res({ passthrough: true }) reply: FastifyReply) {
    const { commands: list } = await this.rpc.ask(commands.learned, asked);
    return counted(list, list.length, reply);
  }

  @Route(routes.learn)
  learn(@Asked() asked: InputOf<typeof commands.learn>) {
    return this.rpc.ask(commands.learn, asked);
  }

  @Route(routes.updateLearned)
  updateLearned(@Asked() asked: InputOf<typeof commands.updateLearned>) {
    return this.rpc.ask(commands.updateLearned, asked);
  }

  @Route(routes.unlearn)
  unlearn(@Asked() asked: InputOf<typeof commands.unlearn>) {
    return this.rpc.ask(commands.unlearn, asked);
  }

  @Route(routes.checkSyntax)
  checkSyntax(@Asked() asked: InputOf<typeof sandbox.checkSyntax>) {
    return this.rpc.ask(sandbox.checkSyntax, asked);
  }
}
