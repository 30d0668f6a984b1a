import { beforeEach, describe, expect, it } from '@jest/globals';
import { AppError, type User } from '@kith/proto';
import { fireEvent, screen, within } from '@testing-library/react';
import { PaymentMonitor } from '../../app/layout/payment-monitor.js';
import { dismissToast } from '../../lib/toast.js';
import { fakeServer, graphqlAnswers, refusal } from '../../testing/fake-server.js';
import { paymentTab } from '../../testing/payment-tab.js';
import { aUser, renderApp } from '../../testing/render-app.js';
import { PricingPage } from './pricing-page.js';

const CHECKOUT = {
  __typename: 'Checkout',
  url: 'https://checkout.stripe.com/c/1',
  checkoutUrl: 'https://checkout.stripe.com/c/1',
};
const standing = (plan: string) => ({ usage: { __typename: 'Usage', plan, credits: 0 } });

interface World {
  readonly user?: Partial<User> | null;
  readonly checkout?: () => unknown;
  readonly planNow?: () => string;
  readonly source?: 'free' | 'subscription' | 'admin';
  readonly at?: string;
}

function open({
  user = { subscriptionPlan: 'free' },
  checkout = () => CHECKOUT,
  planNow = () => 'free',
  source = 'subscription',
  at = '/pricing',
}: World = {}) {
  const calls = fakeServer({
    'GET /api/auth/user': user === null ? refusal(401, 'UNAUTHENTICATED', 'Please sign in.') : () => ({ body: aUser(user) }),
    'POST /graphql': graphqlAnswers({
      CheckoutPlan: () => ({ checkoutPlan: checkout() }),
      PlanAndCredits: () => standing(planNow()),
      PlanSource: () => ({
        subscription: { __typename: 'Subscription', source, paidPlan: source === 'subscription' ? 'basic' : null },
      }),
    }),
  });
  const page = (
    <>
      <PaymentMonitor />
      <PricingPage />
    </>
  );
  renderApp({ page, path: '/pricing', at, isProtected: user !== null });
  return calls;
}
const bodies = (calls: ReturnType<typeof fakeServer>) =>
  calls.flatMap(({ body }) => ((body as { operationName?: string })?.operationName === 'CheckoutPlan' ? [body] : []));
const proceed = async (plan: string) => {
  fireEvent.click(await screen.findByRole('button', { name: `Choose ${plan}` }));
  const dialog = screen.getByRole('dialog', { name: `Subscribe to ${plan}` });
  fireEvent.click(within(dialog).getByRole('button', { name: 'Proceed to Checkout' }));
};

beforeEach(dismissToast);

