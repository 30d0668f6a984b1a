import { beforeEach, describe, expect, it } from '@jest/globals';
import { AppError } from '@kith/proto';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { dismissToast } from '../../lib/toast.js';
import { HERE, PHONE, openSettings, press, refuse, toastSays, type } from '../../testing/settings.js';
import { deviceName } from './sessions.js';

beforeEach(() => {
  localStorage.clear();
  dismissToast();
});

describe('the password form', () => {
  const fill = async (current: string, next: string, confirm: string) => {
    await screen.findByLabelText('Current Password');
    type('Current Password', current);
    type('New Password', next);
    type('Confirm New Password', confirm);
  };
  const change = { name: 'Change Password' };

  it('changes the password once all three fields are filled, and clears them', async () => {
    const { sent } = openSettings({
      tab: 'security',
      operations: { ChangePassword: () => ({ changePassword: { __typename: 'Message', message: 'Changed.' } }) },
    });
    await screen.findByLabelText('Current Password');
    expect(screen.getByRole('button', change)).toHaveProperty('disabled', true);
    await fill('old horse', 'new horse', 'new horse');
    await waitFor(() => expect(screen.getByRole('button', change)).toHaveProperty('disabled', false));
    press('Change Password');
    await toastSays('Password Changed');
    expect(sent('ChangePassword')).toEqual([{ input: { currentPassword: 'old horse', newPassword: 'new horse' } }]);
    for (const label of ['Current Password', 'New Password', 'Confirm New Password'])
      expect(screen.getByLabelText(label)).toHaveProperty('value', '');
  });

  it.each([
    ['new horse', 'other horse', 'New passwords do not match'],
    ['short', 'short', 'Password must be at least 6 characters'],
  ])('refuses the new password "%s" with the confirmation "%s"', async (next, confirm, words) => {
    const { sent } = openSettings({ tab: 'security' });
    await fill('old horse', next, confirm);
    await waitFor(() => expect(screen.getByRole('button', change)).toHaveProperty('disabled', false));
    press('Change Password');
    await screen.findByText(words);
    expect(sent('ChangePassword')).toEqual([]);
  });

  it.each(['WRONG_PASSWORD', 'RATE_LIMITED', 'IMPERSONATING'] as const)(
    'shows why the password was not changed, and keeps what was typed: %s',
    async (code) => {
      openSettings({ tab: 'security', operations: { ChangePassword: refuse(code) } });
      await fill('old horse', 'new horse', 'new horse');
      await waitFor(() => expect(screen.getByRole('button', change)).toHaveProperty('disabled', false));
      press('Change Password');
      await toastSays('Failed to change password', new AppError(code).message);
      expect(screen.getByLabelText('New Password')).toHaveProperty('value', 'new horse');
    },
  );
});

describe('the list of sessions', () => {
  it('shows each session with its device, and ends another one', async () => {
    let sessions = [HERE, PHONE];
    const { sent } = openSettings({
      tab: 'security',
      operations: {
        Sessions: () => ({ sessions }),
        EndSession: () => {
          sessions = [HERE];
          return { endSession: { __typename: 'Message', message: 'Ended.' } };
        },
      },
    });
    await screen.findByText('Firefox on macOS');
    expect(screen.getByText('This device')).toBeTruthy();
    expect(screen.getByText(/^198\.51\.100\.3 · Last used Nov 21, 2026/)).toBeTruthy();
    press('End the session Safari on iOS');
    await toastSays('Session Ended');
    expect(sent('EndSession')).toEqual([{ id: 'b2' }]);
    expect(screen.queryByText('Safari on iOS')).toBeNull();
  });

  it.each(['NOT_FOUND', 'IMPERSONATING'] as const)('shows why a session could not be ended: %s', async (code) => {
    openSettings({ tab: 'security', operations: { EndSession: refuse(code) } });
    await screen.findByText('Safari on iOS');
    press('End the session Safari on iOS');
    await toastSays('Failed to end the session', new AppError(code).message);
  });

  it('ends all sessions after a confirmation, and goes to the sign-in', async () => {
    localStorage.setItem('token', 'mine');
    openSettings({
      tab: 'security',
      operations: { EndAllSessions: () => ({ endAllSessions: { __typename: 'Message', message: 'Ended.' } }) },
    });
    await screen.findByText('Firefox on macOS');
    press('Sign out everywhere');
    fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Sign out everywhere' }));
    await screen.findByText('at /auth');
    await toastSays('Signed out everywhere');
    expect(localStorage.getItem('token')).toBeNull();
  });

  it('shows why ending all sessions failed', async () => {
    openSettings({ tab: 'security', operations: { EndAllSessions: refuse('IMPERSONATING') } });
    await screen.findByText('Firefox on macOS');
    press('Sign out everywhere');
    fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Sign out everywhere' }));
    await toastSays('Failed to sign out everywhere', /act as another user/);
  });

  it('offers to load the sessions again after a failure', async () => {
    let isDown = true;
    openSettings({
      tab: 'security',
      operations: { Sessions: () => (isDown ? refuse('UNAVAILABLE')() : { sessions: [HERE] }) },
    });
    await screen.findByText(/not running right now/);
    isDown = false;
    press('Try again');
    await screen.findByText('Firefox on macOS');
  });

  it.each([
    ['Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/142.0 Safari/537.36 Edg/142.0', 'Edge on Windows'],
    ['Mozilla/5.0 (Linux; Android 16) Chrome/142.0 Mobile Safari/537.36', 'Chrome on Android'],
    ['curl/8.9.1', 'curl'],
    ['', 'Unknown device'],
  ])('names a session after %s', (userAgent, name) => {
    expect(deviceName(userAgent)).toBe(name);
  });
});

describe('deleting the account', () => {
  const ask = async () => {
    fireEvent.click(await screen.findByRole('button', { name: 'Delete account' }));
    fireEvent.change(screen.getByLabelText('Your password'), { target: { value: 'correct horse' } });
    press('Delete my account');
  };

  it('requires the password, shows a toast and goes to the landing page', async () => {
    localStorage.setItem('token', 'mine');
    const { sent } = openSettings({
      tab: 'security',
      operations: { DeleteAccount: () => ({ deleteAccount: { __typename: 'Message', message: 'Deleted.' } }) },
    });
    await ask();
    await screen.findByText('at /');
    await toastSays('Account Deleted');
    expect(sent('DeleteAccount')).toEqual([{ password: 'correct horse' }]);
    expect(localStorage.getItem('token')).toBeNull();
  });

  it.each(['WRONG_PASSWORD', 'RATE_LIMITED', 'SUPER_ADMIN_PROTECTED', 'IMPERSONATING'] as const)(
    'shows why the account was not deleted: %s',
    async (code) => {
      openSettings({ tab: 'security', operations: { DeleteAccount: refuse(code) } });
      await ask();
      await toastSays('Failed to delete account', new AppError(code).message);
      expect(screen.getByLabelText('Your password')).toHaveProperty('ariaInvalid', 'true');
    },
  );
});
