import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { Keyring, LRUCache } from '@kith/kit';
import { chat, queues, type JobOf } from '@kith/proto';
import { startModel, waitFor, type StandInModel } from '@kith/kit/testing';
import { ForgetMeWorker } from '../src/forget-me/forget-me.worker.js';
import { ForgottenMembers } from '../src/forget-me/forgotten-members.js';
import { ALL_UP_TO } from '../src/memory/memory-lines.js';
import { OpenedTexts } from '../src/messages/opened-texts.js';
import { aJob, chatUnderTest, type ChatUnderTest } from './chat-under-test.js';

const EVE = { id: '400000000000000001', name: 'Eve Canary' };
const BOB = { id: '400000000000000002', name: 'Bob' };
/** The snowflake of the interaction, later than all messages of `aJob`. */
/** After all messages of the tests. */
const NOW = '2000000000000000000';
const LATER = '2000000000000000009';

let model: StandInModel;
let kith: ChatUnderTest;
beforeAll(async () => {
  model = await startModel();
  kith = await chatUnderTest(model.env);
});
afterEach(() => {
  model.mock.reset();
  jest.restoreAllMocks();
  kith.peers.whileReserving = () => Promise.resolve();
});
afterAll(async () => {
  await kith.stop();
  await model.stop();
});

const answering = (content: string, latency = 0) => model.mock.on({ predicate: () => true }, { content }, { latency });
const app = () => {
  const found = kith.services.get('chat')?.app;
  if (!found) throw new Error('chat does not run');
  return found;
};
const forget = (botId: string, fields: Partial<JobOf<typeof queues.forgetMe>> = {}, isLastAttempt = false) =>
  app()
    .get(ForgetMeWorker)
    .forget({ botId, memberId: EVE.id, before: NOW, ...fields }, { isLastAttempt });
const questionsOf = async (botId: string) => (await kith.storedMessages(botId)).map(({ question }) => question).toSorted();
const countOf = async (botId: string) => (await kith.ask(chat.counts, { botIds: [botId] })).counts[botId];
const queued = (botId: string) => kith.runtime.redis.keys(`jobs:replies:${botId}-*`);
const enqueue = (job: JobOf<typeof queues.replies>) =>
  kith.runtime.queues.add(queues.replies, `${job.botId}-${job.messageId}`, job);
type Work = () => Promise<unknown>;
type Bot = ReturnType<ChatUnderTest['aBot']>;
/** Makes the queue report a job as running until it is released. */
function holdJob(job: JobOf<typeof queues.replies>) {
  const { runtime } = kith;
  const hold = { isHeld: true, looks: 0, release: () => void (hold.isHeld = false) };
  const remove = runtime.queues.remove.bind(runtime.queues);
  jest.spyOn(runtime.queues, 'remove').mockImplementation(async (queue, prefix, isWanted) => {
    const { isHeld } = hold;
    const found = await remove(queue, prefix, isWanted);
    if (queue.name === queues.deliveries.name) hold.looks += 1;
    return queue.name === queues.replies.name && isHeld ? { ...found, running: [...found.running, job as never] } : found;
  });
  return hold;
}
/** Sends a message and has its reply delivered. */
async function said(botId: string, content: string, fields: Parameters<typeof aJob>[2]) {
  const job = aJob(botId, content, fields);
  await kith.processJob(job);
  await kith.ask(chat.delivered, { botId, messageId: job.messageId });
  return job;
}

