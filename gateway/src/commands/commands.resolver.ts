import { RpcClient } from '@kith/kit';
import { commands, sandbox, type Actor, type InputOf } from '@kith/proto';
import { Args, Mutation, Query, Resolver } from '@nestjs/graphql';
import { Id, withoutNulls } from '../graphql/resolver-arguments.js';
import { CurrentActor } from '../http/request-decorators.js';

type Paging = Omit<InputOf<typeof commands.available>, 'actor'>;
type Changes = Pick<InputOf<typeof commands.updateLearned>, 'customTrigger' | 'isEnabled'>;

@Resolver()
export class CommandsResolver {
  constructor(private readonly rpc: RpcClient) {}

  @Query()
  commands(@CurrentActor() actor: Actor, @Args() paging: Paging) {
    return this.rpc.ask(commands.available, { ...withoutNulls(paging), actor });
  }

  @Query()
  async learnedCommands(@CurrentActor() actor: Actor, @Id('botId') botId: string) {
    return (await this.rpc.ask(commands.learned, { actor, botId })).commands;
  }

  @Mutation()
  learnCommand(@CurrentActor() actor: Actor, @Id('botId') botId: string, @Args('commandId') commandId: string) {
    return this.rpc.ask(commands.learn, { actor, botId, commandId });
  }

  @Mutation()
  updateLearnedCommand(
    @CurrentActor() actor: Actor,
    @Id('botId') botId: string,
    @Id('botCommandId') botCommandId: string,
    @Args('input') input: Changes,
  ) {
    return this.rpc.ask(commands.updateLearned, { ...input, actor, botId, botCommandId });
  }

  @Mutation()
  unlearnCommand(@CurrentActor() actor: Actor, @Id('botId') botId: string, @Id('botCommandId') botCommandId: string) {
    return this.rpc.ask(commands.unlearn, { actor, botId, botCommandId });
  }

  @Mutation()
  checkCommandSyntax(@CurrentActor() actor: Actor, @Args('code') code: string) {
    return this.rpc.ask(sandbox.checkSyntax, { actor, code });
  }
}
