import { RpcClient } from '@kith/kit';
import { botVersions, type Actor, type InputOf } from '@kith/proto';
import { Args, Mutation, Query, Resolver } from '@nestjs/graphql';
import { withoutNulls } from '../graphql/resolver-arguments.js';
import { CurrentActor } from '../http/request-decorators.js';

type Page = Omit<InputOf<typeof botVersions.list>, 'actor'>;
type OneVersion = Omit<InputOf<typeof botVersions.get>, 'actor'>;
type Restored = Omit<InputOf<typeof botVersions.restore>, 'actor'>;

@Resolver()
export class VersionsResolver {
  constructor(private readonly rpc: RpcClient) {}

  @Query()
  botVersions(@CurrentActor() actor: Actor, @Args() page: Page) {
    return this.rpc.ask(botVersions.list, { ...withoutNulls(page), actor });
  }

  @Query()
  botVersion(@CurrentActor() actor: Actor, @Args() version: OneVersion) {
    return this.rpc.ask(botVersions.get, { ...version, actor });
  }

  @Mutation()
  restoreBotVersion(@CurrentActor() actor: Actor, @Args() version: Restored) {
    return this.rpc.ask(botVersions.restore, { ...version, actor });
  }
}
