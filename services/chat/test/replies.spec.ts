import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { chat, events, queues } from '@kith/proto';
import { startModel, waitFor, type StandInModel } from '@kith/kit/testing';
import { aJob, chatUnderTest, type ChatUnderTest } from './chat-under-test.js';

let model: StandInModel;
let kith: ChatUnderTest;
beforeAll(async () => {
  model = await startModel();
  kith = await chatUnderTest(model.env);
});
afterEach(() => {
  model.mock.reset();
  kith.peers.down.clear();
  kith.peers.isDenied = false;
});
afterAll(async () => {
  await kith.stop();
  await model.stop();
});

const answering = (content: string) => model.mock.on({ predicate: () => true }, { content });
const chargesOf = (botId: string) =>
  kith.peers.charges.filter((charge) => charge.includes(botId)).map((charge) => charge.split(':')[0]);
const countOf = async (botId: string) => (await kith.ask(chat.counts, { botIds: [botId] })).counts[botId];
const stateOf = async (botId: string) =>
  (await kith.query<{ state: string }>('select state from chat.message where bot_id = $1', [botId])).map(({ state }) => state);

/** Removes a delivery, as if the process had died before it was queued. */
const forgetDeliveries = async () => {
  const keys = await kith.runtime.redis.keys('jobs:deliveries*');
  if (keys.length > 0) await kith.runtime.redis.del(...keys);
};

describe('a message from Discord', () => {
  it('is reserved, answered and queued for the runners', async () => {
    answering('Ahoy!');
    const { botId } = kith.aBot({ ownerPlan: 'premium' });
    const job = aJob(botId, 'hello out there');
    const reportOwnerPlan = jest.fn();
    await kith.processJob(job, false, reportOwnerPlan);
    // The weight of the owner in the turns of both queues.
    expect(reportOwnerPlan).toHaveBeenCalledWith('premium');
    expect(await kith.deliveries(botId)).toEqual([
      {
        jobId: `${botId}-${job.messageId}`,
        ownerId: job.ownerId,
        ownerPlan: 'premium',
        botId,
        messageId: job.messageId,
        channelId: job.channelId,
        guildId: job.guildId,
        authorId: job.author.id,
        text: 'Ahoy!',
        kind: 'reply',
      },
    ]);
    expect(kith.peers.charges.filter((charge) => charge.includes(botId))).toEqual([`reserve:${botId}-${job.messageId}`]);
    expect(await stateOf(botId)).toEqual(['written']);
    expect(model.mock.getRequests()[0]?.body).toMatchObject({
      messages: [
        { role: 'system' },
        { role: 'user', content: expect.stringContaining(`Eve (id ${job.author.id}) wrote:\n> hello out there`) },
      ],
    });
  });

  it('is charged and counted once when it is delivered', async () => {
    answering('Ahoy!');
    const { botId } = kith.aBot();
    const job = aJob(botId, 'hello');
    await kith.processJob(job);
    expect(await countOf(botId)).toBe(0);
    await Promise.all([1, 2, 3].map(() => kith.ask(chat.delivered, { botId, messageId: job.messageId })));
    expect(await countOf(botId)).toBe(1);
    expect(await stateOf(botId)).toEqual(['delivered']);
    await kith.ask(chat.undeliverable, { botId, messageId: job.messageId, reason: 'late' });
    expect(chargesOf(botId)).not.toContain('release');
    expect(await countOf(botId)).toBe(1);
  });

  it('tells the open pages of its owner once when it is delivered, charged or not', async () => {
    answering('Ahoy!');
    const plain = await chatUnderTest();
    for (const each of [kith, plain]) {
      let told = 0;
      const { actor, botId } = each.aBot();
      const unsubscribe = await each.runtime.events.subscribe(events.usageChanged, ({ userId }) => {
        if (userId === actor.userId) told += 1;
      });
      const job = aJob(botId, 'hello');
      await each.processJob(job);
      expect(told).toBe(0);
      for (let time = 0; time < 2; time += 1) await each.ask(chat.delivered, { botId, messageId: job.messageId });
      await each.say({ actor, botId, message: 'hello' });
      await waitFor('both deliveries', () => told >= 2);
      unsubscribe();
      expect(told).toBe(2);
    }
    await plain.stop();
  });

  it('is not charged when its reply cannot be delivered', async () => {
    answering('Ahoy!');
    const { botId } = kith.aBot();
    const job = aJob(botId, 'hello');
    await kith.processJob(job);
    for (let time = 0; time < 2; time += 1)
      await kith.ask(chat.undeliverable, { botId, messageId: job.messageId, reason: 'Missing Access' });
    await kith.ask(chat.delivered, { botId, messageId: job.messageId });
    expect(chargesOf(botId)).toEqual(['reserve', 'release', 'release']);
    expect(await stateOf(botId)).toEqual(['failed']);
    expect(await countOf(botId)).toBe(0);
  });

  it('that is unknown is neither charged nor counted when it is reported', async () => {
    const botId = randomUUID();
    await kith.ask(chat.delivered, { botId, messageId: '1' });
    await kith.ask(chat.undeliverable, { botId, messageId: '1', reason: 'x' });
    expect(chargesOf(botId)).toEqual([]);
    expect(await countOf(botId)).toBe(0);
  });

  it('to a deleted bot is dropped', async () => {
    const botId = randomUUID();
    await kith.processJob(aJob(botId, 'anybody?'));
    expect(await kith.deliveries(botId)).toEqual([]);
    expect(chargesOf(botId)).toEqual([]);
  });

  it('is answered with the history of its channel only', async () => {
    answering('Noted.');
    const { botId } = kith.aBot();
    await kith.processJob(aJob(botId, 'My boat is Petrel.', { author: { id: '1', name: 'Ann' } }));
    await kith.processJob(aJob(botId, 'Which boat?', { channelId: '200000000000000002' }));
    await kith.processJob(aJob(botId, 'Which boat?'));
    const prompts = model.mock.getRequests().map(({ body }) => JSON.stringify(body));
    expect(prompts[1]).not.toContain('Petrel');
    expect(prompts[2]).toContain(String.raw`Ann (id 1) wrote:\n> My boat is Petrel.`);
  });
});

