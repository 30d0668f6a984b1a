import { beforeEach, describe, expect, it } from '@jest/globals';
import { AppError, type Plan } from '@kith/proto';
import { fireEvent, screen, within } from '@testing-library/react';
import { dismissToast } from '../../lib/toast.js';
import { fakeServer, graphqlAnswers } from '../../testing/fake-server.js';
import { paymentTab } from '../../testing/payment-tab.js';
import { aUser, renderApp } from '../../testing/render-app.js';
import { CreatePage } from './create-page.js';

function open(plan: Plan, total: number, checkout: () => unknown = () => ({})) {
  const sent: unknown[] = [];
  fakeServer({
    'GET /api/auth/user': () => ({ body: aUser({ subscriptionPlan: plan }) }),
    'POST /graphql': graphqlAnswers({
      BotCount: () => ({ bots: { __typename: 'BotList', total } }),
      CheckoutPlan: (variables) => {
        sent.push(variables);
        return { checkoutPlan: checkout() };
      },
    }),
  });
  renderApp({ page: <CreatePage />, path: '/create', isProtected: true });
  return sent;
}
const URL = 'https://checkout.stripe.com/c/1';
const dialog = async () => within(await screen.findByRole('dialog', { name: 'Upgrade Your Plan' }));

beforeEach(dismissToast);

describe('the limit page', () => {
  it.each([
    ['free', 1, 'Standard', ['Up to 3 AI friends', '500 messages per day', '$9.99']],
    ['basic', 3, 'Premium', ['Unlimited AI friends', 'Unlimited messages', '$19.99']],
  ] as const)('opens the upgrade dialog at once on the %s plan', async (plan, total, recommended, words) => {
    open(plan, total);
    const shown = await dialog();
    const name = plan === 'free' ? 'Free' : 'Standard';
    expect(shown.getByText(`You've reached the limit of your ${name} plan.`)).toBeTruthy();
    for (const word of words) expect(shown.getByText(word)).toBeTruthy();
    expect(shown.getByRole('button', { name: `Upgrade to ${recommended}` })).toBeTruthy();
    expect(screen.getByText(`You've reached your ${name} plan limit of ${total} bot(s)`)).toBeTruthy();
  });

  it('goes to the dashboard when the dialog is closed', async () => {
    open('free', 1);
    fireEvent.click((await dialog()).getByRole('button', { name: 'Not Now' }));
    await screen.findByText('at /dashboard');
  });

  it('opens the payment page in a new tab and keeps showing the plans', async () => {
    const tab = paymentTab();
    const sent = open('free', 1, () => ({ __typename: 'Checkout', url: URL, checkoutUrl: URL }));
    fireEvent.click((await dialog()).getByRole('button', { name: 'Upgrade to Standard' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Upgrade to Premium' }));
    expect((await dialog()).getByText('Unlimited AI friends')).toBeTruthy();
    expect(sent).toEqual([{ plan: 'basic' }]);
    expect(tab.led).toEqual([URL]);
  });

  it.each([
    [() => new AppError('PAYMENT_UNAVAILABLE'), 'Failed to create checkout session. Please try again.'],
    [() => new Error('broken'), 'Could not initiate upgrade process. Please try again.'],
  ])('shows why the payment page could not be opened', async (error, words) => {
    const tab = paymentTab();
    open('free', 1, () => {
      throw error();
    });
    fireEvent.click((await dialog()).getByRole('button', { name: 'Upgrade to Standard' }));
    await (await dialog()).findByText(words);
    expect(screen.getByText('Error').closest('[role=alert]')?.textContent).toContain(words);
    expect(tab.isClosed).toBe(true);
  });
});
