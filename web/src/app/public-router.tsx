import { createBrowserRouter } from 'react-router';
import { ROUTES } from '../lib/paths.js';
import { PageSpinner } from '../ui/indicators.js';
import { Crash } from './crash.js';
import { Root } from './root.js';

const ROOT = 'root';

/** The pages that everybody loads. */
const publicRoutes = [
  {
    id: ROOT,
    element: <Root />,
    hydrateFallbackElement: <PageSpinner />,
    errorElement: <Crash />,
    children: [
      {
        path: ROUTES.landing,
        lazy: { Component: async () => (await import('../features/landing/landing-page.js')).LandingPage },
      },
      { path: ROUTES.auth, lazy: { Component: async () => (await import('../features/auth/auth-page.js')).AuthPage } },
      {
        path: ROUTES.unauthorized,
        lazy: { Component: async () => (await import('../features/landing/unauthorized-page.js')).UnauthorizedPage },
      },
      { path: ROUTES.privacy, lazy: { Component: async () => (await import('../features/legal/legal-page.js')).PrivacyPage } },
      { path: ROUTES.terms, lazy: { Component: async () => (await import('../features/legal/legal-page.js')).TermsPage } },
    ],
  },
];

/** Knows the public pages; the list of all others, which grows with the app, comes with the first of them. */
export const router = createBrowserRouter(publicRoutes, {
  patchRoutesOnNavigation: async ({ patch }) => patch(ROOT, (await import('./router.js')).appRoutes),
});
