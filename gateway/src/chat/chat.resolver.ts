import { RpcClient } from '@kith/kit';
import { chat, type Actor } from '@kith/proto';
import { Query, Resolver } from '@nestjs/graphql';
import { Id } from '../graphql/arguments.js';
import { Caller } from '../http/asked.js';

@Resolver()
export class ChatResolver {
  constructor(private readonly rpc: RpcClient) {}

  @Query()
  chatEngine(@Caller() actor: Actor, @Id('botId') botId: string) {
    return this.rpc.ask(chat.engine, { actor, botId });
  }
}
