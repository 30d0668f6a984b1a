import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { dismissToast } from '../../lib/toast.js';
import { aUser } from '../../testing/render-app.js';
import { METHODS, openSettings, press, refuse, toastSays, type } from '../../testing/settings.js';

const OFFERED = { ...METHODS, isDiscordOffered: true };
const LINKED = { ...OFFERED, discordName: 'dana' };
const open = (signInMethods: typeof METHODS, operations = {}) =>
  openSettings({ tab: 'security', operations: { SignInMethods: () => ({ signInMethods }), ...operations } });

beforeEach(() => {
  localStorage.clear();
  dismissToast();
});

describe('the Discord account in the settings', () => {
  it('is not mentioned where the installation does not offer the sign-in', async () => {
    open(METHODS);
    await screen.findByText('Firefox on macOS');
    expect(screen.queryByRole('region', { name: 'Sign in with Discord' })).toBeNull();
  });

  it('is linked on the page of Discord after the password was entered', async () => {
    const { answers, calls } = open(OFFERED);
    answers['POST /api/auth/discord/link/start'] = () => ({ body: { url: 'https://discord.example/oauth2/authorize' } });
    const leave = jest.spyOn(window, 'open').mockReturnValue(null);
    fireEvent.click(await screen.findByRole('button', { name: 'Link Discord' }));
    const dialog = within(screen.getByRole('dialog', { name: 'Link Discord' }));
    fireEvent.change(dialog.getByLabelText('Current Password'), { target: { value: 'correct horse' } });
    fireEvent.click(dialog.getByRole('button', { name: 'Continue to Discord' }));
    await waitFor(() => expect(leave).toHaveBeenCalledWith('https://discord.example/oauth2/authorize', '_self'));
    expect(calls.at(-1)).toMatchObject({ body: { currentPassword: 'correct horse' } });
  });

  it('is unlinked after a question', async () => {
    const { sent } = open(LINKED, { UnlinkDiscord: () => ({ unlinkDiscord: { __typename: 'Message', message: 'Unlinked.' } }) });
    await screen.findByText('Linked to dana on Discord.');
    press('Unlink Discord');
    fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Unlink Discord' }));
    await toastSays('Discord Unlinked');
    expect(sent('UnlinkDiscord')).toHaveLength(1);
  });
});

describe('a user who signed up with Discord', () => {
  it('sets a first password without an old one, and cannot unlink Discord before', async () => {
    const { sent } = open(
      { ...LINKED, hasPassword: false },
      { ChangePassword: () => ({ changePassword: { __typename: 'Message', message: 'Set.' } }) },
    );
    await screen.findByRole('button', { name: 'Set Password' });
    expect(screen.queryByLabelText('Current Password')).toBeNull();
    expect(screen.getByRole('button', { name: 'Unlink Discord' })).toHaveProperty('disabled', true);
    type('New Password', 'battery staple');
    type('Confirm New Password', 'battery staple');
    await waitFor(() => expect(screen.getByRole('button', { name: 'Set Password' })).toHaveProperty('disabled', false));
    press('Set Password');
    await toastSays('Password Changed');
    expect(sent('ChangePassword')).toEqual([{ input: { newPassword: 'battery staple' } }]);
  });
});

describe('a new e-mail address in the profile', () => {
  const changed = aUser({ email: 'new@example.org' });

  it('takes the current password, which is asked for once the address differs', async () => {
    const { sent } = openSettings({
      operations: { UpdateProfile: () => ({ updateProfile: { ...changed, __typename: 'User' } }) },
    });
    await screen.findByLabelText('Email');
    expect(screen.queryByLabelText('Current Password')).toBeNull();
    type('Email', 'new@example.org');
    fireEvent.change(await screen.findByLabelText('Current Password'), { target: { value: 'correct horse' } });
    press('Save Changes');
    await toastSays('Profile Updated');
    expect(sent('UpdateProfile')).toEqual([
      { input: { username: 'mara', email: 'new@example.org', currentPassword: 'correct horse' } },
    ]);
    await waitFor(() => expect(screen.queryByLabelText('Current Password')).toBeNull());
  });

  it('is refused at the password field when that is wrong', async () => {
    openSettings({ operations: { UpdateProfile: refuse('WRONG_PASSWORD') } });
    await screen.findByLabelText('Email');
    type('Email', 'new@example.org');
    fireEvent.change(await screen.findByLabelText('Current Password'), { target: { value: 'wrong' } });
    press('Save Changes');
    await toastSays('Failed to update profile');
    expect(
      await screen.findByText('The current password is not correct.', { selector: '.ant-form-item-explain-error' }),
    ).toBeTruthy();
  });
});
