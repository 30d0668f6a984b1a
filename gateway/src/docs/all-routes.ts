import { adminRoutes } from '../admin/admin.routes.js';
import { authRoutes } from '../auth/auth.routes.js';
import { billingRoutes } from '../billing/billing.routes.js';
import { botRoutes } from '../bots/bots.routes.js';
import { moderationRoutes } from '../bots/moderation.routes.js';
import { systemRoutes } from '../bots/systems.routes.js';
import { chatRoutes } from '../chat/chat.routes.js';
import { commandRoutes, customCommandRoutes } from '../commands/commands.routes.js';
import { dashboardRoutes } from '../dashboard/dashboard.routes.js';
import { healthRoutes } from '../http/health.routes.js';
import { reportRoutes } from '../http/reports.routes.js';
import type { Routes } from '../http/route.js';
import { knowledgeRoutes } from '../knowledge/knowledge.routes.js';
import { notificationRoutes } from '../notifications/notifications.routes.js';
import { paymentRoutes } from '../payments/payments.routes.js';
import { docsRoutes } from './docs.routes.js';

/** The route tables of all features by their tag in the documentation, in its order. */
export const ALL_ROUTES: Readonly<Record<string, Routes>> = {
  Account: authRoutes,
  Bots: botRoutes,
  Systems: systemRoutes,
  Moderation: moderationRoutes,
  Chat: chatRoutes,
  Knowledge: knowledgeRoutes,
  Commands: commandRoutes,
  'Custom commands': customCommandRoutes,
  Dashboard: dashboardRoutes,
  Billing: billingRoutes,
  Payments: paymentRoutes,
  Notifications: notificationRoutes,
  Administration: adminRoutes,
  Health: healthRoutes,
  Documentation: docsRoutes,
  Reports: reportRoutes,
};
