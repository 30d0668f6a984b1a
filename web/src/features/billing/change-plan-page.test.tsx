import { describe, expect, it } from '@jest/globals';
import { AppError } from '@kith/proto';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { fakeServer, graphqlAnswers, sentOperations } from '../../testing/fake-server.js';
import { aUser, renderApp } from '../../testing/render-app.js';
import { ChangePlanPage } from './change-plan-page.js';

const UPGRADE = {
  __typename: 'PlanChange',
  id: 'change-1',
  direction: 'upgrade',
  fromPlan: 'basic',
  toPlan: 'premium',
  todayCents: 512,
  renewalCents: 1999 as number | null,
  renewsAt: '2026-12-20T10:00:00.000Z' as string | null,
  takesEffectAt: '2026-11-22T10:00:00.000Z',
  endsAt: null as string | null,
  isSandbox: false,
};
const DOWNGRADE = {
  ...UPGRADE,
  direction: 'downgrade',
  fromPlan: 'premium',
  toPlan: 'basic',
  todayCents: 0,
  renewalCents: 999,
  takesEffectAt: '2026-12-20T10:00:00.000Z',
};
type Change = typeof UPGRADE;

describe('the page of a plan change', () => {
  const open = (preview: () => Change, confirm: () => object = () => outcome('paid')) => {
    const calls = fakeServer({
      'GET /api/auth/user': () => ({ body: aUser({ subscriptionPlan: 'basic' }) }),
      'POST /graphql': graphqlAnswers({
        PreviewPlanChange: () => ({ previewPlanChange: preview() }),
        ConfirmPlanChange: () => ({ confirmPlanChange: confirm() }),
      }),
    });
    renderApp({ page: <ChangePlanPage />, path: '/change-plan/:plan', at: '/change-plan/premium', isProtected: true });
    return sentOperations(calls);
  };
  const outcome = (state: string, payUrl: string | null = null) => ({ __typename: 'PlanChangeOutcome', state, payUrl });
  const confirm = async (name: string): Promise<void> => void fireEvent.click(await screen.findByRole('button', { name }));

  it('shows what an upgrade costs today and later, and charges nothing before it is confirmed', async () => {
    const sent = open(() => UPGRADE);
    await screen.findByRole('heading', { name: 'From Standard to Premium' });
    expect(screen.getByText('$5.12')).toBeTruthy();
    expect(screen.getByText('The difference for the rest of the period until Dec 20, 2026.')).toBeTruthy();
    expect(screen.getByText('$19.99 a month')).toBeTruthy();
    expect(sent('ConfirmPlanChange')).toEqual([]);
    await confirm('Pay $5.12 and change');
    await screen.findByText('at /dashboard?upgrade=success');
    expect(sent('ConfirmPlanChange')).toEqual([{ id: 'change-1' }]);
  });

  it('says before an upgrade that a cancelled subscription still ends', async () => {
    open(() => ({ ...UPGRADE, renewalCents: null, renewsAt: null, endsAt: '2026-12-20T10:00:00.000Z' }));
    await screen.findByText(/^Your subscription is cancelled and still ends on Dec 20, 2026\./);
    expect(screen.queryByText('$19.99 a month')).toBeNull();
  });

  it('says when a lower plan begins, and that a cancelled subscription goes on with it', async () => {
    open(
      () => ({ ...DOWNGRADE, endsAt: '2026-12-20T10:00:00.000Z' }),
      () => outcome('scheduled'),
    );
    await screen.findByText('Premium stays until Dec 20, 2026, then you have Standard.');
    expect(screen.getByText('Your subscription no longer ends on Dec 20, 2026: it goes on as Standard.')).toBeTruthy();
    await confirm('Change to Standard');
    await screen.findByText('at /settings');
  });

  it('shows the new amount and asks again when the amount has changed', async () => {
    let todayCents = 512;
    const sent = open(
      () => ({ ...UPGRADE, id: `change-${todayCents}`, todayCents }),
      () => {
        if (todayCents === 500) return outcome('paid');
        todayCents = 500;
        throw new AppError('AMOUNT_CHANGED');
      },
    );
    await confirm('Pay $5.12 and change');
    await confirm('Pay $5 and change');
    await screen.findByText('at /dashboard?upgrade=success');
    expect(sent('ConfirmPlanChange')).toEqual([{ id: 'change-512' }, { id: 'change-500' }]);
  });

  it('leads to the provider when the card was not charged', async () => {
    open(
      () => UPGRADE,
      () => outcome('payment_required', 'https://invoice.stripe.com/i/1'),
    );
    await confirm('Pay $5.12 and change');
    const link = await screen.findByRole('link', { name: 'Open payment page' });
    expect(link.getAttribute('href')).toBe('https://invoice.stripe.com/i/1');
    expect(screen.queryByRole('button', { name: 'Pay $5.12 and change' })).toBeNull();
  });

  it.each([
    ['NOT_FOUND', 'There is no subscription to change', '/pricing'],
    ['ALREADY_SUBSCRIBED', 'This change is not possible', '/settings'],
  ] as const)('says why there is nothing to confirm, and where to go: %s', async (code, title, path) => {
    open(() => {
      throw new AppError(code);
    });
    await screen.findByRole('heading', { name: title });
    expect(screen.getByRole('link').getAttribute('href')).toBe(path);
  });

  it('can be loaded again when the provider is unavailable', async () => {
    let isAway = true;
    open(() => {
      if (isAway) throw new AppError('PAYMENT_UNAVAILABLE');
      return UPGRADE;
    });
    const retry = await screen.findByRole('button', { name: 'Try again' });
    isAway = false;
    fireEvent.click(retry);
    await waitFor(() => screen.getByText('$5.12'));
  });
});
