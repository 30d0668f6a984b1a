import { RpcClient } from '@kith/kit';
import { userCommands, type Actor, type InputOf } from '@kith/proto';
import { Args, Mutation, Query, Resolver } from '@nestjs/graphql';
import { given, Id } from '../graphql/arguments.js';
import { Caller } from '../http/asked.js';

type Paging = Omit<InputOf<typeof userCommands.list>, 'actor'>;
type Creation = Omit<InputOf<typeof userCommands.create>, 'actor'>;
type Changes = Omit<InputOf<typeof userCommands.update>, 'actor' | 'commandId'>;
type Test = Omit<InputOf<typeof userCommands.test>, 'actor'>;

@Resolver()
export class UserCommandsResolver {
  constructor(private readonly rpc: RpcClient) {}

  @Query()
  userCommands(@Caller() actor: Actor, @Args() paging: Paging) {
    return this.rpc.ask(userCommands.list, { ...given(paging), actor });
  }

  @Query()
  userCommand(@Caller() actor: Actor, @Id('id') commandId: string) {
    return this.rpc.ask(userCommands.get, { actor, commandId });
  }

  @Mutation()
  createUserCommand(@Caller() actor: Actor, @Args('input') input: Creation) {
    return this.rpc.ask(userCommands.create, { ...given(input), actor });
  }

  @Mutation()
  updateUserCommand(@Caller() actor: Actor, @Id('id') commandId: string, @Args('input') input: Changes) {
    return this.rpc.ask(userCommands.update, { ...given(input), actor, commandId });
  }

  @Mutation()
  deleteUserCommand(@Caller() actor: Actor, @Id('id') commandId: string) {
    return this.rpc.ask(userCommands.remove, { actor, commandId });
  }

  @Mutation()
  testUserCommand(@Caller() actor: Actor, @Args('input') input: Test) {
    return this.rpc.ask(userCommands.test, { ...given(input), actor });
  }
}
