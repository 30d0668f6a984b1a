import { RpcClient } from '@kith/kit';
import { customCommands, type Actor, type InputOf } from '@kith/proto';
import { Args, Mutation, Query, Resolver } from '@nestjs/graphql';
import { Id, withoutNulls } from '../graphql/resolver-arguments.js';
import { CurrentActor } from '../http/request-decorators.js';

type Paging = Omit<InputOf<typeof customCommands.list>, 'actor'>;
type CreateInput = Omit<InputOf<typeof customCommands.create>, 'actor'>;
type Changes = Omit<InputOf<typeof customCommands.update>, 'actor' | 'commandId'>;
type TestInput = Omit<InputOf<typeof customCommands.test>, 'actor'>;

@Resolver()
export class CustomCommandsResolver {
  constructor(private readonly rpc: RpcClient) {}

  @Query()
  customCommands(@CurrentActor() actor: Actor, @Args() paging: Paging) {
    return this.rpc.ask(customCommands.list, { ...withoutNulls(paging), actor });
  }

  @Query()
  customCommand(@CurrentActor() actor: Actor, @Id('id') commandId: string) {
    return this.rpc.ask(customCommands.get, { actor, commandId });
  }

  @Query()
  async customCommandRuns(@CurrentActor() actor: Actor, @Id('id') commandId: string) {
    return (await this.rpc.ask(customCommands.runs, { actor, commandId })).runs;
  }

  @Mutation()
  createCustomCommand(@CurrentActor() actor: Actor, @Args('input') input: CreateInput) {
    return this.rpc.ask(customCommands.create, { ...withoutNulls(input), actor });
  }

  @Mutation()
  updateCustomCommand(@CurrentActor() actor: Actor, @Id('id') commandId: string, @Args('input') input: Changes) {
    return this.rpc.ask(customCommands.update, { ...withoutNulls(input), actor, commandId });
  }

  @Mutation()
  deleteCustomCommand(@CurrentActor() actor: Actor, @Id('id') commandId: string) {
    return this.rpc.ask(customCommands.remove, { actor, commandId });
  }

  @Mutation()
  testCustomCommand(@CurrentActor() actor: Actor, @Args('input') input: TestInput) {
    return this.rpc.ask(customCommands.test, { ...withoutNulls(input), actor });
  }
}
