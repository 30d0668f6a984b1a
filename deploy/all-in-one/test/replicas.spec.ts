import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ApiClient, startReplica, type Replica } from '@kith/all-in-one/testing';
import { startDiscord, testEnvironment, waitFor, type StandInDiscord, type TestEnvironment } from '@kith/kit/testing';

const MEMBERS = 40;

/** Two processes, each with every service; one of them is killed. */
describe('two replicas of everything', () => {
  let discord: StandInDiscord;
  let world: TestEnvironment;
  let replicas: Replica[];

  beforeAll(async () => {
    discord = await startDiscord({ port: 0 });
    world = await testEnvironment({ DISCORD_API_URL: discord.apiUrl });
    replicas = await Promise.all([startReplica(world.env), startReplica(world.env)]);
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
      name: 'Twin',
      discordToken: onDiscord.token,
      channelSettings: { maxMessagesPerMinute: 60 },
    });
    const { id } = created.body as { id: string };
    const started = await client.post(`/api/bots/${id}/start`);
    expect(started.status).toBe(200);
    return { api: client, id, onDiscord };
  }

  it('handle each request once', async () => {
    const [one, two] = replicas;
    const { client } = await new ApiClient(one?.baseUrl ?? '').register(`uma-${randomUUID().slice(0, 8)}`);
    const created = await client.post('/api/bots', { name: 'Only one' });
    const second = new ApiClient(two?.baseUrl ?? '');
    expect(created.status).toBe(201);
    const list = await client.get('/api/bots');
    expect(JSON.parse(list.text)).toHaveLength(1);
    expect((await second.get('/api/bots')).status).toBe(401);
  });

  it('lose nothing and answer nothing twice when one is killed, its runner included', async () => {
    const [survivor, victim] = replicas;
    if (!survivor || !victim) throw new Error('two replicas were started');
    const bots = await Promise.all(Array.from({ length: 6 }, () => onlineBot(survivor.baseUrl)));
    const messageIds: string[] = [];
    for (let n = 0; n < MEMBERS; n += 1) {
      const bot = bots[n % bots.length];
      if (!bot) throw new Error('a bot was started');
      messageIds.push(
        discord.say({ bot: bot.onDiscord, content: `hello number ${n}`, authorId: String(100000000000000100n + BigInt(n)) }),
      );
      if (n === MEMBERS / 2) process.kill(victim.pid, 'SIGKILL');
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
    await waitFor('every answer', () => messageIds.every((messageId) => discord.repliesTo(messageId).length > 0), 60_000);
    expect(messageIds.filter((messageId) => discord.repliesTo(messageId).length !== 1)).toEqual([]);
    const counts = await Promise.all(
      bots.map((bot) =>
        waitFor(
          'the count',
          async () => ((await bot.api.get(`/api/bots/${bot.id}`)).body['messageCount'] as number) || undefined,
          30_000,
        ),
      ),
    );
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(MEMBERS);
  }, 150_000);
});
