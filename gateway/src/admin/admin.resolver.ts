import { RpcClient } from '@kith/kit';
import { admin, audit, type Actor, type InputOf } from '@kith/proto';
import { Args, Mutation, Query, Resolver } from '@nestjs/graphql';
import { given, Id } from '../graphql/arguments.js';
import { Caller } from '../http/asked.js';
import { Statistics } from './admin-stats.js';

type Sent<C extends 'users' | 'admins'> = Omit<InputOf<(typeof admin)[C]>, 'actor'>;
type Question = Omit<InputOf<typeof audit.log>, 'actor'>;

@Resolver()
export class AdminResolver {
  constructor(
    private readonly rpc: RpcClient,
    private readonly statistics: Statistics,
  ) {}

  @Query()
  users(@Caller() actor: Actor, @Args() paging: Sent<'users'>) {
    return this.rpc.ask(admin.users, { ...given(paging), actor });
  }

  @Query()
  admins(@Caller() actor: Actor, @Args() paging: Sent<'admins'>) {
    return this.rpc.ask(admin.admins, { ...given(paging), actor });
  }

  @Query()
  adminStats(@Caller() actor: Actor) {
    return this.statistics.of(actor);
  }

  @Query()
  auditLog(@Caller() actor: Actor, @Args() question: Question) {
    return this.rpc.ask(audit.log, { ...given(question), actor });
  }

  @Mutation()
  grantAdmin(@Caller() actor: Actor, @Id('userId') userId: string) {
    return this.rpc.ask(admin.grantAdmin, { actor, userId });
  }

  @Mutation()
  revokeAdmin(@Caller() actor: Actor, @Id('userId') userId: string) {
    return this.rpc.ask(admin.revokeAdmin, { actor, userId });
  }
}
