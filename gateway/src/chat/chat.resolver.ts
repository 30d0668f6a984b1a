import { RpcClient } from '@kith/kit';
import { chat, type Actor, type ChatMessage } from '@kith/proto';
import { Args, Mutation, Query, Resolver } from '@nestjs/graphql';
import type { z } from 'zod';
import { given, Id } from '../graphql/arguments.js';
import { Caller, InExchange, type Exchange } from '../http/asked.js';
import { Replies } from './replies.js';

type Message = z.input<typeof ChatMessage>;

@Resolver()
export class ChatResolver {
  constructor(
    private readonly rpc: RpcClient,
    private readonly replies: Replies,
  ) {}

  @Query()
  chatEngine(@Caller() actor: Actor, @Id('botId') botId: string) {
    return this.rpc.ask(chat.engine, { actor, botId });
  }

  @Query()
  analytics(@Caller() actor: Actor, @Id('botId') botId: string) {
    return this.rpc.ask(chat.analytics, { actor, botId });
  }

  @Mutation()
  sendMessage(
    @Caller() actor: Actor,
    @Id('botId') botId: string,
    @Args('input') input: Message,
    @InExchange() { request, reply }: Exchange,
  ) {
    return this.replies.whole({ ...given(input), actor, botId }, request, reply);
  }
}
