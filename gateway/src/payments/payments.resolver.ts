import { randomUUID } from 'node:crypto';
import { RpcClient } from '@kith/kit';
import { billing, payments, type Actor, type InputOf } from '@kith/proto';
import { Args, Mutation, Query, Resolver } from '@nestjs/graphql';
import { withoutNulls } from '../graphql/resolver-arguments.js';
import { CurrentActor } from '../http/request-decorators.js';

type ArgumentsOf<C extends 'list' | 'ofUser' | 'events' | 'statistics'> = Omit<InputOf<(typeof payments)[C]>, 'actor'>;
type Correction = Omit<InputOf<typeof billing.correctCredits>, 'actor' | 'idempotencyKey'>;

@Resolver()
export class PaymentsResolver {
  constructor(private readonly rpc: RpcClient) {}

  @Query('payments')
  own(@CurrentActor() actor: Actor, @Args() paging: ArgumentsOf<'list'>) {
    return this.rpc.ask(payments.list, { ...withoutNulls(paging), actor });
  }

  @Query()
  userPayments(@CurrentActor() actor: Actor, @Args() query: ArgumentsOf<'ofUser'>) {
    return this.rpc.ask(payments.ofUser, { ...withoutNulls(query), actor });
  }

  @Query()
  webhookEvents(@CurrentActor() actor: Actor, @Args() query: ArgumentsOf<'events'>) {
    return this.rpc.ask(payments.events, { ...withoutNulls(query), actor });
  }

  @Query()
  paymentStatistics(@CurrentActor() actor: Actor, @Args() query: ArgumentsOf<'statistics'>) {
    return this.rpc.ask(payments.statistics, { ...withoutNulls(query), actor });
  }

  @Mutation()
  replayWebhookEvent(@CurrentActor() actor: Actor, @Args('id') eventId: string) {
    return this.rpc.ask(payments.replay, { actor, eventId });
  }

  @Mutation()
  correctCredits(
    @CurrentActor() actor: Actor,
    @Args() { userId, credits, reason }: Correction,
    @Args('idempotencyKey') key?: string | null,
  ) {
    return this.rpc.ask(billing.correctCredits, { actor, userId, credits, reason, idempotencyKey: key ?? randomUUID() });
  }
}
