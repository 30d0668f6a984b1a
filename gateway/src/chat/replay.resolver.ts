import { RpcClient } from '@kith/kit';
import { replay, type Actor } from '@kith/proto';
import { Args, Mutation, Query, Resolver } from '@nestjs/graphql';
import { Id } from '../graphql/resolver-arguments.js';
import { CurrentActor } from '../http/request-decorators.js';

/** Conversations that owners ask again after they changed their bot. */
@Resolver()
export class ReplayResolver {
  constructor(private readonly rpc: RpcClient) {}

  @Query()
  async savedConversations(@CurrentActor() actor: Actor, @Id('botId') botId: string) {
    return (await this.rpc.ask(replay.list, { actor, botId })).conversations;
  }

  @Mutation()
  saveConversation(@CurrentActor() actor: Actor, @Id('botId') botId: string, @Args('questions') questions: string[]) {
    return this.rpc.ask(replay.save, { actor, botId, questions });
  }

  @Mutation()
  runConversation(
    @CurrentActor() actor: Actor,
    @Id('botId') botId: string,
    @Id('conversationId') conversationId: string,
    @Args('requestId') requestId: string,
  ) {
    return this.rpc.ask(replay.run, { actor, botId, conversationId, requestId });
  }

  @Mutation()
  removeConversation(@CurrentActor() actor: Actor, @Id('botId') botId: string, @Id('conversationId') conversationId: string) {
    return this.rpc.ask(replay.remove, { actor, botId, conversationId });
  }
}
