import { RpcClient } from '@kith/kit';
import { memory, type Actor, type InputOf } from '@kith/proto';
import { Args, Mutation, Query, Resolver } from '@nestjs/graphql';
import { Id } from '../graphql/resolver-arguments.js';
import { CurrentActor } from '../http/request-decorators.js';

type NewFact = Omit<InputOf<typeof memory.saveOwn>, 'actor'>;
type Forgotten = Omit<InputOf<typeof memory.forgetOwn>, 'actor' | 'factId'> & { readonly factId?: string | null };

@Resolver()
export class MemoryResolver {
  constructor(private readonly rpc: RpcClient) {}

  @Query()
  memoryOverview(@CurrentActor() actor: Actor, @Id('botId') botId: string) {
    return this.rpc.ask(memory.overview, { actor, botId });
  }

  @Query()
  ownMemory(@CurrentActor() actor: Actor, @Id('botId') botId: string) {
    return this.rpc.ask(memory.own, { actor, botId });
  }

  @Mutation()
  clearMemory(@CurrentActor() actor: Actor, @Id('botId') botId: string) {
    return this.rpc.ask(memory.clear, { actor, botId });
  }

  @Mutation()
  saveOwnFact(@CurrentActor() actor: Actor, @Args() fact: NewFact) {
    return this.rpc.ask(memory.saveOwn, { ...fact, actor });
  }

  @Mutation()
  forgetOwnMemory(@CurrentActor() actor: Actor, @Args() { botId, factId = null }: Forgotten) {
    return this.rpc.ask(memory.forgetOwn, { actor, botId, factId });
  }
}
