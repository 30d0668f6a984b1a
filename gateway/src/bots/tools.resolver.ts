import { RpcClient } from '@kith/kit';
import { tools, type Actor, type InputOf } from '@kith/proto';
import { Args, Mutation, Query, Resolver } from '@nestjs/graphql';
import { Id } from '../graphql/resolver-arguments.js';
import { CurrentActor } from '../http/request-decorators.js';

type Added = Omit<InputOf<typeof tools.addServer>, 'actor'>;
type ByServer = Omit<InputOf<typeof tools.checkServer>, 'actor'>;
type Allowed = Omit<InputOf<typeof tools.allowTools>, 'actor'>;

/** The MCP servers of bots. */
@Resolver()
export class ToolsResolver {
  constructor(private readonly rpc: RpcClient) {}

  @Query()
  async toolServers(@CurrentActor() actor: Actor, @Id('botId') botId: string) {
    return (await this.rpc.ask(tools.servers, { actor, botId })).servers;
  }

  @Mutation()
  addToolServer(@CurrentActor() actor: Actor, @Args() server: Added) {
    return this.rpc.ask(tools.addServer, { ...server, actor });
  }

  @Mutation()
  checkToolServer(@CurrentActor() actor: Actor, @Args() server: ByServer) {
    return this.rpc.ask(tools.checkServer, { ...server, actor });
  }

  @Mutation()
  allowTools(@CurrentActor() actor: Actor, @Args() allowed: Allowed) {
    return this.rpc.ask(tools.allowTools, { ...allowed, actor });
  }

  @Mutation()
  removeToolServer(@CurrentActor() actor: Actor, @Args() server: ByServer) {
    return this.rpc.ask(tools.removeServer, { ...server, actor });
  }
}
