import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { memory, type Actor, type JobOf, type Memory, type queues } from '@kith/proto';
import { startModel, type StandInModel } from '@kith/kit/testing';
import { ForgetMeWorker } from '../src/forget-me/forget-me.worker.js';
import { MemoryWorker } from '../src/memory/memory.worker.js';
import { MemoryStore } from '../src/memory/memory-store.js';
import { aJob, chatUnderTest, type ChatUnderTest } from './chat-under-test.js';

type Job = JobOf<typeof queues.memory>;

const EVE = { id: '400000000000000001', name: 'Eve' };
const PLACE = { channelId: '200000000000000001', guildId: '300000000000000001' };
const IN_SERVER = { guildId: PLACE.guildId, channelIds: [PLACE.channelId] };
const NOTES = { summary: 'They plan a trip to Port Amber.', facts: [{ key: 'Sister', value: 'Ann' }], remove: [] };

let model: StandInModel;
let kith: ChatUnderTest;
beforeAll(async () => {
  model = await startModel();
  kith = await chatUnderTest(model.env);
});
afterEach(() => {
  model.mock.reset();
  kith.peers.limitedChannels.clear();
  jest.restoreAllMocks();
});
afterAll(async () => {
  await kith.stop();
  await model.stop();
});

const part = <T>(type: new (...parts: never[]) => T): T => {
  const app = kith.services.get('chat')?.app;
  if (!app) throw new Error('chat does not run');
  return app.get(type);
};
const isNotes = (body: unknown): boolean => JSON.stringify(body).includes('You keep the notes of a companion');
/** The model answers messages with "Ok.", and this when it is to note something. */
function answering(notes: unknown): void {
  const content = typeof notes === 'string' ? notes : JSON.stringify(notes);
  model.mock.on({ predicate: (request) => isNotes(request) }, { content });
  model.mock.on({ predicate: () => true }, { content: 'Ok.' });
}
const noteRequests = () => model.mock.getRequests().filter(({ body }) => isNotes(body));

/** A member writes `count` messages, each of which is answered. */
async function talk(botId: string, count: number, text = 'Something about the weather', fields: Parameters<typeof aJob>[2] = {}) {
  for (let n = 0; n < count; n += 1) await kith.processJob(aJob(botId, `${text} ${n}`, { author: EVE, ...PLACE, ...fields }));
}
async function jobsOf(botId: string): Promise<Job[]> {
  const keys = await kith.runtime.redis.keys('jobs:memory:*-sweep*');
  const jobs = await Promise.all(
    keys.map(async (key) => JSON.parse((await kith.runtime.redis.hget(key, 'data')) ?? '{}') as Job),
  );
  return jobs.filter((job) => job.botId === botId);
}
const read = (job: Job) => part(MemoryWorker).read(job, { reportOwnerPlan: () => undefined });
const remembered = (botId: string): Promise<Memory> => kith.ask(memory.ofMember, { botId, memberId: EVE.id, place: IN_SERVER });

/** A bot with which a member has talked until a model is to read it. */
async function aTalk(notes: unknown, text?: string): Promise<{ botId: string; job: Job; actor: Actor }> {
  answering(notes);
  const bot = kith.aBot();
  await talk(bot.botId, 10, text);
  const [job] = await jobsOf(bot.botId);
  if (!job) throw new Error('nothing is to be read');
  return { ...bot, job };
}
/** Runs `work` after the model has answered and before its answer is stored. */
function beforeStoring(work: () => Promise<unknown>): void {
  const store = part(MemoryStore);
  const locked = store.locked.bind(store);
  jest.spyOn(store, 'locked').mockImplementationOnce(async (botId, run) => {
    await work();
    return locked(botId, run as never) as never;
  });
}

