import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ApiClient, startStack, type Answer, type Stack } from '@kith/all-in-one/testing';
import fc from 'fast-check';
import { aClient, createRoles, type Roles } from '../matrix/roles.js';
import { SCHEMA, typesOf, type Type } from './graphql-types.js';
import { hostileGraphql, hostileRest, type HostileRequest } from './hostile.js';
import { operationsOf, type Operation } from './operations.js';
import { stateOf } from './state.js';

const REQUESTS = 20_000;
const LANES = 6;
const MAX_ANSWER_BYTES = 65_536;
const MAX_FINDINGS = 20;
// What ends the session of its caller whatever it is sent: requested without a valid session only.
const ENDS_SESSIONS = /logout|end-?all|end-?impersonation|auth\/account|deleteAccount/i;

describe('twenty thousand hostile requests over all routes and fields', () => {
  let stack: Stack;
  let roles: Roles;
  let operations: Operation[];
  let types: Map<string, Type>;
  let ids: Record<string, string>;

  beforeAll(async () => {
    stack = await startStack();
    roles = await createRoles(stack);
    operations = operationsOf((await aClient(stack).get('/api/docs/openapi.json')).body);
    types = typesOf((await aClient(stack).graphql(SCHEMA)).body);
    const botId = String((await roles.owner.client.post('/api/bots', { name: 'Target' })).body['id']);
    ids = { botId, systemId: 'reaction-roles', userId: roles.owner.id };
  }, 120_000);
  afterAll(() => stack.stop());

  const pathOf = ({ path }: Operation): string => path.replace(/\{(\w+)\}/g, (_match, name: string) => ids[name] ?? randomUUID());

  /** As many for each route and field; `seed` makes a run repeatable. */
  function requests(seed: number): HostileRequest[] {
    const fields = ['Query', 'Mutation'].flatMap((root) => (types.get(root)?.fields ?? []).map((field) => ({ root, field })));
    const sources = [
      ...operations.map((operation) => hostileRest(operation, pathOf(operation))),
      ...fields.map(({ root, field }) => hostileGraphql(root, field, types)),
    ];
    expect(operations.length).toBeGreaterThan(60);
    expect(fields.length).toBeGreaterThan(60);
    const each = Math.ceil(REQUESTS / sources.length);
    return sources.flatMap((source, at) => fc.sample(source, { numRuns: each, seed: seed + at }));
  }

  it('are answered without 5xx, and refused ones briefly and without any effect [S39] [S57]', async () => {
    const seed = Date.now() % 2 ** 31;
    const sent = requests(seed);
    expect(sent.length).toBeGreaterThanOrEqual(REQUESTS);
    const strangers = [new ApiClient(stack.baseUrl), new ApiClient(stack.baseUrl, 'no-such-token')];
    const everybody = [...strangers, roles.owner.client.plain(), roles.clients.superAdmin.plain()];
    const before = await stateOf(String(stack.env['DATABASE_URL']));
    // One example of each.
    const findings = new Map<string, string>();
    const statuses: Record<number, number> = {};
    let largest = 0;
    const lane = async (first: number): Promise<void> => {
      for (let at = first; at < sent.length && findings.size < MAX_FINDINGS; at += LANES) {
        const hostile = sent[at];
        if (!hostile) return;
        const clients = ENDS_SESSIONS.test(`${hostile.path} ${String(hostile.payload)}`) ? strangers : everybody;
        const { method, path, payload, headers } = hostile;
        const answer = await clients[at % clients.length]?.sendBytes(method, path, payload, headers);
        if (!answer) return;
        const problem = problemOf(hostile, answer);
        if (problem)
          findings.set(`${method} ${path.slice(0, 100)} with ${hostile.what} ${problem}`, String(payload).slice(0, 200));
        statuses[answer.status] = (statuses[answer.status] ?? 0) + 1;
        if (isRefused(answer)) largest = Math.max(largest, Buffer.byteLength(answer.text));
      }
    };
    await Promise.all(Array.from({ length: LANES }, (_, first) => lane(first)));
    process.stdout.write(
      `${sent.length} requests, seed ${seed}: ${JSON.stringify(statuses)}, largest refusal ${largest} bytes\n`,
    );
    expect({ seed, findings: [...findings] }).toEqual({ seed, findings: [] });
    expect(await stateOf(String(stack.env['DATABASE_URL']))).toEqual(before);
  }, 900_000);
});

const isRefused = ({ status, body }: Answer): boolean => status >= 400 || body['errors'] !== undefined;

function problemOf(hostile: HostileRequest, answer: Answer): string | undefined {
  const [error] = (answer.body['errors'] as { extensions?: { code?: string; statusCode?: number } }[] | undefined) ?? [];
  const status = error?.extensions?.statusCode ?? answer.status;
  const code = String(error?.extensions?.code ?? answer.body['code']);
  if (status >= 500 && !['NOT_CONFIGURED', 'OVERLOADED'].includes(code)) return `answered ${status} ${code}`;
  if (hostile.isRefused && !isRefused(answer)) return `was served with ${answer.status}`;
  const bytes = Buffer.byteLength(answer.text);
  return isRefused(answer) && bytes > MAX_ANSWER_BYTES ? `was refused with ${bytes} bytes` : undefined;
}
