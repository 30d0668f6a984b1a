import { RpcClient } from '@kith/kit';
import { bots, type Bot, type InputOf, type SavedBot } from '@kith/proto';
import { Controller, HttpStatus, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { RequestInput } from '../http/request-decorators.js';
import { withTotalCount } from '../http/responses.js';
import { Route } from '../http/route.js';
import { botRoutes as routes, type FlatSavedBot } from './bots.routes.js';

@Controller()
export class BotsRest {
  constructor(private readonly rpc: RpcClient) {}

  @Route(routes.list)
  async list(@RequestInput() input: InputOf<typeof bots.list>, @Res({ passthrough: true }) reply: FastifyReply) {
    const { bots: list, total } = await this.rpc.ask(bots.list, input);
    return withTotalCount(list, total, reply);
  }

  @Route(routes.create)
  async create(@RequestInput() input: InputOf<typeof bots.create>) {
    return flattened(await this.rpc.ask(bots.create, input));
  }

  @Route(routes.get)
  get(@RequestInput() input: InputOf<typeof bots.get>) {
    return this.rpc.ask(bots.get, input);
  }

  @Route(routes.update)
  async update(@RequestInput() input: InputOf<typeof bots.update>) {
    return flattened(await this.rpc.ask(bots.update, input));
  }

  @Route(routes.remove)
  remove(@RequestInput() input: InputOf<typeof bots.remove>) {
    return this.rpc.ask(bots.remove, input);
  }

  @Route(routes.start)
  async start(@RequestInput() input: InputOf<typeof bots.start>, @Res({ passthrough: true }) reply: FastifyReply) {
    return answer202WhileStarting(await this.rpc.ask(bots.start, input), reply);
  }

  @Route(routes.stop)
  async stop(@RequestInput() input: InputOf<typeof bots.stop>, @Res({ passthrough: true }) reply: FastifyReply) {
    return answer202WhileStarting(await this.rpc.ask(bots.stop, input), reply);
  }

  @Route(routes.reset)
  async reset(@RequestInput() input: InputOf<typeof bots.reset>, @Res({ passthrough: true }) reply: FastifyReply) {
    const reset = await this.rpc.ask(bots.reset, input);
    if (!reset.isDone) void reply.code(HttpStatus.ACCEPTED);
    return reset;
  }
}

/** Sets 202 while the outcome of a start is not known (docs/decisions.md M8). */
function answer202WhileStarting(bot: Bot, reply: FastifyReply): Bot {
  if (bot.runtimeState === 'starting') void reply.code(HttpStatus.ACCEPTED);
  return bot;
}

/** REST answers the bot itself, with what the save did not apply beside its fields. */
const flattened = ({ bot, ...rest }: SavedBot): FlatSavedBot => ({ ...bot, ...rest });
