import { beforeEach, describe, expect, it } from '@jest/globals';
import { AppError, type User } from '@kith/proto';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { dismissToast } from '../../lib/toast.js';
import { paymentTab } from '../../testing/payment-tab.js';
import { aUser } from '../../testing/render-app.js';
import { FREE, STANDARD, openSettings, press, refuse, toastSays, type } from '../../testing/settings.js';

beforeEach(() => {
  localStorage.clear();
  dismissToast();
});

describe('the settings', () => {
  it('have four tabs, and keep what was typed when switching between them', async () => {
    openSettings();
    await screen.findByRole('heading', { name: 'Settings & Preferences' });
    expect(screen.getAllByRole('tab').map((tab) => tab.textContent)).toEqual([
      'Profile',
      'Security',
      'Notifications',
      'API & Advanced',
    ]);
    type('Username', 'unsaved');
    fireEvent.click(screen.getByRole('tab', { name: 'Notifications' }));
    await screen.findByText('Usage reports');
    fireEvent.click(screen.getByRole('tab', { name: 'Profile' }));
    expect(screen.getByLabelText('Username')).toHaveProperty('value', 'unsaved');
  });

  it('explain during an impersonation what is not available', async () => {
    openSettings({ user: { impersonatedBy: { id: aUser().id, username: 'root' } } });
    await screen.findByText(/^You are acting as mara\. Email, password, API key/);
  });
});

describe('the profile form', () => {
  it('saves the trimmed name and e-mail address, and updates the app', async () => {
    const { sent } = openSettings({
      operations: { UpdateProfile: () => ({ updateProfile: { ...aUser({ username: 'Mara' }), __typename: 'User' } }) },
    });
    await screen.findByLabelText('Username');
    type('Username', ' Mara ');
    press('Save Changes');
    await toastSays('Profile Updated');
    expect(sent('UpdateProfile')).toEqual([{ input: { username: 'Mara', email: 'mara@example.org' } }]);
  });

  it.each([
    ['Username', '  ', 'Username is required'],
    ['Username', 'ab', 'Username must be at least 3 characters'],
    ['Email', 'nowhere', 'Please enter a valid email address'],
  ])('refuses %s "%s" without a request', async (label, value, words) => {
    const { sent } = openSettings();
    await screen.findByLabelText(label);
    type(label, value);
    press('Save Changes');
    await toastSays('Validation Error', words);
    await waitFor(() => expect(screen.getByLabelText(label).getAttribute('aria-invalid')).toBe('true'));
    expect(sent('UpdateProfile')).toEqual([]);
  });

  it.each([
    ['USERNAME_TAKEN', 'Username', /already taken/],
    ['EMAIL_TAKEN', 'Email', /already registered/],
  ] as const)('shows %s at its field and keeps what was typed', async (code, label, words) => {
    openSettings({ operations: { UpdateProfile: refuse(code) } });
    await screen.findByLabelText(label);
    const value = label === 'Email' ? 'other@example.org' : 'other';
    type(label, value);
    press('Save Changes');
    await toastSays('Failed to update profile', words);
    await waitFor(() => expect(screen.getByLabelText(label).getAttribute('aria-invalid')).toBe('true'));
    expect(screen.getByLabelText(label)).toHaveProperty('value', value);
  });

  it.each(['IMPERSONATING', 'SUPER_ADMIN_PROTECTED', 'UNAVAILABLE'] as const)('shows why saving failed: %s', async (code) => {
    openSettings({ operations: { UpdateProfile: refuse(code) } });
    await screen.findByLabelText('Username');
    press('Save Changes');
    await toastSays('Failed to update profile', new AppError(code).message);
  });
});

describe('the notification settings', () => {
  it('say beside the switches when the server sends no mail', async () => {
    openSettings({
      tab: 'notifications',
      operations: { MailOption: () => ({ signInOptions: { __typename: 'SignInOptions', sendsMail: false } }) },
    });
    expect(await screen.findByText(/This server sends no mail/)).toBeTruthy();
  });

  it('save all four switches', async () => {
    const { me, sent } = openSettings({
      tab: 'notifications',
      operations: { UpdateNotifications: () => ({ updateNotificationSettings: { ...aUser(), __typename: 'User' } }) },
    });
    fireEvent.click(await screen.findByRole('switch', { name: /Usage reports/ }));
    press('Save Preferences');
    await toastSays('Notifications Updated');
    expect(sent('UpdateNotifications')).toEqual([{ input: { ...me.notificationSettings, usageReports: true } }]);
  });

  it('keep the switches as they are when saving fails', async () => {
    openSettings({ tab: 'notifications', operations: { UpdateNotifications: refuse('UNAVAILABLE') } });
    fireEvent.click(await screen.findByRole('switch', { name: /Product news/ }));
    press('Save Preferences');
    await toastSays('Failed to save notification settings', /not running right now/);
    expect(screen.getByRole('switch', { name: /Product news/ }).getAttribute('aria-checked')).toBe('true');
  });
});

