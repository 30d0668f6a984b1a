import { describe, expect, it } from '@jest/globals';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { createMemoryRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { AuthProvider, useAuth, useUser } from '../lib/auth.js';
import { endSession } from '../lib/session-end.js';
import { fakeServer, refusal } from '../testing/fake-server.js';
import { aUser } from '../testing/render-app.js';
import { RequireUser } from './require-user.js';

const Page = () => <p>{`hello ${useUser().username}`}</p>;

const open = () => {
  const router = createMemoryRouter(
    [
      { element: <RequireUser />, children: [{ path: '/dashboard', element: <Page /> }] },
      { path: '/auth', element: <p>sign in here</p> },
    ],
    { initialEntries: ['/dashboard'] },
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

  it('does not take an unreachable server for being signed out, and heals', async () => {
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

describe('the auth context', () => {
  it('throws outside its provider', () => {
    const Outside = () => <p>{useAuth().state.status}</p>;
    expect(() => render(<Outside />)).toThrow('useAuth must be used within an AuthProvider');
  });
});
