import { describe, expect, it, jest } from '@jest/globals';
import type { Plan } from '@kith/proto';
import { act, fireEvent, screen } from '@testing-library/react';
import { fakeServer, graphqlAnswers } from '../testing/fake-server.js';
import { aUser, renderApp } from '../testing/render-app.js';
import { UpgradeGreeting } from './upgrade.js';

interface Purchase {
  readonly plan: Plan;
  readonly state: 'open' | 'processing' | 'paid' | 'declined' | 'expired';
}

/** `purchase` is what the server reports; its answer can change while the page is open. */
const open = (at: string, purchase: () => Purchase | null) => {
  fakeServer({
    'GET /api/auth/user': () => ({ body: aUser({ subscriptionPlan: 'free' }) }),
    'POST /graphql': graphqlAnswers({
      RecentPlanPurchase: () => {
        const recent = purchase();
        return {
          usage: { __typename: 'Usage', plan: recent?.state === 'paid' ? recent.plan : 'free' },
          recentPlanPurchase: recent && { __typename: 'PlanPurchase', ...recent },
        };
      },
    }),
  });
  const page = (
    <>
      <h1>the dashboard</h1>
      <UpgradeGreeting />
    </>
  );
  renderApp({ page, path: '/dashboard', at, isProtected: true });
};

describe('the welcome after an upgrade', () => {
  it('names the plan that was paid until it is dismissed', async () => {
    open('/dashboard?upgrade=success', () => ({ plan: 'premium', state: 'paid' }));
    await screen.findByText('Welcome to the Premium plan');
    fireEvent.click(screen.getByRole('button', { name: 'Dismiss the greeting' }));
    await screen.findByText('the dashboard');
    expect(screen.queryByText('Welcome to the Premium plan')).toBeNull();
  });

  it.each([
    ['declined', 'The payment was declined'],
    ['expired', 'The checkout is over'],
    ['open', 'We have not received a payment yet'],
  ] as const)('says how the payment went instead: %s', async (state, words) => {
    open('/dashboard?upgrade=success', () => ({ plan: 'basic', state }));
    await screen.findByText(words);
    expect(screen.queryByText(/^Welcome to the/)).toBeNull();
  });

  it('updates when the payment is confirmed after the customer came back', async () => {
    jest.useFakeTimers();
    try {
      let state: Purchase['state'] = 'processing';
      open('/dashboard?upgrade=success', () => ({ plan: 'basic', state }));
      await act(() => jest.advanceTimersByTimeAsync(100));
      expect(screen.getByText('Your payment is being confirmed')).toBeTruthy();
      state = 'paid';
      await act(() => jest.advanceTimersByTimeAsync(6000));
      expect(screen.getByText('Welcome to the Standard plan')).toBeTruthy();
    } finally {
      jest.useRealTimers();
    }
  });

  it.each(['/dashboard?upgrade=success', '/dashboard'])('claims nothing without a payment: %s [S65]', async (at) => {
    let isAsked = false;
    open(at, () => {
      isAsked = true;
      return null;
    });
    await screen.findByText('the dashboard');
    if (at.includes('?')) await act(async () => expect(isAsked).toBe(true));
    expect(screen.queryByRole('status')?.textContent ?? '').toBe('');
  });
});
