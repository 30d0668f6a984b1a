import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { addressOf, ID, SAMPLES, ROUTES_WITHOUT_SAMPLE, type Sample } from './route-samples.js';
import { gatewayUnderTest, type GatewayUnderTest } from './gateway-under-test.js';
import type { Answer } from './http-client.js';

interface Operation {
  readonly security: readonly unknown[];
  readonly requestBody?: { readonly content: Readonly<Record<string, unknown>> };
  readonly responses: Readonly<
    Record<string, { readonly description: string; readonly content?: Record<string, { readonly schema: object }> }>
  >;
}

const WITH_BODY = SAMPLES.filter(({ body, headers }) => body !== undefined && headers === undefined);
const WITH_ID = SAMPLES.filter(({ route }) => route.includes('{'));
const rows = (samples: readonly Sample[]) => samples.map((sample): [string, Sample] => [sample.route, sample]);

describe('every route', () => {
  let world: GatewayUnderTest;
  let paths: Record<string, Record<string, Operation>>;

  beforeAll(async () => {
    world = await gatewayUnderTest();
    ({ paths } = (await world.send('GET', '/api/docs/openapi.json')).body as { paths: typeof paths });
  });
  afterAll(() => world.close());

  const operationOf = (route: string): Operation => {
    const [method = '', path = ''] = route.split(' ');
    const operation = paths[path]?.[method.toLowerCase()];
    if (!operation) throw new Error(`${route} is not documented`);
    return operation;
  };

  function ask({ route, query = '', body, role = 'user', headers }: Sample, path = addressOf(route).path): Promise<Answer> {
    const { token } = world.client({ role });
    return world.send(addressOf(route).method, path + query, { body, headers: { authorization: `Bearer ${token}`, ...headers } });
  }

  const refusalsOf = (operation: Operation) =>
    Object.values(operation.responses).flatMap(({ description }) => description.match(/\b[A-Z][A-Z_]{4,}\b/g) ?? []);

  it('has a sample request or is tested elsewhere', () => {
    const documented = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect([...SAMPLES.map(({ route }) => route), ...ROUTES_WITHOUT_SAMPLE].toSorted()).toEqual(documented.toSorted());
  });

  it.each(rows(SAMPLES))('%s answers exactly the documented fields [S33]', async (route, sample) => {
    const answer = await ask(sample);
    expect([answer.status, answer.text]).toEqual([sample.status ?? 200, answer.text]);
    const content = operationOf(route).responses[String(answer.status)]?.content ?? {};
    const schema = content['application/json']?.schema ?? {};
    const parsed = z.fromJSONSchema(schema as Parameters<typeof z.fromJSONSchema>[0]).safeParse(answer.body);
    expect(parsed.error?.issues ?? []).toEqual([]);
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(answer.text).not.toMatch(/"cookie"|"hash"|"key":/);
  });

  it.each(rows(SAMPLES.filter(({ route }) => route.includes('/api/'))))('%s documents the errors of its kind', (route) => {
    const operation = operationOf(route);
    const refusals = Object.keys(operation.responses).filter((status) => Number(status) >= 400);
    expect(refusals).toContain('429');
    if (operation.security.length > 0) expect(refusals).toContain('401');
    if (route.includes('{')) expect(refusals).toContain('404');
    if (operation.requestBody) expect(refusals).toEqual(expect.arrayContaining(['413', '415']));
  });

  it.each(rows(SAMPLES))(
    '%s requires authentication unless it is documented as public',
    async (route, { query = '', body, headers }) => {
      const { method, path } = addressOf(route);
      const answer = await world.send(method, path + query, { body, ...(headers && { headers }) });
      if (operationOf(route).security.length > 0) expect(answer.body).toMatchObject({ statusCode: 401, code: 'UNAUTHENTICATED' });
      else expect(answer.status).toBeLessThan(300);
    },
  );

  it.each(rows(WITH_BODY))('%s refuses bodies that are not a JSON object', async (route, { body, ...sample }) => {
    const before = world.log.length;
    for (const wrong of ['[]', '7', '"x"', 'null', 'true', JSON.stringify([body])]) {
      const headers = { 'content-type': 'application/json' };
      expect((await ask({ ...sample, route, body: wrong, headers })).body).toMatchObject({ statusCode: 400, code: 'BAD_INPUT' });
    }
    expect(world.log.slice(before)).toEqual([]);
  });

  it.each(rows(WITH_BODY))(
    '%s answers values of wrong type or length with a documented error',
    async (route, { body, ...sample }) => {
      for (const value of [{ $ne: null }, [['x']], 'x'.repeat(250_000), '\0', '\ud800', -1e21]) {
        const wrong = Object.fromEntries(Object.keys(body as object).map((name) => [name, value]));
        const answer = await ask({ ...sample, route, body: wrong });
        expect([400, 403, 404, 409, 422, 413]).toContain(answer.status);
        expect(refusalsOf(operationOf(route))).toContain((answer.body as { code: string }).code);
      }
    },
  );

  it.each(rows(WITH_ID))('%s answers NOT_FOUND for malformed ids', async (route, sample) => {
    const calls = world.stubs.calls.length;
    for (const wrong of ['1', 'nobody', '%00', "';--", '..%2fx', ID.replace('-', '_'), 'x'.repeat(99)]) {
      const answer = await ask(sample, addressOf(route, () => wrong).path);
      // Ids of systems are words, so the service has to be called to find that there is no such system.
      expect(answer.body).toMatchObject({ statusCode: 404, code: 'NOT_FOUND' });
    }
    const made = world.stubs.calls.slice(calls).filter(({ name }) => name !== 'auth.resolve');
    expect(made.filter(({ name }) => !/^system(?:s|Pages)\./.test(name))).toEqual([]);
  });

  it.each(rows(WITH_BODY))('%s ignores actor, role and prototype in the body [S32]', async (route, { body, ...sample }) => {
    const { userId: _userId, ...actor } = world.client().actor;
    const stray = { actor: { ...actor, role: 'super_admin' }, role: 'super_admin', isAdmin: true, constructor: { x: 1 } };
    const text = JSON.stringify({ ...stray, ...(body as object) }).replace('{', '{"__proto__":{"isAdmin":true},');
    const before = world.stubs.calls.length;
    const answer = await ask({ ...sample, route, body: text, headers: { 'content-type': 'application/json' } });
    expect(answer.status).toBe(sample.status ?? 200);
    for (const { input } of world.stubs.calls.slice(before)) {
      const asked = input['actor'] as { role: string } | undefined;
      if (asked) expect(asked.role).toBe(sample.role ?? 'user');
      expect(input['isAdmin']).toBeUndefined();
    }
    expect(({} as Record<string, unknown>)['isAdmin']).toBeUndefined();
  });
});
