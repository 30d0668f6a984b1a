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

/** Plans, credits and paying. */
export const MONEY: readonly Situation[] = [
  {
    line: '1.8 upgrade',
    situation: 'upgrading to a plan that is none',
    texts: [
      'Error',
      'Could not initiate upgrade process. Please try again.',
      'Plan Upgraded',
      'Successfully upgraded to {Plan} plan',
    ],
    ask: upgrade('gold'),
    answer: [400, 'BAD_INPUT', /basic/],
    at: 'plan',
  },
  {
    line: '1.8 upgrade',
    situation: 'upgrading to the plan that one pays for',
    ask: upgrade('premium', (world) => world.subscriber()),
    answer: [409, 'ALREADY_SUBSCRIBED', 'You already have this plan.'],
  },
  {
    line: '1.8 upgrade',
    situation: 'upgrading while the payment provider is down',
    ask: upgrade('premium'),
    answer: DOWN,
    isOutage: true,
  },
  {
    line: '1.8 checkout',
    situation: 'checkout while the payment provider is down',
    texts: [
      'Failed to create checkout session. Please try again.',
      'No checkout URL returned from the payment provider. Please try again.',
      'Payment Setup Failed',
      'Upgrade Failed',
      'Setting Up Payment',
    ],
    ask: checkout('basic'),
    answer: DOWN,
    isOutage: true,
  },
  {
    line: '1.8 checkout',
    situation: 'checkout of the free plan',
    ask: checkout('free'),
    answer: [400, 'BAD_INPUT', /basic/],
    at: 'plan',
  },
  {
    line: '1.8 credits',
    situation: 'buying while signed out',
    texts: ['Authentication Required', 'Please log in to purchase credits'],
    ask: buy('credits-500', (world) => world.anonymous),
    answer: [401, 'UNAUTHENTICATED', 'Please sign in.'],
  },
  {
    line: '1.8 credits',
    situation: 'buying a package that is none',
    texts: ['Checkout Error', 'Failed to start checkout process. Please try again.'],
    ask: buy('credits-7'),
    answer: [404, 'NOT_FOUND', /./],
  },
  {
    line: '1.8 credits',
    situation: 'buying while the payment provider is down',
    ask: buy('credits-500'),
    answer: DOWN,
    isOutage: true,
  },
  {
    line: 'B7 daily',
    situation: 'a message more than the day and the credits hold',
    ask: async (world) => {
      const keeper = await world.keeper();
      await world.useUp(keeper, PLAN_CATALOGUE.free.dailyMessages);
      const { client, botId } = keeper;
      const input = { message: 'Hello' };
      return {
        client,
        rest: ['POST', `/api/bots/${botId}/chat`, input],
        field: ['mutation sendMessage', { botId: 'ID!', input: 'MessageInput!' }, { botId, input }],
      };
    },
    answer: [429, 'DAILY_LIMIT', /all messages of today/],
  },
];