describe('a retry of a reply job', () => {
  it('after the reply was stored calls no model and adds the same delivery', async () => {
    answering('Only once.');
    const { botId } = kith.aBot();
    const job = aJob(botId, 'hello');
    await kith.processJob(job);
    await forgetDeliveries();
    await kith.processJob(job);
    await kith.processJob(job);
    expect(model.mock.getRequests()).toHaveLength(1);
    expect(await kith.deliveries(botId)).toMatchObject([{ text: 'Only once.' }]);
    expect(await kith.runtime.queues.depth(queues.deliveries)).toBe(1);
    expect(chargesOf(botId)).toEqual(['reserve']);
  });

  it('after the delivery does nothing', async () => {
    answering('Only once.');
    const { botId } = kith.aBot();
    const job = aJob(botId, 'hello');
    await kith.processJob(job);
    await kith.ask(chat.delivered, { botId, messageId: job.messageId });
    await forgetDeliveries();
    await kith.processJob(job);
    expect(await kith.deliveries(botId)).toEqual([]);
    expect(model.mock.getRequests()).toHaveLength(1);
  });

  it('before the reply was stored uses the same charge', async () => {
    answering('At last.');
    const { botId } = kith.aBot();
    const job = aJob(botId, 'Where is the ferry?');
    kith.peers.down.add('search');
    await expect(kith.processJob(job)).rejects.toMatchObject({ name: 'JobPostponed' });
    kith.peers.down.clear();
    await kith.processJob(job);
    expect(new Set(kith.peers.charges.filter((charge) => charge.includes(botId)))).toEqual(
      new Set([`reserve:${botId}-${job.messageId}`]),
    );
    expect(await kith.deliveries(botId)).toHaveLength(1);
  });

  it('is up to the runner when billing fails to settle: nothing is counted until it is settled', async () => {
    answering('Hm.');
    const { botId } = kith.aBot();
    const job = aJob(botId, 'hello');
    await kith.processJob(job);
    kith.peers.down.add('settle');
    await expect(kith.ask(chat.delivered, { botId, messageId: job.messageId })).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    expect(await countOf(botId)).toBe(0);
    kith.peers.down.clear();
    await kith.ask(chat.delivered, { botId, messageId: job.messageId });
    expect(await countOf(botId)).toBe(1);
  });
});

describe('the daily limit on Discord', () => {
  it('is posted once per hour and channel, without a model call', async () => {
    kith.peers.isDenied = true;
    const { botId } = kith.aBot();
    const [first, second, elsewhere] = [
      aJob(botId, 'a'),
      aJob(botId, 'b'),
      aJob(botId, 'c', { channelId: '200000000000000009' }),
    ];
    for (const job of [first, second, elsewhere]) await kith.processJob(job);
    const deliveries = await kith.deliveries(botId);
    expect(deliveries.map(({ messageId }) => messageId).sort()).toEqual([first.messageId, elsewhere.messageId].sort());
    for (const { kind, text } of deliveries)
      expect([kind, text]).toEqual([
        'notice',
        expect.stringMatching(/^I have used up my messages for today\. They reset in (3 h 0 m|3 h 1 m)\.$/),
      ]);
    const ttl = await kith.runtime.redis.ttl(`chat:limit-notice:${botId}:${first.channelId}`);
    expect(ttl).toBeGreaterThan(3500);
    expect(model.mock.getRequests()).toHaveLength(0);
  });

  it('lets nothing wait for a message about which no notice is posted', async () => {
    kith.peers.isDenied = true;
    const { botId } = kith.aBot();
    const [told, untold] = [aJob(botId, 'a'), aJob(botId, 'b')];
    await kith.processJob(told);
    await kith.processJob(untold);
    expect(await kith.deliveries(botId)).toMatchObject([{ kind: 'notice', messageId: told.messageId }]);
    expect(await kith.unanswered(botId)).toMatchObject([{ messageId: untold.messageId, noAnswer: 'daily_limit' }]);
  });
});

