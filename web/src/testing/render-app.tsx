import { ApolloProvider } from '@apollo/client/react';
import type { User } from '@kith/proto';
import { configure, getConfig, render } from '@testing-library/react';
import { ConfigProvider } from 'antd';
import type { ReactNode } from 'react';
import { createMemoryRouter, Outlet, useLocation } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { RequireUser } from '../app/require-user.js';
import { createApollo } from '../lib/apollo.js';
import { forgetKept } from '../lib/use-kept.js';
import { AuthProvider } from '../shared/auth.js';
import { TourProvider } from '../shared/tour-state.js';
import { Toaster } from '../ui/toaster.js';
import './dialog.js';
import './messages.js';

configure(({ getElementError }) => ({
  // A page with antd needs more than the default second where other tests run beside it.
  asyncUtilTimeout: 20_000,
  getElementError: (message, container) => (isWaiting() ? notYet(message) : getElementError(message, container)),
}));

interface RenderOptions {
  /** The page under test, at `path`. Every other address shows itself in words: 'at /dashboard'. */
  readonly page: ReactNode;
  readonly path?: string;
  readonly at?: string;
  /** Behind the guard, as most pages are. */
  readonly isProtected?: boolean;
  /** Every other address is shown when this has resolved. */
  readonly loadElsewhere?: () => Promise<null>;
}

/** Renders one page the way the app does: router, session, Apollo, antd, toasts. Answers come from fakeServer. */
export function renderApp({ page, path = '/', at = path, isProtected = false, loadElsewhere }: RenderOptions) {
  // In memory every first page has the same key.
  forgetKept();
  const frame = (
    <TourProvider>
      <Outlet />
      <Toaster />
    </TourProvider>
  );
  const guarded = { element: isProtected ? <RequireUser /> : <Outlet />, children: [{ path, element: page }] };
  const elsewhere = { path: '*', element: <Elsewhere />, ...(loadElsewhere && { loader: loadElsewhere }) };
  const router = createMemoryRouter([{ element: frame, children: [guarded, elsewhere] }], { initialEntries: [at] });
  return render(
    <ConfigProvider theme={{ zeroRuntime: true }}>
      <ApolloProvider client={createApollo()}>
        <AuthProvider>
          <RouterProvider router={router} />
        </AuthProvider>
      </ApolloProvider>
    </ConfigProvider>,
  );
}

/** Each look in vain would describe the whole page, which takes longer than the look; when the time is over that is done once. */
const notYet = (message: string | null): Error => Object.assign(new Error(message ?? ''), { name: 'TestingLibraryElementError' });
const isWaiting = (): boolean =>
  Boolean((getConfig() as { readonly _disableExpensiveErrorDiagnostics?: boolean })._disableExpensiveErrorDiagnostics);

function Elsewhere() {
  const { pathname, search } = useLocation();
  return <p>{`at ${pathname}${search}`}</p>;
}

/** A signed-in user as the server describes one. */
export const aUser = (changes: Partial<User> = {}): User => ({
  id: '7c0f8a4e-6f5b-4a1e-9d1c-0a3f6a6f1a11',
  username: 'mara',
  email: 'mara@example.org',
  subscriptionPlan: 'basic',
  role: 'user',
  isAdmin: false,
  impersonatedBy: null,
  apiSettings: {
    defaultModelProvider: 'openai',
    hasApiKey: false,
    apiKeyHint: null,
    apiKeyProvider: null,
    apiKeyState: null,
    ownModel: null,
    developerMode: false,
  },
  notificationSettings: { emailNotifications: true, botStatusAlerts: true, usageReports: false, marketingUpdates: false },
  ...changes,
});
