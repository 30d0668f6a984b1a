import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { fireEvent, screen, within } from '@testing-library/react';
import { asAdmin, openAdmin, refuse } from '../../testing/fake-admin.js';
import { aUser } from '../../testing/render-app.js';
import { RevenuePage } from './revenue-page.js';

const item = (changes: object) => ({ __typename: 'RevenueItem', plan: null, credits: null, payments: 1, cents: 0, ...changes });
const revenue = (changes: object = {}) => ({
  __typename: 'Revenue',
  currency: 'usd',
  items: [item({ plan: 'basic', payments: 3, cents: 2997 }), item({ credits: 500, cents: 799 }), item({ cents: 1200 })],
  receivedCents: 4996,
  refundedCents: 999,
  disputedCents: 199,
  netCents: 3798,
  ...changes,
});
const aPeriod = (month: string | null, changes: object = {}) => ({
  __typename: 'StatisticsPeriod',
  month,
  from: '2026-11-01T00:00:00.000Z',
  to: '2026-12-01T00:00:00.000Z',
  revenue: [revenue()],
  subscribers: { __typename: 'SubscriberCounts', basic: 31, premium: 12, started: 5, ended: 2 },
  credits: {
    __typename: 'CreditTotals',
    sold: 1500,
    granted: 250,
    spent: 1322,
    refunded: 100,
    corrected: 5,
    outstanding: 98_765,
  },
  ...changes,
});
const YEN = revenue({ currency: 'jpy', items: [], receivedCents: 0, refundedCents: 0, disputedCents: -500, netCents: 500 });
const QUIET = aPeriod('2026-10', {
  revenue: [],
  subscribers: { __typename: 'SubscriberCounts', basic: 0, premium: 0, started: 0, ended: 1 },
});

type World = Partial<Parameters<typeof openAdmin>[0]>;
const open = ({ mode = 'live', ...world }: World & { readonly mode?: string } = {}) =>
  openAdmin({
    page: <RevenuePage />,
    path: '/admin/revenue',
    user: asAdmin,
    operations: {
      PaymentStatistics: () => ({
        paymentStatistics: {
          __typename: 'PaymentStatistics',
          mode,
          periods: [aPeriod(null), aPeriod('2026-11', { revenue: [YEN, revenue()] }), QUIET],
        },
      }),
    },
    ...world,
  });
const rowsOf = (table: HTMLElement) =>
  within(table)
    .getAllByRole('row')
    .slice(1)
    .map((row) => [...row.children].map(({ textContent }) => textContent));

beforeEach(() => {
  jest.restoreAllMocks();
});

describe('the revenue page', () => {
  it('shows what was sold in the last 30 days by plan and package, what was given back, and the net amount', async () => {
    open();
    expect(rowsOf(await screen.findByRole('group', { name: 'Money, USD' }))).toEqual([
      ['Standard plan', '3', '$29.97'],
      ['500 credits', '1', '$7.99'],
      ['Other', '1', '$12.00'],
      ['Received', '$49.96'],
      ['Refunds', '-$9.99'],
      ['Disputes', '-$1.99'],
      ['Net', '$37.98'],
    ]);
    for (const text of ['31', '12', '1,500', '1,322', '98,765'])
      expect(screen.getByText(text, { selector: 'strong' })).toBeTruthy();
    expect(screen.queryByText(/No money moves/)).toBeNull();
  });

  it('shows another month, with a table per currency, and names it in its address', async () => {
    open();
    fireEvent.change(await screen.findByRole('combobox', { name: 'Period' }), { target: { value: '2026-11' } });
    expect(rowsOf(await screen.findByRole('group', { name: 'Money, JPY' }))).toEqual([
      ['Received', '¥0'],
      ['Refunds', '¥0'],
      ['Disputes', '¥500'],
      ['Net', '¥500'],
    ]);
    expect(screen.getByRole('group', { name: 'Money, USD' })).toBeTruthy();
  });

  it('says so for a month without payments, and lists all months', async () => {
    open({ at: '/admin/revenue?period=2026-10' });
    await screen.findByText('Nothing was paid or given back in this period.');
    expect(rowsOf(screen.getByRole('group', { name: 'By month' }))).toEqual([
      ['November 2026', '¥0, $49.96', '¥500, $37.98', '43', '1,322'],
      ['October 2026', '—', '—', '0', '1,322'],
    ]);
  });

  it.each(['sandbox', 'test'])('says in the mode %s that no money moves', async (mode) => {
    open({ mode });
    await screen.findByText('No money moves in this mode: these are trial payments.');
  });

  it('shows an error with a retry button when the statistics cannot be loaded', async () => {
    open({ operations: { PaymentStatistics: refuse('UNAVAILABLE') } });
    await screen.findByText('The statistics could not be loaded');
    expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
  });

  it('is closed to users', async () => {
    const { sent } = open({ user: aUser() });
    await screen.findByText('Only administrators can access this page.');
    expect(sent('PaymentStatistics')).toHaveLength(0);
  });
});
