import { PUBLIC_ROUTES, publicPaths } from './public-paths.js';

const at = (path: string, id: string): string => path.replace(/:\w+/, encodeURIComponent(id));

/** Patterns for the router. Other code builds addresses with `paths`. */
export const ROUTES = {
  ...PUBLIC_ROUTES,
  dashboardClassic: '/dashboard/classic',
  create: '/create',
  createClassic: '/create/classic',
  bot: '/bots/:id',
  chat: '/bots/:id/chat',
  analytics: '/bots/:id/analytics',
  channel: '/bots/:id/channel',
  connect: '/bots/:id/connect',
  health: '/bots/:id/health',
  inbox: '/bots/:id/inbox',
  edit: '/bots/:id/edit',
  remove: '/bots/:id/delete',
  versions: '/bots/:id/versions',
  commands: '/bots/:botId/commands',
  knowledge: '/bots/:botId/knowledge',
  memory: '/bots/:id/memory',
  systems: '/bots/:botId/systems',
  customCommands: '/custom-commands',
  settings: '/settings',
  models: '/models',
  credits: '/credits',
  sandboxCheckout: '/sandbox-checkout/:checkoutId',
  sandboxPortal: '/sandbox-portal',
  changePlan: '/change-plan/:plan',
  admin: '/admin',
  adminUsers: '/admin/users',
  adminUser: '/admin/users/:userId',
  adminImpersonate: '/admin/impersonate',
  adminCredits: '/admin/credits',
  adminAudit: '/admin/audit',
  adminModels: '/admin/models',
  adminNews: '/admin/news',
  adminEvents: '/admin/payment-events',
  adminRevenue: '/admin/revenue',
  adminReports: '/admin/reports',
} as const;

/** Pages of the app that visitors see, too. */
export const VISITOR_ROUTES: readonly string[] = [ROUTES.pricing, ROUTES.models];

/** Every address of the app. */
export const paths = {
  ...ROUTES,
  ...publicPaths,
  /** A page of the gateway, outside of the app. */
  apiDocs: '/api/docs',
  /** What a change of the subscription costs, to be confirmed. */
  changePlan: (plan: string): string => at(ROUTES.changePlan, plan),
  securitySettings: `${ROUTES.settings}?tab=security`,
  apiSettings: `${ROUTES.settings}?tab=api`,
  upgraded: `${ROUTES.dashboard}?upgrade=success`,
  bot: (id: string): string => at(ROUTES.bot, id),
  chat: (id: string): string => at(ROUTES.chat, id),
  analytics: (id: string): string => at(ROUTES.analytics, id),
  channel: (id: string): string => at(ROUTES.channel, id),
  behavior: (id: string): string => `${at(ROUTES.channel, id)}?tab=behavior`,
  moderationCases: (id: string): string => `${at(ROUTES.channel, id)}?tab=moderation`,
  connect: (id: string): string => at(ROUTES.connect, id),
  health: (id: string): string => at(ROUTES.health, id),
  inbox: (id: string): string => at(ROUTES.inbox, id),
  edit: (id: string): string => at(ROUTES.edit, id),
  remove: (id: string): string => at(ROUTES.remove, id),
  versions: (id: string): string => at(ROUTES.versions, id),
  commands: (id: string): string => at(ROUTES.commands, id),
  knowledge: (id: string): string => at(ROUTES.knowledge, id),
  memory: (id: string): string => at(ROUTES.memory, id),
  systems: (id: string): string => at(ROUTES.systems, id),
  adminUser: (userId: string): string => at(ROUTES.adminUser, userId),
  /** The audit log, optionally filtered by user. */
  adminAudit: (userId?: string): string =>
    userId ? `${ROUTES.adminAudit}?user=${encodeURIComponent(userId)}` : ROUTES.adminAudit,
} as const;