describe('the pricing page', () => {
  it('shows the three plans of the catalogue and six highlights', async () => {
    open();
    await screen.findByText('$9.99');
    for (const words of ['$0', '$19.99', '50 messages per day', '500 messages per day', 'Unlimited messages', 'Most popular'])
      expect(screen.getByText(words)).toBeTruthy();
    expect(screen.getAllByRole('heading', { level: 3 })).toHaveLength(6);
    expect(screen.getByRole('link', { name: 'Create a companion' }).getAttribute('href')).toBe('/create');
    expect(screen.getByRole('link', { name: 'Go to Dashboard' }).getAttribute('href')).toBe('/dashboard');
  });

  it('sends a visitor who chooses a paid plan to the sign-in, without a request', async () => {
    const calls = open({ user: null });
    expect((await screen.findByRole('link', { name: 'Choose Premium' })).getAttribute('href')).toBe(
      '/auth?return=%2Fpricing%3Fplan%3Dpremium',
    );
    expect(screen.queryByText('Current Plan')).toBeNull();
    expect(calls.filter(({ path }) => path !== '/api/auth/user')).toEqual([]);
  });

  it('opens the dialog of the plan that was chosen before the sign-in, once', async () => {
    open({ at: '/pricing?plan=premium' });
    fireEvent.click(
      within(await screen.findByRole('dialog', { name: 'Subscribe to Premium' })).getByRole('button', { name: 'Cancel' }),
    );
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it.each(['free', 'basic', 'gold'])('opens no dialog for a plan that the user cannot choose: %s', async (plan) => {
    open({ user: { subscriptionPlan: 'basic' }, at: `/pricing?plan=${plan}` });
    await screen.findByText('Current Plan');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('offers a visitor sign-in and registration only', async () => {
    open({ user: null });
    const ready = within(await screen.findByRole('region', { name: 'Ready when you are' }));
    const addresses = ready.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]);
    expect(addresses).toEqual([
      ['Log In', '/auth?tab=login'],
      ['Get Started', '/auth?tab=register'],
    ]);
  });

  it('marks the current plan, and counts basic as Standard', async () => {
    open({ user: { subscriptionPlan: 'basic' } });
    const standard = (await screen.findByRole('heading', { name: 'Standard' })).closest('article');
    expect(within(standard as HTMLElement).getByText('Current Plan')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Change in Settings' }).getAttribute('href')).toBe('/settings');
  });

  it('does not link to the settings when the plan was granted by an administrator', async () => {
    open({ user: { subscriptionPlan: 'premium' }, source: 'admin' });
    expect(await screen.findAllByText('Included: an administrator gave you a higher plan.')).toHaveLength(2);
    expect(screen.queryByRole('link', { name: 'Change in Settings' })).toBeNull();
  });

  it('shows a toast when the user already has the Free plan', async () => {
    open();
    fireEvent.click(await screen.findByRole('button', { name: 'Choose Free' }));
    await screen.findByText('Already on Free Plan');
  });

  it('opens the checkout in a new tab, closes the dialog and stays', async () => {
    const tab = paymentTab();
    const calls = open();
    await proceed('Standard');
    await screen.findByText('Setting Up Payment');
    await screen.findByRole('button', { name: 'Choose Standard' });
    expect(tab.led).toEqual(['https://checkout.stripe.com/c/1']);
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(bodies(calls)).toMatchObject([{ variables: { plan: 'basic' } }]);
  });

  it('shows a toast once the payment is confirmed, and goes to the dashboard a second later', async () => {
    paymentTab();
    let plan = 'free';
    open({ planNow: () => plan });
    await proceed('Premium');
    await screen.findByText('Setting Up Payment');
    plan = 'premium';
    // The user returns from the other tab.
    fireEvent(document, new Event('visibilitychange'));
    await screen.findByText('Plan Upgraded');
    expect(screen.getByText('Successfully upgraded to Premium plan')).toBeTruthy();
    expect(screen.getByText('Current Plan')).toBeTruthy();
    await screen.findByText('at /dashboard?upgrade=success');
  });

  it.each([
    ['PAYMENT_UNAVAILABLE', 'free', 'Payment Setup Failed', /^Failed to create checkout session/],
    ['IMPERSONATING', 'free', 'Payment Setup Failed', /^This is not possible while you act as another user/],
    ['NOT_CONFIGURED', 'free', 'Payment Setup Failed', /^This is not set up on this installation/],
    ['ALREADY_SUBSCRIBED', 'basic', 'Upgrade Failed', /^You already have this plan/],
  ] as const)('shows %s in the dialog and in a toast, and closes the tab', async (code, plan, title, words) => {
    const tab = paymentTab();
    open({
      user: { subscriptionPlan: plan },
      checkout: () => {
        throw new AppError(code);
      },
    });
    await proceed('Premium');
    expect((await screen.findByText(title)).closest('[role=alert]')?.textContent).toMatch(words.source.slice(1));
    expect(within(screen.getByRole('dialog')).getByRole('alert').textContent).toMatch(words);
    expect(tab).toEqual({ led: [], isClosed: true });
  });

  it('shows an error when the provider returns no URL', async () => {
    paymentTab();
    open({ checkout: () => ({ ...CHECKOUT, url: '', checkoutUrl: '' }) });
    await proceed('Standard');
    const dialog = within(await screen.findByRole('dialog'));
    await dialog.findByText('No checkout URL returned from the payment provider. Please try again.');
  });

  it('does not open a payment page of an untrusted origin [S68]', async () => {
    const tab = paymentTab();
    open({ checkout: () => ({ ...CHECKOUT, url: 'https://evil.example/pay' }) });
    await proceed('Standard');
    await within(await screen.findByRole('dialog')).findByText(/Kith does not trust the address/);
    expect(tab).toEqual({ led: [], isClosed: true });
  });

  it('offers a link when the browser blocks the new tab', async () => {
    paymentTab(true);
    open();
    await proceed('Standard');
    const link = await screen.findByRole('link', { name: 'Open payment page' });
    expect(link.getAttribute('href')).toBe('https://checkout.stripe.com/c/1');
    expect(link.getAttribute('rel')).toContain('noopener');
  });
});
