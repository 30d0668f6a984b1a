import { beforeEach, describe, expect, it } from '@jest/globals';
import { Credentials, Registration } from '@kith/proto';
import { fireEvent, screen } from '@testing-library/react';
import { fakeServer, refusal } from '../../testing/fake-server.js';
import { aUser, renderApp } from '../../testing/render-app.js';
import { loginProblems, registerProblems } from './auth-form.js';
import { AuthPage } from './auth-page.js';

const SIGNED_OUT = {
  'GET /api/auth/user': refusal(401, 'UNAUTHENTICATED', 'Please sign in.'),
  'GET /api/auth/session': () => ({ body: { user: null } }),
};
const posted = (calls: ReturnType<typeof fakeServer>) => calls.filter(({ method }) => method === 'POST');
const open = (tab: string, returnTo?: string) =>
  renderApp({
    page: <AuthPage />,
    path: '/auth',
    at: `/auth?tab=${tab}${returnTo ? `&return=${encodeURIComponent(returnTo)}` : ''}`,
  });
const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

beforeEach(() => localStorage.clear());

describe('the auth page', () => {
  it('shows each problem at its field and sends nothing until all are solved', async () => {
    const calls = fakeServer(SIGNED_OUT);
    open('register');
    await screen.findByLabelText('Email');
    type('Username', 'ab');
    type('Email', 'no-address');
    type('Password', '12345');
    type('Confirm Password', '123456');
    press('Create account');
    expect(screen.getByLabelText('Username')).toHaveProperty('ariaInvalid', 'true');
    for (const rule of [
      'Username must be at least 3 characters',
      'Please enter a valid email address',
      'Password must be at least 6 characters',
      'Passwords do not match',
    ]) {
      expect(screen.getByText(rule).getAttribute('role')).toBe('alert');
    }
    expect(posted(calls)).toEqual([]);
  });

  it('keeps typed values when the tab is switched', async () => {
    fakeServer(SIGNED_OUT);
    open('register');
    await screen.findByLabelText('Email');
    const typed = { Username: 'mara', Email: 'mara@example.org', Password: 'old horse', 'Confirm Password': 'old' };
    for (const [label, value] of Object.entries(typed)) type(label, value);
    const [login, register] = screen.getAllByRole('tab');
    fireEvent.click(login ?? document.body);
    expect(screen.getByLabelText('Username')).toHaveProperty('value', '');
    type('Username', 'somebody');
    fireEvent.click(register ?? document.body);
    for (const [label, value] of Object.entries(typed)) expect(screen.getByLabelText(label)).toHaveProperty('value', value);
    fireEvent.click(login ?? document.body);
    expect(screen.getByLabelText('Username')).toHaveProperty('value', 'somebody');
  });

  it('logs in, stores the token, shows a welcome toast and opens the dashboard', async () => {
    fakeServer({ ...SIGNED_OUT, 'POST /api/auth/login': () => ({ body: { token: 'secret-token', user: aUser() } }) });
    open('login');
    await screen.findByLabelText('Username');
    type('Username', 'mara');
    type('Password', 'correct horse');
    press('Login');
    await screen.findByText('at /dashboard');
    expect(screen.getByText('Login successful')).toBeTruthy();
    expect(screen.getByText('Welcome back!')).toBeTruthy();
    expect(localStorage.getItem('token')).toBe('secret-token');
  });

  it('does not send the password confirmation', async () => {
    const calls = fakeServer({ ...SIGNED_OUT, 'POST /api/auth/register': () => ({ body: { token: 't', user: aUser() } }) });
    open('register');
    await screen.findByLabelText('Email');
    for (const label of ['Password', 'Confirm Password']) type(label, 'correct horse');
    type('Username', ' mara ');
    type('Email', 'mara@example.org');
    press('Create account');
    await screen.findByText('Registration successful');
    expect(posted(calls)[0]?.body).toEqual({ username: 'mara', email: 'mara@example.org', password: 'correct horse' });
  });

  it('keeps the form and shows the reason in an error toast when the server refuses', async () => {
    fakeServer({ ...SIGNED_OUT, 'POST /api/auth/login': refusal(401, 'BAD_CREDENTIALS', 'Invalid username or password') });
    open('login');
    await screen.findByLabelText('Username');
    type('Username', 'mara');
    type('Password', 'wrong one');
    press('Login');
    const toast = await screen.findByText('Login failed');
    expect(toast.closest('[role=alert]')?.textContent).toContain('Invalid username or password');
    expect(screen.getByLabelText('Username')).toHaveProperty('value', 'mara');
    expect(localStorage.getItem('token')).toBeNull();
  });

  it('marks the field when the username is taken', async () => {
    fakeServer({ ...SIGNED_OUT, 'POST /api/auth/register': refusal(409, 'USERNAME_TAKEN', 'This username is already taken.') });
    open('register');
    await screen.findByLabelText('Email');
    for (const label of ['Password', 'Confirm Password']) type(label, 'correct horse');
    type('Username', 'taken');
    type('Email', 'mara@example.org');
    press('Create account');
    await screen.findByText('Registration failed');
    expect(screen.getByLabelText('Username')).toHaveProperty('ariaInvalid', 'true');
  });

  it('redirects a signed-in user to the dashboard', async () => {
    localStorage.setItem('token', 'mine');
    fakeServer({ 'GET /api/auth/user': () => ({ body: aUser() }) });
    open('login');
    await screen.findByText('at /dashboard');
  });
});

