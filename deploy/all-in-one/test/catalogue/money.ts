import { PLAN_CATALOGUE } from '@kith/proto';
import { expectDone } from '../matrix/roles.js';
import type { Ask, Situation } from './situation.js';
import type { SituationBuilder } from './situation-builder.js';

const DOWN = [503, 'PAYMENT_UNAVAILABLE', 'Failed to create checkout session. Please try again.'] as const;

const upgrade =
  (
    plan: unknown,
    of: (builder: SituationBuilder) => Promise<{ client: SituationBuilder['owner'] }> = (builder) => builder.newUser(),
  ): Ask =>
  async (builder) => ({
    client: (await of(builder)).client,
    rest: ['POST', '/api/subscriptions/upgrade', { plan }],
    field: ['mutation checkoutPlan', { plan: 'String!' }, { plan }],
  });

const checkout =
  (plan: string): Ask =>
  async (builder) => ({ client: (await builder.newUser()).client, rest: ['POST', '/api/create-checkout-session', { plan }] });

const buy =
  (packageId: string, as?: (builder: SituationBuilder) => SituationBuilder['owner']): Ask =>
  async (builder) => ({
    client: as ? as(builder) : (await builder.newUser()).client,
    rest: ['POST', '/api/credits/checkout', { packageId, credits: 1, price: 1 }],
    field: ['mutation checkoutCredits', { packageId: 'String!' }, { packageId }],
  });

/** A decision on a sandbox checkout, which was paid before with `isOver`. */
const decide =
  (outcome: 'pay' | 'decline', isOver = false): Ask =>
  async (builder) => {
    const { client } = await builder.newUser();
    const { body } = await expectDone(client.post('/api/credits/checkout', { packageId: 'credits-100' }));
    const id = String(body['checkoutId']);
    const path = `/api/sandbox/checkout/${id}`;
    if (isOver) await expectDone(client.post(path, { outcome: 'pay' }));
    const types = { id: 'ID!', outcome: 'SandboxOutcome!' };
    return { client, rest: ['POST', path, { outcome }], field: ['mutation paySandboxCheckout', types, { id, outcome }] };
  };

/** Plans, credits and payments. */
export const MONEY: readonly Situation[] = [
  {
    rule: 'money.upgrade',
    situation: 'upgrading to an unknown plan',
    ask: upgrade('gold'),
    answer: [400, 'BAD_INPUT', /basic/],
    at: 'plan',
  },
  {
    rule: 'money.upgrade',
    situation: 'upgrading to the current plan',
    ask: upgrade('premium', (builder) => builder.subscriber()),
    answer: [409, 'ALREADY_SUBSCRIBED', 'You already have this plan.'],
  },
  {
    rule: 'money.upgrade',
    situation: 'upgrading while the payment provider is down',
    ask: upgrade('premium'),
    answer: DOWN,
    isOutage: true,
  },
  {
    rule: 'money.checkout',
    situation: 'checkout while the payment provider is down',
    ask: checkout('basic'),
    answer: DOWN,
    isOutage: true,
  },
  {
    rule: 'money.checkout',
    situation: 'checkout of the free plan',
    ask: checkout('free'),
    answer: [400, 'BAD_INPUT', /basic/],
    at: 'plan',
  },
  {
    rule: 'money.credits',
    situation: 'buying credits while signed out',
    ask: buy('credits-500', (builder) => builder.anonymous),
    answer: [401, 'UNAUTHENTICATED', 'Please sign in.'],
  },
  {
    rule: 'money.credits',
    situation: 'buying an unknown package',
    ask: buy('credits-7'),
    answer: [404, 'NOT_FOUND', /./],
  },
  {
    rule: 'money.credits',
    situation: 'buying credits while the payment provider is down',
    ask: buy('credits-500'),
    answer: DOWN,
    isOutage: true,
  },
  {
    rule: 'B17',
    situation: 'a declined sandbox payment',
    ask: decide('decline'),
    answer: [402, 'PAYMENT_DECLINED', 'The payment was declined. Nothing was charged. You can try again.'],
  },
  {
    rule: 'B17',
    situation: 'paying a sandbox checkout that is over',
    ask: decide('pay', true),
    answer: [410, 'CHECKOUT_OVER', 'This checkout is over. Please start again.'],
  },
  {
    rule: 'D4',
    situation: 'a change of the plan without a subscription',
    ask: async (builder) => ({
      client: (await builder.newUser()).client,
      rest: ['POST', '/api/subscriptions/change/preview', { plan: 'premium' }],
      field: ['mutation previewPlanChange', { plan: 'String!' }, { plan: 'premium' }],
    }),
    answer: [404, 'NOT_FOUND', /./],
  },
  {
    rule: 'D4',
    situation: 'confirming a change of a subscription that was cancelled since it was shown',
    ask: async (builder) => {
      const { client } = await builder.subscriber();
      const { body } = await expectDone(client.post('/api/subscriptions/change/preview', { plan: 'basic' }));
      await expectDone(client.post('/api/subscriptions/actions', { action: 'cancel' }));
      const id = String(body['id']);
      return {
        client,
        rest: ['POST', '/api/subscriptions/change', { changeId: id }],
        field: ['mutation confirmPlanChange', { id: 'ID!' }, { id }],
      };
    },
    answer: [409, 'AMOUNT_CHANGED', /look at it again. Nothing was charged/],
  },
  {
    rule: 'B7',
    situation: 'a message above the daily limit without credits',
    ask: async (builder) => {
      const botOwner = await builder.botOwner();
      await builder.useUp(botOwner, PLAN_CATALOGUE.free.dailyMessages);
      const { client, botId } = botOwner;
      const input = { message: 'Hello' };
      return {
        client,
        rest: ['POST', `/api/bots/${botId}/chat`, input],
        field: ['mutation sendMessage', { botId: 'ID!', input: 'ChatMessageInput!' }, { botId, input }],
      };
    },
    answer: [429, 'DAILY_LIMIT', /all messages of today/],
  },
];
