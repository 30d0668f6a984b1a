import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { StrictMode } from 'react';
import { dismissToast } from '../../lib/toast.js';
import { fakeServer, refusal, type Answer } from '../../testing/fake-server.js';
import { aUser, renderApp } from '../../testing/render-app.js';
import { AuthPage } from './auth-page.js';
import { DiscordReturnPage } from './discord-return.js';

const SIGNED_IN = { token: 'new-token', user: aUser(), isNew: false };
const finished =
  (body: object = SIGNED_IN): Answer =>
  () => ({ body });

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  dismissToast();
});

function comeBack(query: string, answers: Readonly<Record<string, Answer>> = {}) {
  const calls = fakeServer({ 'GET /api/auth/session': () => ({ body: { user: null } }), ...answers });
  const page = (
    <StrictMode>
      <DiscordReturnPage />
    </StrictMode>
  );
  renderApp({ page, path: '/auth/discord', at: `/auth/discord${query}` });
  return calls.filter.bind(calls, ({ method }) => method === 'POST') as () => typeof calls;
}
const QUERY = '?code=the-code&state=sign-in.abc';

describe('the page to which Discord returns', () => {
  it('signs in once, stores the token and opens where the visitor wanted to go', async () => {
    sessionStorage.setItem('kith.return', '/bots/1/edit');
    const posted = comeBack(QUERY, { 'POST /api/auth/discord/finish': finished() });
    await screen.findByText('at /bots/1/edit');
    expect(posted().map(({ body }) => body)).toEqual([{ code: 'the-code', state: 'sign-in.abc' }]);
    expect(localStorage.getItem('token')).toBe('new-token');
    expect(screen.getByText('Login successful')).toBeTruthy();
    expect(sessionStorage.getItem('kith.return')).toBeNull();
  });

  it('welcomes a new user, and never follows an address of another site', async () => {
    sessionStorage.setItem('kith.return', '//evil.example');
    comeBack(QUERY, { 'POST /api/auth/discord/finish': finished({ ...SIGNED_IN, isNew: true }) });
    await screen.findByText('at /dashboard');
    expect(screen.getByText('Registration successful')).toBeTruthy();
  });

  it('finishes a link and goes back to the settings', async () => {
    const posted = comeBack('?code=the-code&state=link.abc', {
      'POST /api/auth/discord/link/finish': finished({ message: 'Your account is linked to dana on Discord.' }),
    });
    await screen.findByText('at /settings?tab=security');
    expect(screen.getByText('Discord Linked')).toBeTruthy();
    expect(posted()).toHaveLength(1);
  });

  it.each([
    ['?error=access_denied&state=sign-in.abc', 'You cancelled at Discord. Nothing was changed.'],
    ['', 'Discord sent no sign-in along. Please start it again.'],
    ['?code=the-code', 'Discord sent no sign-in along. Please start it again.'],
  ])('says what happened when it is opened with "%s", without a request', async (query, words) => {
    const posted = comeBack(query);
    await screen.findByText(words);
    expect(screen.getByRole('link', { name: 'Back to login' }).getAttribute('href')).toBe('/auth?tab=login');
    expect(posted()).toEqual([]);
  });

  it('shows why the server refused, and signs nobody in', async () => {
    const words = 'This sign-in with Discord was used before, is too old or was not started here.';
    comeBack(QUERY, { 'POST /api/auth/discord/finish': refusal(400, 'DISCORD_SIGN_IN_INVALID', words) });
    await screen.findByText(words);
    expect(localStorage.getItem('token')).toBeNull();
  });
});

describe('the button for the sign-in with Discord', () => {
  const SERVER = { 'GET /api/auth/session': () => ({ body: { user: null } }) };

  it('is shown only where the installation offers it', async () => {
    fakeServer({ ...SERVER, 'GET /api/auth/options': () => ({ body: { passwordReset: true, discord: false } }) });
    renderApp({ page: <AuthPage />, path: '/auth' });
    await screen.findByLabelText('Username');
    expect(screen.queryByText('Continue with Discord')).toBeNull();
  });

  it('opens the page of Discord and remembers where the visitor wanted to go', async () => {
    fakeServer({
      ...SERVER,
      'GET /api/auth/options': () => ({ body: { passwordReset: true, discord: true } }),
      'POST /api/auth/discord/start': () => ({ body: { url: 'https://discord.example/oauth2/authorize' } }),
    });
    const leave = jest.spyOn(window, 'open').mockReturnValue(null);
    renderApp({ page: <AuthPage />, path: '/auth', at: '/auth?return=%2Fcredits' });
    fireEvent.click(await screen.findByText('Continue with Discord'));
    await waitFor(() => expect(leave).toHaveBeenCalledWith('https://discord.example/oauth2/authorize', '_self'));
    expect(sessionStorage.getItem('kith.return')).toBe('/credits');
  });
});
