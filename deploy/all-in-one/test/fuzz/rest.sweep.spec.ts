import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startStack, type Answer, type Stack } from '@kith/all-in-one/testing';
import fc from 'fast-check';
import { createRoles, aClient, type Roles } from '../matrix/roles.js';
import { fitting, unfitting } from './from-schema.js';
import { operationsOf, type Operation } from './operations.js';
import { stateOf } from './state.js';

const RUNS = 40;

// Routes that end the caller's session; bad-input.spec.ts and the services test them.
const ENDS_SESSIONS = /logout|end-all|end-impersonation|auth\/account/;

describe('generated REST requests', () => {
  let stack: Stack;
  let roles: Roles;
  let operations: Operation[];
  let ids: Record<string, string>;

  beforeAll(async () => {
    stack = await startStack();
    roles = await createRoles(stack);
    operations = operationsOf((await aClient(stack).get('/api/docs/openapi.json')).body);
    const { client } = roles.owner;
    const botId = String((await client.post('/api/bots', { name: 'Target' })).body['id']);
    const itemId = String((await client.post(`/api/bots/${botId}/knowledge`, { title: 'a', content: 'b' })).body['id']);
    const botCommandId = String((await client.post(`/api/bots/${botId}/commands`, { commandId: 'ping' })).body['id']);
    await client.post(`/api/bots/${botId}/systems`, { systemId: 'reaction-roles' });
    ids = { botId, itemId, botCommandId, systemId: 'reaction-roles', userId: randomUUID(), checkoutId: randomUUID() };
  }, 120_000);
  afterAll(() => stack.stop());

  const pathOf = ({ path }: Operation): string => path.replace(/\{(\w+)\}/g, (_match, name: string) => ids[name] ?? randomUUID());

  const clients = () => [roles.owner.client.plain(), roles.clients.superAdmin.plain()];

  /** As the owner and as the super-admin. */
  async function both(operation: Operation, body: unknown): Promise<Answer[]> {
    const path = pathOf(operation);
    return Promise.all(clients().map((client) => client.send(operation.method, path, body)));
  }

  it('bodies that do not fit the schema are refused and change nothing [S39]', async () => {
    const writes = operations.filter(({ body, path }) => body && !ENDS_SESSIONS.test(path));
    expect(writes.length).toBeGreaterThan(25);
    for (const operation of writes) {
      const before = await stateOf(String(stack.env['DATABASE_URL']));
      await fc.assert(
        fc.asyncProperty(unfitting(operation.body ?? {}), async (body) => {
          for (const { status, text } of await both(operation, body)) expectRefused(status, text);
        }),
        { numRuns: RUNS, endOnFailure: true, includeErrorInReport: true },
      );
      expect([operation.path, await stateOf(String(stack.env['DATABASE_URL']))]).toEqual([operation.path, before]);
    }
  }, 300_000);

  it('bodies that fit the schema are answered without 5xx [S39]', async () => {
    const writes = operations.filter(({ body, path, method }) => body && method !== 'DELETE' && !ENDS_SESSIONS.test(path));
    for (const operation of writes) {
      await fc.assert(
        fc.asyncProperty(fitting(operation.body ?? {}), async (body) => {
          for (const answer of await both(operation, body)) expectAnswered(operation, answer);
        }),
        { numRuns: RUNS / 2, endOnFailure: true, includeErrorInReport: true },
      );
    }
  }, 300_000);

  it('queries are answered without 5xx [S39]', async () => {
    const reads = operations.filter(({ method, query }) => method === 'GET' && Object.keys(query.properties ?? {}).length > 0);
    expect(reads.length).toBeGreaterThan(5);
    for (const operation of reads) {
      const odd = fc.oneof(fitting(operation.query), fc.dictionary(fc.string({ maxLength: 9 }), fc.string()));
      await fc.assert(
        fc.asyncProperty(odd, async (query) => {
          const search = new URLSearchParams(
            Object.entries(query as object).map(([name, value]): [string, string] => [name, String(value)]),
          );
          const path = `${pathOf(operation)}?${search}`;
          for (const client of clients()) expectAnswered(operation, await client.get(path));
        }),
        { numRuns: RUNS, endOnFailure: true, includeErrorInReport: true },
      );
    }
  }, 120_000);

  it('no generated request changes a prototype [S41]', () => {
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
    expect(({} as Record<string, unknown>)['$gt']).toBeUndefined();
  });
});

// A rate limit says nothing about the request.
function expectRefused(status: number, text: string): void {
  if (status < 400 || status >= 500 || status === 429) throw new Error(`answered ${status}: ${text.slice(0, 300)}`);
}

// Expected here: a feature is not configured, or the sandbox is busy.
function expectAnswered({ method, path }: Operation, { status, text, body }: Answer): void {
  const isPlain = status < 500 || ['NOT_CONFIGURED', 'OVERLOADED'].includes(String(body['code']));
  if (!isPlain) throw new Error(`${method} ${path} answered ${status}: ${text.slice(0, 300)}`);
}
