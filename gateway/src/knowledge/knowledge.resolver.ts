import { RpcClient } from '@kith/kit';
import { knowledge, type Actor, type InputOf } from '@kith/proto';
import { Args, Mutation, Query, Resolver } from '@nestjs/graphql';
import { given, Id } from '../graphql/arguments.js';
import { Caller } from '../http/asked.js';

type Paging = Omit<InputOf<typeof knowledge.list>, 'actor' | 'botId'>;
type Question = Omit<InputOf<typeof knowledge.find>, 'actor' | 'botId'>;
type Creation = Omit<InputOf<typeof knowledge.create>, 'actor' | 'botId'>;
type Changes = Omit<InputOf<typeof knowledge.update>, 'actor' | 'botId' | 'itemId'>;

@Resolver()
export class KnowledgeResolver {
  constructor(private readonly rpc: RpcClient) {}

  @Query()
  knowledge(@Caller() actor: Actor, @Id('botId') botId: string, @Args() paging: Paging) {
    return this.rpc.ask(knowledge.list, { ...given(paging), actor, botId });
  }

  @Query()
  findKnowledge(@Caller() actor: Actor, @Id('botId') botId: string, @Args() question: Question) {
    return this.rpc.ask(knowledge.find, { ...given(question), actor, botId });
  }

  @Mutation()
  addKnowledge(@Caller() actor: Actor, @Id('botId') botId: string, @Args('input') input: Creation) {
    return this.rpc.ask(knowledge.create, { ...given(input), actor, botId });
  }

  @Mutation()
  updateKnowledge(
    @Caller() actor: Actor,
    @Id('botId') botId: string,
    @Id('itemId') itemId: string,
    @Args('input') input: Changes,
  ) {
    return this.rpc.ask(knowledge.update, { ...input, actor, botId, itemId });
  }

  @Mutation()
  deleteKnowledge(@Caller() actor: Actor, @Id('botId') botId: string, @Id('itemId') itemId: string) {
    return this.rpc.ask(knowledge.remove, { actor, botId, itemId });
  }
}
