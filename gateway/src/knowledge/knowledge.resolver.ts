import { RpcClient } from '@kith/kit';
import { knowledge, type Actor, type InputOf } from '@kith/proto';
import { Args, Info, Mutation, Query, Resolver } from '@nestjs/graphql';
import type { GraphQLResolveInfo } from 'graphql';
import { given, Id } from '../graphql/arguments.js';
import { asksFor } from '../graphql/asks-for.js';
import { CurrentActor } from '../http/request-decorators.js';

type Listed = Omit<InputOf<typeof knowledge.list>, 'actor' | 'botId'>;
type Question = Omit<InputOf<typeof knowledge.find>, 'actor' | 'botId'>;
type Creation = Omit<InputOf<typeof knowledge.create>, 'actor' | 'botId'>;
type Changes = Omit<InputOf<typeof knowledge.update>, 'actor' | 'botId' | 'itemId'>;

@Resolver()
export class KnowledgeResolver {
  constructor(private readonly rpc: RpcClient) {}

  /** The contents may be many megabytes: they are read for who asks for them. */
  @Query()
  knowledge(@CurrentActor() actor: Actor, @Id('botId') botId: string, @Args() listed: Listed, @Info() info: GraphQLResolveInfo) {
    const asked = { ...given(listed), actor, botId };
    return asksFor(info, ['items', 'content']) ? this.rpc.ask(knowledge.list, asked) : this.rpc.ask(knowledge.summaries, asked);
  }

  @Query()
  knowledgeItem(@CurrentActor() actor: Actor, @Id('botId') botId: string, @Id('itemId') itemId: string) {
    return this.rpc.ask(knowledge.get, { actor, botId, itemId });
  }

  @Query()
  findKnowledge(@CurrentActor() actor: Actor, @Id('botId') botId: string, @Args() question: Question) {
    return this.rpc.ask(knowledge.find, { ...given(question), actor, botId });
  }

  @Mutation()
  addKnowledge(@CurrentActor() actor: Actor, @Id('botId') botId: string, @Args('input') input: Creation) {
    return this.rpc.ask(knowledge.create, { ...given(input), actor, botId });
  }

  @Mutation()
  updateKnowledge(
    @CurrentActor() actor: Actor,
    @Id('botId') botId: string,
    @Id('itemId') itemId: string,
    @Args('input') input: Changes,
  ) {
    return this.rpc.ask(knowledge.update, { ...input, actor, botId, itemId });
  }

  @Mutation()
  deleteKnowledge(@CurrentActor() actor: Actor, @Id('botId') botId: string, @Id('itemId') itemId: string) {
    return this.rpc.ask(knowledge.remove, { actor, botId, itemId });
  }
}