describe('after the sign-in', () => {
  const login = async () => {
    await screen.findByLabelText('Username');
    type('Username', 'mara');
    type('Password', 'correct horse');
    press('Login');
  };
  const server = { ...SIGNED_OUT, 'POST /api/auth/login': () => ({ body: { token: 't', user: aUser() } }) };

  it('the page opens where the visitor wanted to go, also after a look at the other tab', async () => {
    fakeServer(server);
    open('login', '/bots/1/edit?tab=discord');
    fireEvent.click(screen.getByRole('tab', { name: 'Register' }));
    fireEvent.click(screen.getByRole('tab', { name: 'Login' }));
    await login();
    await screen.findByText('at /bots/1/edit?tab=discord');
  });

  it.each(['//evil.example', '/\\evil.example', 'https://evil.example', '/\t/evil.example'])(
    'an address of another site is not followed: %s',
    async (address) => {
      fakeServer(server);
      open('login', address);
      await login();
      await screen.findByText('at /dashboard');
    },
  );

  it('the link to the reset of the password keeps where the visitor wanted to go', async () => {
    fakeServer(server);
    open('login', '/credits');
    expect((await screen.findByRole('link', { name: 'Forgot password?' })).getAttribute('href')).toBe(
      '/auth?tab=login&return=%2Fcredits#forgot',
    );
  });

  it('the page says that it loads until the next one is there', async () => {
    fakeServer(server);
    let show = (_nothing: null): void => undefined;
    const loaded = new Promise<null>((resolve) => (show = resolve));
    renderApp({ page: <AuthPage />, path: '/auth', at: '/auth?tab=login', loadElsewhere: () => loaded });
    await login();
    await screen.findByText('Login successful');
    expect(screen.getByText('Loading')).toBeTruthy();
    show(null);
    await screen.findByText('at /dashboard');
  });

  it('whoever has only a cookie is led on at once', async () => {
    fakeServer({ 'GET /api/auth/session': () => ({ body: { user: aUser() } }) });
    open('login', '/credits');
    await screen.findByText('at /credits');
  });
});

// The page does without zod; here the two are held together, words included.
describe('the form rules and the contract', () => {
  const USERNAMES = ['', 'ab', '  ab  ', 'abc'];
  const PASSWORDS = ['', '12345', '123456'];
  const EMAILS = [
    '',
    'a',
    'a@b',
    'a@b.',
    'a@b.c',
    'a@b.co',
    'a b@c.de',
    'o’hara@x.org',
    'first.last+tag@sub.example.org',
    '@x.org',
  ];
  const problemsOf = (schema: typeof Credentials | typeof Registration, value: object): Record<string, string> => {
    const issues = schema.safeParse(value).error?.issues ?? [];
    return Object.fromEntries(issues.map((issue) => [String(issue.path[0]), issue.message]));
  };

  it('agree on logins', () => {
    for (const username of USERNAMES) {
      for (const password of PASSWORDS) {
        expect({ username, password, problems: loginProblems({ username, password }) }).toEqual({
          username,
          password,
          problems: problemsOf(Credentials, { username, password }),
        });
      }
    }
  });

  it('agree on e-mail addresses', () => {
    const rest = { username: 'mara', password: '123456' };
    for (const email of EMAILS) {
      const ours = registerProblems({ ...rest, email, confirmPassword: '123456' });
      expect({ email, email_problem: ours.email }).toEqual({
        email,
        email_problem: problemsOf(Registration, { ...rest, email })['email'],
      });
    }
  });
});
