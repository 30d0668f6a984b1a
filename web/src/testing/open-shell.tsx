import { type User, AppError } from '@kith/proto';
import { render } from '@testing-library/react';
import { createMemoryRouter, Outlet, useLocation } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { Shell } from '../app/layout/shell.js';
import { RequireUser } from '../app/require-user.js';
import { AuthProvider } from '../shared/auth.js';
import { useTour } from '../shared/tour-state.js';
import { Toaster } from '../ui/toaster.js';
import { fakeServer, graphqlAnswers, type Answer } from './fake-server.js';
import { aUser } from './render-app.js';
import './dialog.js';
import './messages.js';

export const aPaletteBot = (changes: object = {}) => ({
  __typename: 'Bot',
  id: '11111111-1111-4111-8111-111111111111',
  name: 'Juniper',
  avatarColor: '#F0714F',
  hasDiscordToken: true,
  status: 'offline',
  runtimeState: 'stopped',
  statusReason: null,
  ...changes,
});

interface ShellOptions {
  readonly user?: Partial<User>;
  readonly bots?: readonly object[];
  readonly answers?: Readonly<Record<string, Answer>>;
  readonly operations?: Readonly<Record<string, (variables: Record<string, unknown>) => unknown>>;
}

/** Renders the frame of the signed-in part with palette and tour. Each page shows its path: 'at /settings'. */
export function openShell({ user = {}, bots = [aPaletteBot()], answers = {}, operations = {} }: ShellOptions = {}) {
  const page = () => ({ bots: { __typename: 'BotList', total: bots.length, bots } });
  const calls = fakeServer({
    'GET /api/auth/user': () => ({ body: aUser(user) }),
    'POST /graphql': graphqlAnswers({ PaletteBots: page, TourBotCount: page, NotificationFeed: noNotifications, ...operations }),
    ...answers,
  });
  const frame = (
    <>
      <Outlet />
      <Toaster />
    </>
  );
  const router = createMemoryRouter(
    [
      {
        element: frame,
        children: [
          { element: <RequireUser />, children: [{ element: <Shell />, children: [{ path: '/*', element: <Anywhere /> }] }] },
          { path: '/auth', element: <p>sign in here</p> },
        ],
      },
    ],
    { initialEntries: ['/dashboard'] },
  );
  const view = render(
    <AuthProvider>
      <RouterProvider router={router} />
    </AuthProvider>,
  );
  return { ...view, calls, router };
}

const noNotifications = () => ({ notificationFeed: { __typename: 'NotificationFeed', unread: 0, latest: null } });

export const isUnavailable = (): never => {
  throw new AppError('UNAVAILABLE', 'The server is busy.');
};

function Anywhere() {
  const { pathname } = useLocation();
  const { start, step } = useTour();
  return (
    <>
      <h1>{`at ${pathname}`}</h1>
      <button onClick={start}>{step === null ? 'begin the tour' : `tour at ${step}`}</button>
      <input aria-label="A field" />
    </>
  );
}