describe('forgetting a Discord member', () => {
  it('deletes all messages of the member, none of others, and keeps the count of replies [S74]', async () => {
    answering('Ok.');
    const [bot, other] = [kith.aBot(), kith.aBot()];
    for (const { botId } of [bot, other]) {
      await said(botId, 'My boat is Petrel.', { author: EVE });
      await said(botId, 'Between us', { author: EVE, channelId: '200000000000000002', guildId: null });
      await said(botId, 'Mine is Gull.', { author: BOB });
    }
    await kith.say({ ...bot, message: 'the owner speaks' });
    for (let time = 0; time < 2; time += 1) await forget(bot.botId);
    expect(await questionsOf(bot.botId)).toEqual(['Mine is Gull.', 'the owner speaks']);
    expect(await questionsOf(other.botId)).toEqual(['Between us', 'Mine is Gull.', 'My boat is Petrel.']);
    expect([await countOf(bot.botId), await countOf(other.botId)]).toEqual([4, 3]);
  });

  it('leaves their messages out of the next prompt, and later messages are remembered again [S74]', async () => {
    answering('Ok.');
    const { botId } = kith.aBot();
    await said(botId, 'My boat is Petrel.', { author: EVE });
    await forget(botId);
    await said(botId, 'Which boat?', { author: EVE, messageId: LATER });
    expect(JSON.stringify(model.mock.getRequests()[1]?.body)).not.toContain('Petrel');
    expect(await questionsOf(botId)).toEqual(['Which boat?']);
    await forget(botId);
    expect(await questionsOf(botId)).toEqual(['Which boat?']);
  });

  it('leaves neither id nor name nor text of the member in the database [S74]', async () => {
    answering('Ok.');
    const memberId = '400000000000000077';
    const { botId } = kith.aBot();
    await said(botId, 'Petrel-Canary', { author: { ...EVE, id: memberId } });
    await forget(botId, { memberId });
    const tables = await kith.query<{ name: string }>(
      `select table_schema || '.' || table_name as name from information_schema.tables where table_schema = 'chat'`,
    );
    const rows = await Promise.all(
      tables.map(({ name }) =>
        kith.query(`select to_jsonb(t) as row from ${name} t where to_jsonb(t)::text like $1`, [`%${botId}%`]),
      ),
    );
    const all = JSON.stringify(rows);
    expect(all).toContain(botId);
    for (const trace of [memberId, 'Petrel-Canary']) expect(all).not.toContain(trace);
  });

  it('leaves no decrypted text of theirs in the memory of the process, nor does the deletion of the bot [S74]', async () => {
    answering('Ok.');
    const [texts, decrypt] = [app().get(OpenedTexts), jest.spyOn(app().get(Keyring), 'decrypt')];
    const set = jest.spyOn(LRUCache.prototype, 'set');
    /** In any cache of the process. */
    const keptEntries = (): string[] =>
      [...new Set(set.mock.contexts as LRUCache<string, object>[])].flatMap((cache) =>
        cache
          .dump()
          .map(([key, { value }]) => JSON.stringify([key, value]))
          .filter((entry) => entry.includes('petrels')),
      );
    // More facts than all enter the prompt, so that they are searched.
    const facts = Array.from({ length: ALL_UP_TO + 2 }, (_, n) => `I like petrels of kind ${n}.`);
    for (const end of [({ botId }: Bot) => forget(botId), ({ botId }: Bot) => kith.ask(chat.purge, { botId })]) {
      const bot = kith.aBot();
      for (const content of ['My boat is Petrel.', ...facts, 'Which boat?']) await said(bot.botId, content, { author: EVE });
      const [exchange] = await kith.query<Parameters<OpenedTexts['read']>[1]>(
        `select request_id as "requestId", author_name as "authorName", question, reply, files
         from chat.message where bot_id = $1 order by created_at limit 1`,
        [bot.botId],
      );
      if (!exchange) throw new Error('nothing stored');
      const wasKept = (): boolean => {
        decrypt.mockClear();
        expect(texts.read(bot.botId, exchange).question).toBe('My boat is Petrel.');
        return decrypt.mock.calls.length === 0;
      };
      expect([wasKept(), keptEntries()]).toEqual([true, expect.arrayContaining([expect.stringContaining('petrels')])]);
      await end(bot);
      expect([wasKept(), keptEntries()]).toEqual([false, []]);
    }
  });

  it('leaves their queued messages without a reply, but not those of others [S74]', async () => {
    const { botId } = kith.aBot();
    const [waiting, foreign, later] = [
      aJob(botId, 'still waiting', { author: EVE }),
      aJob(botId, 'me too', { author: BOB }),
      aJob(botId, 'written after', { author: EVE, messageId: LATER }),
    ];
    const elsewhere = aJob(kith.aBot().botId, 'to another bot', { author: EVE });
    for (const job of [waiting, foreign, later, elsewhere]) await enqueue(job);
    await forget(botId);
    expect((await queued(botId)).toSorted()).toEqual(
      [foreign, later].map(({ messageId }) => `jobs:replies:${botId}-${messageId}`).toSorted(),
    );
    expect(await queued(elsewhere.botId)).toHaveLength(1);
  });

  it('removes queued deliveries of this member only [S74]', async () => {
    answering('Ahoy!');
    const { botId } = kith.aBot();
    const [theirs, foreign] = [aJob(botId, 'hello', { author: EVE }), aJob(botId, 'hi', { author: BOB })];
    for (const job of [theirs, foreign]) await kith.processJob(job);
    await forget(botId);
    expect((await kith.deliveries(botId)).map(({ messageId }) => messageId)).toEqual([foreign.messageId]);
  });

  it.each([
    ['question', (job: JobOf<typeof queues.replies>) => enqueue(job)],
    ['answer', (job: JobOf<typeof queues.replies>) => kith.processJob(job)],
  ])('tells the member who waits for a slash command whose %s was removed', async (_what, begin) => {
    answering('Ahoy!');
    const { botId } = kith.aBot();
    const job = aJob(botId, '/ask hello', { author: EVE, interaction: 'sealed' });
    await begin(job);
    await forget(botId);
    const told = { messageId: job.messageId, kind: 'notice', interaction: 'sealed', noAnswer: 'author_forgotten' };
    expect(await kith.deliveries(botId)).toEqual([expect.objectContaining(told)]);
    expect(JSON.stringify(await kith.deliveries(botId))).not.toContain('Ahoy!');
  });

  it.each([
    ['before the reply is written', (work: () => Promise<void>) => (kith.peers.whileReserving = work)],
    ['while the reply is being written', (work: () => Promise<void>) => void asked(1).then(work)],
  ])('includes a message that is being answered: %s [S74]', async (_when, meanwhile) => {
    answering('Too late to remember.', 300);
    const { botId } = kith.aBot();
    const job = aJob(botId, 'And its name?', { author: EVE });
    let forgetting: Promise<void> | undefined;
    meanwhile(async () => {
      forgetting = forget(botId);
      await forgetting;
    });
    await kith.processJob(job);
    await forgetting;
    expect([await questionsOf(botId), await kith.deliveries(botId)]).toEqual([[], []]);
    const charges = kith.peers.charges.filter((charge) => charge.includes(botId)).map((charge) => charge.split(':')[0]);
    expect(charges.at(-1)).toBe('release');
    // A repeated job, as after a crash, does not reach the model.
    const requests = model.mock.getRequests().length;
    await kith.processJob(job);
    expect(model.mock.getRequests()).toHaveLength(requests);
  });

  it.each([
    ['stored before', (work: Work, forgetEve: Work) => [work, forgetEve]],
    ['stored after', (work: Work, forgetEve: Work) => [forgetEve, work]],
  ])('deletes or prevents a reply that is stored at the same moment: %s [S74]', async (_when, inOrder) => {
    answering('Ahoy!');
    const { botId } = kith.aBot();
    const job = aJob(botId, 'a moment ago', { author: EVE });
    await said(botId, 'long ago', { author: EVE });
    const hold = holdJob(job);
    const works = inOrder(
      () => kith.processJob(job).finally(hold.release),
      () => forget(botId),
    );
    await kith.queueBehindLock('select 1 from chat.bot_counter where bot_id = $1 for update', [botId], works);
    expect([await questionsOf(botId), await kith.deliveries(botId)]).toEqual([[], []]);
  });

  it('removes a delivery that is queued after the first search [S74]', async () => {
    answering('Ahoy!');
    const { botId } = kith.aBot();
    const job = aJob(botId, 'a moment ago', { author: EVE });
    await kith.processJob(job);
    const [delivery] = await kith.deliveries(botId);
    await kith.runtime.queues.remove(queues.deliveries, `${botId}-`, () => true);
    const hold = holdJob(job);
    const forgotten = forget(botId);
    await waitFor('the first look', () => hold.looks > 0);
    if (delivery) await kith.runtime.queues.add(queues.deliveries, delivery.jobId, delivery);
    hold.release();
    await forgotten;
    expect([await questionsOf(botId), await kith.deliveries(botId)]).toEqual([[], []]);
  });

  it('is completed by a retry after the process died [S74]', async () => {
    answering('Ahoy!');
    const { botId } = kith.aBot();
    const waiting = aJob(botId, 'waiting', { author: EVE });
    await said(botId, 'delivered', { author: EVE });
    await kith.processJob(aJob(botId, 'on its way', { author: EVE }));
    await enqueue(waiting);
    const { runtime } = kith;
    const remove = jest.spyOn(runtime.queues, 'remove');
    for (const dies of [1, 2]) {
      for (let lives = 1; lives < dies; lives += 1) remove.mockResolvedValueOnce({ removed: [], removedIds: [], running: [] });
      remove.mockRejectedValueOnce(new Error('died'));
      await expect(forget(botId)).rejects.toThrow('died');
    }
    remove.mockRestore();
    expect(await questionsOf(botId)).toHaveLength(2);
    await forget(botId);
    expect([await questionsOf(botId), await kith.deliveries(botId), await queued(botId)]).toEqual([[], [], []]);
  });

  it('succeeds for a member without messages and for a bot that does not exist [S74]', async () => {
    await forget(kith.aBot().botId);
    await forget(randomUUID());
  });

  it('stores only a fingerprint of the member, for half a day [S74]', async () => {
    const { botId } = kith.aBot();
    await forget(botId);
    await forget(botId, { before: LATER });
    await forget(botId);
    const kept = () =>
      kith.query<{ before: string }>('select before_snowflake as before from chat.forgotten_member where bot_id = $1', [botId]);
    expect(await kept()).toEqual([{ before: LATER }]);
    const members = app().get(ForgottenMembers);
    await members.sweep();
    expect(await kept()).toHaveLength(1);
    await kith.query(`update chat.forgotten_member set forgotten_at = now() - interval '13 hours' where bot_id = $1`, [botId]);
    expect(await members.sweep()).toBeGreaterThanOrEqual(1);
    expect(await kept()).toEqual([]);
  });
});

const asked = (times: number) => waitFor('the model', () => model.mock.getRequests().length >= times);

describe('the forget-me queue', () => {
  let working: ChatUnderTest;
  beforeAll(async () => {
    working = await chatUnderTest(model.env, { isQueueProcessed: true });
  });
  afterAll(() => working.stop());

  it('is processed at once, waits for a reply that is being written, and keeps no finished job [S74]', async () => {
    answering('Nobody hears this.', 1000);
    const { botId } = working.aBot();
    const job = aJob(botId, 'are you writing?', { author: EVE });
    const { queues: added, redis } = working.runtime;
    await added.add(queues.replies, `${botId}-${job.messageId}`, job);
    await asked(1);
    await added.add(queues.forgetMe, `${botId}-${NOW}`, { botId, memberId: EVE.id, before: NOW });
    await waitFor('an empty queue', async () => (await added.depth(queues.forgetMe)) === 0);
    expect(await redis.keys(`jobs:*:${botId}-*`)).toEqual([]);
    expect(await working.query('select 1 from chat.message where bot_id = $1', [botId])).toEqual([]);
  });
});
