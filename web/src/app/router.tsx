import type { ComponentType } from 'react';
import { ROUTES } from '../lib/paths.js';
import { ErrorPage } from './error-page.js';
import { NotFound } from '../features/landing/message-page.js';
import { RequireUser } from './require-user.js';

const page = (path: string, load: () => Promise<ComponentType>) => ({ path, lazy: { Component: load } });

/** Protected routes and the not-found page. Each page is a chunk of its own; the shell loads antd and Apollo. */
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
              page(ROUTES.dashboard, async () => (await import('../features/dashboard/dashboard-page.js')).DashboardPage),
              page(ROUTES.dashboardClassic, async () => (await import('../features/dashboard/dashboard-page.js')).ClassicPage),
              page(ROUTES.create, async () => (await import('../features/bots/create-page.js')).CreatePage),
              page(ROUTES.createClassic, async () => (await import('../features/bots/create-page.js')).CreateClassicPage),
              page(ROUTES.bot, async () => (await import('../features/bots/bot-page.js')).BotPage),
              page(ROUTES.edit, async () => (await import('../features/bots/edit-page.js')).EditPage),
              page(ROUTES.remove, async () => (await import('../features/bots/delete-page.js')).DeletePage),
              page(ROUTES.chat, async () => (await import('../features/chat/chat-page.js')).ChatPage),
              page(ROUTES.analytics, async () => (await import('../features/analytics/analytics-page.js')).AnalyticsPage),
              page(ROUTES.channel, async () => (await import('../features/channel/channel-page.js')).ChannelPage),
              page(ROUTES.connect, async () => (await import('../features/connect/connect-page.js')).ConnectPage),
              page(ROUTES.health, async () => (await import('../features/health/health-page.js')).HealthPage),
              page(ROUTES.memory, async () => (await import('../features/memory/memory-page.js')).MemoryPage),
              page(ROUTES.inbox, async () => (await import('../features/inbox/inbox-page.js')).InboxPage),
              page(ROUTES.versions, async () => (await import('../features/versions/versions-page.js')).VersionsPage),
              page(ROUTES.settings, async () => (await import('../features/settings/settings-page.js')).SettingsPage),
              page(ROUTES.pricing, async () => (await import('../features/billing/pricing-page.js')).PricingPage),
              page(ROUTES.models, async () => (await import('../features/models/models-page.js')).ModelsPage),
              page(ROUTES.credits, async () => (await import('../features/billing/credits-page.js')).CreditsPage),
              page(
                ROUTES.sandboxCheckout,
                async () => (await import('../features/billing/sandbox-checkout-page.js')).SandboxCheckoutPage,
              ),
              page(ROUTES.changePlan, async () => (await import('../features/billing/change-plan-page.js')).ChangePlanPage),
              page(
                ROUTES.sandboxPortal,
                async () => (await import('../features/billing/sandbox-portal-page.js')).SandboxPortalPage,
              ),
              page(ROUTES.commands, async () => (await import('../features/commands/commands-page.js')).CommandsPage),
              page(ROUTES.systems, async () => (await import('../features/systems/systems-page.js')).SystemsPage),
              page(
                ROUTES.customCommands,
                async () => (await import('../features/custom-commands/custom-commands-page.js')).CustomCommandsPage,
              ),
              page(ROUTES.knowledge, async () => (await import('../features/knowledge/knowledge-page.js')).KnowledgePage),
              page(ROUTES.admin, async () => (await import('../features/admin/admin-page.js')).AdminPage),
              page(ROUTES.adminUsers, async () => (await import('../features/admin/users-page.js')).UsersPage),
              page(ROUTES.adminUser, async () => (await import('../features/admin/user-page.js')).UserPage),
              page(ROUTES.adminImpersonate, async () => (await import('../features/admin/impersonate-page.js')).ImpersonatePage),
              page(ROUTES.adminCredits, async () => (await import('../features/admin/user-credits-page.js')).UserCreditsPage),
              page(ROUTES.adminModels, async () => (await import('../features/admin/models-page.js')).AdminModelsPage),
              page(ROUTES.adminNews, async () => (await import('../features/admin/news-page.js')).NewsPage),
              page(ROUTES.adminEvents, async () => (await import('../features/admin/payment-events-page.js')).PaymentEventsPage),
              page(ROUTES.adminRevenue, async () => (await import('../features/admin/revenue-page.js')).RevenuePage),
              page(ROUTES.adminReports, async () => (await import('../features/admin/reports-page.js')).ReportsPage),
              page(ROUTES.adminAudit, async () => (await import('../features/admin/audit-page.js')).AuditPage),
            ],
          },
        ],
      },
    ],
  },
  { path: '*', element: <NotFound /> },
];
