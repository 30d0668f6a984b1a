import { randomUUID } from 'node:crypto';
import { RpcClient } from '@kith/kit';
import { admin, billing, type Actor, type InputOf } from '@kith/proto';
import { Args, Mutation, Resolver } from '@nestjs/graphql';
import { Sessions } from '../auth/sessions.js';
import { Id } from '../graphql/arguments.js';
import { Caller, InExchange, Named, Sender, type Exchange } from '../http/asked.js';
import type { Credential } from '../http/credentials.js';
import { Public } from '../http/route.js';

type Origin = InputOf<typeof admin.impersonate>['origin'];
type Plan = InputOf<typeof billing.setPlan>['plan'];

@Resolver()
export class AccountsResolver {
  constructor(
    private readonly rpc: RpcClient,
    private readonly sessions: Sessions,
  ) {}

  @Mutation()
  setUserPlan(@Caller() actor: Actor, @Id('userId') userId: string, @Args('plan') plan: Plan) {
    return this.rpc.ask(billing.setPlan, { actor, userId, plan });
  }

  @Mutation()
  grantCredits(
    @Caller() actor: Actor,
    @Id('userId') userId: string,
    @Args('credits') credits: number,
    @Args('idempotencyKey') key?: string | null,
  ) {
    return this.rpc.ask(billing.grantCredits, { actor, userId, credits, idempotencyKey: key ?? randomUUID() });
  }

  @Mutation()
  async impersonate(
    @Caller() actor: Actor,
    @Id('userId') userId: string,
    @Sender() origin: Origin,
    @InExchange() { reply }: Exchange,
  ) {
    return this.sessions.begin(await this.rpc.ask(admin.impersonate, { actor, userId, origin }), reply);
  }

  @Public('credential')
  @Mutation()
  async endImpersonation(@Named() credential: Credential, @Sender() origin: Origin, @InExchange() { reply }: Exchange) {
    const answer = await this.rpc.ask(admin.endImpersonation, { ...credential, origin });
    this.sessions.forget(credential);
    return this.sessions.begin(answer, reply);
  }
}
