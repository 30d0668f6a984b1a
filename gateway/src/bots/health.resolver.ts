import { RpcClient } from '@kith/kit';
import { checkUps, traces, type Actor, type InputOf } from '@kith/proto';
import { Args, Query, Resolver } from '@nestjs/graphql';
import { Id, withoutNulls } from '../graphql/resolver-arguments.js';
import { CurrentActor } from '../http/request-decorators.js';

type Filter = Omit<InputOf<typeof traces.list>, 'actor'>;

/** Why a bot does, or does not, answer on Discord. */
@Resolver()
export class HealthResolver {
  constructor(private readonly rpc: RpcClient) {}

  @Query()
  botCheckUp(@CurrentActor() actor: Actor, @Id('botId') botId: string) {
    return this.rpc.ask(checkUps.run, { actor, botId });
  }

  @Query()
  messageTraces(@CurrentActor() actor: Actor, @Args() filter: Filter) {
    return this.rpc.ask(traces.list, { ...withoutNulls(filter), actor });
  }

  @Query()
  async messageTrace(@CurrentActor() actor: Actor, @Id('botId') botId: string, @Args('messageId') messageId: string) {
    const { trace } = await this.rpc.ask(traces.get, { actor, botId, messageId });
    return trace;
  }
}
