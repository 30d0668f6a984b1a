import { beforeEach, describe, expect, it } from '@jest/globals';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { dismissToast } from '../../lib/toast.js';
import { fakeServer, refusal, type Answer } from '../../testing/fake-server.js';
import { aUser, renderApp } from '../../testing/render-app.js';
import { AuthPage } from './auth-page.js';

const OPTIONS = 'GET /api/auth/options';
const REQUEST = 'POST /api/auth/password-reset/request';
const RESET = 'POST /api/auth/password-reset';
const TOKEN = 'token-of-the-link-that-was-mailed';
const SENT = 'If an account has this email address, a link to reset the password is on its way.';
const NO_MAIL = 'This Kith sends no mail, so it cannot send a reset link. Please ask the person who runs it.';
const SIGNED_OUT = refusal(401, 'UNAUTHENTICATED', 'Please sign in.');

const open = (at: string, answers: Record<string, Answer> = {}) => {
  const calls = fakeServer({
    'GET /api/auth/user': SIGNED_OUT,
    [OPTIONS]: () => ({ body: { passwordReset: true } }),
    ...answers,
  });
  renderApp({ page: <AuthPage />, path: '/auth', at });
  return { bodies: () => calls.filter(({ method }) => method === 'POST').map(({ body }) => body) };
};
const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

beforeEach(() => {
  localStorage.clear();
  dismissToast();
});

describe('a forgotten password', () => {
  const ask = async (email: string) => {
    fireEvent.click(await screen.findByRole('link', { name: 'Forgot password?' }));
    await screen.findByRole('heading', { name: 'Forgot your password?' });
    type('Email', email);
    press('Send reset link');
  };

  it('confirms the request for any address', async () => {
    const { bodies } = open('/auth', { [REQUEST]: () => ({ body: { message: SENT } }) });
    await ask(' mara@example.org ');
    await screen.findByText(SENT);
    expect(bodies()).toEqual([{ email: 'mara@example.org' }]);
    fireEvent.click(screen.getByRole('link', { name: 'Back to login' }));
    await screen.findByRole('button', { name: 'Login' });
  });

  it('requires a valid email address', async () => {
    const { bodies } = open('/auth');
    await ask('nowhere');
    await screen.findByText('Please enter a valid email address');
    expect(bodies()).toEqual([]);
  });

  it('says that no link can be sent when the installation sends no mail', async () => {
    open('/auth#forgot', { [OPTIONS]: () => ({ body: { passwordReset: false } }) });
    await screen.findByText(NO_MAIL);
    expect(screen.getByRole('button', { name: 'Send reset link' })).toHaveProperty('disabled', true);
    fireEvent.click(screen.getByRole('link', { name: 'Back to login' }));
    await screen.findByRole('button', { name: 'Login' });
  });

  it('can be requested before it is known whether mail is sent, and then shows the refusal', async () => {
    open('/auth', {
      [OPTIONS]: refusal(503, 'UNAVAILABLE', 'Not now.'),
      [REQUEST]: refusal(501, 'NOT_CONFIGURED', 'This is not set up on this installation.'),
    });
    await ask('mara@example.org');
    await screen.findByText(NO_MAIL);
    await screen.findByText('Failed to send the reset link');
    expect(screen.getByLabelText('Email')).toHaveProperty('value', 'mara@example.org');
  });

  it('shows when there were too many requests', async () => {
    open('/auth', { [REQUEST]: refusal(429, 'RATE_LIMITED', 'Too many requests. Please wait a moment.') });
    await ask('mara@example.org');
    expect(await screen.findAllByText('Too many requests. Please wait a moment.')).toHaveLength(2);
  });
});

describe('the mailed link', () => {
  const fill = async (password: string, confirm = password) => {
    await screen.findByRole('heading', { name: 'Set a new password' });
    type('New Password', password);
    type('Confirm New Password', confirm);
    press('Set new password');
  };

  it('sets a new password and opens the login without the token in the URL', async () => {
    const message = 'Your password has been changed. Please sign in with the new one.';
    const { bodies } = open(`/auth#reset=${TOKEN}`, { [RESET]: () => ({ body: { message } }) });
    await fill('correct horse');
    await screen.findByText('Password Changed');
    expect(screen.getByText(message)).toBeTruthy();
    await screen.findByRole('button', { name: 'Login' });
    expect(bodies()).toEqual([{ token: TOKEN, password: 'correct horse' }]);
  });

  it('works while a user is signed in, and ends that session', async () => {
    localStorage.setItem('token', 'old');
    open(`/auth#reset=${TOKEN}`, {
      'GET /api/auth/user': () => ({ body: aUser() }),
      [RESET]: () => ({ body: { message: 'Changed.' } }),
    });
    await fill('correct horse');
    await screen.findByRole('button', { name: 'Login' });
    expect(localStorage.getItem('token')).toBeNull();
  });

  it.each([
    ['short', 'short', 'Password must be at least 6 characters'],
    ['correct horse', 'other horse', 'New passwords do not match'],
  ])('refuses "%s" and "%s" before anything is sent', async (password, confirm, words) => {
    const { bodies } = open(`/auth#reset=${TOKEN}`);
    await fill(password, confirm);
    await screen.findByText(words);
    expect(bodies()).toEqual([]);
  });

  it.each([
    ['RESET_INVALID', 'This reset link was used before or is too old. Please ask for a new one.'],
    ['BAD_INPUT', 'The request is not valid.'],
  ])('offers a new link after %s', async (code, message) => {
    open(`/auth#reset=${TOKEN}`, { [RESET]: refusal(400, code, message) });
    await fill('correct horse');
    await screen.findAllByText('This reset link was used before or is too old. Please ask for a new one.');
    await screen.findByText('Failed to change password');
    fireEvent.click(screen.getByRole('link', { name: 'Ask for a new link' }));
    await screen.findByRole('heading', { name: 'Forgot your password?' });
  });

  it('shows a too common password at its field', async () => {
    const body = { statusCode: 400, code: 'BAD_INPUT', message: 'Too common', fields: { password: 'Too common' } };
    open(`/auth#reset=${TOKEN}`, { [RESET]: () => ({ status: 400, body }) });
    await fill('password');
    await screen.findByText('Failed to change password');
    await waitFor(() => expect(screen.getByLabelText('New Password')).toHaveProperty('ariaInvalid', 'true'));
    expect(screen.queryByRole('link', { name: 'Ask for a new link' })).toBeNull();
  });
});
