import { createBrowserRouter } from 'react-router';
import { PageSpinner } from '../ui/spinner.js';
import { Crash } from './crash.js';
import { NotFound } from './not-found.js';
import { ROUTES } from './paths.js';
import { RequireUser } from './require-user.js';
import { Root } from './root.js';

/** Each page is a chunk of its own; the signed-in part brings antd and Apollo with its frame. */
export const routes = [
  {
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
      {
        element: <RequireUser />,
        children: [
          {
            lazy: { Component: async () => (await import('./layout/shell.js')).Shell },
            children: [
              {
                errorElement: <Crash />,
                children: [
                  {
                    path: ROUTES.dashboard,
                    lazy: { Component: async () => (await import('../features/dashboard/dashboard-page.js')).DashboardPage },
                  },
                  {
                    path: ROUTES.create,
                    lazy: { Component: async () => (await import('../features/bots/create-page.js')).CreatePage },
                  },
                  { path: ROUTES.bot, lazy: { Component: async () => (await import('../features/bots/bot-page.js')).BotPage } },
                  {
                    path: ROUTES.edit,
                    lazy: { Component: async () => (await import('../features/bots/edit-page.js')).EditPage },
                  },
                  {
                    path: ROUTES.remove,
                    lazy: { Component: async () => (await import('../features/bots/delete-page.js')).DeletePage },
                  },
                  {
                    path: ROUTES.chat,
                    lazy: { Component: async () => (await import('../features/chat/chat-page.js')).ChatPage },
                  },
                  {
                    path: ROUTES.knowledge,
                    lazy: { Component: async () => (await import('../features/knowledge/knowledge-page.js')).KnowledgePage },
                  },
                ],
              },
            ],
          },
        ],
      },
      { path: '*', element: <NotFound /> },
    ],
  },
];

export const router = createBrowserRouter(routes);