describe('what a person wrote', () => {
  it('is read by the model after ten messages, once, costs no message, and its job names nobody', async () => {
    const { botId, job } = await aTalk(NOTES, 'My sister Ann and I travel');
    expect(Object.keys(job).toSorted()).toEqual(['botId', 'memoryId', 'ownerId', 'ownerPlan', 'signed']);
    expect(JSON.stringify(await kith.runtime.redis.keys('jobs:memory:*'))).not.toContain(EVE.id);
    expect(noteRequests()).toHaveLength(0);
    const charges = kith.peers.charges.length;
    await Promise.all([read(job), read(job)]);
    await read(job);
    expect(await remembered(botId)).toMatchObject({
      summary: NOTES.summary,
      facts: [{ key: 'Sister', value: 'Ann', origin: 'model' }],
    });
    expect(noteRequests().length).toBeLessThanOrEqual(2);
    expect(kith.peers.charges).toHaveLength(charges);
    await talk(botId, 1);
    const prompt = JSON.stringify(model.mock.getRequests().at(-1)?.body);
    expect(prompt).toContain('Sister: Ann (from what they wrote, today)');
    expect(prompt).toContain(`Earlier conversations with them: ${NOTES.summary}`);
  });

  it('is read together with the earlier notes the next time, which are replaced', async () => {
    const { botId, job } = await aTalk(NOTES);
    await read(job);
    model.mock.reset();
    answering({ summary: 'The trip is over.', facts: [{ key: 'sister', value: 'Anna' }], remove: [] });
    await talk(botId, 10, 'Back again');
    await read(job);
    const [request] = noteRequests();
    const asked = JSON.stringify(request?.body);
    expect(asked).toContain('They plan a trip to Port Amber.');
    expect(asked).toContain('Sister: Ann');
    expect(asked).toContain('Back again 9');
    expect(asked).not.toContain('about the weather');
    expect(await remembered(botId)).toMatchObject({ summary: 'The trip is over.', facts: [{ key: 'sister', value: 'Anna' }] });
  });

  it('does not make a model replace what the person said, nor take it back', async () => {
    const { botId, job } = await aTalk({
      summary: '',
      facts: [{ key: 'Name', value: 'Mallory' }],
      remove: ['Name', 'Likes'],
    });
    await kith.processJob(aJob(botId, 'My name is Eve. I like tea.', { author: EVE, ...PLACE }));
    await read(job);
    expect((await remembered(botId)).facts.map(({ value }) => value).toSorted()).toEqual(['Eve', 'tea']);
  });

  it.each([['no JSON at all'], ['{"summary": 5, "facts": "x", "remove": {}}'], ['']])(
    'is not read again when the model answers %j, and nothing of the answer is stored',
    async (notes) => {
      const { botId, job } = await aTalk(notes);
      await read(job).catch(() => undefined);
      const [before] = [await remembered(botId)];
      expect(before).toEqual({ facts: [], summary: null });
      const asked = noteRequests().length;
      await read(job).catch(() => undefined);
      // An empty answer is a failure of the provider, which is tried again.
      expect(noteRequests().length - asked).toBe(notes === '' ? asked : 0);
    },
  );

  it('is left alone by a model that fails, and read by the next attempt', async () => {
    const { botId, job } = await aTalk(NOTES);
    model.mock.reset();
    model.mock.on({ predicate: () => true }, { error: { message: 'down', type: 'server_error' }, status: 500 });
    await expect(read(job)).rejects.toMatchObject({ code: 'MODEL_UNAVAILABLE' });
    model.mock.reset();
    expect(await remembered(botId)).toEqual({ facts: [], summary: null });
    answering(NOTES);
    await read(job);
    expect(await remembered(botId)).toMatchObject({ summary: NOTES.summary });
  });

  it.each([
    [
      '/forget-me',
      (botId: string) =>
        part(ForgetMeWorker).forget({ botId, memberId: EVE.id, before: '2000000000000000000' }, { isLastAttempt: false }),
    ],
    [
      'the member forgets everything',
      (botId: string) => kith.ask(memory.forget, { botId, memberId: EVE.id, place: IN_SERVER, factId: null }),
    ],
    ['the owner clears the memory', (botId: string, actor: Actor) => kith.ask(memory.clear, { botId, actor })],
  ])('does not come back when %s while the model reads it [S81]', async (_what, deletion) => {
    const { botId, actor, job } = await aTalk(NOTES);
    beforeStoring(() => deletion(botId, actor));
    await read(job);
    expect(noteRequests()).toHaveLength(1);
    expect(await remembered(botId)).toEqual({ facts: [], summary: null });
    await read(job);
    expect(noteRequests()).toHaveLength(1);
  });

  it('does not come back in a summary when the member forgets or corrects a single fact', async () => {
    const { botId, job } = await aTalk(NOTES);
    await read(job);
    const [fact] = (await remembered(botId)).facts;
    const asked = { botId, memberId: EVE.id, place: IN_SERVER, factId: fact?.id ?? '' };
    expect(await kith.ask(memory.correct, { ...asked, value: 'Anna' })).toMatchObject({
      summary: null,
      facts: [{ value: 'Anna', origin: 'said' }],
    });
  });

  it('is not read without a model, nor where the memory is off', async () => {
    answering(NOTES);
    const off = kith.aBot({ preferences: { rememberInteractions: false } });
    await talk(off.botId, 11);
    expect(await jobsOf(off.botId)).toEqual([]);
    const { botId, job } = await aTalk(NOTES);
    const persona = kith.peers.personas.get(botId);
    if (!persona) throw new Error('no persona');
    kith.peers.personas.set(botId, { ...persona, preferences: { ...persona.preferences, rememberInteractions: false } });
    await read(job);
    kith.peers.personas.delete(botId);
    await read(job);
    expect(noteRequests()).toHaveLength(0);
  });
});
