import { RpcClient } from '@kith/kit';
import { billing, type Actor, type InputOf } from '@kith/proto';
import { Args, Mutation, Query, Resolver } from '@nestjs/graphql';
import { given, Id } from '../graphql/arguments.js';
import { Caller } from '../http/asked.js';

type Sent<C extends 'history' | 'checkoutCredits' | 'checkoutPlan' | 'sandboxPortal'> = Omit<
  InputOf<(typeof billing)[C]>,
  'actor'
>;
type Outcome = InputOf<typeof billing.sandboxPay>['outcome'];

@Resolver()
export class BillingResolver {
  constructor(private readonly rpc: RpcClient) {}

  @Query()
  usage(@Caller() actor: Actor) {
    return this.rpc.ask(billing.usage, { actor });
  }

  @Query()
  async creditPackages(@Caller() actor: Actor) {
    return (await this.rpc.ask(billing.packages, { actor })).packages;
  }

  @Query()
  creditHistory(@Caller() actor: Actor, @Args() paging: Sent<'history'>) {
    return this.rpc.ask(billing.history, { ...given(paging), actor });
  }

  @Query()
  subscription(@Caller() actor: Actor) {
    return this.rpc.ask(billing.subscription, { actor });
  }

  @Query()
  sandboxCheckout(@Caller() actor: Actor, @Id('id') checkoutId: string) {
    return this.rpc.ask(billing.sandboxCheckout, { actor, checkoutId });
  }

  @Mutation()
  checkoutCredits(@Caller() actor: Actor, @Args() { packageId }: Sent<'checkoutCredits'>) {
    return this.rpc.ask(billing.checkoutCredits, { actor, packageId });
  }

  @Mutation()
  checkoutPlan(@Caller() actor: Actor, @Args() { plan }: Sent<'checkoutPlan'>) {
    return this.rpc.ask(billing.checkoutPlan, { actor, plan });
  }

  @Mutation()
  openBillingPortal(@Caller() actor: Actor) {
    return this.rpc.ask(billing.portal, { actor });
  }

  @Mutation()
  paySandboxCheckout(@Caller() actor: Actor, @Id('id') checkoutId: string, @Args('outcome') outcome: Outcome) {
    return this.rpc.ask(billing.sandboxPay, { actor, checkoutId, outcome });
  }

  @Mutation()
  changeSandboxSubscription(@Caller() actor: Actor, @Args() { action }: Sent<'sandboxPortal'>) {
    return this.rpc.ask(billing.sandboxPortal, { actor, action });
  }
}
