import { RpcClient } from '@kith/kit';
import { billing, type Actor, type InputOf } from '@kith/proto';
import { Args, Mutation, Query, Resolver } from '@nestjs/graphql';
import { Id, withoutNulls } from '../graphql/resolver-arguments.js';
import { CurrentActor } from '../http/request-decorators.js';
import { CreditHistory } from './credit-history.js';

type ArgumentsOf<C extends 'history' | 'checkoutCredits' | 'checkoutPlan' | 'changeSubscription' | 'changeSandbox'> = Omit<
  InputOf<(typeof billing)[C]>,
  'actor'
>;
type Outcome = InputOf<typeof billing.sandboxPay>['outcome'];

@Resolver()
export class BillingResolver {
  constructor(
    private readonly rpc: RpcClient,
    private readonly histories: CreditHistory,
  ) {}

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
    return this.histories.page({ ...withoutNulls(paging), actor });
  }

  @Query()
  subscription(@CurrentActor() actor: Actor) {
    return this.rpc.ask(billing.subscription, { actor });
  }

  @Query()
  checkout(@CurrentActor() actor: Actor, @Id('id') checkoutId: string) {
    return this.rpc.ask(billing.checkout, { actor, checkoutId });
  }

  @Query()
  async recentPlanPurchase(@CurrentActor() actor: Actor) {
    return (await this.rpc.ask(billing.recentPlanPurchase, { actor })).purchase;
  }

  @Query()
  sandboxPortal(@CurrentActor() actor: Actor) {
    return this.rpc.ask(billing.sandboxPortal, { actor });
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
  previewPlanChange(@CurrentActor() actor: Actor, @Args() { plan }: ArgumentsOf<'checkoutPlan'>) {
    return this.rpc.ask(billing.previewPlanChange, { actor, plan });
  }

  @Mutation()
  confirmPlanChange(@CurrentActor() actor: Actor, @Id('id') changeId: string) {
    return this.rpc.ask(billing.confirmPlanChange, { actor, changeId });
  }

  @Mutation()
  changeSubscription(@CurrentActor() actor: Actor, @Args() { action }: ArgumentsOf<'changeSubscription'>) {
    return this.rpc.ask(billing.changeSubscription, { actor, action });
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
  changeSandbox(@CurrentActor() actor: Actor, @Args() change: ArgumentsOf<'changeSandbox'>) {
    return this.rpc.ask(billing.changeSandbox, { ...change, actor });
  }
}
