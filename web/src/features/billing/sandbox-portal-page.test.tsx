import { describe, expect, it } from '@jest/globals';
import { AppError } from '@kith/proto';
import { fireEvent, screen } from '@testing-library/react';
import { fakeServer, graphqlAnswers, sentOperations } from '../../testing/fake-server.js';
import { aUser, renderApp } from '../../testing/render-app.js';
import { SandboxPortalPage } from './sandbox-portal-page.js';

const PAYMENT = {
  __typename: 'SandboxPayment',
  id: 'p1',
  title: 'Standard plan, monthly',
  cents: 999,
  state: 'paid',
  at: '2026-11-20T10:00:00.000Z',
};
const PORTAL = { __typename: 'SandboxPortal', isCardDeclined: false, hasSubscription: true, payments: [PAYMENT] };

describe('the billing of the sandbox', () => {
  const open = (portal: () => typeof PORTAL, change: (action: unknown) => typeof PORTAL = portal) => {
    const calls = fakeServer({
      'GET /api/auth/user': () => ({ body: aUser() }),
      'POST /graphql': graphqlAnswers({
        SandboxPortalPage: () => ({ sandboxPortal: portal() }),
        ChangeSandbox: ({ action }) => ({ changeSandbox: change(action) }),
      }),
    });
    renderApp({ page: <SandboxPortalPage />, path: '/sandbox-portal', isProtected: true });
    return sentOperations(calls);
  };

  it('says that no money moves, and refunds a payment', async () => {
    const sent = open(
      () => PORTAL,
      () => ({ ...PORTAL, hasSubscription: false, payments: [{ ...PAYMENT, state: 'refunded' }] }),
    );
    await screen.findByText(/no money moves/);
    fireEvent.click(screen.getByRole('button', { name: 'Refund: Standard plan, monthly, $9.99' }));
    await screen.findByText('Refunded');
    expect(screen.queryByRole('button', { name: /^Refund/ })).toBeNull();
    expect(sent('ChangeSandbox')).toEqual([{ action: 'refund', paymentId: 'p1' }]);
  });

  it('declines the card and ends the period', async () => {
    const sent = open(
      () => PORTAL,
      (action) =>
        action === 'renew'
          ? { ...PORTAL, isCardDeclined: true, payments: [{ ...PAYMENT, id: 'p2', state: 'open' }] }
          : { ...PORTAL, isCardDeclined: true },
    );
    const card = await screen.findByRole('switch', { name: 'The card is declined' });
    fireEvent.click(card);
    await screen.findByRole('switch', { name: 'The card is declined', checked: true });
    expect(sent('ChangeSandbox')[0]).toEqual({ action: 'decline_card', paymentId: null });
    fireEvent.click(screen.getByRole('button', { name: 'End this period now' }));
    await screen.findByRole('button', { name: 'Pay: Standard plan, monthly, $9.99' });
  });

  it('shows why an action was refused', async () => {
    open(
      () => ({ ...PORTAL, payments: [{ ...PAYMENT, state: 'open' }] }),
      () => {
        throw new AppError('PAYMENT_DECLINED');
      },
    );
    fireEvent.click(await screen.findByRole('button', { name: /^Pay:/ }));
    await screen.findByText(new AppError('PAYMENT_DECLINED').message);
  });

  it('does not exist where real payments are taken', async () => {
    open(() => {
      throw new AppError('NOT_FOUND');
    });
    await screen.findByRole('heading', { name: 'There is no test billing here' });
  });
});
