import { ROUTES } from '../lib/paths.js';
import { ErrorPage } from './error-page.js';
import { NotFound } from './not-found.js';
import { RequireUser } from './require-user.js';

/** Everything behind the guard, and what is nowhere. Each page is a chunk of its own; the shell brings antd and Apollo. */
export const appRoutes = [
  {
    element: <RequireUser />,
    children: [
      {
        lazy: { Component: async () => (await import('./layout/shell.js')).Shell },
        children: [
          {
            errorElement: <ErrorPage />,
            children: [
              {
                path: ROUTES.dashboard,
                lazy: { Component: async () => (await import('../features/dashboard/dashboard-page.js')).DashboardPage },
              },
              {
                path: ROUTES.dashboardClassic,
                lazy: { Component: async () => (await import('../features/dashboard/dashboard-page.js')).ClassicPage },
              },
              {
                path: ROUTES.create,
                lazy: { Component: async () => (await import('../features/bots/create-page.js')).CreatePage },
              },
              {
                path: ROUTES.createClassic,
                lazy: { Component: async () => (await import('../features/bots/create-page.js')).CreateClassicPage },
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
                path: ROUTES.analytics,
                lazy: { Component: async () => (await import('../features/analytics/analytics-page.js')).AnalyticsPage },
              },
              {
                path: ROUTES.channel,
                lazy: { Component: async () => (await import('../features/channel/channel-page.js')).ChannelPage },
              },
              {
                path: ROUTES.settings,
                lazy: { Component: async () => (await import('../features/settings/settings-page.js')).SettingsPage },
              },
              {
                path: ROUTES.pricing,
                lazy: { Component: async () => (await import('../features/billing/pricing-page.js')).PricingPage },
              },
              {
                path: ROUTES.credits,
                lazy: { Component: async () => (await import('../features/billing/credits-page.js')).CreditsPage },
              },
              {
                path: ROUTES.sandboxCheckout,
                lazy: {
                  Component: async () => (await import('../features/billing/sandbox-checkout-page.js')).SandboxCheckoutPage,
                },
              },
              {
                path: ROUTES.commands,
                lazy: { Component: async () => (await import('../features/commands/commands-page.js')).CommandsPage },
              },
              {
                path: ROUTES.systems,
                lazy: { Component: async () => (await import('../features/systems/systems-page.js')).SystemsPage },
              },
              {
                path: ROUTES.customCommands,
                lazy: {
                  Component: async () => (await import('../features/custom-commands/custom-commands-page.js')).CustomCommandsPage,
                },
              },
              {
                path: ROUTES.knowledge,
                lazy: { Component: async () => (await import('../features/knowledge/knowledge-page.js')).KnowledgePage },
              },
              {
                path: ROUTES.admin,
                lazy: { Component: async () => (await import('../features/admin/admin-page.js')).AdminPage },
              },
              {
                path: ROUTES.adminUsers,
                lazy: { Component: async () => (await import('../features/admin/users-page.js')).UsersPage },
              },
              {
                path: ROUTES.adminImpersonate,
                lazy: { Component: async () => (await import('../features/admin/impersonate-page.js')).ImpersonatePage },
              },
              {
                path: ROUTES.adminCredits,
                lazy: { Component: async () => (await import('../features/admin/user-credits-page.js')).UserCreditsPage },
              },
              {
                path: ROUTES.adminAudit,
                lazy: { Component: async () => (await import('../features/admin/audit-page.js')).AuditPage },
              },
            ],
          },
        ],
      },
    ],
  },
  { path: '*', element: <NotFound /> },
];
