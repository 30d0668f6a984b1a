import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startStack, type Answer, type Stack } from '@kith/all-in-one/testing';
import { startModel, type StandInModel } from '@kith/kit/testing';
import { createRoles, aClient, ROLES, type Roles, type RoleName } from './roles.js';
import { SIGNED_IN } from './expected.js';
import type { Row, Sent } from './rest-row.js';
import { REST_ROWS } from './rest-rows.js';
import { Fixtures, RowFixtures } from './fixtures.js';
import { switchOffRowSecurity } from './row-security.js';

const PNG = 'iVBORw0KGgo=';
const NESTED = /^\w+ \/api\/bots\/:botId\/[\w/-]+\/:\w+/;

describe('access of every role to every REST route', () => {
  let stack: Stack;
  let roles: Roles;
  let model: StandInModel;
  let arranged: RowFixtures<Sent>;

  beforeAll(async () => {
    model = await startModel();
    model.mock.on({ predicate: () => true, endpoint: 'chat' }, { content: 'Ahoy.' });
    model.mock.onImage(/./, { image: { b64Json: PNG } });
    stack = await startStack(model.env);
    roles = await createRoles(stack);
    arranged = new RowFixtures((role) => new Fixtures(stack, roles, role));
  }, 120_000);
  afterAll(async () => {
    await stack.stop();
    await model.stop();
  });

  async function send({ route }: Row, { params = {}, query, body }: Sent, role: RoleName, among = roles): Promise<Answer> {
    const [method = '', pattern = ''] = route.replace(/#.*/, '').split(' ');
    const path = pattern.replace(/:(\w+)/g, (_match, name: string) => encodeURIComponent(params[name] ?? ''));
    return among.clients[role].send(method, query ? `${path}?${query}` : path, body);
  }

  it('the table has a row for each route and no other row [S28, S31]', async () => {
    const document = (await aClient(stack).get('/api/docs/openapi.json')).body as { paths: Record<string, object> };
    const routes = Object.entries(document.paths).flatMap(([path, operations]) =>
      Object.keys(operations).map((method) => `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`),
    );
    expect([...new Set(REST_ROWS.map(({ route }) => route.replace(/#.*/, '')))].sort()).toEqual(routes.sort());
  });

  const hidden = REST_ROWS.filter(({ expected }) => expected[2] === 404 && expected[1] < 300);

  async function expectHidden(row: Row): Promise<void> {
    const sent = (await arranged.unchanged(row)) ?? {};
    const foreign = await send(row, sent, 'other');
    const params = Object.fromEntries(Object.keys(sent.params ?? {}).map((name) => [name, randomUUID()]));
    const missing = await send(row, { ...sent, params }, 'other');
    const own = await send(row, { ...sent, params }, 'owner');
    expect([foreign.status, foreign.text]).toEqual([missing.status, missing.text]);
    expect([own.status, own.text]).toEqual([missing.status, missing.text]);
  }

  it.each(hidden.map((row) => [row.route, row] as const))(
    '%s answers alike for a foreign and a missing id [S30]',
    (_route, row) => expectHidden(row),
  );

  it.each(REST_ROWS.filter(({ route }) => NESTED.test(route)).map((row) => [row.route, row] as const))(
    '%s does not reach resources of another bot of the same owner [S29]',
    async (_route, row) => {
      const sent = (await arranged.unchanged(row)) ?? {};
      const { id: botId } = await new Fixtures(stack, roles, 'owner').bot();
      const answer = await send(row, { ...sent, params: { ...sent.params, botId } }, 'owner');
      expect([answer.status, answer.body['code']]).toEqual([404, 'NOT_FOUND']);
    },
  );

  it.each(REST_ROWS.filter(({ route }) => route.includes('Id')).map((row) => [row.route, row] as const))(
    '%s answers 4xx for malformed ids',
    async (_route, row) => {
      const sent = (await arranged.unchanged(row)) ?? {};
      const role: RoleName = row.expected[1] === 403 ? 'superAdmin' : 'owner';
      for (const id of ['1', 'null', "' or 1=1 --", '%00', '../..', 'x'.repeat(500)]) {
        const params = Object.fromEntries(Object.keys(sent.params ?? {}).map((name) => [name, id]));
        const answer = await send(row, { ...sent, params }, role);
        expect([id, answer.status]).toEqual([id, 404]);
        expectShape(answer);
      }
    },
  );

  // Routes that end sessions run last.
  it.each(
    [...REST_ROWS.filter((row) => !row.isFresh), ...REST_ROWS.filter((row) => row.isFresh)].map(
      (row) => [row.route, row] as const,
    ),
  )(
    '%s answers each role as the table says [S28, S31]',
    async (_route, row) => {
      const statuses: Record<string, number> = {};
      for (const [at, role] of ROLES.entries()) {
        const among = row.isFresh ? await createRoles(stack) : roles;
        const changesNothing = row.route.startsWith('GET ') || (row.expected[at] ?? 0) >= 400;
        const sent = row.isFresh
          ? await row.arrange?.(new Fixtures(stack, among, role))
          : await (changesNothing ? arranged.unchanged(row, role) : arranged.makeNew(row, role));
        const answer = await send(row, sent ?? {}, role, among);
        statuses[role] = answer.status;
        expectShape(answer);
      }
      expect(statuses).toEqual(Object.fromEntries(ROLES.map((role, at) => [role, row.expected[at]])));
    },
    60_000,
  );

  // Last, because the whole installation is without it then. It would hide what the queries themselves have to leave out.
  describe('without row-level security', () => {
    // The usage of resources has the load of the machine in it, which is another one each time.
    const lists = REST_ROWS.filter(
      ({ route, expected }) => /^GET [^:]+$/.test(route) && !route.endsWith('/resource-usage') && expected === SIGNED_IN,
    );
    const shownWith = new Map<string, string>();

    beforeAll(async () => {
      const fixtures = new Fixtures(stack, roles, 'owner');
      await Promise.all([fixtures.bot(), fixtures.command(), fixtures.notification(), fixtures.checkout()]);
      for (const row of lists) shownWith.set(row.route, (await send(row, {}, 'other')).text);
      await switchOffRowSecurity(stack);
    });

    it.each(lists.map((row) => [row.route, row] as const))('%s still shows nothing of another user [S30]', async (route, row) => {
      expect((await send(row, {}, 'other')).text).toBe(shownWith.get(route));
    });

    it.each(hidden.map((row) => [row.route, row] as const))(
      '%s still answers alike for a foreign and a missing id [S30]',
      (_route, row) => expectHidden(row),
    );
  });
});

/** Every error has the one shape, and no response holds hidden fields (docs/decisions.md A10). */
function expectShape({ status, body, text }: Answer): void {
  if (status >= 400) {
    expect(body).toMatchObject({ statusCode: status, code: expect.any(String), message: expect.any(String) });
    expect(body['error']).toBe(body['message']);
  }
  expect(text).not.toMatch(/passwordHash|password_hash|argon2|bearerHash|cookieHash|cus_|sk-matrix/);
}
