import { randomUUID } from 'node:crypto';
import type { Role } from '@kith/proto';
import { SIGNATURE } from './stubs/billing.js';
import { BROWSER_SECRET, DISCORD_STATE } from './stubs/sign-in-methods.js';
import { RESET_TOKEN } from './stubs/auth.js';

export const ID = '7d3d4a1e-5f0c-4d2a-9c1b-2f6f0a5e8b11';

/** A valid request to a route and the status of its response. */
export interface Sample {
  /** The route as in the OpenAPI description. */
  readonly route: string;
  readonly query?: string;
  readonly body?: unknown;
  readonly role?: Role;
  readonly headers?: Readonly<Record<string, string>>;
  readonly status?: number;
}

const CREDENTIALS = { username: 'kim', password: 'correct horse' };
const CODE = 'reply("hi")';
export const MODEL_ENTRY = {
  name: 'Llama',
  provider: 'openai',
  model: 'llama-5',
  plan: 'free',
  contextWindow: 8192,
  inputPrice: 0.1,
  outputPrice: null,
  shutdownDate: null,
};
export const BOUNDARY = 'kith-form';
const FORM = [
  `--${BOUNDARY}\r\ncontent-disposition: form-data; name="file"; filename="tides.txt"\r\ncontent-type: text/plain\r\n\r\nTwice a day.`,
  `--${BOUNDARY}--\r\n`,
].join('\r\n');

