import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { normalisePlan } from '@kith/proto';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { aUser } from '../../testing/render-app.js';
import { anAccount, asAdmin, HELGA, openAdmin, refuse, ROOT } from '../../testing/fake-admin.js';
import { UsersPage } from './users-page.js';

const MARA = anAccount(7, {
  username: 'mara',
  subscriptionPlan: 'basic',
  subscriptionStatus: 'active',
  messageCredits: 1500,
});
// A plan and a status that only a newer server knows.
const ODD = anAccount(8, { username: 'odd', subscriptionPlan: 'gold' as never, subscriptionStatus: 'paused' as never });

type World = Partial<Parameters<typeof openAdmin>[0]>;
const open = (world: World = {}) =>
  openAdmin({ page: <UsersPage />, path: '/admin/users', accounts: [ROOT, HELGA, MARA, ODD], ...world });
const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));
const confirm = (name: string) => fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name }));
const everybody = () => screen.findByRole('list', { name: 'All Users' });
const admins = () => screen.findByRole('list', { name: 'Current Administrators' });
const done = { __typename: 'Message', message: 'Done' };

beforeEach(() => {
  jest.restoreAllMocks();
});

describe('the user management', () => {
  it('lists administrators above and everybody else below', async () => {
    open();
    const above = within(await admins());
    expect(above.getAllByRole('listitem')).toHaveLength(2);
    expect(above.getByText('Super-admin')).toBeTruthy();
    const below = within(await everybody());
    expect(below.getAllByRole('listitem')).toHaveLength(2);
    expect(below.queryByText('helga')).toBeNull();
  });

  it('shows plan and subscription status as badges, unknown values as Free and Undefined', async () => {
    open();
    const [mara, odd] = within(await everybody()).getAllByRole('listitem');
    expect(within(mara as HTMLElement).getByText('Standard')).toBeTruthy();
    expect(within(mara as HTMLElement).getByText('Active')).toBeTruthy();
    expect(within(mara as HTMLElement).getByText('1,500 credits')).toBeTruthy();
    expect(within(odd as HTMLElement).getByText('Free')).toBeTruthy();
    expect(within(odd as HTMLElement).getByText('Undefined')).toBeTruthy();
  });

  it('offers no button to revoke the super-admin', async () => {
    open({ user: asAdmin });
    await admins();
    expect(screen.queryByRole('button', { name: 'Revoke the admin rights of root' })).toBeNull();
    expect(screen.getByRole('button', { name: 'Revoke the admin rights of helga' })).toBeTruthy();
  });

  it('searches on the server and shows an empty state without matches', async () => {
    const { sent } = open();
    await everybody();
    fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'mar' } });
    await waitFor(() => expect(sent('Accounts').at(-1)).toMatchObject({ search: 'mar', offset: 0 }));
    await waitFor(() => expect(screen.queryByText('odd')).toBeNull());
    fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'nobody' } });
    await screen.findByText('No users found');
    await press('Clear search');
    await screen.findByText('odd');
  });

  it('shows an empty state when all users are administrators', async () => {
    open({ accounts: [ROOT, HELGA] });
    await screen.findByText('No users yet');
  });

  it('sends other users to the start page with an error toast', async () => {
    open({ user: aUser() });
    await screen.findByText('at /');
    await screen.findByText('Only administrators can access this page.');
  });

  it('shows which list could not be loaded, with the message of the server', async () => {
    open({ operations: { Accounts: refuse('UNAVAILABLE', 'Not now.'), Admins: refuse('UNAVAILABLE', 'Not now.') } });
    await screen.findByText('Failed to load admin users');
    await screen.findByText('Failed to load users');
    expect(screen.getAllByText('Not now.')).toHaveLength(2);
  });
});

