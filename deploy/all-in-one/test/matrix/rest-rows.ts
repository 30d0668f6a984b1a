import { randomUUID } from 'node:crypto';
import { ADMINS, always, EVERYBODY, OWN, OWN_SELF, SELF, SIGNED_IN, SUPER, type Expected } from './expected.js';
import { aCommand, aForm, HANDLER, type Things } from './things.js';

/** Parameters and body of one request. */
export interface Sent {
  /** Values of the path parameters. */
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: string;
  readonly body?: unknown;
}

export interface Row {
  /** As in the route tables; a `#` tells several rows of one route apart. */
  readonly route: string;
  readonly expected: Expected;
  readonly arrange?: (things: Things) => Promise<Sent> | Sent;
  /** The request changes sessions or roles: it gets new users. */
  readonly isFresh?: true;
}

const MADE: Expected = [401, 201, 201, 201, 201, 201];
const OWN_MADE: Expected = [401, 201, 404, 404, 404, 201];

const ofBot = async (things: Things) => ({ params: { botId: (await things.bot()).id } });

/** One row per route; the test fails for a route without a row and a row without a route. */
export const REST_ROWS: readonly Row[] = [
  // Health and documentation
  { route: 'GET /health/live', expected: EVERYBODY },
  { route: 'GET /health/ready', expected: EVERYBODY },
  { route: 'GET /api/docs', expected: EVERYBODY },
  { route: 'GET /api/docs/openapi.json', expected: EVERYBODY },
  { route: 'GET /api/docs/assets/:name', expected: EVERYBODY, arrange: () => ({ params: { name: 'init.js' } }) },
  { route: 'POST /api/csp-reports', expected: always(204), arrange: () => ({ body: {} }) },
  { route: 'GET /api/dashboard/resource-usage', expected: SIGNED_IN },

  // Accounts
  {
    route: 'POST /api/auth/register',
    expected: always(201),
    arrange: () => {
      const username = `r-${randomUUID().slice(0, 12)}`;
      return { body: { username, email: `${username}@example.test`, password: 'correct horse' } };
    },
  },
  {
    route: 'POST /api/auth/login',
    expected: EVERYBODY,
    arrange: ({ roles }) => ({ body: { username: roles.owner.username, password: roles.owner.password } }),
  },
  { route: 'GET /api/auth/user', expected: SIGNED_IN },
  {
    route: 'PATCH /api/auth/profile',
    expected: SELF,
    arrange: ({ asker }) => ({ body: { username: asker.username, email: `${randomUUID()}@example.test` } }),
  },
  { route: 'PATCH /api/auth/notification-settings', expected: SIGNED_IN, arrange: () => ({ body: { usageReports: true } }) },
  { route: 'PATCH /api/auth/api-settings', expected: SELF, arrange: () => ({ body: { apiKey: 'sk-matrix-0000' } }) },
  {
    route: 'PATCH /api/auth/api-settings#no key',
    expected: SIGNED_IN,
    arrange: () => ({ body: { defaultModelProvider: 'claude', developerMode: true } }),
  },
  { route: 'GET /api/auth/sessions', expected: SIGNED_IN },
  {
    route: 'DELETE /api/auth/sessions/:sessionId',
    expected: OWN_SELF,
    arrange: async (things) => ({ params: { sessionId: await things.session() } }),
  },
  { route: 'GET /api/auth/options', expected: EVERYBODY },
  {
    route: 'POST /api/auth/password-reset/request',
    expected: always(501),
    arrange: () => ({ body: { email: 'nobody@example.test' } }),
  },
  {
    route: 'POST /api/auth/password-reset',
    expected: always(400),
    arrange: () => ({ body: { token: 'x'.repeat(43), password: 'another horse' } }),
  },

  // Bots
  { route: 'GET /api/bots', expected: SIGNED_IN },
  { route: 'POST /api/bots', expected: MADE, arrange: () => ({ body: { name: 'Amber' } }), isFresh: true },
  { route: 'GET /api/bots/:botId', expected: OWN, arrange: ofBot },
  {
    route: 'PATCH /api/bots/:botId',
    expected: OWN,
    arrange: async (things) => ({ ...(await ofBot(things)), body: { name: 'Beryl', channelSettings: { mentionOnly: true } } }),
  },
  {
    route: 'PATCH /api/bots/:botId#token',
    expected: OWN_SELF,
    arrange: async (things) => ({ ...(await ofBot(things)), body: { discordToken: `token-${randomUUID()}` } }),
  },
  { route: 'DELETE /api/bots/:botId', expected: OWN_SELF, arrange: ofBot },
  // A bot without a token: the role may start it, but it cannot be started.
  { route: 'POST /api/bots/:botId/start', expected: [401, 400, 404, 404, 404, 400], arrange: ofBot },
  { route: 'POST /api/bots/:botId/stop', expected: OWN, arrange: ofBot },
  {
    route: 'POST /api/bots/:botId/reset',
    expected: OWN_SELF,
    arrange: async (things) => {
      const { id: botId, name } = await things.bot();
      return { params: { botId }, body: { name } };
    },
  },
  { route: 'GET /api/bots/:botId/analytics', expected: OWN, arrange: ofBot },
  { route: 'GET /api/bots/:botId/systems', expected: OWN, arrange: ofBot },
  {
    route: 'POST /api/bots/:botId/systems',
    expected: OWN_MADE,
    arrange: async (things) => ({ ...(await ofBot(things)), body: { systemId: 'mini-games' } }),
  },
  {
    route: 'PATCH /api/bots/:botId/systems/:systemId',
    expected: OWN,
    arrange: async (things) => ({ ...(await ofSystem(things)), body: { settings: { maxRoles: 7 } } }),
  },
  { route: 'DELETE /api/bots/:botId/systems/:systemId', expected: OWN, arrange: (things) => ofSystem(things) },

  // Commands
  { route: 'GET /api/commands', expected: SIGNED_IN },
  { route: 'POST /api/commands/check-syntax', expected: SIGNED_IN, arrange: () => ({ body: { code: HANDLER } }) },
  { route: 'GET /api/bots/:botId/commands', expected: OWN, arrange: ofBot },
  {
    route: 'POST /api/bots/:botId/commands',
    expected: OWN_MADE,
    arrange: async (things) => ({ ...(await ofBot(things)), body: { commandId: 'roll' } }),
  },
  {
    route: 'PATCH /api/bots/:botId/commands/:botCommandId',
    expected: OWN,
    arrange: async (things) => ({ ...(await ofLearned(things)), body: { customTrigger: '!pong', isEnabled: false } }),
  },
  { route: 'DELETE /api/bots/:botId/commands/:botCommandId', expected: OWN, arrange: (things) => ofLearned(things) },
  { route: 'GET /api/user-commands', expected: SIGNED_IN },
  { route: 'POST /api/user-commands', expected: MADE, arrange: () => ({ body: aCommand() }) },
  { route: 'POST /api/user-commands/test', expected: SIGNED_IN, arrange: () => ({ body: { code: HANDLER } }) },
  {
    route: 'GET /api/user-commands/:commandId',
    expected: OWN,
    arrange: async (things) => ({ params: { commandId: await things.command() } }),
  },
  {
    route: 'PATCH /api/user-commands/:commandId',
    expected: OWN,
    arrange: async (things) => ({ params: { commandId: await things.command() }, body: { name: 'Other' } }),
  },
  {
    route: 'DELETE /api/user-commands/:commandId',
    expected: OWN,
    arrange: async (things) => ({ params: { commandId: await things.command() } }),
  },

  // Knowledge
  { route: 'GET /api/bots/:botId/knowledge', expected: OWN, arrange: ofBot },
  {
    route: 'POST /api/bots/:botId/knowledge',
    expected: OWN_MADE,
    arrange: async (things) => ({ ...(await ofBot(things)), body: { title: 'Tides', content: 'Twice a day.' } }),
  },
  {
    route: 'POST /api/bots/:botId/knowledge/upload',
    expected: OWN_MADE,
    arrange: async (things) => ({ ...(await ofBot(things)), body: aForm() }),
  },
  {
    route: 'GET /api/bots/:botId/knowledge/search',
    expected: OWN,
    arrange: async (things) => ({ ...(await ofBot(things)), query: 'query=tides' }),
  },
  {
    route: 'PATCH /api/bots/:botId/knowledge/:itemId',
    expected: OWN,
    arrange: async (things) => ({ ...(await ofItem(things)), body: { title: 'Ebb' } }),
  },
  { route: 'DELETE /api/bots/:botId/knowledge/:itemId', expected: OWN, arrange: (things) => ofItem(things) },
  {
    route: 'GET /api/bots/:botId/knowledge/:itemId/file',
    expected: OWN,
    arrange: async (things) => {
      const { id: botId } = await things.bot();
      return { params: { botId, itemId: await things.file(botId) } };
    },
  },

  // Test chat
  {
    route: 'POST /api/bots/:botId/chat',
    expected: OWN,
    arrange: async (things) => ({ ...(await ofBot(things)), body: { message: 'Hello' } }),
  },
  {
    route: 'POST /api/bots/:botId/chat/stream',
    expected: OWN,
    arrange: async (things) => ({ ...(await ofBot(things)), body: { message: 'Hello' } }),
  },
  { route: 'GET /api/bots/:botId/chat/engine', expected: OWN, arrange: ofBot },
  {
    route: 'GET /api/bots/:botId/images/:imageId',
    expected: OWN,
    arrange: async (things) => {
      const { id: botId } = await things.bot();
      return { params: { botId, imageId: await things.image(botId) } };
    },
  },

  // Billing
  { route: 'GET /api/credits', expected: SIGNED_IN },
  { route: 'GET /api/credits/packages', expected: SIGNED_IN },
  { route: 'GET /api/credits/history', expected: SIGNED_IN },
  { route: 'POST /api/credits/checkout', expected: SELF, arrange: () => ({ body: { packageId: 'credits-500' } }) },
  { route: 'GET /api/subscriptions', expected: SIGNED_IN },
  { route: 'POST /api/subscriptions/upgrade', expected: SELF, arrange: () => ({ body: { plan: 'premium' } }) },
  { route: 'POST /api/create-checkout-session', expected: SELF, arrange: () => ({ body: { plan: 'basic' } }) },
  { route: 'POST /api/subscriptions/portal', expected: [401, 404, 404, 404, 404, 403] },
  {
    route: 'GET /api/sandbox/checkout/:checkoutId',
    expected: OWN,
    arrange: async (things) => ({ params: { checkoutId: await things.checkout() } }),
  },
  {
    route: 'POST /api/sandbox/checkout/:checkoutId',
    expected: OWN_SELF,
    arrange: async (things) => ({ params: { checkoutId: await things.checkout() }, body: { outcome: 'pay' } }),
  },
  {
    route: 'POST /api/sandbox/subscription',
    expected: [401, 404, 404, 404, 404, 403],
    arrange: () => ({ body: { action: 'cancel' } }),
  },
  {
    route: 'POST /api/webhooks/stripe',
    expected: always(400),
    arrange: () => ({ body: { type: 'checkout.session.completed' } }),
  },

  // Administration
  { route: 'GET /api/admin/users', expected: ADMINS },
  { route: 'GET /api/admin/admins', expected: ADMINS },
  { route: 'GET /api/admin/stats', expected: ADMINS },
  { route: 'GET /api/admin/export/users.csv', expected: ADMINS },
  { route: 'GET /api/admin/export/analytics.csv', expected: ADMINS },
  { route: 'GET /api/admin/audit', expected: SUPER },
  {
    route: 'PATCH /api/admin/users/:userId/subscription',
    expected: ADMINS,
    arrange: async (things) => ({ params: { userId: await things.stranger() }, body: { plan: 'standard' } }),
  },
  {
    route: 'POST /api/admin/users/:userId/credits',
    expected: SUPER,
    arrange: async (things) => ({ params: { userId: await things.stranger() }, body: { credits: '25' } }),
  },
  { route: 'POST /api/admin/grant-admin/:userId', expected: ADMINS, arrange: (things) => ofStranger(things) },
  { route: 'POST /api/admin/revoke-admin/:userId', expected: ADMINS, arrange: (things) => ofStranger(things) },
  { route: 'POST /api/admin/impersonate/:userId', expected: SUPER, arrange: (things) => ofStranger(things), isFresh: true },

  // Routes that end sessions
  { route: 'POST /api/admin/end-impersonation', expected: [401, 401, 401, 401, 401, 200], isFresh: true },
  { route: 'POST /api/auth/logout', expected: SIGNED_IN, isFresh: true },
  {
    route: 'PATCH /api/auth/password',
    expected: SELF,
    arrange: ({ asker: { password } }) => ({ body: { currentPassword: password, newPassword: password } }),
    isFresh: true,
  },
  { route: 'POST /api/auth/sessions/end-all', expected: SELF, isFresh: true },
  {
    route: 'DELETE /api/auth/account',
    expected: [401, 200, 200, 200, 403, 403],
    arrange: ({ asker: { password } }) => ({ body: { password } }),
    isFresh: true,
  },
];

async function ofSystem(things: Things): Promise<Sent> {
  const { id: botId } = await things.bot();
  return { params: { botId, systemId: await things.system(botId) } };
}

async function ofLearned(things: Things): Promise<Sent> {
  const { id: botId } = await things.bot();
  return { params: { botId, botCommandId: await things.learned(botId) } };
}

async function ofItem(things: Things): Promise<Sent> {
  const { id: botId } = await things.bot();
  return { params: { botId, itemId: await things.item(botId) } };
}

const ofStranger = async (things: Things): Promise<Sent> => ({ params: { userId: await things.stranger() } });
