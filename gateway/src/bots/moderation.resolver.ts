import { RpcClient } from '@kith/kit';
import { moderation, type Actor, type InputOf } from '@kith/proto';
import { Args, Mutation, Query, Resolver } from '@nestjs/graphql';
import { Id, withoutNulls } from '../graphql/resolver-arguments.js';
import { CurrentActor } from '../http/request-decorators.js';

type Filter = Omit<InputOf<typeof moderation.cases>, 'actor'>;

@Resolver()
export class ModerationResolver {
  constructor(private readonly rpc: RpcClient) {}

  @Query()
  moderationCases(@CurrentActor() actor: Actor, @Args() filter: Filter) {
    return this.rpc.ask(moderation.cases, { ...withoutNulls(filter), actor });
  }

  @Query()
  async moderationPauses(@CurrentActor() actor: Actor, @Id('botId') botId: string) {
    return (await this.rpc.ask(moderation.pauses, { actor, botId })).pauses;
  }

  @Mutation()
  undoModeration(@CurrentActor() actor: Actor, @Id('botId') botId: string, @Id('caseId') caseId: string) {
    return this.rpc.ask(moderation.undo, { actor, botId, caseId });
  }

  @Mutation()
  async resumeModeration(@CurrentActor() actor: Actor, @Id('botId') botId: string, @Args('guildId') guildId: string) {
    return (await this.rpc.ask(moderation.resume, { actor, botId, guildId })).pauses;
  }
}