/** Sample requests for all routes that answer JSON; a route without one fails the tests. */
export const SAMPLES: readonly Sample[] = [
  { route: 'POST /api/auth/register', body: { ...CREDENTIALS, email: 'kim@example.test' }, status: 201 },
  { route: 'POST /api/auth/login', body: CREDENTIALS },
  { route: 'POST /api/auth/logout' },
  { route: 'GET /api/auth/user' },
  { route: 'GET /api/auth/session' },
  { route: 'PATCH /api/auth/profile', body: { username: 'kimberly', email: 'k@example.test' } },
  { route: 'PATCH /api/auth/password', body: { currentPassword: 'correct horse', newPassword: 'battery staple' } },
  { route: 'PATCH /api/auth/notification-settings', body: { usageReports: true } },
  { route: 'PATCH /api/auth/api-settings', body: { defaultModelProvider: 'claude', apiKey: 'sk-1234567', developerMode: true } },
  { route: 'GET /api/auth/sessions' },
  { route: 'DELETE /api/auth/sessions/{sessionId}' },
  { route: 'POST /api/auth/sessions/end-all' },
  { route: 'DELETE /api/auth/account', body: { password: 'correct horse' } },
  { route: 'GET /api/auth/options' },
  { route: 'POST /api/auth/discord/start' },
  {
    route: 'POST /api/auth/discord/finish',
    body: { code: 'a-code', state: DISCORD_STATE },
    headers: { cookie: `kith-discord=${BROWSER_SECRET}` },
  },
  { route: 'POST /api/auth/discord/link/start', body: { currentPassword: 'correct horse' } },
  {
    route: 'POST /api/auth/discord/link/finish',
    body: { code: 'a-code', state: DISCORD_STATE },
    headers: { cookie: `kith-discord=${BROWSER_SECRET}` },
  },
  { route: 'POST /api/auth/password-reset/request', body: { email: 'kim@example.test' } },
  { route: 'POST /api/auth/password-reset', body: { token: RESET_TOKEN, password: 'battery staple' } },
  { route: 'GET /api/bots', query: '?limit=2' },
  { route: 'POST /api/bots', body: { name: 'Amber' }, status: 201 },
  { route: 'GET /api/bots/{botId}' },
  { route: 'PATCH /api/bots/{botId}', body: { name: 'Beryl' } },
  { route: 'DELETE /api/bots/{botId}' },
  { route: 'POST /api/bots/{botId}/start' },
  { route: 'POST /api/bots/{botId}/stop' },
  { route: 'POST /api/bots/{botId}/reset', body: { name: 'Milo' } },
  { route: 'GET /api/bots/{botId}/systems' },
  { route: 'POST /api/bots/{botId}/systems', body: { systemId: 'reaction-roles' }, status: 201 },
  { route: 'PATCH /api/bots/{botId}/systems/{systemId}', body: { settings: { maxRoles: 7 } } },
  { route: 'DELETE /api/bots/{botId}/systems/{systemId}' },
  { route: 'GET /api/bots/{botId}/systems/{systemId}/servers/{guildId}', query: '?section=messages&limit=5' },
  { route: 'POST /api/bots/{botId}/systems/{systemId}/servers/{guildId}/actions', body: { action: 'delete', rowId: '1' } },
  {
    route: 'POST /api/bots/{botId}/systems/{systemId}/files',
    body: FORM,
    headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
    status: 201,
  },
  { route: 'GET /api/bots/{botId}/moderation/cases', query: '?limit=2&guildId=200000000000000001' },
  { route: 'POST /api/bots/{botId}/moderation/cases/{caseId}/undo' },
  { route: 'GET /api/bots/{botId}/moderation/pauses' },
  { route: 'POST /api/bots/{botId}/moderation/resume', body: { guildId: '200000000000000001' } },
  { route: 'POST /api/bots/{botId}/chat', body: { message: 'When?' } },
  { route: 'GET /api/bots/{botId}/chat/engine' },
  { route: 'GET /api/bots/{botId}/analytics' },
  { route: 'GET /api/bots/{botId}/knowledge' },
  { route: 'POST /api/bots/{botId}/knowledge', body: { title: 'Tides', content: 'Twice a day.' }, status: 201 },
  {
    route: 'POST /api/bots/{botId}/knowledge/upload',
    body: FORM,
    headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
    status: 201,
  },
  { route: 'GET /api/bots/{botId}/knowledge/search', query: '?query=tides' },
  { route: 'GET /api/bots/{botId}/knowledge/questions' },
  {
    route: 'POST /api/bots/{botId}/knowledge/questions',
    body: { question: 'When is high tide?', expectedItemId: null },
    status: 201,
  },
  { route: 'DELETE /api/bots/{botId}/knowledge/questions/{questionId}' },
  { route: 'PATCH /api/bots/{botId}/knowledge/{itemId}', body: { title: 'Ebb', content: 'Goes out.', type: 'text' } },
  { route: 'DELETE /api/bots/{botId}/knowledge/{itemId}' },
  { route: 'GET /api/commands', query: '?category=fun' },
  { route: 'GET /api/bots/{botId}/commands' },
  { route: 'POST /api/bots/{botId}/commands', body: { commandId: 'ping' }, status: 201 },
  { route: 'PATCH /api/bots/{botId}/commands/{botCommandId}', body: { customTrigger: '!pong', isEnabled: false } },
  { route: 'DELETE /api/bots/{botId}/commands/{botCommandId}' },
  { route: 'POST /api/commands/check-syntax', body: { code: CODE } },
  { route: 'GET /api/user-commands' },
  {
    route: 'POST /api/user-commands',
    body: { name: 'Greet', trigger: '!greet', description: 'Says hello', code: CODE, icon: '⚡' },
    status: 201,
  },
  { route: 'POST /api/user-commands/test', body: { code: CODE, message: '!greet all' } },
  { route: 'GET /api/user-commands/{commandId}' },
  { route: 'GET /api/user-commands/{commandId}/runs' },
  { route: 'PATCH /api/user-commands/{commandId}', body: { name: 'Wave' } },
  { route: 'DELETE /api/user-commands/{commandId}' },
  { route: 'GET /api/dashboard/resource-usage' },
  { route: 'GET /api/credits' },
  { route: 'GET /api/credits/packages' },
  { route: 'GET /api/credits/history', query: '?limit=2' },
  { route: 'POST /api/credits/checkout', body: { packageId: 'credits-100', credits: 5000, price: 1 } },
  { route: 'POST /api/subscriptions/upgrade', body: { plan: 'basic' } },
  { route: 'POST /api/create-checkout-session', body: { plan: 'standard' } },
  { route: 'GET /api/subscriptions' },
  { route: 'GET /api/subscriptions/recent-purchase' },
  { route: 'POST /api/subscriptions/change/preview', body: { plan: 'premium' } },
  { route: 'POST /api/subscriptions/change', body: { changeId: ID } },
  { route: 'POST /api/subscriptions/actions', body: { action: 'keep_plan' } },
  { route: 'GET /api/checkouts/{checkoutId}' },
  { route: 'POST /api/subscriptions/portal' },
  { route: 'POST /api/webhooks/stripe', body: { id: 'evt_1' }, headers: { 'stripe-signature': SIGNATURE } },
  { route: 'GET /api/sandbox/checkout/{checkoutId}' },
  { route: 'POST /api/sandbox/checkout/{checkoutId}', body: { outcome: 'pay' } },
  { route: 'GET /api/sandbox/portal' },
  { route: 'POST /api/sandbox/portal', body: { action: 'accept_card' } },
  { route: 'GET /api/models' },
  { route: 'GET /api/models/options' },
  { route: 'GET /api/admin/models', role: 'super_admin' },
  { route: 'PATCH /api/admin/models/{label}', body: { ...MODEL_ENTRY, version: 0 }, role: 'super_admin' },
  { route: 'POST /api/admin/models/{label}/reset', body: { version: 1 }, role: 'super_admin' },
  { route: 'GET /api/notifications', query: '?limit=2&before=9' },
  { route: 'POST /api/notifications/{notificationId}/read' },
  { route: 'POST /api/notifications/read', body: { upTo: ID } },
  { route: 'GET /api/admin/news', query: '?limit=2', role: 'super_admin' },
  {
    route: 'POST /api/admin/news',
    body: { newsId: ID, title: 'Companions hear better', text: 'They listen to voice messages.' },
    role: 'super_admin',
  },
  { route: 'GET /api/admin/users', query: '?limit=3&search=u', role: 'admin' },
  { route: 'GET /api/admin/users/{userId}', role: 'admin' },
  { route: 'GET /api/admin/users/{userId}/account', role: 'admin' },
  { route: 'GET /api/admin/users/{userId}/bots', query: '?limit=2', role: 'admin' },
  { route: 'GET /api/admin/users/{userId}/sessions', role: 'admin' },
  { route: 'POST /api/admin/users/{userId}/end-sessions', role: 'admin' },
  { route: 'GET /api/admin/admins', role: 'admin' },
  { route: 'GET /api/admin/stats', role: 'admin' },
  { route: 'PATCH /api/admin/users/{userId}/subscription', body: { plan: 'standard' }, role: 'admin' },
  { route: 'POST /api/admin/users/{userId}/credits', body: { credits: '25' }, role: 'super_admin' },
  {
    route: 'POST /api/admin/users/{userId}/credit-corrections',
    body: { credits: '5', reason: 'Granted twice' },
    role: 'super_admin',
  },
  { route: 'GET /api/payments', query: '?limit=2' },
  { route: 'GET /api/admin/users/{userId}/payments', query: '?limit=2', role: 'admin' },
  { route: 'GET /api/admin/webhook-events', query: '?state=failed&limit=2', role: 'admin' },
  { route: 'POST /api/admin/webhook-events/{eventId}/replay', role: 'admin' },
  { route: 'GET /api/admin/payment-statistics', query: '?limit=3', role: 'admin' },
  { route: 'POST /api/admin/impersonate/{userId}', role: 'super_admin' },
  { route: 'POST /api/admin/grant-admin/{userId}', role: 'admin' },
  { route: 'POST /api/admin/revoke-admin/{userId}', role: 'admin' },
  { route: 'GET /api/admin/audit', query: `?action=login&userId=${ID}`, role: 'super_admin' },
  { route: 'GET /health/live' },
  { route: 'GET /health/ready' },
];

/** Routes that do not answer JSON or need a longer setup; they have tests of their own. */
export const ROUTES_WITHOUT_SAMPLE: readonly string[] = [
  'POST /api/bots/{botId}/chat/stream',
  'GET /api/bots/{botId}/knowledge/{itemId}/file',
  'GET /api/bots/{botId}/images/{imageId}',
  'POST /api/admin/end-impersonation',
  'GET /api/credits/history.csv',
  'GET /api/admin/export/users.csv',
  'GET /api/admin/export/analytics.csv',
  'GET /api/docs',
  'GET /api/docs/openapi.json',
  'GET /api/docs/assets/{name}',
  'POST /api/csp-reports',
];

/** Method and path of a route, with a value for each path parameter: by default a random id, or an entry of a catalogue. */
export function addressOf(route: string, fill: (name: string) => string = sampleValue): { method: string; path: string } {
  const [method = '', path = ''] = route.split(' ');
  return { method, path: path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => fill(name)) };
}

const FIXED_VALUES: Readonly<Record<string, string>> = {
  systemId: 'reaction-roles',
  guildId: '200000000000000001',
  label: 'gpt-4o',
  eventId: 'evt_1',
};
const sampleValue = (name: string): string => FIXED_VALUES[name] ?? randomUUID();