describe('the API settings', () => {
  const withKey = (apiKeyHint: string | null, hasApiKey = true) => ({
    apiSettings: { ...aUser().apiSettings, hasApiKey, apiKeyHint },
  });
  const saved = (changes: Partial<User>) => () => ({ updateApiSettings: { ...aUser(changes), __typename: 'User' } });

  it('send a key once, then show only its last characters and empty the field', async () => {
    const { sent } = openSettings({ tab: 'api', operations: { UpdateApiSettings: saved(withKey('wxyz')) } });
    const key = await screen.findByLabelText('Personal API Key');
    expect(key).toHaveProperty('type', 'password');
    fireEvent.change(key, { target: { value: 'sk-secret-wxyz' } });
    press('Show API key');
    expect(key).toHaveProperty('type', 'text');
    fireEvent.change(screen.getByLabelText('Default Model Provider'), { target: { value: 'claude' } });
    press('Save API Settings');
    await toastSays('API Settings Updated');
    expect(sent('UpdateApiSettings')).toEqual([
      { input: { defaultModelProvider: 'claude', developerMode: false, apiKey: 'sk-secret-wxyz' } },
    ]);
    await screen.findByText('A key is stored; it ends in wxyz.');
    expect(screen.getByLabelText('Personal API Key')).toHaveProperty('value', '');
  });

  it('offer the three providers by name', async () => {
    openSettings({ tab: 'api' });
    const select = await screen.findByLabelText('Default Model Provider');
    expect([...select.querySelectorAll('option')].map((option) => option.textContent)).toEqual([
      'OpenAI GPT-4',
      'Anthropic Claude',
      'Local Model',
    ]);
  });

  it('keep the stored key when the field is empty', async () => {
    const { sent } = openSettings({
      tab: 'api',
      user: withKey(null),
      operations: { UpdateApiSettings: saved(withKey(null, false)) },
    });
    await screen.findByText('A key is stored.');
    press('Save API Settings');
    await toastSays('API Settings Updated');
    expect(sent('UpdateApiSettings')).toEqual([{ input: { defaultModelProvider: 'openai', developerMode: false } }]);
  });

  it('remove the stored key', async () => {
    const { sent } = openSettings({
      tab: 'api',
      user: withKey('wxyz'),
      operations: { UpdateApiSettings: saved(withKey(null, false)) },
    });
    fireEvent.click(await screen.findByRole('switch', { name: /Remove the stored key/ }));
    await waitFor(() => expect(screen.getByLabelText('Personal API Key')).toHaveProperty('disabled', true));
    press('Save API Settings');
    await screen.findByText('Stored encrypted and never shown again.');
    expect(sent('UpdateApiSettings')).toMatchObject([{ input: { clearApiKey: true } }]);
  });

  it('keep the typed key when the server refuses it', async () => {
    openSettings({ tab: 'api', operations: { UpdateApiSettings: refuse('IMPERSONATING') } });
    await screen.findByLabelText('Personal API Key');
    type('Personal API Key', 'sk-secret');
    press('Save API Settings');
    await toastSays('Failed to save API settings', /act as another user/);
    expect(screen.getByLabelText('Personal API Key')).toHaveProperty('value', 'sk-secret');
  });

  it('show the account id and the API reference in developer mode only', async () => {
    openSettings({ tab: 'api', user: { apiSettings: { ...aUser().apiSettings, developerMode: true } } });
    await screen.findByText(aUser().id);
    expect(screen.getByRole('link', { name: '/api/docs' })).toBeTruthy();
  });
});

