import { fixture } from '@kith/kit/testing';
import { AppError, payments, requireAdmin, type Payment, type StatisticsPeriod, type WebhookEvent } from '@kith/proto';
import { NOW } from './values.js';

/** An event that does not exist. */
export const NO_EVENT = 'evt_missing';

export const A_PAYMENT: Payment = {
  id: 'in_1',
  at: NOW,
  title: 'Standard plan',
  cents: 999,
  currency: 'usd',
  refundedCents: 0,
  dispute: null,
};

export const AN_EVENT: WebhookEvent = {
  id: 'evt_1',
  type: 'invoice.paid',
  mode: 'live',
  state: 'failed',
  failure: 'PAYMENT_UNAVAILABLE',
  note: null,
  attempts: 2,
  happenedAt: NOW,
  receivedAt: NOW,
  userId: null,
  username: null,
};

export const A_PERIOD: StatisticsPeriod = {
  month: '2026-11',
  from: NOW,
  to: NOW,
  revenue: [
    {
      currency: 'usd',
      items: [{ plan: 'basic', credits: null, payments: 2, cents: 1998 }],
      receivedCents: 1998,
      refundedCents: 999,
      disputedCents: 0,
      netCents: 999,
    },
  ],
  subscribers: { basic: 2, premium: 1, started: 3, ended: 0 },
  credits: { sold: 100, granted: 5, spent: 7, refunded: 0, corrected: 2, outstanding: 96 },
};

export const stubPayments = () => [
  fixture(payments.list, () => ({ payments: [A_PAYMENT], total: 7, next: 'bmV4dA', previous: null })),
  fixture(payments.ofUser, ({ actor }) => {
    requireAdmin(actor);
    return { payments: [A_PAYMENT], total: 1, next: null, previous: null };
  }),
  fixture(payments.events, ({ actor }) => {
    requireAdmin(actor);
    return { events: [AN_EVENT], total: 1, next: null, previous: null, refused: 3 };
  }),
  fixture(payments.replay, ({ actor, eventId }) => {
    requireAdmin(actor);
    if (eventId === NO_EVENT) throw new AppError('NOT_FOUND');
    return { ...AN_EVENT, id: eventId, state: 'applied' as const, failure: null, attempts: 3 };
  }),
  fixture(payments.statistics, ({ actor }) => {
    requireAdmin(actor);
    return { mode: 'live' as const, periods: [A_PERIOD] };
  }),
];
