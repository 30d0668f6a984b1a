import { RpcClient } from '@kith/kit';
import { knowledge, knowledgeQuestions, type Actor, type InputOf } from '@kith/proto';
import { Args, Info, Mutation, Query, Resolver } from '@nestjs/graphql';
import type { GraphQLResolveInfo } from 'graphql';
import { Id, selectsField, withoutNulls } from '../graphql/resolver-arguments.js';
import { CurrentActor } from '../http/request-decorators.js';

type ListArguments = Omit<InputOf<typeof knowledge.list>, 'actor' | 'botId'>;
type FindArguments = Omit<InputOf<typeof knowledge.find>, 'actor' | 'botId'>;
type QuestionArguments = Omit<InputOf<typeof knowledgeQuestions.save>, 'actor' | 'botId' | 'expectedItemId'> & {
  readonly expectedItemId?: string | null;
};
type CreateInput = Omit<InputOf<typeof knowledge.create>, 'actor' | 'botId'>;
type Changes = Omit<InputOf<typeof knowledge.update>, 'actor' | 'botId' | 'itemId'>;

@Resolver()
export class KnowledgeResolver {
  constructor(private readonly rpc: RpcClient) {}

  /** The contents may be many megabytes: they are read for who asks for them. */
  @Query()
  knowledge(
    @CurrentActor() actor: Actor,
    @Id('botId') botId: string,
    @Args() paging: ListArguments,
    @Info() info: GraphQLResolveInfo,
  ) {
    const asked = { ...withoutNulls(paging), actor, botId };
    return selectsField(info, ['items', 'content'])
      ? this.rpc.ask(knowledge.list, asked)
      : this.rpc.ask(knowledge.summaries, asked);
  }

  @Query()
  knowledgeItem(@CurrentActor() actor: Actor, @Id('botId') botId: string, @Id('itemId') itemId: string) {
    return this.rpc.ask(knowledge.get, { actor, botId, itemId });
  }

  @Query()
  findKnowledge(@CurrentActor() actor: Actor, @Id('botId') botId: string, @Args() search: FindArguments) {
    return this.rpc.ask(knowledge.find, { ...withoutNulls(search), actor, botId });
  }

  @Query()
  async knowledgeQuestions(@CurrentActor() actor: Actor, @Id('botId') botId: string) {
    return (await this.rpc.ask(knowledgeQuestions.list, { actor, botId })).questions;
  }

  @Query()
  changedKnowledgeQuestions(@CurrentActor() actor: Actor, @Id('botId') botId: string) {
    return this.rpc.ask(knowledgeQuestions.changed, { actor, botId });
  }

  @Mutation()
  saveKnowledgeQuestion(
    @CurrentActor() actor: Actor,
    @Id('botId') botId: string,
    @Args() { question, previous, expectedItemId = null }: QuestionArguments,
  ) {
    return this.rpc.ask(knowledgeQuestions.save, { actor, botId, question, previous, expectedItemId });
  }

  @Mutation()
  removeKnowledgeQuestion(@CurrentActor() actor: Actor, @Id('botId') botId: string, @Id('questionId') questionId: string) {
    return this.rpc.ask(knowledgeQuestions.remove, { actor, botId, questionId });
  }

  @Mutation()
  addKnowledge(@CurrentActor() actor: Actor, @Id('botId') botId: string, @Args('input') input: CreateInput) {
    return this.rpc.ask(knowledge.create, { ...withoutNulls(input), actor, botId });
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
