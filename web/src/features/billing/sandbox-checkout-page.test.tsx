import { describe, expect, it } from '@jest/globals';
import { fireEvent, screen } from '@testing-library/react';
import { fakeServer, refusal, type Answer } from '../../testing/fake-server.js';
import { aUser, renderApp } from '../../testing/render-app.js';
import { SandboxCheckoutPage } from './sandbox-checkout-page.js';

const ID = '0b9c1de4-6f5b-4a1e-9d1c-0a3f6a6f1a11';
const PATH = `/api/sandbox/checkout/${ID}`;
const offer = (state: string) => ({ id: ID, kind: 'credits', title: '500 credits', priceCents: 799, state });

describe('the sandbox checkout', () => {
  const open = (answers: Record<string, Answer>) => {
    const calls = fakeServer({ 'GET /api/auth/user': () => ({ body: aUser() }), ...answers });
    renderApp({
      page: <SandboxCheckoutPage />,
      path: '/sandbox-checkout/:checkoutId',
      at: `/sandbox-checkout/${ID}`,
      isProtected: true,
    });
    return calls;
  };

  it('explains that no money moves, and pays once, however often it is clicked', async () => {
    const calls = open({
      [`GET ${PATH}`]: () => ({ body: offer('open') }),
      [`POST ${PATH}`]: () => ({ body: { url: 'http://kith.test/credits?purchase=success' } }),
    });
    expect(await screen.findByText(/No payment provider is configured, and no money moves/)).toBeTruthy();
    expect(screen.getByText('500 credits for $7.99')).toBeTruthy();
    const pay = screen.getByRole('button', { name: 'Pay in the sandbox' });
    fireEvent.click(pay);
    fireEvent.click(pay);
    await screen.findByText('at /credits?purchase=success');
    expect(calls.filter(({ method }) => method === 'POST').map(({ body }) => body)).toEqual([{ outcome: 'pay' }]);
  });

  it('cannot be declined while the payment is running', async () => {
    let pay = (): void => undefined;
    const paid = new Promise<Awaited<ReturnType<Answer>>>((resolve) => {
      pay = () => resolve({ body: { url: 'http://kith.test/credits?purchase=success' } });
    });
    const calls = open({ [`GET ${PATH}`]: () => ({ body: offer('open') }), [`POST ${PATH}`]: () => paid });
    fireEvent.click(await screen.findByRole('button', { name: 'Pay in the sandbox' }));
    fireEvent.click(screen.getByRole('button', { name: 'Decline' }));
    pay();
    await screen.findByText('at /credits?purchase=success');
    expect(calls.filter(({ method }) => method === 'POST').map(({ body }) => body)).toEqual([{ outcome: 'pay' }]);
  });

  it.each([
    ['paid', 'This was paid already.'],
    ['expired', 'This checkout is over.'],
  ])('has no buttons once it is %s', async (state, words) => {
    open({ [`GET ${PATH}`]: () => ({ body: offer(state) }) });
    await screen.findByText(words);
    expect(screen.queryByRole('button', { name: 'Pay in the sandbox' })).toBeNull();
  });

  it('shows that the checkout does not exist', async () => {
    open({ [`GET ${PATH}`]: refusal(404, 'NOT_FOUND', 'Not found.') });
    await screen.findByText('There is no such checkout');
  });

  it('shows that loading failed, and loads it on retry', async () => {
    let isAway = true;
    const away = refusal(503, 'UNAVAILABLE', 'This part of Kith is not running right now. Please try again in a moment.');
    open({ [`GET ${PATH}`]: (call) => (isAway ? away(call) : { body: offer('open') }) });
    await screen.findByText('This part of Kith is not running right now. Please try again in a moment.');
    expect(screen.queryByText('There is no such checkout')).toBeNull();
    isAway = false;
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByText('500 credits for $7.99');
  });

  it('shows an error when the answer is not from Kith', async () => {
    open({ [`GET ${PATH}`]: () => new Response('<html>') });
    await screen.findByText('This could not be loaded');
  });

  it('keeps the words of a declined payment on the page, and allows another try', async () => {
    open({
      [`GET ${PATH}`]: () => ({ body: offer('open') }),
      [`POST ${PATH}`]: refusal(402, 'PAYMENT_DECLINED', 'The payment was declined. Nothing was charged.'),
    });
    fireEvent.click(await screen.findByRole('button', { name: 'Decline' }));
    await screen.findByText('The payment was declined. Nothing was charged.');
    expect(screen.getByRole('button', { name: 'Pay in the sandbox' })).toHaveProperty('disabled', false);
  });

  it('has no buttons any more when the checkout was over meanwhile', async () => {
    open({
      [`GET ${PATH}`]: () => ({ body: offer('open') }),
      [`POST ${PATH}`]: refusal(410, 'CHECKOUT_OVER', 'This checkout is over. Please start again.'),
    });
    fireEvent.click(await screen.findByRole('button', { name: 'Pay in the sandbox' }));
    await screen.findByText('This checkout is over. Please start again.');
    expect(screen.queryByRole('button', { name: 'Pay in the sandbox' })).toBeNull();
  });

  it('shows why a payment failed, and allows another try', async () => {
    open({
      [`GET ${PATH}`]: () => ({ body: offer('open') }),
      [`POST ${PATH}`]: refusal(503, 'PAYMENT_UNAVAILABLE', 'Failed to create checkout session. Please try again.'),
    });
    fireEvent.click(await screen.findByRole('button', { name: 'Decline' }));
    await screen.findByText('Failed to create checkout session. Please try again.');
    expect(screen.getByRole('button', { name: 'Decline' })).toHaveProperty('disabled', false);
  });
});
