import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ApiClient, startReplica, type Replica } from '@kith/all-in-one/testing';
import { Client } from 'pg';
import { freePort, startDiscord, testEnvironment, waitFor, type StandInDiscord, type TestEnvironment } from '@kith/kit/testing';

const MEMBERS = 40;
/** The number of connections to Postgres that a process of one service may have. */
const MAX_CONNECTIONS = 10;

describe('two replicas of every service', () => {
  let discord: StandInDiscord;
  let world: TestEnvironment;
  let replicas: Replica[];
  let metricsUrls: string[];

  beforeAll(async () => {
    discord = await startDiscord({ port: 0 });
    world = await testEnvironment({ DISCORD_API_URL: discord.apiUrl });
    const ports = [await freePort(), await freePort()];
    metricsUrls = ports.map((port) => `http://127.0.0.1:${port}/metrics`);
    replicas = await Promise.all(ports.map((port) => startReplica({ ...world.env, METRICS_PORT: String(port) })));
  }, 120_000);
  afterAll(async () => {
    await Promise.all(replicas.map((replica) => replica.end('SIGTERM')));
    await discord.close();
    await world.drop();
  }, 60_000);

  async function onlineBot(
    baseUrl: string,
  ): Promise<{ api: ApiClient; id: string; onDiscord: ReturnType<StandInDiscord['addBot']> }> {
    const { client } = await new ApiClient(baseUrl).register(`kim-${randomUUID().slice(0, 8)}`);
    const onDiscord = discord.addBot();
    const created = await client.post('/api/bots', {
      name: 'Replicated',
      discordToken: onDiscord.token,
      channelSettings: { maxMessagesPerMinute: 60 },
    });
    const { id } = created.body as { id: string };
    const started = await client.post(`/api/bots/${id}/start`);
    expect(started.status).toBe(200);
    return { api: client, id, onDiscord };
  }

  it('each request is handled by exactly one of them', async () => {
    const addresses = replicas.map((replica) => replica.baseUrl);
    const { client, user, token } = await new ApiClient(addresses[0] ?? '').register(`uma-${randomUUID().slice(0, 8)}`);
    const admin = await new ApiClient(addresses[1] ?? '').login('superadmin', world.env['SUPER_ADMIN_PASSWORD'] ?? '');
    expect((await admin.client.patch(`/api/admin/users/${user.id}/subscription`, { plan: 'premium' })).status).toBe(200);
    await waitFor('the new plan', async () => (await client.get('/api/auth/user')).body['subscriptionPlan'] === 'premium');
    // Through both gateways alternately.
    const clientOfGateway = (n: number) => new ApiClient(addresses[n % addresses.length] ?? '', token);
    const created = await times(30, (n) => clientOfGateway(n).post('/api/bots', { name: `Companion ${n}` }));
    expect(created.map((answer) => answer.status)).toEqual(Array.from({ length: 30 }, () => 201));
    const botId = String(created[0]?.body['id']);
    await times(20, (n) =>
      clientOfGateway(n).post(`/api/bots/${botId}/knowledge`, { title: `Fact ${n}`, content: `Fact number ${n} is true.` }),
    );
    // Four at a time, because a user may not have more in progress.
    for (let round = 0; round < 5; round += 1)
      await times(4, (n) => clientOfGateway(n).post(`/api/bots/${botId}/chat`, { message: `hello ${round} ${n}` }));
    expect(JSON.parse((await client.get('/api/bots')).text)).toHaveLength(30);
    expect(JSON.parse((await client.get(`/api/bots/${botId}/knowledge`)).text)).toHaveLength(20);
    expect((await client.get(`/api/bots/${botId}`)).body).toMatchObject({ messageCount: 20 });
    const checks = await times(2, (n) => clientOfGateway(n).post('/api/commands/check-syntax', { code: 'let x = ;' }));
    expect(checks.map((answer) => answer.body['valid'])).toEqual([false, false]);
  }, 60_000);

  it('replies are written by both of them, by neither less than a fifth, with fewer than ten connections to Postgres for a service of a process', async () => {
    const bots = await Promise.all(Array.from({ length: 8 }, (_, n) => onlineBot(replicas[n % 2]?.baseUrl ?? '')));
    const before = await Promise.all(metricsUrls.map(repliesWritten));
    const connections = new Map<string, number>();
    const database = new Client({ connectionString: world.env['DATABASE_URL'] ?? '' });
    database.on('error', () => undefined);
    await database.connect();
    const messageIds = Array.from({ length: 80 }, (_, n) => {
      const bot = bots[n % bots.length];
      if (!bot) throw new Error('a bot was started');
      const authorId = String(100000000000100000n + BigInt(n));
      return discord.sendMessage({ bot: bot.onDiscord, content: `hello number ${n}`, mention: true, authorId });
    });
    await waitFor(
      'every answer',
      async () => {
        const { rows } = await database.query<{ name: string; count: number }>(CONNECTIONS);
        for (const { name, count } of rows) connections.set(name, Math.max(count, connections.get(name) ?? 0));
        return messageIds.every((messageId) => discord.repliesTo(messageId).length > 0);
      },
      60_000,
    );
    await database.end();
    expect([...connections.keys()]).toContain('kith-chat');
    for (const count of connections.values()) expect(count / replicas.length).toBeLessThan(MAX_CONNECTIONS);
    const after = await Promise.all(metricsUrls.map(repliesWritten));
    const shares = after.map((count, at) => (count - (before[at] ?? 0)) / messageIds.length);
    process.stdout.write(`share of each replica: ${shares.join(', ')}; connections: ${JSON.stringify([...connections])}\n`);
    expect(Math.min(...shares)).toBeGreaterThan(0.2);
  }, 120_000);

  it('when one is killed no Discord message is lost or answered twice', async () => {
    const [runningReplica, killedReplica] = replicas;
    if (!runningReplica || !killedReplica) throw new Error('two replicas were started');
    const bots = await Promise.all(Array.from({ length: 6 }, () => onlineBot(runningReplica.baseUrl)));
    const { identifies, resumed } = { ...discord.stats };
    const messageIds: string[] = [];
    for (let n = 0; n < MEMBERS; n += 1) {
      const bot = bots[n % bots.length];
      if (!bot) throw new Error('a bot was started');
      messageIds.push(
        discord.sendMessage({
          bot: bot.onDiscord,
          content: `hello number ${n}`,
          mention: true,
          authorId: String(100000000000000100n + BigInt(n)),
        }),
      );
      if (n === MEMBERS / 2) process.kill(killedReplica.pid, 'SIGKILL');
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
    await waitFor('every answer', () => messageIds.every((messageId) => discord.repliesTo(messageId).length > 0), 60_000);
    expect(messageIds.filter((messageId) => discord.repliesTo(messageId).length !== 1)).toEqual([]);
    // The bots of the killed replica resumed their sessions and received the missed events.
    expect(discord.stats.identifies).toBe(identifies);
    expect(discord.stats.resumed).toBeGreaterThan(resumed);
    await waitFor(
      'every reply counted once',
      async () => {
        const counts = await Promise.all(
          bots.map(async (bot) => (await bot.api.get(`/api/bots/${bot.id}`)).body['messageCount'] as number),
        );
        return counts.reduce((sum, count) => sum + count, 0) === MEMBERS;
      },
      30_000,
    );
  }, 150_000);
});

const CONNECTIONS = `
  select application_name as name, count(*)::int as count from pg_stat_activity
  where datname = current_database() and application_name like 'kith-%' group by 1`;

/** How many jobs of the queue `replies` the process has done. */
async function repliesWritten(url: string): Promise<number> {
  const text = await (await fetch(url)).text();
  return Number(/^kith_jobs_total\{queue="replies",outcome="done"\} (\d+)/m.exec(text)?.[1] ?? 0);
}

const times = <T>(count: number, run: (n: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_value, n) => run(n)));
