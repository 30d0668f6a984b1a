import { randomUUID } from 'node:crypto';
import { RpcClient } from '@kith/kit';
import { admin, audit, billing, bots, type Actor, type InputOf } from '@kith/proto';
import { Args, Mutation, Query, Resolver } from '@nestjs/graphql';
import { SessionLifecycle } from '../auth/session-lifecycle.js';
import { Id, withoutNulls } from '../graphql/resolver-arguments.js';
import type { Credential } from '../http/credentials.js';
import { ClientInfo, CurrentActor, HttpExchange, PresentedCredential } from '../http/request-decorators.js';
import { Public } from '../http/route.js';
import { AdminStatistics } from './admin-statistics.js';

type ArgumentsOf<C extends 'users' | 'admins'> = Omit<InputOf<(typeof admin)[C]>, 'actor'>;
type AuditQuery = Omit<InputOf<typeof audit.log>, 'actor'>;
type Origin = InputOf<typeof admin.impersonate>['origin'];
type Plan = InputOf<typeof billing.setPlan>['plan'];

@Resolver()
export class AdminResolver {
  constructor(
    private readonly rpc: RpcClient,
    private readonly statistics: AdminStatistics,
    private readonly sessionLifecycle: SessionLifecycle,
  ) {}

  @Query()
  users(@CurrentActor() actor: Actor, @Args() paging: ArgumentsOf<'users'>) {
    return this.rpc.ask(admin.users, { ...withoutNulls(paging), actor });
  }

  @Query()
  user(@CurrentActor() actor: Actor, @Id('userId') userId: string) {
    return this.rpc.ask(admin.user, { actor, userId });
  }

  @Query()
  userAccount(@CurrentActor() actor: Actor, @Id('userId') userId: string) {
    return this.rpc.ask(billing.userAccount, { actor, userId });
  }

  @Query()
  userBots(@CurrentActor() actor: Actor, @Args() query: Omit<InputOf<typeof bots.ofUser>, 'actor'>) {
    return this.rpc.ask(bots.ofUser, { ...withoutNulls(query), actor });
  }

  @Query()
  async userSessions(@CurrentActor() actor: Actor, @Id('userId') userId: string) {
    return (await this.rpc.ask(admin.sessions, { actor, userId })).sessions;
  }

  @Query()
  admins(@CurrentActor() actor: Actor, @Args() paging: ArgumentsOf<'admins'>) {
    return this.rpc.ask(admin.admins, { ...withoutNulls(paging), actor });
  }

  @Query()
  adminStats(@CurrentActor() actor: Actor) {
    return this.statistics.of(actor);
  }

  @Query()
  auditLog(@CurrentActor() actor: Actor, @Args() query: AuditQuery) {
    return this.rpc.ask(audit.log, { ...withoutNulls(query), actor });
  }

  @Mutation()
  endUserSessions(@CurrentActor() actor: Actor, @Id('userId') userId: string) {
    return this.rpc.ask(admin.endSessions, { actor, userId });
  }

  @Mutation()
  grantAdmin(@CurrentActor() actor: Actor, @Id('userId') userId: string) {
    return this.rpc.ask(admin.grantAdmin, { actor, userId });
  }

  @Mutation()
  revokeAdmin(@CurrentActor() actor: Actor, @Id('userId') userId: string) {
    return this.rpc.ask(admin.revokeAdmin, { actor, userId });
  }

  @Mutation()
  setUserPlan(@CurrentActor() actor: Actor, @Id('userId') userId: string, @Args('plan') plan: Plan) {
    return this.rpc.ask(billing.setPlan, { actor, userId, plan });
  }

  @Mutation()
  grantCredits(
    @CurrentActor() actor: Actor,
    @Id('userId') userId: string,
    @Args('credits') credits: number,
    @Args('idempotencyKey') key?: string | null,
  ) {
    return this.rpc.ask(billing.grantCredits, { actor, userId, credits, idempotencyKey: key ?? randomUUID() });
  }

  @Mutation()
  async impersonate(
    @CurrentActor() actor: Actor,
    @Id('userId') userId: string,
    @ClientInfo() origin: Origin,
    @HttpExchange() { reply }: HttpExchange,
  ) {
    return this.sessionLifecycle.startImpersonation(await this.rpc.ask(admin.impersonate, { actor, userId, origin }), reply);
  }

  @Public('credential')
  @Mutation()
  async endImpersonation(
    @PresentedCredential() credential: Credential,
    @ClientInfo() origin: Origin,
    @HttpExchange() { reply }: HttpExchange,
  ) {
    const ending = { ...this.sessionLifecycle.endingOf(credential, reply), origin };
    return this.sessionLifecycle.endImpersonation(await this.rpc.ask(admin.endImpersonation, ending), reply, credential);
  }
}
