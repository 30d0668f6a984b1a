import { MockLink } from '@apollo/client/testing';
import { ApolloClient, InMemoryCache } from '@apollo/client';
import { ApolloProvider } from '@apollo/client/react';
import { render } from '@testing-library/react';
import type { User } from '@kith/proto';
import { ConfigProvider } from 'antd';
import type { ReactNode } from 'react';
import { createMemoryRouter, Outlet, useLocation } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { AuthProvider } from '../lib/auth.js';
import { addMessages } from '../lib/i18n.js';
import { appMessages } from '../lib/messages/en-app.js';
import { Toaster } from '../ui/toaster.js';

addMessages(appMessages);

interface RenderOptions {
  /** The page under test, at `path`. Every other address shows itself in words: 'at /dashboard'. */
  readonly page: ReactNode;
  readonly path?: string;
  readonly at?: string;
  readonly mocks?: readonly MockLink.MockedResponse[];
}

/** Renders one page the way the app does: router, session, Apollo (answers from `mocks`), antd, toasts. */
export function renderApp({ page, path = '/', at = path, mocks = [] }: RenderOptions) {
  const client = new ApolloClient({ link: new MockLink([...mocks]), cache: new InMemoryCache() });
  const frame = (
    <>
      <Outlet />
      <Toaster />
    </>
  );
  const router = createMemoryRouter([{ element: frame, children: [{ path, element: page }, { path: '*', element: <Elsewhere /> }] }], {
    initialEntries: [at],
  });
  return render(
    <ConfigProvider>
      <ApolloProvider client={client}>
        <AuthProvider>
          <RouterProvider router={router} />
        </AuthProvider>
      </ApolloProvider>
    </ConfigProvider>,
  );
}

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
  ...changes,
});
