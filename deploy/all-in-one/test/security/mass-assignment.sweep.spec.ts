import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startStack, type Answer, type Stack } from '@kith/all-in-one/testing';
import fc from 'fast-check';
import type { Schema } from '../fuzz/from-schema.js';
import { createRoles, aClient, expectDone, type Roles } from '../matrix/roles.js';
import { REST_ROWS } from '../matrix/rest-rows.js';
import { Fixtures } from '../matrix/fixtures.js';
import { onDatabase } from './database.js';
import { findUndocumentedFields } from './undocumented-fields.js';

const NAMES = `isAdmin role subscriptionPlan plan messageCredits credits balance userId ownerId owner_id id
  status runtimeState desiredOnline version createdAt removedAt deletedAt passwordHash password_hash
  discordTokenHint tokenHint applicationId actor impersonatedBy messageCount fence
  toString hasOwnProperty $where user.role role[] isAdmin\u0000`.split(/\s+/);
const SECRET_PATTERN = /passwordHash|password_hash|\$argon2|bearerHash|cookieHash|cus_|"v1\.|discordToken":"[^"]/;

describe('fields beyond the contract', () => {
  let stack: Stack;
  let roles: Roles;

  beforeAll(async () => {
    stack = await startStack();
    roles = await createRoles(stack);
  }, 120_000);
  afterAll(() => stack.stop());

  const pollution = (value: unknown): string =>
    `"__proto__": ${JSON.stringify({ isAdmin: true, role: 'admin', polluted: value })}, "constructor": {"prototype": {"polluted": 1}}`;

  /** JSON with additional keys, built as text because `__proto__` cannot be an own key of a literal. */
  const withMore = (body: object, more: Record<string, unknown>): string =>
    `{${[JSON.stringify({ ...more, ...body }).slice(1, -1), pollution(more)].filter(Boolean).join(', ')}}`;

  const values = fc.oneof(
    fc.constantFrom<unknown>(true, 'admin', 'super_admin', 'premium', 999_999, null, randomUUID(), [], { set: 1 }),
    fc.jsonValue({ maxDepth: 1 }),
  );
  const extras = fc.dictionary(fc.constantFrom(...NAMES), values, { minKeys: 1, maxKeys: 8 });

  it.each([
    'PATCH /api/auth/profile',
    'PATCH /api/auth/notification-settings',
    'PATCH /api/bots/:botId',
    'POST /api/auth/register',
  ])(
    '%s sets only the fields of its contract [S32]',
    async (route) => {
      const { owner } = roles;
      const bot = await new Fixtures(stack, roles, 'owner').bot();
      const [method = '', path = ''] = route.split(' ');
      const account = () => onDatabase(stack, 'select to_jsonb(u) as row from auth."user" u where id = $1', [owner.id]);
      const botRow = () =>
        onDatabase(
          stack,
          `select to_jsonb(b) - array['version', 'updated_at', 'changed_at'] as row from bots.bot b where id = $1`,
          [bot.id],
        );
      const { email } = (await expectDone(owner.client.get('/api/auth/user'))).body;
      const bodies: Record<string, () => object> = {
        'PATCH /api/auth/profile': () => ({ username: owner.username, email }),
        'PATCH /api/auth/notification-settings': () => ({ usageReports: false }),
        'PATCH /api/bots/:botId': () => ({ name: bot.name }),
        'POST /api/auth/register': () => {
          const username = `m-${randomUUID().slice(0, 12)}`;
          return { username, email: `${username}@example.test`, password: 'correct horse' };
        },
      };
      const before = [await account(), await botRow()];
      await fc.assert(
        fc.asyncProperty(extras, async (more) => {
          const body = withMore(bodies[route]?.() ?? {}, more);
          const client = method === 'POST' ? aClient(stack) : owner.client;
          const answer = await client.sendBytes(method, path.replace(':botId', bot.id), body, {
            'content-type': 'application/json',
          });
          expect([200, 201, 400]).toContain(answer.status);
          if (method === 'POST') await expectPlainUser(answer);
          else expect([await account(), await botRow()]).toEqual(before);
        }),
        { numRuns: 12, endOnFailure: true },
      );
    },
    60_000,
  );

  async function expectPlainUser(answer: Answer): Promise<void> {
    const { user } = answer.body as { user?: { id: string; isAdmin: boolean; subscriptionPlan: string } };
    if (!user) return;
    expect(user).toMatchObject({ isAdmin: false, subscriptionPlan: 'free' });
    const [row] = await onDatabase(stack, 'select role, removed_at from auth."user" where id = $1', [user.id]);
    expect(row).toEqual({ role: 'user', removed_at: null });
    expect(await onDatabase(stack, 'select 1 from billing.wallet where user_id = $1 and balance > 0', [user.id])).toEqual([]);
  }

  it('no request changed a prototype [S41]', () => {
    const plain = {} as Record<string, unknown>;
    expect([plain['polluted'], plain['isAdmin'], plain['role'], ([] as unknown as Record<string, unknown>)['polluted']]).toEqual(
      Array.from({ length: 4 }),
    );
  });

  it('keys such as constructor are plain keys or refused wherever clients choose keys [S41]', async () => {
    const { id } = await new Fixtures(stack, roles, 'owner').bot();
    const bodies = ['personality', 'preferences', 'channelSettings'].map(
      (field) =>
        `{"${field}": {"__proto__": {"polluted": true}, "constructor": {"prototype": {"polluted": true}}, "toString": 1}}`,
    );
    for (const body of bodies) {
      const answer = await roles.owner.client.sendBytes('PATCH', `/api/bots/${id}`, body, { 'content-type': 'application/json' });
      expect([200, 400]).toContain(answer.status);
    }
    expect(
      (await roles.owner.client.get(`/api/bots/${id}?__proto__[polluted]=1&constructor[prototype][polluted]=1`)).status,
    ).toBe(200);
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
    expect((await expectDone(roles.owner.client.get(`/api/bots/${id}`))).text).not.toContain('polluted');
  });

  it('every response holds exactly the published fields and no secret [S33]', async () => {
    type Described = Record<string, { responses: Record<string, { content?: Record<string, { schema: Schema }> }> }>;
    const { paths } = (await aClient(stack).get('/api/docs/openapi.json')).body as { paths: Record<string, Described> };
    const rows = REST_ROWS.filter(({ isFresh, route }) => !isFresh && !/docs|csp|\.csv/.test(route));
    let compared = 0;
    for (const row of rows) {
      const [method = '', pattern = ''] = row.route.replace(/#.*/, '').split(' ');
      const role = row.expected[1] < 400 ? 'owner' : 'superAdmin';
      const sent = (await row.arrange?.(new Fixtures(stack, roles, role))) ?? {};
      const path = pattern.replace(/:(\w+)/g, (_match, name: string) => sent.params?.[name] ?? '');
      const answer = await roles.clients[role].send(method, sent.query ? `${path}?${sent.query}` : path, sent.body);
      expect(answer.text).not.toMatch(SECRET_PATTERN);
      const { responses } = paths[pattern.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()] ?? { responses: {} };
      const schema = responses[String(answer.status)]?.content?.['application/json']?.schema;
      if (!schema || answer.status >= 400) continue;
      compared += 1;
      expect([row.route, findUndocumentedFields(schema, JSON.parse(answer.text))]).toEqual([row.route, []]);
    }
    expect(compared).toBeGreaterThan(40);
  }, 120_000);
});
