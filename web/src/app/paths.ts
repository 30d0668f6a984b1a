const at = (path: string, id: string): string => path.replace(/:\w+/, encodeURIComponent(id));

/** Patterns for the router. Everybody else builds addresses with `paths`. */
export const ROUTES = {
  landing: '/',
  auth: '/auth',
  unauthorized: '/unauthorized',
  dashboard: '/dashboard',
  create: '/create',
  bot: '/bots/:id',
  chat: '/bots/:id/chat',
  edit: '/bots/:id/edit',
  remove: '/bots/:id/delete',
  knowledge: '/bots/:botId/knowledge',
} as const;

/** Every address of the app (specification, sections 2 of both parts). */
export const paths = {
  landing: ROUTES.landing,
  plans: '/#plans',
  auth: (tab?: 'login' | 'register'): string => (tab ? `${ROUTES.auth}?tab=${tab}` : ROUTES.auth),
  dashboard: ROUTES.dashboard,
  create: ROUTES.create,
  bot: (id: string): string => at(ROUTES.bot, id),
  chat: (id: string): string => at(ROUTES.chat, id),
  edit: (id: string): string => at(ROUTES.edit, id),
  remove: (id: string): string => at(ROUTES.remove, id),
  knowledge: (id: string): string => at(ROUTES.knowledge, id),
} as const;
