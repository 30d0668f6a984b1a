import { RpcClient } from '@kith/kit';
import { customCommands, type Actor, type InputOf } from '@kith/proto';
import { Args, Mutation, Query, Resolver } from '@nestjs/graphql';
import { given, Id } from '../graphql/arguments.js';
import { CurrentActor } from '../http/request-decorators.js';

type Paging = Omit<InputOf<typeof customCommands.list>, 'actor'>;
type Creation = Omit<InputOf<typeof customCommands.create>, 'actor'>;
type Changes = Omit<InputOf<typeof customCommands.update>, 'actor' | 'commandId'>;
type Test = Omit<InputOf<typeof customCommands.test>, 'actor'>;

@Resolver()
export class CustomCommandsResolver {
  constructor(private readonly rpc: RpcClient) {}

  @Query()
  customCommands(@CurrentActor() actor: Actor, @Args() paging: Paging) {
    return this.rpc.ask(customCommands.list, { ...given(paging), actor });
  }

  @Query()
  customCommand(@CurrentActor() actor: Actor, @Id('id') commandId: string) {
    return this.rpc.ask(customCommands.get, { actor, commandId });
  }

  @Mutation()
  createCustomCommand(@CurrentActor() actor: Actor, @Args('input') input: Creation) {
    return this.rpc.ask(customCommands.create, { ...given(input), actor });
  }

  @Mutation()
  updateCustomCommand(@CurrentActor() actor: Actor, @Id('id') commandId: string, @Args('input') input: Changes) {
    return this.rpc.ask(customCommands.update, { ...given(input), actor, commandId });
  }

  @Mutation()
  deleteCustomCommand(@CurrentActor() actor: Actor, @Id('id') commandId: string) {
    return this.rpc.ask(customCommands.remove, { actor, commandId });
  }

  @Mutation()
  testCustomCommand(@CurrentActor() actor: Actor, @Args('input') input: Test) {
    return this.rpc.ask(customCommands.test, { ...given(input), actor });
  }
}
