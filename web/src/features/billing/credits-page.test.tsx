import { beforeEach, describe, expect, it } from '@jest/globals';
import { AppError, PACKAGES } from '@kith/proto';
import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { PaymentMonitor } from '../../app/layout/payment-monitor.js';
import { LiveUpdates } from '../../app/layout/live-updates.js';
import { dismissToast } from '../../lib/toast.js';
import { POLL_MS } from '../../shared/live-state.js';
import { USAGE_CHANGED } from '../../shared/live.graphql.js';
import { fakeLive } from '../../testing/fake-live.js';
import { formatTime } from '../../lib/format.js';
import { aBot } from '../../testing/bots.js';
import { fakeServer, graphqlAnswers } from '../../testing/fake-server.js';
import { paymentTab } from '../../testing/payment-tab.js';
import { aUser, renderApp } from '../../testing/render-app.js';
import { CreditsPage } from './credits-page.js';

const CHECKOUT = {
  __typename: 'Checkout',
  url: 'https://checkout.stripe.com/c/1',
  checkoutUrl: 'https://checkout.stripe.com/c/1',
};
const RESETS_AT = new Date(Date.now() + 3_600_000).toISOString();
const OFFERS = PACKAGES.map(({ id, name, credits, priceCents }) => ({
  __typename: 'CreditPackage',
  id,
  name,
  credits,
  price: priceCents,
  isPopular: credits === 500,
  isBestValue: credits === 5000,
}));
const movement = (n: number, credits = 500) => ({
  __typename: 'CreditMovement',
  id: String(n),
  at: '2026-11-20T10:00:00.000Z',
  kind: 'purchase',
  credits,
  balanceAfter: 1000 + n,
  botId: null as string | null,
  botName: null as string | null,
  description: `Movement ${n}`,
});

interface World {
  readonly at?: string;
  readonly loaded?: Promise<void>;
  readonly credits?: () => number;
  readonly movements?: ReturnType<typeof movement>[];
  readonly checkout?: () => unknown;
  readonly isLive?: boolean;
  readonly runsOutAt?: string | null;
}

function open({
  at,
  loaded,
  credits = () => 120,
  movements = [],
  checkout = () => CHECKOUT,
  isLive,
  runsOutAt = null,
}: World = {}) {
  const calls = fakeServer({
    'GET /api/auth/user': () => ({ body: aUser() }),
    'POST /graphql': graphqlAnswers({
      Credits: async () => {
        await loaded;
        const usage = { __typename: 'Usage', used: 37, dailyLimit: 500, credits: credits(), resetsAt: RESETS_AT, runsOutAt };
        return { usage, creditPackages: OFFERS };
      },
      CreditHistory: ({ limit, before }) => {
        const start = before ? movements.findIndex(({ id }) => id === before) + 1 : 0;
        const page = movements.slice(start, start + Number(limit));
        const next = start + page.length < movements.length ? (page.at(-1)?.id ?? null) : null;
        return { creditHistory: { __typename: 'CreditHistory', total: movements.length, movements: page, next } };
      },
      CheckoutCredits: () => ({ checkoutCredits: checkout() }),
      PlanAndCredits: () => ({ usage: { __typename: 'Usage', plan: 'basic', credits: credits() } }),
    }),
  });
  const page = (
    <>
      {isLive && <LiveUpdates />}
      <PaymentMonitor />
      <CreditsPage />
    </>
  );
  renderApp({ page, path: '/credits', at, isProtected: true });
  return calls;
}
const bought = (calls: ReturnType<typeof fakeServer>) =>
  calls.flatMap(({ body }) => {
    const { operationName, variables } = (body ?? {}) as { operationName?: string; variables?: { packageId?: string } };
    return operationName === 'CheckoutCredits' ? [variables?.packageId] : [];
  });

beforeEach(dismissToast);

