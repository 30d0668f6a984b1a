import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { ImpersonationBanner } from '../../app/layout/shell.js';
import { endSession, storeToken, readToken } from '../../lib/session.js';
import { anAccount, asAdmin, asSuperAdmin, HELGA, openAdmin, refuse, ROOT } from '../../testing/fake-admin.js';
import { refusal, type Answer } from '../../testing/fake-server.js';
import { aUser } from '../../testing/render-app.js';
import { ImpersonatePage } from './impersonate-page.js';

const MARA = anAccount(7, { username: 'mara' });
const acting = aUser({ id: MARA.id, username: 'mara', impersonatedBy: { id: ROOT.id, username: 'root' } });

const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));

beforeEach(() => {
  jest.restoreAllMocks();
});
afterEach(() => storeToken(null));

describe('impersonation', () => {
  const start = `POST /api/admin/impersonate/${MARA.id}`;
  const open = (answer?: Answer, world: Partial<Parameters<typeof openAdmin>[0]> = {}) =>
    openAdmin({
      page: <ImpersonatePage />,
      path: '/admin/impersonate',
      accounts: [ROOT, HELGA, MARA],
      rest: answer ? { [start]: answer } : {},
      ...world,
    });
  const confirm = () => fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Start Impersonation' }));

  it('starts after confirmation: stores the token, becomes the user and opens the dashboard', async () => {
    storeToken('super');
    const { calls } = open(() => ({ body: { message: 'Impersonation started', token: 'acting', user: acting } }));
    await press('Impersonate mara');
    expect(calls.some(({ path }) => path.includes('impersonate'))).toBe(false);
    confirm();
    confirm();
    await screen.findByText('at /dashboard');
    await screen.findByText('Impersonation Started');
    expect(screen.getByText('You are now acting as mara.')).toBeTruthy();
    expect(screen.queryByText('Access Denied')).toBeNull();
    expect(readToken()).toBe('acting');
    expect(calls.filter(({ path }) => path.includes('impersonate'))).toMatchObject([
      { method: 'POST', headers: { authorization: 'Bearer super' } },
    ]);
  });

  it('of an administrator is refused before anything is sent', async () => {
    const { calls } = open();
    await press('Impersonate helga');
    await screen.findByText('Cannot Impersonate Admin');
    expect(screen.getByText('You cannot impersonate another administrator.')).toBeTruthy();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(calls.some(({ path }) => path.includes('impersonate'))).toBe(false);
  });

  it('of a user who has become an administrator meanwhile is refused by the server', async () => {
    open(refusal(403, 'CANNOT_IMPERSONATE', 'You cannot impersonate another administrator.'));
    await press('Impersonate mara');
    confirm();
    await screen.findByText('Cannot Impersonate Admin');
  });

  it('that fails shows why and leaves the super-admin signed in', async () => {
    storeToken('super');
    open(refusal(404, 'NOT_FOUND', 'Not found.'));
    await press('Impersonate mara');
    confirm();
    await screen.findByText('Impersonation Failed');
    expect(screen.getByText('Not found.')).toBeTruthy();
    expect(readToken()).toBe('super');
  });

  it('shows an error when the users cannot be loaded', async () => {
    open(undefined, { operations: { Accounts: refuse('UNAVAILABLE') } });
    await screen.findByText('Error loading users. Please try again.');
  });

  it('is closed to administrators who are not the super-admin', async () => {
    open(undefined, { user: asAdmin });
    await screen.findByText('at /');
    await screen.findByText('You do not have permission to access this page.');
  });
});

describe('the red banner', () => {
  const end = 'POST /api/admin/end-impersonation';
  const open = (answer: Answer) =>
    openAdmin({ page: <ImpersonationBanner />, path: '/settings', user: acting, rest: { [end]: answer } });
  const back: Answer = () => ({ body: { message: 'Impersonation ended', token: 'super', user: asSuperAdmin } });

  it('ends the impersonation once and opens the admin dashboard', async () => {
    storeToken('acting');
    const { calls } = open(back);
    await press('End Impersonation');
    await screen.findByText('at /admin');
    await screen.findByText('Impersonation Ended');
    expect(screen.getByText('You are root again.')).toBeTruthy();
    expect(readToken()).toBe('super');
    expect(calls.filter(({ path }) => path.endsWith('end-impersonation'))).toMatchObject([
      { method: 'POST', headers: { authorization: 'Bearer acting' } },
    ]);
  });

  const expired: Answer = () => ({ body: { message: 'The impersonation had expired.', token: null, user: null } });

  it('ends an expired impersonation without a click and asks to log in', async () => {
    storeToken('acting');
    const { calls } = open(expired);
    await screen.findByRole('button', { name: 'End Impersonation' });
    act(() => endSession());
    await screen.findByText('at /auth');
    await screen.findByText('The 30 minutes are over. Please log in again.');
    expect(screen.getByText('Impersonation Ended')).toBeTruthy();
    expect(readToken()).toBeNull();
    expect(calls.filter(({ path }) => path.endsWith('end-impersonation'))).toHaveLength(1);
  });

  it('asks to log in when the impersonation had expired before the button was pressed', async () => {
    storeToken('acting');
    open(expired);
    await press('End Impersonation');
    await screen.findByText('at /auth');
    await screen.findByText('The 30 minutes are over. Please log in again.');
    expect(readToken()).toBeNull();
  });

  it('shows why the impersonation could not be ended, and stays', async () => {
    open(refusal(503, 'UNAVAILABLE', 'Not now.'));
    await press('End Impersonation');
    await screen.findByText('Failed to end impersonation: Not now.');
    expect(screen.getByText('Error')).toBeTruthy();
    await waitFor(() =>
      expect((screen.getByRole('button', { name: 'End Impersonation' }) as HTMLButtonElement).disabled).toBe(false),
    );
  });

  it('opens the sign-in page when the session of the super-admin has ended too', async () => {
    storeToken('acting');
    open(refusal(401, 'UNAUTHENTICATED', 'Please sign in.'));
    await press('End Impersonation');
    await screen.findByText('at /auth');
    expect(readToken()).toBeNull();
  });
});
