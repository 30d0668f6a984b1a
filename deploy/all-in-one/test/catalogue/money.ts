import { PLAN_CATALOGUE } from '@kith/proto';
import type { Ask, Situation } from './situation.js';
import type { World } from './world.js';

const DOWN = [503, 'PAYMENT_UNAVAILABLE', 'Failed to create checkout session. Please try again.'] as const;

const upgrade =
  (plan: unknown, of: (world: World) => Promise<{ client: World['owner'] }> = (world) => world.newcomer()): Ask =>
  async (world) => ({
    client: (await of(world)).client,
    rest: ['POST', '/api/subscriptions/upgrade', { plan }],
    field: ['mutation checkoutPlan', { plan: 'String!' }, { plan }],
  });

const checkout =
  (plan: string): Ask =>
  async (world) => ({ client: (await world.newcomer()).client, rest: ['POST', '/api/create-checkout-session', { plan }] });

const buy =
  (packageId: string, as?: (world: World) => World['owner']): Ask =>
  async (world) => ({
    client: as ? as(world) : (await world.newcomer()).client,
    rest: ['POST', '/api/credits/checkout', { packageId, credits: 1, price: 1 }],
    field: ['mutation checkoutCredits', { packageId: 'String!' }, { packageId }],
  });

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
    ask: upgrade('premium', (world) => world.subscriber()),
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
    ask: buy('credits-500', (world) => world.anonymous),
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
    rule: 'B7',
    situation: 'a message above the daily limit without credits',
    ask: async (world) => {
      const keeper = await world.keeper();
      await world.useUp(keeper, PLAN_CATALOGUE.free.dailyMessages);
      const { client, botId } = keeper;
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
