import { RpcClient } from '@kith/kit';
import { BOT_FIELDS, bots, type Actor, type InputOf } from '@kith/proto';
import { Args, Info, Mutation, Query, Resolver } from '@nestjs/graphql';
import type { GraphQLResolveInfo } from 'graphql';
import { Id, selectedFields, withoutNulls } from '../graphql/resolver-arguments.js';
import { CurrentActor } from '../http/request-decorators.js';

type Paging = Omit<InputOf<typeof bots.list>, 'actor'>;
type CreateInput = Omit<InputOf<typeof bots.create>, 'actor'>;
type Changes = Omit<InputOf<typeof bots.update>, 'actor' | 'botId'>;

@Resolver()
export class BotsResolver {
  constructor(private readonly rpc: RpcClient) {}

  @Query()
  bots(@CurrentActor() actor: Actor, @Args() paging: Paging, @Info() info: GraphQLResolveInfo) {
    return this.rpc.ask(bots.listFields, { ...withoutNulls(paging), actor, fields: selectedFields(info, 'bots', BOT_FIELDS) });
  }

  @Query()
  bot(@CurrentActor() actor: Actor, @Id('id') botId: string) {
    return this.rpc.ask(bots.get, { actor, botId });
  }

  @Mutation()
  createBot(@CurrentActor() actor: Actor, @Args('input') input: CreateInput) {
    return this.rpc.ask(bots.create, { ...input, actor });
  }

  @Mutation()
  updateBot(@CurrentActor() actor: Actor, @Id('id') botId: string, @Args('input') input: Changes) {
    return this.rpc.ask(bots.update, { ...input, actor, botId });
  }

  @Mutation()
  deleteBot(@CurrentActor() actor: Actor, @Id('id') botId: string) {
    return this.rpc.ask(bots.remove, { actor, botId });
  }

  @Mutation()
  startBot(@CurrentActor() actor: Actor, @Id('id') botId: string) {
    return this.rpc.ask(bots.start, { actor, botId });
  }

  @Mutation()
  stopBot(@CurrentActor() actor: Actor, @Id('id') botId: string) {
    return this.rpc.ask(bots.stop, { actor, botId });
  }

  @Mutation()
  resetBot(@CurrentActor() actor: Actor, @Id('id') botId: string, @Args('name') name: string) {
    return this.rpc.ask(bots.reset, { actor, botId, name });
  }
}
