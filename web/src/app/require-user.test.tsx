import { describe, expect, it } from '@jest/globals';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { createMemoryRouter, useLocation } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { endSession } from '../lib/session.js';
import { forgetKept, useKept } from '../lib/use-kept.js';
import { AuthProvider, useAuth, useUser } from '../shared/auth.js';
import { fakeServer, refusal } from '../testing/fake-server.js';
import { aUser } from '../testing/render-app.js';
import { RequireUser } from './require-user.js';

// What a page keeps while it is open, as the Apollo cache does.
function Page() {
  const { username } = useUser();
  const [openedBy] = useState(username);
  const [leftBy] = useKept('left by', username);
  const { logout } = useAuth();
  return (
    <button
      onClick={() => void logout().catch(() => undefined)}
    >{`hello ${openedBy}${leftBy === openedBy ? '' : `, left by ${leftBy}`}`}</button>
  );
}

function SignIn() {
  const { search } = useLocation();
  return (
    <>
      <p>sign in here</p>
      <p>{`with ${search || 'nothing'}`}</p>
    </>
  );
}

const open = (at = '/dashboard') => {
  forgetKept();
  const router = createMemoryRouter(
    [
      {
        element: <RequireUser />,
        children: [
          { path: '/dashboard', element: <Page /> },
          { path: '/pricing', element: <p>the prices</p> },
          { path: '/bots/:id/edit', element: <Page /> },
        ],
      },
      { path: '/auth', element: <SignIn /> },
    ],
    { initialEntries: [at] },
  );
  return render(
    <AuthProvider>
      <RouterProvider router={router} />
    </AuthProvider>,
  );
};

describe('the route guard', () => {
  it('shows a spinner while the user loads, then the page', async () => {
    fakeServer({ 'GET /api/auth/user': () => ({ body: aUser() }) });
    open();
    expect(screen.getByRole('status').textContent).toBe('Loading');
    await screen.findByText('hello mara');
  });

  it('sends signed-out visitors to the auth page', async () => {
    fakeServer({ 'GET /api/auth/user': refusal(401, 'UNAUTHENTICATED', 'Please sign in.') });
    open();
    await screen.findByText('sign in here');
  });

  it('remembers the page that a visitor wanted to open, with query and hash', async () => {
    fakeServer({ 'GET /api/auth/user': refusal(401, 'UNAUTHENTICATED', 'Please sign in.') });
    open('/bots/1/edit?tab=discord#token');
    await screen.findByText('with ?return=%2Fbots%2F1%2Fedit%3Ftab%3Ddiscord%23token');
  });

  it('remembers the page on which the session ended, but not the one on which the user logged out', async () => {
    fakeServer({ 'GET /api/auth/user': () => ({ body: aUser() }), 'POST /api/auth/logout': () => ({ body: {} }) });
    open('/bots/1/edit');
    await screen.findByText('hello mara');
    act(endSession);
    await screen.findByText('with ?return=%2Fbots%2F1%2Fedit');
    cleanup();
    open('/bots/1/edit');
    fireEvent.click(await screen.findByText('hello mara'));
    await screen.findByText('with nothing');
  });

  it('does not treat an unreachable server as signed out, and recovers', async () => {
    let isDown = true;
    fakeServer({
      'GET /api/auth/user': () => (isDown ? { status: 503, body: { code: 'UNAVAILABLE' } } : { body: aUser() }),
    });
    open();
    await screen.findByText('Kith is not reachable');
    isDown = false;
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByText('hello mara');
  });

  it('remounts the page for another user who signed in elsewhere', async () => {
    localStorage.setItem('token', 'hers');
    let user = aUser();
    fakeServer({ 'GET /api/auth/user': () => ({ body: user }) });
    open();
    await screen.findByText('hello mara');
    user = aUser({ id: '99999999-6f5b-4a1e-9d1c-0a3f6a6f1a11', username: 'theo' });
    localStorage.setItem('token', 'his');
    act(() => void dispatchEvent(new StorageEvent('storage', { key: 'token' })));
    await screen.findByText('hello theo');
  });

  it('logs out when the session has ended on the server already', async () => {
    localStorage.setItem('token', 'old');
    fakeServer({
      'GET /api/auth/user': () => ({ body: aUser() }),
      'POST /api/auth/logout': refusal(401, 'UNAUTHENTICATED', 'Please sign in.'),
    });
    open();
    fireEvent.click(await screen.findByText('hello mara'));
    await screen.findByText('sign in here');
    expect(screen.getByText('with nothing')).toBeTruthy();
    expect(localStorage.getItem('token')).toBeNull();
  });

  it('leaves the page when the server has ended the session', async () => {
    localStorage.setItem('token', 'old');
    const calls = fakeServer({ 'GET /api/auth/user': () => ({ body: aUser() }) });
    open();
    await screen.findByText('hello mara');
    expect(calls[0]).toMatchObject({ headers: { authorization: 'Bearer old' }, credentials: 'include' });
    act(endSession);
    await screen.findByText('sign in here');
    expect(localStorage.getItem('token')).toBeNull();
  });
});

describe('the pricing page', () => {
  it('is open to visitors', async () => {
    fakeServer({ 'GET /api/auth/user': refusal(401, 'UNAUTHENTICATED', 'Please sign in.') });
    open('/pricing');
    await screen.findByText('the prices');
  });
});

describe('useAuth', () => {
  it('throws outside an AuthProvider', () => {
    const Outside = () => <p>{useAuth().state.status}</p>;
    expect(() => render(<Outside />)).toThrow('useAuth must be used within an AuthProvider');
  });
});
