import { RpcClient } from '@kith/kit';
import { reports, type Actor, type InputOf } from '@kith/proto';
import { Args, Mutation, Query, Resolver } from '@nestjs/graphql';
import { Id, withoutNulls } from '../graphql/resolver-arguments.js';
import { CurrentActor } from '../http/request-decorators.js';

type Filter = Omit<InputOf<typeof reports.list>, 'actor'>;
type Action = InputOf<typeof reports.handle>['action'];

@Resolver()
export class ReportsResolver {
  constructor(private readonly rpc: RpcClient) {}

  @Query()
  reports(@CurrentActor() actor: Actor, @Args() filter: Filter) {
    return this.rpc.ask(reports.list, { ...withoutNulls(filter), actor });
  }

  @Mutation()
  handleReport(@CurrentActor() actor: Actor, @Id('id') reportId: string, @Args('action') action: Action) {
    return this.rpc.ask(reports.handle, { actor, reportId, action });
  }
}
