import { gql } from '@apollo/client';
import { useQuery } from '@apollo/client/react';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { createMemoryRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { AppProviders } from '../app/providers.js';
import { RequireUser } from '../app/require-user.js';
import { endSession } from '../lib/session.js';
import { fakeServer, graphqlAnswers, refusal } from '../testing/fake-server.js';
import { aUser } from '../testing/render-app.js';
import { AuthProvider, useAuth } from './auth.js';

const MARA = aUser();
const THEO = aUser({ id: '99999999-6f5b-4a1e-9d1c-0a3f6a6f1a11', username: 'theo' });
const SIGNED_OUT = refusal(401, 'UNAUTHENTICATED', 'Please sign in.');
const BOTS = gql`
  query Names {
    bots {
      total
    }
  }
`;

function Inside() {
  const { logout } = useAuth();
  const { data } = useQuery<{ bots: { total: number } }>(BOTS);
  return (
    <>
      <p>{data ? `${data.bots.total} companions` : 'nothing yet'}</p>
      <button onClick={() => void logout().catch(() => undefined)}>leave</button>
    </>
  );
}

function SignIn() {
  const { state, login } = useAuth();
  return (
    <button onClick={() => void login({ username: 'theo', password: 'correct horse' })}>{`sign in (${state.status})`}</button>
  );
}

function open(at: string) {
  const inside = (
    <AppProviders>
      <Inside />
    </AppProviders>
  );
  const router = createMemoryRouter(
    [
      { element: <RequireUser />, children: [{ path: '/dashboard', element: inside }] },
      { path: '*', element: <SignIn /> },
    ],
    { initialEntries: [at] },
  );
  render(
    <AuthProvider>
      <RouterProvider router={router} />
    </AuthProvider>,
  );
  return router;
}

const kept = (storage: Storage): string[] => Object.keys(storage).toSorted();

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

describe('the auth context', () => {
  it('does not ask the server on a public page without a token', async () => {
    const calls = fakeServer({});
    open('/');
    await screen.findByText('sign in (unknown)');
    expect(calls).toEqual([]);
  });

  it('asks the server on a public page when a token is stored', async () => {
    localStorage.setItem('token', 'mine');
    const calls = fakeServer({ 'GET /api/auth/user': () => ({ body: MARA }) });
    open('/');
    await screen.findByText('sign in (signedIn)');
    expect(calls[0]).toMatchObject({ headers: { authorization: 'Bearer mine' }, credentials: 'include' });
  });

  it('asks the server on a protected page without a token, because a cookie may hold the session', async () => {
    const calls = fakeServer({
      'GET /api/auth/user': () => ({ body: MARA }),
      'POST /graphql': graphqlAnswers({ Names: () => ({ bots: { total: 2 } }) }),
    });
    open('/dashboard');
    await screen.findByText('2 companions');
    expect(calls[0]).toMatchObject({ path: '/api/auth/user', credentials: 'include' });
  });

  it('asks the server when storage is denied', async () => {
    const denied = Object.getOwnPropertyDescriptor(window, 'localStorage');
    Object.defineProperty(window, 'localStorage', {
      configurable: true,
      get: () => {
        throw new DOMException('denied', 'SecurityError');
      },
    });
    try {
      fakeServer({ 'GET /api/auth/user': () => ({ body: MARA }) });
      open('/');
      await screen.findByText('sign in (signedIn)');
    } finally {
      Object.defineProperty(window, 'localStorage', denied ?? { value: undefined });
    }
  });

  it('is signed out after the server has refused the token once', async () => {
    localStorage.setItem('token', 'old');
    fakeServer({ 'GET /api/auth/user': SIGNED_OUT });
    open('/dashboard');
    await screen.findByText('sign in (signedOut)');
    expect(localStorage.getItem('token')).toBeNull();
  });

  it('keeps a token that another tab stored while an old one was being checked', async () => {
    localStorage.setItem('token', 'old');
    fakeServer({
      'GET /api/auth/user': (call) => {
        localStorage.setItem('token', 'new');
        return SIGNED_OUT(call);
      },
    });
    open('/');
    await screen.findByText('sign in (signedOut)');
    expect(localStorage.getItem('token')).toBe('new');
  });
});

describe('data in the browser', () => {
  const leaveThings = () => {
    localStorage.setItem('token', 'mine');
    localStorage.setItem('theme', 'dark');
    localStorage.setItem(`kith.chat.${MARA.id}.1`, '[]');
    localStorage.setItem('kith.sound', 'on');
    localStorage.setItem('whatever its name', '1');
    sessionStorage.setItem(`kith:systems:${MARA.id}:1`, '[]');
    sessionStorage.setItem(`kith.tour.${MARA.id}`, '{}');
  };
  const inside = {
    'GET /api/auth/user': () => ({ body: MARA }),
    'POST /graphql': graphqlAnswers({ Names: () => ({ bots: { total: 2 } }) }),
  };

  it('is deleted by logout, except the theme [S22]', async () => {
    leaveThings();
    fakeServer({ ...inside, 'POST /api/auth/logout': () => ({ body: {} }) });
    open('/dashboard');
    fireEvent.click(await screen.findByText('leave'));
    await waitFor(() => expect(kept(localStorage)).toEqual(['theme']));
    expect(kept(sessionStorage)).toEqual([]);
  });

  it('is kept when logout fails, so that an open session does not look closed [S22]', async () => {
    leaveThings();
    const calls = fakeServer({ ...inside, 'POST /api/auth/logout': refusal(503, 'UNAVAILABLE', 'Try again.') });
    open('/dashboard');
    fireEvent.click(await screen.findByText('leave'));
    await waitFor(() => expect(calls.at(-1)?.path).toBe('/api/auth/logout'));
    expect(localStorage.getItem('token')).toBe('mine');
  });

  it('is deleted when the server has ended the session [S22]', async () => {
    leaveThings();
    fakeServer(inside);
    open('/dashboard');
    await screen.findByText('2 companions');
    act(endSession);
    expect(kept(localStorage)).toEqual(['theme']);
    expect(kept(sessionStorage)).toEqual([]);
  });

  it('is deleted when another tab logs out [S22]', async () => {
    leaveThings();
    fakeServer(inside);
    open('/dashboard');
    await screen.findByText('2 companions');
    localStorage.removeItem('token');
    act(() => void dispatchEvent(new StorageEvent('storage', { key: 'token' })));
    expect(kept(sessionStorage)).toEqual([]);
  });

  it('of one user is not shown to the next user of the browser [S22]', async () => {
    leaveThings();
    localStorage.setItem(`kith.recent.${THEO.id}`, '[]');
    let isLate = false;
    fakeServer({
      ...inside,
      'POST /graphql': (call) =>
        isLate ? new Promise<never>(() => undefined) : graphqlAnswers({ Names: () => ({ bots: { total: 2 } }) })(call),
      'POST /api/auth/login': () => ({ body: { token: 'theirs', user: THEO } }),
    });
    const router = open('/dashboard');
    await screen.findByText('2 companions');
    // Mara closed the window without signing out, and Theo signs in.
    await act(() => router.navigate('/elsewhere'));
    fireEvent.click(await screen.findByText('sign in (signedIn)'));
    await waitFor(() => expect(localStorage.getItem('token')).toBe('theirs'));
    expect(kept(localStorage)).toEqual([`kith.recent.${THEO.id}`, 'theme', 'token']);
    expect(kept(sessionStorage)).toEqual([]);
    isLate = true;
    await act(() => router.navigate('/dashboard'));
    expect(screen.getByText('nothing yet')).toBeTruthy();
  });
});
