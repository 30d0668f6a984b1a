import { RpcClient } from '@kith/kit';
import { chat, type Actor, type ChatMessage } from '@kith/proto';
import { Args, Mutation, Query, Resolver } from '@nestjs/graphql';
import type { z } from 'zod';
import { Id, withoutNulls } from '../graphql/resolver-arguments.js';
import { CurrentActor, HttpExchange } from '../http/request-decorators.js';
import { ChatReplies } from './chat-replies.js';

type Message = z.input<typeof ChatMessage>;

@Resolver()
export class ChatResolver {
  constructor(
    private readonly rpc: RpcClient,
    private readonly replies: ChatReplies,
  ) {}

  @Query()
  chatEngine(@CurrentActor() actor: Actor, @Id('botId') botId: string) {
    return this.rpc.ask(chat.engine, { actor, botId });
  }

  @Query()
  analytics(@CurrentActor() actor: Actor, @Id('botId') botId: string) {
    return this.rpc.ask(chat.analytics, { actor, botId });
  }

  @Mutation()
  sendMessage(
    @CurrentActor() actor: Actor,
    @Id('botId') botId: string,
    @Args('input') input: Message,
    @HttpExchange() { request, reply }: HttpExchange,
  ) {
    return this.replies.complete({ ...withoutNulls(input), actor, botId }, request, reply);
  }
}
