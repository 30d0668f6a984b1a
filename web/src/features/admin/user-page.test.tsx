import { describe, expect, it } from '@jest/globals';
import { fireEvent, screen, within } from '@testing-library/react';
import { anAccount, asAdmin, openAdmin } from '../../testing/fake-admin.js';
import { ONLY_PAGE } from '../../testing/fake-server.js';
import { UserPage } from './user-page.js';

const MARA = anAccount(7, { username: 'mara', messageCredits: 1500 });
const GONE = '99999999-0000-4000-8000-000000000009';

const ACCOUNT = {
  __typename: 'UserAccount',
  plan: 'premium',
  source: 'admin',
  status: 'active',
  paidPlan: 'basic',
  currentPeriodEnd: '2026-12-20T10:00:00.000Z',
  cancelsAtPeriodEnd: false,
  graceEndsAt: null,
  isSandbox: false,
  credits: 1500,
  used: 12,
  dailyLimit: 500,
};
const PAYMENT = {
  __typename: 'Payment',
  id: 'in_1',
  at: '2026-11-01T12:00:00.000Z',
  title: 'Standard plan',
  cents: 999,
  currency: 'usd',
  refundedCents: 500,
  dispute: 'won',
};
const BOT = {
  __typename: 'UserBot',
  id: '11111111-1111-4111-8111-111111111111',
  name: 'Juniper',
  status: 'online',
  runtimeState: 'online',
  messageCount: 1284,
  createdAt: '2026-10-01T10:00:00.000Z',
};
const SESSION = {
  __typename: 'Session',
  id: 'a',
  createdAt: '2026-10-01T10:00:00.000Z',
  lastUsedAt: '2026-10-01T10:00:00.000Z',
  ip: '203.0.113.7',
  userAgent: 'Firefox',
};
const ENTRY = {
  __typename: 'AuditEvent',
  id: 'e1',
  at: '2026-10-01T10:00:00.000Z',
  action: 'bot_removed',
  actorId: MARA.id,
  actorName: 'mara',
  effectiveUserId: MARA.id,
  target: GONE,
  ip: null,
  requestId: null,
  details: {},
};

function open(world: Partial<Parameters<typeof openAdmin>[0]> = {}, user = MARA) {
  let sessions = [SESSION];
  return openAdmin({
    page: <UserPage />,
    path: '/admin/users/:userId',
    at: `/admin/users/${user.id}`,
    operations: {
      UserPage: () => ({ user, userAccount: ACCOUNT, userBots: { __typename: 'UserBotList', total: 1, bots: [BOT] } }),
      UserPayments: () => ({ userPayments: { __typename: 'PaymentList', total: 1, ...ONLY_PAGE, payments: [PAYMENT] } }),
      UserSessions: () => ({ userSessions: sessions }),
      EndUserSessions: () => {
        sessions = [];
        return { endUserSessions: { __typename: 'Message', message: 'The user has been signed out everywhere.' } };
      },
      AuditLog: () => ({
        auditLog: {
          __typename: 'AuditLog',
          total: 1,
          ...ONLY_PAGE,
          isIntact: true,
          names: [
            { __typename: 'AuditName', id: MARA.id, name: 'mara' },
            { __typename: 'AuditName', id: GONE, name: null },
          ],
          events: [ENTRY],
        },
      }),
    },
    ...world,
  });
}

describe('the page of a user', () => {
  it('shows plan and source, credits, companions, sessions and the audit log, which calls a deleted companion deleted', async () => {
    open();
    await screen.findByText('Given by an administrator');
    expect(screen.getByText('1,500')).toBeTruthy();
    expect(screen.getByText('12 of 500')).toBeTruthy();
    const [paid] = await within(await screen.findByRole('group', { name: 'Payments' })).findAllByRole('row', {
      name: /Standard plan/,
    });
    expect(paid?.textContent).toBe('Nov 1, 2026Standard plan $5.00 refunded Dispute closed$9.99');
    expect(within(screen.getByRole('list', { name: 'Companions' })).getByText('Juniper')).toBeTruthy();
    expect(await screen.findByText('Firefox')).toBeTruthy();
    const entry = within(await screen.findByRole('list', { name: 'Entries' }));
    expect(entry.getByText('Companion deleted')).toBeTruthy();
    expect(entry.getByText('Deleted')).toBeTruthy();
  });

  it('signs the user out everywhere after confirmation', async () => {
    const { sent } = open();
    fireEvent.click(await screen.findByRole('button', { name: 'Sign Out Everywhere' }));
    fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Sign Out Everywhere' }));
    await screen.findByText('Signed Out');
    expect(sent('EndUserSessions')).toEqual([{ userId: MARA.id }]);
    await screen.findByText('Not signed in anywhere.');
  });

  it('leaves out credits, impersonation and the audit log for administrators, and the sessions of other administrators', async () => {
    const { sent } = open({ user: asAdmin }, anAccount(8, { username: 'ole', role: 'admin', isAdmin: true }));
    await screen.findByText('The sessions of administrators are for the super-admin.');
    for (const name of ['Add Credits', 'Take Credits', 'Impersonate', 'Sign Out Everywhere'])
      expect(screen.queryByRole('button', { name })).toBeNull();
    expect(screen.getByRole('button', { name: 'Change Plan' })).toBeTruthy();
    expect([...sent('AuditLog'), ...sent('UserSessions')]).toEqual([]);
  });
});
