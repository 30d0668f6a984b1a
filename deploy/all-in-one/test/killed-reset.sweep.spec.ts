import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ApiClient, startReplica, type Replica } from '@kith/all-in-one/testing';
import { testEnvironment, waitFor, type TestEnvironment } from '@kith/kit/testing';
import { Client } from 'pg';

const MESSAGES = 5000;
const FILL = `
  insert into chat.message (bot_id, owner_id, channel, conversation, request_id, author, author_name, question, reply, engine, sources,
    truncated, tokens, latency_ms, state, created_at)
  select $1::uuid, $2::uuid, 'discord', 'c' || n % 7, 'r' || n, 'u' || n % 3, '', '', '', 'builtin', '{}', false, 2, 10, 'delivered',
    now() - n * interval '1 minute'
  from generate_series(1, $3::int) as n`;

describe('a reset whose process is killed', () => {
  let world: TestEnvironment;
  let database: Client;
  let replica: Replica;

  beforeAll(async () => {
    world = await testEnvironment();
    replica = await startReplica(world.env);
    database = new Client({ connectionString: world.env['DATABASE_URL'] ?? '' });
    await database.connect();
  }, 120_000);
  afterAll(async () => {
    await database.end();
    await replica.end('SIGTERM');
    await world.drop();
  }, 60_000);

  it('goes on after the restart until nothing is left', async () => {
    const { client, token, user } = await new ApiClient(replica.baseUrl).register(`kim-${randomUUID().slice(0, 8)}`);
    const id = String((await client.post('/api/bots', { name: 'Nova' })).body['id']);
    await database.query(FILL, [id, user.id, MESSAGES]);
    const left = async (): Promise<number> => {
      const { rows } = await database.query<{ n: number }>('select count(*)::int as n from chat.message where bot_id = $1', [id]);
      return rows[0]?.n ?? 0;
    };
    const answer = client.post(`/api/bots/${id}/reset`, { name: 'Nova' }).catch(() => undefined);
    await waitFor('the first part', async () => (await left()) < MESSAGES);
    // Each part waits for it.
    await database.query('begin');
    await database.query('select from chat.bot_counter where bot_id = $1 for update', [id]);
    expect(await left()).toBeGreaterThan(0);
    await replica.end('SIGKILL');
    await answer;
    await database.query('rollback');
    replica = await startReplica(world.env);
    const again = new ApiClient(replica.baseUrl, token);
    await waitFor('the end', async () => (await again.get(`/api/bots/${id}`)).body['isResetting'] === false, 90_000);
    expect(await left()).toBe(0);
    expect((await again.get(`/api/bots/${id}`)).body).toMatchObject({ name: 'Nova', messageCount: 0 });
  }, 240_000);
});