describe('the admin rights of a user', () => {
  it('are granted once after confirmation', async () => {
    const world = open({
      operations: {
        GrantAdmin: ({ userId }) => {
          world.change(userId, { role: 'admin', isAdmin: true });
          return { grantAdmin: done };
        },
      },
    });
    await press('Make mara an admin');
    expect(world.sent('GrantAdmin')).toHaveLength(0);
    confirm('Make Admin');
    confirm('Make Admin');
    await screen.findByText('Admin privileges granted');
    await waitFor(async () => expect(within(await admins()).getByText('mara')).toBeTruthy());
    await waitFor(async () => expect(within(await everybody()).queryByText('mara')).toBeNull());
    expect(world.sent('GrantAdmin')).toEqual([{ userId: MARA.id }]);
  });

  it('are revoked after confirmation', async () => {
    const world = open({
      operations: {
        RevokeAdmin: ({ userId }) => {
          world.change(userId, { role: 'user', isAdmin: false });
          return { revokeAdmin: done };
        },
      },
    });
    await press('Revoke the admin rights of helga');
    confirm('Revoke Admin');
    await screen.findByText('Admin privileges revoked');
    await waitFor(async () => expect(within(await admins()).queryByText('helga')).toBeNull());
    expect(world.sent('RevokeAdmin')).toEqual([{ userId: HELGA.id }]);
  });

  it('open the dashboard without an error after an administrator has revoked their own', async () => {
    open({ user: asAdmin, operations: { RevokeAdmin: () => ({ revokeAdmin: done }) } });
    await press('Revoke the admin rights of helga');
    confirm('Revoke Admin');
    await screen.findByText('at /dashboard');
    await screen.findByText('Admin privileges revoked');
    expect(screen.queryByText('Access Denied')).toBeNull();
  });

  it('show the message of the server when a change is refused', async () => {
    open({ operations: { GrantAdmin: refuse('NOT_FOUND'), RevokeAdmin: refuse('SUPER_ADMIN_PROTECTED') } });
    await press('Make mara an admin');
    confirm('Make Admin');
    await screen.findByText('Failed to grant admin privileges');
    expect(screen.getByText('Not found.')).toBeTruthy();
    await press('Revoke the admin rights of helga');
    confirm('Revoke Admin');
    await screen.findByText('Failed to revoke admin privileges');
    expect(screen.getByText('The super-admin cannot be changed this way.')).toBeTruthy();
  });
});

describe('the plan of a user', () => {
  const choose = async (plan: string) => {
    await press('Change the plan of mara');
    fireEvent.change(screen.getByRole('combobox', { name: 'Plan' }), { target: { value: plan } });
    fireEvent.click(screen.getByRole('button', { name: 'Save Plan' }));
  };

  it('can be changed to free, standard or premium', async () => {
    const world = open({
      operations: {
        SetUserPlan: ({ userId, plan }) => {
          world.change(userId, { subscriptionPlan: normalisePlan(plan) });
          return { setUserPlan: { __typename: 'UserPlan', userId, plan, message: 'Done' } };
        },
      },
    });
    await press('Change the plan of mara');
    const select = screen.getByRole('combobox', { name: 'Plan' }) as HTMLSelectElement;
    expect([...select.options].map(({ value }) => value)).toEqual(['free', 'standard', 'premium']);
    expect(select.value).toBe('standard');
    fireEvent.change(select, { target: { value: 'premium' } });
    fireEvent.click(screen.getByRole('button', { name: 'Save Plan' }));
    await screen.findByText('Subscription Updated');
    expect(screen.getByText('mara is on the Premium plan now.')).toBeTruthy();
    expect(world.sent('SetUserPlan')).toEqual([{ userId: MARA.id, plan: 'premium' }]);
    await waitFor(async () => expect(within(await everybody()).getByText('Premium')).toBeTruthy());
  });

  it('stays the higher one of a paid subscription, and the toast says so', async () => {
    open({
      operations: {
        SetUserPlan: ({ userId }) => ({ setUserPlan: { __typename: 'UserPlan', userId, plan: 'basic', message: 'Done' } }),
      },
    });
    await choose('free');
    await screen.findByText('The Free plan was set, but the subscription of mara keeps Standard in force.');
  });

  it('stays selected in the dialog when the change is refused', async () => {
    open({ operations: { SetUserPlan: refuse('OVERLOADED', 'Busy.') } });
    await choose('premium');
    await screen.findByText('Update Failed');
    expect(screen.getAllByText('Busy.').length).toBeGreaterThan(0);
    expect((screen.getByRole('combobox', { name: 'Plan' }) as HTMLSelectElement).value).toBe('premium');
  });
});