describe('the subscription section', () => {
  it('shows no subscription on the Free plan', async () => {
    openSettings();
    await screen.findByText('No subscription');
    expect(screen.getByRole('link', { name: 'Compare plans' }).getAttribute('href')).toBe('/pricing');
    expect(screen.queryByRole('button', { name: 'Manage billing' })).toBeNull();
  });

  it('opens the portal of the provider in a new tab', async () => {
    const tab = paymentTab();
    openSettings({
      subscription: STANDARD,
      operations: {
        OpenPortal: () => ({ openBillingPortal: { __typename: 'BillingPortal', url: 'https://billing.stripe.com/p/1' } }),
      },
    });
    await screen.findByText('Dec 20, 2026 for $9.99');
    expect(screen.getByText('Renews on')).toBeTruthy();
    press('Manage billing');
    await waitFor(() => expect(tab.led).toEqual(['https://billing.stripe.com/p/1']));
  });

  it.each(['NOT_FOUND', 'NOT_CONFIGURED', 'IMPERSONATING'] as const)(
    'shows why the portal cannot be opened: %s',
    async (code) => {
      const tab = paymentTab();
      openSettings({ subscription: STANDARD, operations: { OpenPortal: refuse(code) } });
      await screen.findByText('Renews on');
      press('Manage billing');
      await toastSays('Failed to open the billing page', new AppError(code).message);
      expect(tab.isClosed).toBe(true);
    },
  );

  it('cancels and resumes a subscription, and takes a scheduled change to a lower plan back', async () => {
    let now = { ...STANDARD, plan: 'premium', paidPlan: 'premium', renewalCents: 1999 };
    const { sent } = openSettings({
      subscription: now,
      operations: {
        ChangeSubscription: ({ action }) => {
          const cancelsAtPeriodEnd = action === 'cancel';
          now = { ...now, cancelsAtPeriodEnd, scheduledPlan: action === 'resume' ? 'basic' : null, renewalCents: 999 };
          return { changeSubscription: now };
        },
      },
    });
    await screen.findByText('Dec 20, 2026 for $19.99');
    expect(screen.getByRole('link', { name: 'Change to Standard' }).getAttribute('href')).toBe('/change-plan/basic');
    press('Cancel subscription');
    await toastSays('Subscription Cancelled');
    await screen.findByText('Ends on');
    press('Resume subscription');
    await toastSays('Subscription Resumed');
    await screen.findByText('From Dec 20, 2026 on you have Standard for $9.99 a month.');
    press('Keep Premium');
    await toastSays('You keep your plan');
    await screen.findByText('Renews on');
    expect(sent('ChangeSubscription')).toEqual([{ action: 'cancel' }, { action: 'resume' }, { action: 'keep_plan' }]);
  });

  it('lists what was paid, page by page, with what was given back', async () => {
    const payment = { __typename: 'Payment', at: '2026-11-01T12:00:00.000Z', cents: 999, currency: 'eur', dispute: null };
    const { sent } = openSettings({
      subscription: STANDARD,
      operations: {
        Payments: ({ offset }) => ({
          payments: {
            __typename: 'PaymentList',
            total: 12,
            next: offset === 0 ? 'behind' : null,
            previous: offset === 0 ? null : 'before',
            payments: [{ ...payment, id: `in_${String(offset)}`, title: 'Standard plan', refundedCents: offset === 0 ? 999 : 0 }],
          },
        }),
      },
    });
    const table = await screen.findByRole('group', { name: 'Payments' });
    expect(within(table).getByText('€9.99')).toBeTruthy();
    expect(within(table).getByText('Refunded')).toBeTruthy();
    press('Next');
    await waitFor(() => expect(screen.queryByText('Refunded')).toBeNull());
    expect(sent('Payments')).toEqual([
      { limit: 10, offset: 0, cursor: null },
      { limit: 10, offset: 10, cursor: 'behind' },
    ]);
  });

  it('leads to the test billing in the sandbox', async () => {
    openSettings({ subscription: { ...STANDARD, isSandbox: true } });
    const link = await screen.findByRole('link', { name: 'Manage billing' });
    expect(link.getAttribute('href')).toBe('/sandbox-portal');
    expect(screen.getByText(/^This is a sandbox/)).toBeTruthy();
  });

  it.each(['NOT_FOUND', 'IMPERSONATING'] as const)('shows why a change was refused: %s', async (code) => {
    openSettings({ subscription: STANDARD, operations: { ChangeSubscription: refuse(code) } });
    await screen.findByText('Renews on');
    press('Cancel subscription');
    await toastSays('Failed to change the subscription', new AppError(code).message);
  });

  it('shows a failed payment with a link to pay, and a plan that an administrator granted', async () => {
    const payUrl = 'https://invoice.stripe.com/i/1';
    const granted = { ...STANDARD, plan: 'premium', source: 'admin', grantedPlan: 'premium' };
    openSettings({ subscription: { ...granted, graceEndsAt: '2026-11-28T10:00:00.000Z', payUrl } });
    await screen.findByText(/^A payment failed\. You keep Standard until Nov 28, 2026/);
    expect(screen.getByRole('link', { name: 'Pay now' }).getAttribute('href')).toBe(payUrl);
    expect(
      screen.getByText(
        'An administrator gave you the Premium plan. It has no end date. You also pay for the Standard plan, which renews on Dec 20, 2026.',
      ),
    ).toBeTruthy();
  });

  it('does not link to a page for the open payment that is not the provider’s [S68]', async () => {
    const subscription = { ...STANDARD, graceEndsAt: '2026-11-28T10:00:00.000Z', payUrl: 'https://stripe.com.evil.test/i/1' };
    openSettings({ subscription });
    await screen.findByText(/^A payment failed/);
    expect(screen.queryByRole('link', { name: 'Pay now' })).toBeNull();
  });

  it.each([
    ['refunded', 'Your Standard subscription ended because its payment was refunded. You can buy a plan again at any time.'],
    [
      'unpaid',
      'Your Standard subscription ended because a payment stayed open for seven days. You can buy a plan again at any time.',
    ],
  ])('says why a subscription is over: %s', async (endedReason, words) => {
    openSettings({ subscription: { ...FREE, endedPlan: 'basic', endedReason } });
    await screen.findByText(words);
    expect(screen.queryByRole('button', { name: 'Cancel subscription' })).toBeNull();
  });
});
