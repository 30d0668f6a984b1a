import { RpcClient } from '@kith/kit';
import { chat, type Actor, type ChatMessage, type InputOf, type ModelEntryInput } from '@kith/proto';
import { Args, Mutation, Query, Resolver } from '@nestjs/graphql';
import type { z } from 'zod';
import { Id, withoutNulls } from '../graphql/resolver-arguments.js';
import { CurrentActor, HttpExchange } from '../http/request-decorators.js';
import { Public } from '../http/route.js';
import { ChatReplies } from './chat-replies.js';

type Message = z.input<typeof ChatMessage>;
type ModelChange = Omit<InputOf<typeof chat.resetModel>, 'actor'>;

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
  async citations(@CurrentActor() actor: Actor, @Id('botId') botId: string, @Args('requestId') requestId: string) {
    return (await this.rpc.ask(chat.citations, { actor, botId, requestId })).citations;
  }

  @Query()
  modelOptions(@CurrentActor() actor: Actor) {
    return this.rpc.ask(chat.modelOptions, { actor });
  }

  @Public()
  @Query()
  modelCatalogue() {
    return this.rpc.ask(chat.models, {});
  }

  @Query()
  async editableModels(@CurrentActor() actor: Actor) {
    return (await this.rpc.ask(chat.editableModels, { actor })).models;
  }

  @Query()
  conversations(@CurrentActor() actor: Actor, @Id('botId') botId: string) {
    return this.rpc.ask(chat.conversations, { actor, botId });
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

  @Mutation()
  changeModel(@CurrentActor() actor: Actor, @Args() change: ModelChange, @Args('input') input: z.input<typeof ModelEntryInput>) {
    return this.rpc.ask(chat.changeModel, { ...input, actor, label: change.label, version: change.version });
  }

  @Mutation()
  resetModel(@CurrentActor() actor: Actor, @Args() { label, version }: ModelChange) {
    return this.rpc.ask(chat.resetModel, { actor, label, version });
  }
}
