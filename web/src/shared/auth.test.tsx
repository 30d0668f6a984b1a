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

describe('who is signed in', () => {
  it('is not asked on a public page while nothing speaks for a session', async () => {
    const calls = fakeServer({});
    open('/');
    await screen.findByText('sign in (unknown)');
    expect(calls).toEqual([]);
  });

  it('is asked on a public page with the token that is there', async () => {
    localStorage.setItem('token', 'mine');
    const calls = fakeServer({ 'GET /api/auth/user': () => ({ body: MARA }) });
    open('/');
    await screen.findByText('sign in (signedIn)');
    expect(calls[0]).toMatchObject({ headers: { authorization: 'Bearer mine' }, credentials: 'include' });
  });

  it('is asked behind the guard without a token too: the cookie may carry the session', async () => {
    const calls = fakeServer({
      'GET /api/auth/user': () => ({ body: MARA }),
      'POST /graphql': graphqlAnswers({ Names: () => ({ bots: { total: 2 } }) }),
    });
    open('/dashboard');
    await screen.findByText('2 companions');
    expect(calls[0]).toMatchObject({ path: '/api/auth/user', credentials: 'include' });
  });

  it('is asked when storage is denied', async () => {
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

  it('is nobody when the token is over, which is asked once', async () => {
    localStorage.setItem('token', 'old');
    fakeServer({ 'GET /api/auth/user': SIGNED_OUT });
    open('/dashboard');
    await screen.findByText('sign in (signedOut)');
    expect(localStorage.getItem('token')).toBeNull();
  });

  it('does not forget the token of another tab that signed in while an old one was asked about', async () => {
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

describe('what the browser keeps', () => {
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

  it('S22: is gone after logout, but for the theme', async () => {
    leaveThings();
    fakeServer({ ...inside, 'POST /api/auth/logout': () => ({ body: {} }) });
    open('/dashboard');
    fireEvent.click(await screen.findByText('leave'));
    await waitFor(() => expect(kept(localStorage)).toEqual(['theme']));
    expect(kept(sessionStorage)).toEqual([]);
  });

  it('S22: stays while the logout fails, so that nothing looks signed out that is not', async () => {
    leaveThings();
    const calls = fakeServer({ ...inside, 'POST /api/auth/logout': refusal(503, 'UNAVAILABLE', 'Try again.') });
    open('/dashboard');
    fireEvent.click(await screen.findByText('leave'));
    await waitFor(() => expect(calls.at(-1)?.path).toBe('/api/auth/logout'));
    expect(localStorage.getItem('token')).toBe('mine');
  });

  it('S22: is gone when the server has ended the session', async () => {
    leaveThings();
    fakeServer(inside);
    open('/dashboard');
    await screen.findByText('2 companions');
    act(endSession);
    expect(kept(localStorage)).toEqual(['theme']);
    expect(kept(sessionStorage)).toEqual([]);
  });

  it('S22: is gone in this tab when another one logs out', async () => {
    leaveThings();
    fakeServer(inside);
    open('/dashboard');
    await screen.findByText('2 companions');
    localStorage.removeItem('token');
    act(() => void dispatchEvent(new StorageEvent('storage', { key: 'token' })));
    expect(kept(sessionStorage)).toEqual([]);
  });

  it('S22: shows a second user in the same browser nothing of the first', async () => {
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
