import { RpcClient } from '@kith/kit';
import { customCommands, type Actor } from '@kith/proto';
import { Args, Mutation, Query, Resolver } from '@nestjs/graphql';
import { Id, withoutNulls } from '../graphql/resolver-arguments.js';
import { CurrentActor } from '../http/request-decorators.js';

/** Sharing of custom commands, and what they keep. */
@Resolver()
export class CommandSharingResolver {
  constructor(private readonly rpc: RpcClient) {}

  @Query()
  commandShare(@CurrentActor() actor: Actor, @Id('id') commandId: string) {
    return this.rpc.ask(customCommands.shared, { actor, commandId });
  }

  @Query()
  sharedCommand(@CurrentActor() actor: Actor, @Args('shareCode') shareCode: string) {
    return this.rpc.ask(customCommands.lookUp, { actor, shareCode });
  }

  @Query()
  commandData(@CurrentActor() actor: Actor, @Id('botId') botId: string) {
    return this.rpc.ask(customCommands.data, { actor, botId });
  }

  @Mutation()
  shareCustomCommand(@CurrentActor() actor: Actor, @Id('id') commandId: string) {
    return this.rpc.ask(customCommands.share, { actor, commandId });
  }

  @Mutation()
  unshareCustomCommand(@CurrentActor() actor: Actor, @Id('id') commandId: string) {
    return this.rpc.ask(customCommands.unshare, { actor, commandId });
  }

  @Mutation()
  importCustomCommand(@CurrentActor() actor: Actor, @Args() shared: { shareCode: string; trigger?: string }) {
    return this.rpc.ask(customCommands.importShared, { ...withoutNulls(shared), actor });
  }

  @Mutation()
  approveCustomCommand(@CurrentActor() actor: Actor, @Id('id') commandId: string) {
    return this.rpc.ask(customCommands.approve, { actor, commandId });
  }

  @Mutation()
  setCommandHosts(@CurrentActor() actor: Actor, @Id('botId') botId: string, @Args('hosts') hosts: string[]) {
    return this.rpc.ask(customCommands.setHosts, { actor, botId, hosts });
  }

  @Mutation()
  clearCommandData(@CurrentActor() actor: Actor, @Id('botId') botId: string) {
    return this.rpc.ask(customCommands.clearData, { actor, botId });
  }
}
