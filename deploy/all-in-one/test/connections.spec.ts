import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startStack, type ApiClient, type Stack } from '@kith/all-in-one/testing';
import { Client } from 'pg';
import { createRoleUser, expectDone } from './matrix/roles.js';

const MAX_OF_PROCESS = 30;
const MAX_OF_SERVICE = 5;
const ROUNDS = 5;
const AT_ONCE = 40;
const LOOK_EVERY_MS = 20;
const CONNECTIONS = `
  select application_name as name, count(*)::int as count from pg_stat_activity
  where datname = current_database() and application_name like 'kith-%' group by 1`;

describe('the connections to Postgres of all services in one process', () => {
  let stack: Stack;
  let clients: ApiClient[];
  let botIds: string[];
  let database: Client;

  beforeAll(async () => {
    stack = await startStack();
    const users = await Promise.all(Array.from({ length: 8 }, () => createRoleUser(stack)));
    clients = users.map(({ client }) => client);
    botIds = await Promise.all(
      clients.map(async (client) => String((await expectDone(client.post('/api/bots', { name: 'Harbour' }))).body['id'])),
    );
    database = new Client({ connectionString: stack.env['DATABASE_URL'] ?? '' });
    await database.connect();
  }, 60_000);
  afterAll(async () => {
    await database.end();
    await stack.stop();
  });

  it('are at most thirty, and five of each service, however many requests come at once', async () => {
    const most = new Map<string, number>();
    let mostOfProcess = 0;
    let isEnded = false;
    const looking = (async () => {
      while (!isEnded) {
        const { rows } = await database.query<{ name: string; count: number }>(CONNECTIONS);
        for (const { name, count } of rows) most.set(name, Math.max(count, most.get(name) ?? 0));
        mostOfProcess = Math.max(
          mostOfProcess,
          rows.reduce((sum, { count }) => sum + count, 0),
        );
        await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
      }
    })();
    for (let round = 0; round < ROUNDS; round += 1) await Promise.all(Array.from({ length: AT_ONCE }, (_, at) => ask(at)));
    isEnded = true;
    await looking;
    // Otherwise the requests did not reach the limits.
    expect(Math.max(...most.values())).toBe(MAX_OF_SERVICE);
    expect(mostOfProcess).toBeGreaterThan(MAX_OF_SERVICE * 3);
    expect(mostOfProcess).toBeLessThanOrEqual(MAX_OF_PROCESS);
  }, 60_000);

  async function ask(at: number): Promise<void> {
    const [client, botId] = [clients[at % clients.length], botIds[at % botIds.length]];
    const paths = [
      '/api/bots',
      '/api/credits/history',
      '/api/notifications',
      `/api/bots/${botId}/knowledge`,
      `/api/bots/${botId}/moderation/cases`,
      `/api/bots/${botId}/analytics`,
      '/api/auth/sessions',
    ];
    for (const path of paths) await expectDone(client?.get(path) ?? Promise.reject(new Error('no user')));
  }
});
