import { randomUUID } from 'node:crypto';
import { always, EVERYBODY, OWN, OWNER_NOT_IMPERSONATED, NOT_IMPERSONATED, SIGNED_IN, type Expected } from './expected.js';
import { aCommand, aForm, HANDLER, type Fixtures } from './fixtures.js';
import { KNOWLEDGE_ROWS } from './knowledge-rows.js';
import { ADMIN_ROWS } from './admin-rows.js';
import { PAYMENT_ROWS } from './payment-rows.js';
import type { Row, Sent } from './rest-row.js';

const MADE: Expected = [401, 201, 201, 201, 201, 201];
const OWN_MADE: Expected = [401, 201, 404, 404, 404, 201];

const ofBot = async (fixtures: Fixtures) => ({ params: { botId: (await fixtures.bot()).id } });

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
  { route: 'GET /api/auth/session', expected: EVERYBODY },
  {
    route: 'PATCH /api/auth/profile',
    expected: NOT_IMPERSONATED,
    arrange: ({ requester: { username, password } }) => ({
      body: { username, email: `${randomUUID()}@example.test`, currentPassword: password },
    }),
  },
  { route: 'PATCH /api/auth/notification-settings', expected: SIGNED_IN, arrange: () => ({ body: { usageReports: true } }) },
  { route: 'PATCH /api/auth/api-settings', expected: NOT_IMPERSONATED, arrange: () => ({ body: { apiKey: 'sk-matrix-0000' } }) },
  {
    route: 'PATCH /api/auth/api-settings#no key',
    expected: SIGNED_IN,
    arrange: () => ({ body: { defaultModelProvider: 'claude', developerMode: true } }),
  },
  { route: 'GET /api/auth/sessions', expected: SIGNED_IN },
  {
    route: 'DELETE /api/auth/sessions/:sessionId',
    expected: OWNER_NOT_IMPERSONATED,
    arrange: async (fixtures) => ({ params: { sessionId: await fixtures.session() } }),
  },
  { route: 'GET /api/auth/options', expected: EVERYBODY },
  // Not configured here.
  { route: 'POST /api/auth/discord/start', expected: always(501) },
  { route: 'POST /api/auth/discord/finish', expected: always(501), arrange: () => ({ body: { code: 'c', state: 's' } }) },
  {
    route: 'POST /api/auth/discord/link/start',
    expected: [401, 501, 501, 501, 501, 403],
    arrange: ({ requester: { password } }) => ({ body: { currentPassword: password } }),
  },
  {
    route: 'POST /api/auth/discord/link/finish',
    expected: [401, 501, 501, 501, 501, 403],
    arrange: () => ({ body: { code: 'c', state: 's' } }),
  },
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
    arrange: async (fixtures) => ({
      ...(await ofBot(fixtures)),
      body: { name: 'Beryl', channelSettings: { mentionOnly: true } },
    }),
  },
  {
    route: 'PATCH /api/bots/:botId#token',
    expected: OWNER_NOT_IMPERSONATED,
    arrange: async (fixtures) => ({ ...(await ofBot(fixtures)), body: { discordToken: `token-${randomUUID()}` } }),
  },
  { route: 'DELETE /api/bots/:botId', expected: OWNER_NOT_IMPERSONATED, arrange: ofBot },
  // A bot without a token: the role may start it, but it cannot be started.
  { route: 'POST /api/bots/:botId/start', expected: [401, 400, 404, 404, 404, 400], arrange: ofBot },
  { route: 'POST /api/bots/:botId/stop', expected: OWN, arrange: ofBot },
  {
    route: 'POST /api/bots/:botId/reset',
    expected: OWNER_NOT_IMPERSONATED,
    arrange: async (fixtures) => {
      const { id: botId, name } = await fixtures.bot();
      return { params: { botId }, body: { name } };
    },
  },
  { route: 'GET /api/bots/:botId/analytics', expected: OWN, arrange: ofBot },
  { route: 'GET /api/bots/:botId/systems', expected: OWN, arrange: ofBot },
  {
    route: 'POST /api/bots/:botId/systems',
    expected: OWN_MADE,
    arrange: async (fixtures) => ({ ...(await ofBot(fixtures)), body: { systemId: 'mini-games' } }),
  },
  {
    route: 'PATCH /api/bots/:botId/systems/:systemId',
    expected: OWN,
    arrange: async (fixtures) => ({ ...(await ofSystem(fixtures)), body: { settings: { maxRoles: 7 } } }),
  },
  {
    route: 'GET /api/bots/:botId/systems/:systemId/servers/:guildId',
    expected: OWN,
    arrange: (fixtures) => ofSystemInServer(fixtures),
  },
  {
    route: 'POST /api/bots/:botId/systems/:systemId/servers/:guildId/actions',
    // The form is not filled in.
    expected: [401, 400, 404, 404, 404, 403],
    arrange: async (fixtures) => ({ ...(await ofSystemInServer(fixtures)), body: { action: 'create' } }),
  },
  {
    route: 'POST /api/bots/:botId/systems/:systemId/files',
    // The system takes no files.
    expected: [401, 404, 404, 404, 404, 403],
    arrange: async (fixtures) => ({ ...(await ofSystem(fixtures)), body: aForm() }),
  },
  {
    route: 'DELETE /api/bots/:botId/systems/:systemId',
    expected: OWNER_NOT_IMPERSONATED,
    arrange: (fixtures) => ofSystem(fixtures),
  },
  { route: 'GET /api/bots/:botId/moderation/cases', expected: OWN, arrange: ofBot },
  { route: 'POST /api/bots/:botId/moderation/cases/:caseId/undo', expected: OWN, arrange: (fixtures) => fixtures.ofModeration() },
  { route: 'GET /api/bots/:botId/moderation/pauses', expected: OWN, arrange: ofBot },
  { route: 'POST /api/bots/:botId/moderation/resume', expected: OWN, arrange: (fixtures) => fixtures.ofModeration() },
  // Commands
  { route: 'GET /api/commands', expected: SIGNED_IN },
  { route: 'POST /api/commands/check-syntax', expected: SIGNED_IN, arrange: () => ({ body: { code: HANDLER } }) },
  { route: 'GET /api/bots/:botId/commands', expected: OWN, arrange: ofBot },
  {
    route: 'POST /api/bots/:botId/commands',
    expected: OWN_MADE,
    arrange: async (fixtures) => ({ ...(await ofBot(fixtures)), body: { commandId: 'roll' } }),
  },
  {
    route: 'PATCH /api/bots/:botId/commands/:botCommandId',
    expected: OWN,
    arrange: async (fixtures) => ({ ...(await ofLearned(fixtures)), body: { customTrigger: '!pong', isEnabled: false } }),
  },
  {
    route: 'DELETE /api/bots/:botId/commands/:botCommandId',
    expected: OWNER_NOT_IMPERSONATED,
    arrange: (fixtures) => ofLearned(fixtures),
  },
  { route: 'GET /api/user-commands', expected: SIGNED_IN },
  { route: 'POST /api/user-commands', expected: MADE, arrange: () => ({ body: aCommand() }) },
  { route: 'POST /api/user-commands/test', expected: SIGNED_IN, arrange: () => ({ body: { code: HANDLER } }) },
  {
    route: 'GET /api/user-commands/:commandId',
    expected: OWN,
    arrange: async (fixtures) => ({ params: { commandId: await fixtures.command() } }),
  },
  {
    route: 'GET /api/user-commands/:commandId/runs',
    expected: OWN,
    arrange: async (fixtures) => ({ params: { commandId: await fixtures.command() } }),
  },
  {
    route: 'PATCH /api/user-commands/:commandId',
    expected: OWN,
    arrange: async (fixtures) => ({ params: { commandId: await fixtures.command() }, body: { name: 'Other' } }),
  },
  {
    route: 'DELETE /api/user-commands/:commandId',
    expected: OWNER_NOT_IMPERSONATED,
    arrange: async (fixtures) => ({ params: { commandId: await fixtures.command() } }),
  },

  // Knowledge
  ...KNOWLEDGE_ROWS,

  // Test chat
  {
    route: 'POST /api/bots/:botId/chat',
    expected: OWN,
    arrange: async (fixtures) => ({ ...(await ofBot(fixtures)), body: { message: 'Hello' } }),
  },
  {
    route: 'POST /api/bots/:botId/chat/stream',
    expected: OWN,
    arrange: async (fixtures) => ({ ...(await ofBot(fixtures)), body: { message: 'Hello' } }),
  },
  { route: 'GET /api/bots/:botId/chat/engine', expected: OWN, arrange: ofBot },
  {
    route: 'GET /api/bots/:botId/images/:imageId',
    expected: OWN,
    arrange: async (fixtures) => {
      const { id: botId } = await fixtures.bot();
      return { params: { botId, imageId: await fixtures.image(botId) } };
    },
  },

  // Billing
  { route: 'GET /api/notifications', expected: SIGNED_IN },
  {
    route: 'POST /api/notifications/:notificationId/read',
    expected: OWN,
    arrange: async (fixtures) => ({ params: { notificationId: await fixtures.notification() } }),
  },
  { route: 'POST /api/notifications/read', expected: SIGNED_IN, arrange: () => ({ body: { upTo: randomUUID() } }) },
  { route: 'GET /api/credits', expected: SIGNED_IN },
  { route: 'GET /api/credits/packages', expected: SIGNED_IN },
  { route: 'GET /api/credits/history', expected: SIGNED_IN },
  { route: 'GET /api/credits/history.csv', expected: SIGNED_IN },
  { route: 'POST /api/credits/checkout', expected: NOT_IMPERSONATED, arrange: () => ({ body: { packageId: 'credits-500' } }) },
  { route: 'GET /api/subscriptions', expected: SIGNED_IN },
  { route: 'POST /api/subscriptions/upgrade', expected: NOT_IMPERSONATED, arrange: () => ({ body: { plan: 'premium' } }) },
  { route: 'POST /api/create-checkout-session', expected: NOT_IMPERSONATED, arrange: () => ({ body: { plan: 'basic' } }) },
  { route: 'GET /api/subscriptions/recent-purchase', expected: SIGNED_IN },
  {
    route: 'POST /api/subscriptions/change/preview',
    expected: [401, 404, 404, 404, 404, 403],
    arrange: () => ({ body: { plan: 'premium' } }),
  },
  {
    route: 'POST /api/subscriptions/change',
    expected: [401, 404, 404, 404, 404, 403],
    arrange: () => ({ body: { changeId: randomUUID() } }),
  },
  {
    route: 'POST /api/subscriptions/actions',
    expected: [401, 404, 404, 404, 404, 403],
    arrange: () => ({ body: { action: 'cancel' } }),
  },
  {
    route: 'GET /api/checkouts/:checkoutId',
    expected: OWN,
    arrange: async (fixtures) => ({ params: { checkoutId: await fixtures.checkout() } }),
  },
  { route: 'POST /api/subscriptions/portal', expected: [401, 404, 404, 404, 404, 403] },
  {
    route: 'GET /api/sandbox/checkout/:checkoutId',
    expected: OWN,
    arrange: async (fixtures) => ({ params: { checkoutId: await fixtures.checkout() } }),
  },
  {
    route: 'POST /api/sandbox/checkout/:checkoutId',
    expected: OWNER_NOT_IMPERSONATED,
    arrange: async (fixtures) => ({ params: { checkoutId: await fixtures.checkout() }, body: { outcome: 'pay' } }),
  },
  { route: 'GET /api/sandbox/portal', expected: SIGNED_IN },
  { route: 'POST /api/sandbox/portal', expected: NOT_IMPERSONATED, arrange: () => ({ body: { action: 'accept_card' } }) },
  {
    route: 'POST /api/webhooks/stripe',
    expected: always(400),
    arrange: () => ({ body: { type: 'checkout.session.completed' } }),
  },

  ...PAYMENT_ROWS,

  ...ADMIN_ROWS,

  // Routes that end sessions
  { route: 'POST /api/admin/end-impersonation', expected: [401, 401, 401, 401, 401, 200], isFresh: true },
  { route: 'POST /api/auth/logout', expected: SIGNED_IN, isFresh: true },
  {
    route: 'PATCH /api/auth/password',
    expected: NOT_IMPERSONATED,
    arrange: ({ requester: { password } }) => ({ body: { currentPassword: password, newPassword: password } }),
    isFresh: true,
  },
  { route: 'POST /api/auth/sessions/end-all', expected: NOT_IMPERSONATED, isFresh: true },
  {
    route: 'DELETE /api/auth/account',
    expected: [401, 200, 200, 200, 403, 403],
    arrange: ({ requester: { password } }) => ({ body: { password } }),
    isFresh: true,
  },
];

async function ofSystemInServer(fixtures: Fixtures) {
  const { params } = await ofSystem(fixtures);
  return { params: { ...params, guildId: '200000000000000001' } };
}

async function ofSystem(fixtures: Fixtures): Promise<Sent> {
  const { id: botId } = await fixtures.bot();
  return { params: { botId, systemId: await fixtures.system(botId) } };
}

async function ofLearned(fixtures: Fixtures): Promise<Sent> {
  const { id: botId } = await fixtures.bot();
  return { params: { botId, botCommandId: await fixtures.learned(botId) } };
}