describe('the credits page', () => {
  it('shows four placeholders, then the packages with their prices', async () => {
    let load = (): void => undefined;
    open({ loaded: new Promise<void>((resolve) => (load = resolve)) });
    expect(await screen.findAllByTestId('package-placeholder')).toHaveLength(4);
    load();
    await screen.findByText('$1.99');
    for (const words of ['$7.99', '$13.99', '$49.99', '$0.0199 per credit', '$0.0160 per credit', '$0.0100 per credit'])
      expect(screen.getByText(words)).toBeTruthy();
    expect(screen.getByText('Popular').closest('li')?.textContent).toContain('500 Credits');
    expect(screen.getByText('Best Value').closest('li')?.textContent).toContain('5,000 Credits');
    expect(screen.getByText('120')).toBeTruthy();
    expect(screen.getByText('How Credits Work')).toBeTruthy();
    await screen.findByText('No entries yet');
  });

  it('buys the second package with Buy Credits Now, once, however often it is clicked', async () => {
    const tab = paymentTab();
    const calls = open();
    await screen.findByText('$7.99');
    const now = screen.getByRole('button', { name: 'Buy Credits Now', description: '500 credits for $7.99' });
    fireEvent.click(now);
    fireEvent.click(now);
    await screen.findByText('Setting Up Payment');
    await screen.findByRole('button', { name: 'Buy 1,000 credits for $13.99' });
    expect(bought(calls)).toEqual(['credits-500']);
    expect(tab.led).toEqual(['https://checkout.stripe.com/c/1']);
  });

  it('buys a package with its button', async () => {
    paymentTab();
    const calls = open();
    fireEvent.click(await screen.findByRole('button', { name: 'Buy 1,000 credits for $13.99' }));
    await screen.findByText('Setting Up Payment');
    expect(bought(calls)).toEqual(['credits-1000']);
  });

  it('shows a toast and the new balance when the credits arrive', async () => {
    paymentTab();
    let credits = 120;
    open({ credits: () => credits });
    fireEvent.click(await screen.findByRole('button', { name: 'Buy 500 credits for $7.99' }));
    await screen.findByText('Setting Up Payment');
    credits = 620;
    fireEvent(document, new Event('visibilitychange'));
    await screen.findByText('Credits Added');
    await screen.findByText('620');
  });

  it('shows the new balance when it arrives over the live connection', async () => {
    paymentTab();
    const sockets = fakeLive();
    let credits = 120;
    open({ isLive: true, credits: () => credits });
    fireEvent.click(await screen.findByRole('button', { name: 'Buy 500 credits for $7.99' }));
    await screen.findByText('Setting Up Payment');
    await sockets.at(-1)?.accept();
    credits = 620;
    const usage = { used: 37, dailyLimit: 500, credits, plan: 'basic', resetsAt: RESETS_AT, runsOutAt: null };
    await sockets.at(-1)?.sendValue(USAGE_CHANGED, { usageChanged: { __typename: 'Usage', ...usage } });
    await screen.findByText('Credits Added', {}, { timeout: POLL_MS / 2 });
    await screen.findByText('620');
  });

  it.each([
    ['PAYMENT_UNAVAILABLE', 'Checkout Error', /Failed to create checkout session/],
    ['IMPERSONATING', 'Checkout Error', /not possible while you act as another user/],
    ['NOT_FOUND', 'Checkout Error', /Not found/],
    ['UNAUTHENTICATED', 'Authentication Required', /Please log in to purchase credits/],
  ] as const)('shows why a purchase failed: %s', async (code, title, words) => {
    const tab = paymentTab();
    open({
      checkout: () => {
        throw new AppError(code);
      },
    });
    fireEvent.click(await screen.findByRole('button', { name: 'Buy 500 credits for $7.99' }));
    expect((await screen.findByText(title)).closest('[role=alert]')?.textContent).toMatch(words);
    expect(tab.isClosed).toBe(true);
  });

  it('shows a message of its own when the server sends none', async () => {
    paymentTab();
    open({
      checkout: () => {
        throw new Error('broken');
      },
    });
    fireEvent.click(await screen.findByRole('button', { name: 'Buy 500 credits for $7.99' }));
    await screen.findByText('Failed to start checkout process. Please try again.');
  });

  it('lists the history and loads more of it', async () => {
    open({ movements: Array.from({ length: 23 }, (_, n) => movement(n, n === 1 ? -1 : 500)) });
    await screen.findByText('Movement 19');
    expect(screen.getByText('-1')).toBeTruthy();
    expect(screen.getAllByText('+500')).toHaveLength(19);
    expect(screen.getByText('20 of 23')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Show more' }));
    await screen.findByText('Movement 22');
    expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
  });

  it('names the companion of a reply, one that was deleted too, and the balance after each posting', async () => {
    const [paid, gone] = [aBot().id, '22222222-2222-4222-8222-222222222222'];
    open({
      movements: [{ ...movement(1, -1), botId: paid, botName: 'Juniper' }, { ...movement(2, -1), botId: gone }, movement(3)],
    });
    await screen.findByText('Movement 1');
    const rows = screen.getAllByRole('row').slice(1);
    const cells = rows.map((row) =>
      within(row)
        .getAllByRole('cell')
        .slice(2)
        .map(({ textContent }) => textContent),
    );
    expect(cells).toEqual([
      ['Juniper', '-1', '1,001'],
      ['Deleted companion', '-1', '1,002'],
      ['—', '+500', '1,003'],
    ]);
    expect(screen.getByRole('button', { name: 'Download as CSV' })).toBeTruthy();
  });

  it("tells in the user's own time when the messages run out at the pace of today, and nothing when they last", async () => {
    const runsOutAt = '2026-11-22T16:20:00.000Z';
    open({ runsOutAt });
    await screen.findByText(new RegExp(`At this pace you run out at ${formatTime(runsOutAt)}\\.`));
    expect(formatTime(runsOutAt)).toBe(new Date(runsOutAt).toLocaleTimeString('en-US', { timeStyle: 'short' }));
    cleanup();
    open();
    await screen.findByText(/37 of 500 messages used today/);
    expect(screen.queryByText(/At this pace/)).toBeNull();
  });

  it('thanks the user after a payment without promising that it succeeded', async () => {
    open({ at: '/credits?purchase=success' });
    await screen.findByText(/as soon as the payment is confirmed/);
  });

  it('shows that loading failed, and tries again', async () => {
    let isDown = true;
    open({
      credits: () => {
        if (isDown) throw new AppError('UNAVAILABLE');
        return 7;
      },
    });
    await screen.findByText(/not running right now/);
    isDown = false;
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByText('7');
  });
});
