import { createBrowserRouter } from 'react-router';
import { PUBLIC_ROUTES as ROUTES } from '../lib/public-paths.js';
import { PageSpinner } from '../ui/indicators.js';
import { ErrorPage } from './error-page.js';
import { Root } from './root.js';

const ROOT = 'root';

/** Pages of the first load. */
const publicRoutes = [
  {
    id: ROOT,
    element: <Root />,
    hydrateFallbackElement: <PageSpinner />,
    errorElement: <ErrorPage />,
    children: [
      {
        path: ROUTES.landing,
        lazy: { Component: async () => (await import('../features/landing/landing-page.js')).LandingPage },
      },
      { path: ROUTES.auth, lazy: { Component: async () => (await import('../features/auth/auth-page.js')).AuthPage } },
      {
        path: ROUTES.discordReturn,
        lazy: { Component: async () => (await import('../features/auth/discord-return.js')).DiscordReturnPage },
      },
      {
        path: ROUTES.unauthorized,
        lazy: { Component: async () => (await import('../features/landing/message-page.js')).UnauthorizedPage },
      },
      { path: ROUTES.privacy, lazy: { Component: async () => (await import('../features/legal/legal-page.js')).PrivacyPage } },
      { path: ROUTES.terms, lazy: { Component: async () => (await import('../features/legal/legal-page.js')).TermsPage } },
      { path: ROUTES.safety, lazy: { Component: async () => (await import('../features/legal/legal-page.js')).SafetyPage } },
    ],
  },
];

/** Knows the public pages. The routes of the app are a chunk that is loaded for the first of them, so that they do not slow down the landing page. */
export const router = createBrowserRouter(publicRoutes, {
  patchRoutesOnNavigation: async ({ patch }) => patch(ROOT, (await import('./router.js')).appRoutes),
});
