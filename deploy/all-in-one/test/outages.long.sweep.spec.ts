import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ApiClient, startStack, type Stack } from '@kith/all-in-one/testing';
import { startModel, waitFor, type DiscordBot, type StandInModel } from '@kith/kit/testing';
import type { ServiceName } from '@kith/proto';
import { DatabaseProxy } from './faults/database-proxy.js';

const BOTS = 6;
const EVERY_MS = 100;
const ANSWER = 'Here is your answer.';

describe('messages from Discord while a part of Kith is away', () => {
  const database = new DatabaseProxy();
  let model: StandInModel;
  let stack: Stack;
  let bots: DiscordBot[];

  beforeAll(async () => {
    model = await startModel();
    model.mock.on({ predicate: () => true }, { content: ANSWER });
    await database.open();
    stack = await startStack(model.env, (url) => database.through(url));
    bots = await Promise.all(Array.from({ length: BOTS }, onlineBot));
  }, 120_000);
  afterAll(async () => {
    await stack.stop();
    database.cut();
    await model.stop();
  }, 60_000);

  async function onlineBot(): Promise<DiscordBot> {
    const { client, user } = await new ApiClient(stack.baseUrl).register(`kim-${randomUUID().slice(0, 8)}`);
    const { username, password } = stack.superAdmin;
    const admin = await new ApiClient(stack.baseUrl).login(username, password);
    await admin.client.patch(`/api/admin/users/${user.id}/subscription`, { plan: 'premium' });
    const onDiscord = await stack.discord.addBot();
    const created = await client.post('/api/bots', {
      name: 'Amber',
      discordToken: onDiscord.token,
      channelSettings: { maxMessagesPerMinute: 60 },
    });
    expect((await client.post(`/api/bots/${String(created.body['id'])}/start`)).status).toBe(200);
    return onDiscord;
  }

  let members = 0;
  /** Members write to all bots in turn until `end` resolves, half of them in the server and half in direct messages. */
  async function writeUntil(
    end: Promise<unknown>,
    everyMs = EVERY_MS,
  ): Promise<{ bot: DiscordBot; id: string; isDirect: boolean }[]> {
    let isOver = false;
    void end.then(() => (isOver = true));
    const written: { bot: DiscordBot; id: string; isDirect: boolean }[] = [];
    while (!isOver) {
      const bot = bots[written.length % bots.length];
      if (!bot) throw new Error('no bot');
      const isDirect = Math.floor(written.length / bots.length) % 2 === 0;
      const authorId = String(400_000_000_000_000_000n + BigInt(++members));
      const content = `question ${written.length}`;
      const id = await stack.discord.sendMessage({ bot, content, authorId, ...(isDirect ? { guildId: null } : {}) });
      written.push({ bot, id, isDirect });
      await sleep(everyMs);
    }
    return written;
  }

  const outages: [string, { seconds: number; begin: () => Promise<void> | void; end: () => Promise<void> }][] = [
    ['Postgres for 10 s', { seconds: 10, begin: () => database.cut(), end: () => database.open() }],
    ['Postgres for 30 s', { seconds: 30, begin: () => database.cut(), end: () => database.open() }],
    ...(['chat', 'knowledge', 'bots', 'billing'] as const).map((name: ServiceName): (typeof outages)[number] => [
      `the service ${name} for 15 s`,
      { seconds: 15, begin: () => stack.stopService?.(name), end: async () => stack.startService?.(name) },
    ]),
  ];

  it.each(outages)(
    'are each answered once, in the order of their channel and without an error notice: %s',
    async (_what, { seconds, begin, end }) => {
      const outage = (async () => {
        await sleep(1000);
        await begin();
        await sleep(seconds * 1000);
        await end();
        await sleep(1000);
      })();
      const written = await writeUntil(outage);
      await outage;
      const repliesTo = (id: string) => stack.discord.repliesTo(id);
      await waitFor(
        'an answer to each',
        async () => (await Promise.all(written.map(async ({ id }) => (await repliesTo(id)).length))).every((count) => count > 0),
        60_000,
      );
      const replies = (await Promise.all(written.map(({ id }) => repliesTo(id)))).flat();
      expect(replies.map(({ content }) => content).filter((content) => content !== ANSWER)).toEqual([]);
      expect(replies).toHaveLength(written.length);
      for (const bot of bots) {
        const asked = written.filter((each) => each.bot === bot && !each.isDirect).map(({ id }) => id);
        const answered = (await stack.discord.messages(bot.channelId)).flatMap(({ replyTo }) => replyTo ?? []);
        expect(answered.filter((id) => asked.includes(id))).toEqual(asked);
      }
    },
    150_000,
  );

  // Of what waited more than two minutes only the newest of a channel is answered (docs/decisions.md C14).
  it('for 300 s: direct messages and the newest of each channel are answered once, and a channel reads at most once that some were missed', async () => {
    const [sinceMs, awayMs] = [Date.now(), 300_000];
    const outage = (async () => {
      await sleep(1000);
      database.cut();
      await sleep(awayMs);
      await database.open();
      await sleep(1000);
    })();
    const written = await writeUntil(outage, 1000);
    await outage;
    const newest = bots.flatMap((bot) => written.findLast((each) => each.bot === bot && !each.isDirect) ?? []);
    const due = [...newest, ...written.filter(({ isDirect }) => isDirect)];
    const answersTo = async ({ id }: { id: string }) =>
      (await stack.discord.repliesTo(id)).filter(({ content }) => content === ANSWER).length;
    await waitFor('the answers', async () => (await Promise.all(due.map(answersTo))).every((count) => count > 0), 90_000);
    // Others of a channel may follow.
    await sleep(5000);
    expect(await Promise.all(due.map(answersTo))).toEqual(due.map(() => 1));
    expect((await Promise.all(written.map(answersTo))).filter((count) => count > 1)).toEqual([]);
    for (const { channelId } of bots) {
      const posts = (await stack.discord.messages(channelId)).filter((one) => one.isBot && one.postedAtMs > sinceMs);
      expect(posts.filter(({ content }) => content !== ANSWER).length).toBeLessThanOrEqual(1);
    }
  }, 480_000);
});

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
