import { describe, expect, it } from '@jest/globals';
import type { Plan } from '@kith/proto';
import { fireEvent, screen } from '@testing-library/react';
import { fakeServer, graphqlAnswers } from '../testing/fake-server.js';
import { aUser, renderApp } from '../testing/render-app.js';
import { UpgradeGreeting } from './upgrade.js';

const open = (at: string, known: Plan, now: Plan) => {
  fakeServer({
    'GET /api/auth/user': () => ({ body: aUser({ subscriptionPlan: known }) }),
    'POST /graphql': graphqlAnswers({ PlanAndCredits: () => ({ usage: { __typename: 'Usage', plan: now, credits: 0 } }) }),
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
  it('names the plan in force until it is dismissed', async () => {
    open('/dashboard?upgrade=success', 'premium', 'premium');
    await screen.findByText('Welcome to the Premium plan');
    fireEvent.click(screen.getByRole('button', { name: 'Dismiss the greeting' }));
    await screen.findByText('the dashboard');
    expect(screen.queryByText('Welcome to the Premium plan')).toBeNull();
  });

  it('names no plan that the server does not report [S65]', async () => {
    open('/dashboard?upgrade=success', 'free', 'free');
    await screen.findByText('Thank you. Your payment is being confirmed');
    expect(screen.queryByText(/^Welcome to the/)).toBeNull();
  });

  it('updates when the payment is confirmed after the customer came back', async () => {
    open('/dashboard?upgrade=success', 'free', 'basic');
    await screen.findByText('Welcome to the Standard plan');
  });

  it('is not shown without ?upgrade=success', async () => {
    open('/dashboard', 'premium', 'premium');
    await screen.findByText('the dashboard');
    expect(screen.queryByRole('status')?.textContent ?? '').toBe('');
  });
});