describe('a cap of the owner', () => {
  const dailyCaps = { perBot: 100, perServer: 20, perMember: 5 };

  it('is counted per bot, server and member; the member by a fingerprint', async () => {
    answering('Yes.');
    const { botId } = kith.aBot({ dailyCaps });
    const job = aJob(botId, 'hello');
    await kith.processJob(job);
    await kith.processJob(aJob(botId, 'in a direct message', { guildId: null }));
    const [onServer = [], direct = []] = kith.peers.caps.slice(-2);
    expect(onServer.map(({ scope, limit }) => [scope, limit])).toEqual([
      ['bot', 100],
      ['server', 20],
      ['member', 5],
    ]);
    expect(direct.map(({ scope }) => scope)).toEqual(['bot', 'member']);
    expect(direct.at(-1)?.key).toBe(onServer.at(-1)?.key);
    expect(JSON.stringify(onServer)).not.toContain(job.author.id);
    await kith.processJob(aJob(botId, 'somebody else', { author: { id: '400000000000000002', name: 'Bob' } }));
    expect(kith.peers.caps.at(-1)?.at(-1)?.key).not.toBe(direct.at(-1)?.key);
  });

  it.each([
    ['bot', /^I have used up the messages that my owner allows me in a day\. They reset in 3 h/],
    ['server', /^This server has had all the messages/],
    ['member', /^You have had all the messages/],
  ] as const)('on each %s is told in words of its own, once per channel and hour, without a model call', async (scope, words) => {
    kith.peers.deniedCap = scope;
    const { botId } = kith.aBot({ dailyCaps });
    const asked = ['200000000000000001', '200000000000000001', '200000000000000002'];
    for (const channelId of asked) await kith.processJob(aJob(botId, 'hello', { channelId }));
    kith.peers.deniedCap = null;
    const notices = await kith.deliveries(botId);
    expect(notices.map(({ kind, channelId }) => [kind, channelId]).toSorted()).toEqual([
      ['notice', '200000000000000001'],
      ['notice', '200000000000000002'],
    ]);
    for (const { text } of notices) expect(text).toMatch(words);
    expect(model.mock.getRequests()).toHaveLength(0);
    expect(chargesOf(botId)).toEqual(['reserve', 'reserve', 'reserve']);
  });

  it('that is reached answers CAP_REACHED in the test chat, which counts on the bot alone', async () => {
    kith.peers.deniedCap = 'bot';
    const { actor, botId } = kith.aBot({ dailyCaps });
    await expect(kith.say({ actor, botId, message: 'hello' })).rejects.toMatchObject({
      code: 'CAP_REACHED',
      status: 429,
      details: { cap: 'bot', resetsAt: expect.any(String) },
    });
    kith.peers.deniedCap = null;
    expect(kith.peers.caps.at(-1)).toEqual([{ scope: 'bot', key: `bot:${botId}`, limit: 100 }]);
    expect(chargesOf(botId)).toEqual(['reserve']);
  });
});

describe('the replies queue', () => {
  it('is processed, and many messages are answered once each', async () => {
    const own = await chatUnderTest(model.env, { isQueueProcessed: true });
    answering('Here.');
    const { botId } = own.aBot();
    const jobs = Array.from({ length: 30 }, (_, n) => aJob(botId, `message ${n}`));
    await Promise.all(
      jobs.flatMap((job) => [1, 2].map(() => own.runtime.queues.add(queues.replies, `${botId}-${job.messageId}`, job))),
    );
    await waitFor('all replies', async () => (await own.deliveries(botId)).length === 30, 20_000);
    await waitFor('an idle queue', async () => (await own.runtime.queues.depth(queues.replies)) === 0);
    // Others of one member are about what to remember.
    const replies = model.mock.getRequests().filter(({ body }) => JSON.stringify(body).includes('Reply as Amber'));
    expect(replies).toHaveLength(30);
    expect(new Set(chargesFor(own, botId))).toHaveProperty('size', 30);
    await own.stop();
  });
  const chargesFor = (own: ChatUnderTest, botId: string) => own.peers.charges.filter((charge) => charge.includes(botId));
});
