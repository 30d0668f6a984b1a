import { RpcClient } from '@kith/kit';
import { billing, type Actor, type InputOf } from '@kith/proto';
import { Args, Mutation, Query, Resolver } from '@nestjs/graphql';
import { Id, withoutNulls } from '../graphql/resolver-arguments.js';
import { CurrentActor } from '../http/request-decorators.js';

type ArgumentsOf<C extends 'history' | 'checkoutCredits' | 'checkoutPlan' | 'sandboxPortal'> = Omit<
  InputOf<(typeof billing)[C]>,
  'actor'
>;
type Outcome = InputOf<typeof billing.sandboxPay>['outcome'];

@Resolver()
export class BillingResolver {
  constructor(private readonly rpc: RpcClient) {}

  @Query()
  usage(@CurrentActor() actor: Actor) {
    return this.rpc.ask(billing.usage, { actor });
  }

  @Query()
  async creditPackages(@CurrentActor() actor: Actor) {
    return (await this.rpc.ask(billing.packages, { actor })).packages;
  }

  @Query()
  creditHistory(@CurrentActor() actor: Actor, @Args() paging: ArgumentsOf<'history'>) {
    return this.rpc.ask(billing.history, { ...withoutNulls(paging), actor });
  }

  @Query()
  subscription(@CurrentActor() actor: Actor) {
    return this.rpc.ask(billing.subscription, { actor });
  }

  @Query()
  sandboxCheckout(@CurrentActor() actor: Actor, @Id('id') checkoutId: string) {
    return this.rpc.ask(billing.sandboxCheckout, { actor, checkoutId });
  }

  @Mutation()
  checkoutCredits(@CurrentActor() actor: Actor, @Args() { packageId }: ArgumentsOf<'checkoutCredits'>) {
    return this.rpc.ask(billing.checkoutCredits, { actor, packageId });
  }

  @Mutation()
  checkoutPlan(@CurrentActor() actor: Actor, @Args() { plan }: ArgumentsOf<'checkoutPlan'>) {
    return this.rpc.ask(billing.checkoutPlan, { actor, plan });
  }

  @Mutation()
  openBillingPortal(@CurrentActor() actor: Actor) {
    return this.rpc.ask(billing.portal, { actor });
  }

  @Mutation()
  paySandboxCheckout(@CurrentActor() actor: Actor, @Id('id') checkoutId: string, @Args('outcome') outcome: Outcome) {
    return this.rpc.ask(billing.sandboxPay, { actor, checkoutId, outcome });
  }

  @Mutation()
  changeSandboxSubscription(@CurrentActor() actor: Actor, @Args() { action }: ArgumentsOf<'sandboxPortal'>) {
    return this.rpc.ask(billing.sandboxPortal, { actor, action });
  }
}
