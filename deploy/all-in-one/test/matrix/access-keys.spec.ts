import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startStack, type Answer, type Stack } from '@kith/all-in-one/testing';
import { ACCESS_SCOPES, type AccessScope } from '@kith/proto';
import { Fixtures } from './fixtures.js';
import { aClient, createRoles, type Roles } from './roles.js';
import type { Row } from './rest-row.js';
import { REST_ROWS } from './rest-rows.js';

/** Every route that takes an access key, and the scope that it needs. All others refuse access keys. */
const SCOPES: Readonly<Record<string, AccessScope>> = {
  'GET /api/bots': 'bots:read',
  'POST /api/bots': 'bots:write',
  'GET /api/bots/:botId': 'bots:read',
  'PATCH /api/bots/:botId': 'bots:write',
  'POST /api/bots/:botId/start': 'bots:write',
  'POST /api/bots/:botId/stop': 'bots:write',
  'GET /api/bots/:botId/analytics': 'analytics:read',
  'GET /api/bots/:botId/systems': 'bots:read',
  'POST /api/bots/:botId/systems': 'bots:write',
  'PATCH /api/bots/:botId/systems/:systemId': 'bots:write',
  'DELETE /api/bots/:botId/systems/:systemId': 'bots:write',
  'GET /api/bots/:botId/systems/:systemId/servers/:guildId': 'bots:read',
  'POST /api/bots/:botId/systems/:systemId/servers/:guildId/actions': 'bots:write',
  'POST /api/bots/:botId/systems/:systemId/files': 'bots:write',
  'GET /api/bots/:botId/moderation/cases': 'bots:read',
  'POST /api/bots/:botId/moderation/cases/:caseId/undo': 'bots:write',
  'GET /api/bots/:botId/moderation/pauses': 'bots:read',
  'POST /api/bots/:botId/moderation/resume': 'bots:write',
  'GET /api/commands': 'bots:read',
  'POST /api/commands/check-syntax': 'bots:write',
  'GET /api/bots/:botId/commands': 'bots:read',
  'POST /api/bots/:botId/commands': 'bots:write',
  'PATCH /api/bots/:botId/commands/:botCommandId': 'bots:write',
  'DELETE /api/bots/:botId/commands/:botCommandId': 'bots:write',
  'GET /api/user-commands': 'bots:read',
  'POST /api/user-commands': 'bots:write',
  'POST /api/user-commands/test': 'bots:write',
  'GET /api/user-commands/:commandId': 'bots:read',
  'GET /api/user-commands/:commandId/runs': 'bots:read',
  'PATCH /api/user-commands/:commandId': 'bots:write',
  'DELETE /api/user-commands/:commandId': 'bots:write',
  'GET /api/bots/:botId/knowledge': 'bots:read',
  'POST /api/bots/:botId/knowledge': 'bots:write',
  'POST /api/bots/:botId/knowledge/upload': 'bots:write',
  'GET /api/bots/:botId/knowledge/search': 'bots:read',
  'GET /api/bots/:botId/knowledge/questions': 'bots:read',
  'POST /api/bots/:botId/knowledge/questions': 'bots:write',
  'DELETE /api/bots/:botId/knowledge/questions/:questionId': 'bots:write',
  'PATCH /api/bots/:botId/knowledge/:itemId': 'bots:write',
  'DELETE /api/bots/:botId/knowledge/:itemId': 'bots:write',
  'GET /api/bots/:botId/knowledge/:itemId/file': 'bots:read',
  'POST /api/bots/:botId/chat': 'chat',
  'POST /api/bots/:botId/chat/stream': 'chat',
  'GET /api/bots/:botId/chat/engine': 'chat',
  'GET /api/bots/:botId/images/:imageId': 'chat',
};

const routeOf = ({ route }: Row): string => route.replace(/#.*/, '');
// What needs no session is answered to everybody, whatever they send along.
const OPEN = REST_ROWS.filter(({ expected: [anonymous, owner] }) => anonymous === owner && anonymous !== 401).map(routeOf);
const NEEDS_SESSION = REST_ROWS.filter((row) => !OPEN.includes(routeOf(row)) || routeOf(row) === 'GET /api/auth/session');
const REFUSED = NEEDS_SESSION.filter((row) => !(routeOf(row) in SCOPES));
// A picture would need an image model.
const ACCEPTED = NEEDS_SESSION.filter((row) => routeOf(row) in SCOPES && !routeOf(row).includes('/images/'));

describe('access of an access key to every REST route', () => {
  let stack: Stack;
  let roles: Roles;
  const keys = new Map<string, string>();

  beforeAll(async () => {
    stack = await startStack();
    roles = await createRoles(stack);
    for (const scope of ACCESS_SCOPES) keys.set(scope, await aKey([scope]));
    keys.set('all', await aKey(ACCESS_SCOPES));
    for (const scope of ACCESS_SCOPES) keys.set(`without ${scope}`, await aKey(ACCESS_SCOPES.filter((other) => other !== scope)));
  }, 120_000);
  afterAll(() => stack.stop());

  async function aKey(scopes: readonly AccessScope[]): Promise<string> {
    const { client, password } = roles.owner;
    const mutation = 'mutation K($input: CreateAccessKeyInput!) { createAccessKey(input: $input) { key } }';
    const input = { name: scopes.join(' '), scopes, currentPassword: password };
    const { body, text } = await client.graphql(mutation, { input });
    const { data } = body as { data?: { createAccessKey: { key: string } } };
    if (!data) throw new Error(text);
    return data.createAccessKey.key;
  }

  async function send(row: Row, key: string, isArranged: boolean): Promise<Answer> {
    const fixtures = new Fixtures(stack, roles, 'owner');
    const { params = {}, query, body } = (isArranged && (await row.arrange?.(fixtures))) || {};
    const [method = '', pattern = ''] = routeOf(row).split(' ');
    const path = pattern.replace(/:(\w+)/g, (_match, name: string) => encodeURIComponent(params[name] ?? 'x'));
    const client = aClient(stack).with({ authorization: `Bearer ${keys.get(key)}` });
    return client.send(method, query ? `${path}?${query}` : path, body);
  }

  it('the table names only routes that exist [S78]', () => {
    const routes = REST_ROWS.map(routeOf);
    expect(Object.keys(SCOPES).filter((route) => !routes.includes(route))).toEqual([]);
  });

  it.each(REFUSED.map((row) => [row.route, row] as const))('%s refuses a key with all scopes [S28, S78]', async (_route, row) => {
    const { status, body } = await send(row, 'all', false);
    expect([status, body['code']]).toEqual([403, 'ACCESS_KEY_REFUSED']);
  });

  it.each(ACCEPTED.map((row) => [row.route, row] as const))(
    '%s takes a key with its scope, and none without it [S28, S78]',
    async (_route, row) => {
      const scope = SCOPES[routeOf(row)] ?? '';
      const { status, body } = await send(row, `without ${scope}`, false);
      expect([status, body['code']]).toEqual([403, 'ACCESS_KEY_REFUSED']);
      const answer = await send(row, scope, true);
      expect([answer.status, answer.text]).toEqual([row.expected[1], expect.not.stringContaining('ACCESS_KEY_REFUSED')]);
    },
  );
});
