/** Patterns of the pages that visitors see first, and of those that they link to. A module of its own keeps their first load small. */
export const PUBLIC_ROUTES = {
  landing: '/',
  auth: '/auth',
  discordReturn: '/auth/discord',
  unauthorized: '/unauthorized',
  privacy: '/privacy',
  terms: '/terms',
  safety: '/safety',
  dashboard: '/dashboard',
  pricing: '/pricing',
} as const;

/** The addresses of these pages. */
export const publicPaths = {
  ...PUBLIC_ROUTES,
  /** Form for a forgotten password; `search` is the query of the sign-in page. The mailed link is `/auth#reset=<token>`. */
  forgotPassword: (search = ''): string => `${PUBLIC_ROUTES.auth}${search}#forgot`,
  /** The sign-in page; `returnTo` is the path to open after the sign-in, by default the dashboard. */
  auth: (tab?: 'login' | 'register', returnTo: string = PUBLIC_ROUTES.dashboard): string => {
    const query = new URLSearchParams({ ...(tab && { tab }), ...(returnTo !== PUBLIC_ROUTES.dashboard && { return: returnTo }) });
    return query.size > 0 ? `${PUBLIC_ROUTES.auth}?${query}` : PUBLIC_ROUTES.auth;
  },
  /** The pricing page with the dialog of one plan. */
  choosePlan: (plan: string): string => `${PUBLIC_ROUTES.pricing}?plan=${encodeURIComponent(plan)}`,
} as const;
