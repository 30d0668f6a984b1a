import { RpcClient } from '@kith/kit';
import { bots, type Actor, type InputOf } from '@kith/proto';
import { Args, Mutation, Query, Resolver } from '@nestjs/graphql';
import { given, Id } from '../graphql/arguments.js';
import { Caller } from '../http/asked.js';

type Paging = Omit<InputOf<typeof bots.list>, 'actor'>;
type Creation = Omit<InputOf<typeof bots.create>, 'actor'>;
type Changes = Omit<InputOf<typeof bots.update>, 'actor' | 'botId'>;

@Resolver()
export class BotsResolver {
  constructor(private readonly rpc: RpcClient) {}

  @Query()
  bots(@Caller() actor: Actor, @Args() paging: Paging) {
    return this.rpc.ask(bots.list, { ...given(paging), actor });
  }

  @Query()
  bot(@Caller() actor: Actor, @Id('id') botId: string) {
    return this.rpc.ask(bots.get, { actor, botId });
  }

  @Mutation()
  createBot(@Caller() actor: Actor, @Args('input') input: Creation) {
    return this.rpc.ask(bots.create, { ...input, actor });
  }

  @Mutation()
  updateBot(@Caller() actor: Actor, @Id('id') botId: string, @Args('input') input: Changes) {
    return this.rpc.ask(bots.update, { ...input, actor, botId });
  }

  @Mutation()
  deleteBot(@Caller() actor: Actor, @Id('id') botId: string) {
    return this.rpc.ask(bots.remove, { actor, botId });
  }

  @Mutation()
  startBot(@Caller() actor: Actor, @Id('id') botId: string) {
    return this.rpc.ask(bots.start, { actor, botId });
  }

  @Mutation()
  stopBot(@Caller() actor: Actor, @Id('id') botId: string) {
    return this.rpc.ask(bots.stop, { actor, botId });
  }

  @Mutation()
  resetBot(@Caller() actor: Actor, @Id('id') botId: string, @Args('name') name: string) {
    return this.rpc.ask(bots.reset, { actor, botId, name });
  }
}
