import { randomUUID } from 'node:crypto';
import { setTimeout as after } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { asActor, waitFor, type StandInEmbeddings, type StandInModel } from '@kith/kit/testing';
import { AppError, chat, memory } from '@kith/proto';
import { DataSource } from 'typeorm';
import { EmbeddingsService } from '../src/embeddings/embeddings.service.js';
import { ForgetMeWorker } from '../src/forget-me/forget-me.worker.js';
import { FactMeanings } from '../src/memory/fact-meanings.js';
import { MemoryRetention } from '../src/memory/memory-retention.js';
import { MemoryStore } from '../src/memory/memory-store.js';
import { aJob, type ChatUnderTest } from './chat-under-test.js';
import { chatWithEmbeddings, type ChatWithEmbeddings } from './chat-with-embeddings.js';

// The stand-in takes these words for each other.
const MEANINGS = [
  ['food', 'peanuts', 'essen', '食べ物'],
  ['volcanoes', 'mountains', 'feuerberge'],
];
const EVE = { id: '400000000000000001', name: 'Eve' };
const BOB = { id: '400000000000000002', name: 'Bob' };
const GUILD = '300000000000000001';

let model: StandInModel;
let embeddings: StandInEmbeddings;
let kith: ChatUnderTest;
let stop: ChatWithEmbeddings['stop'];
beforeAll(async () => {
  ({ model, embeddings, kith, stop } = await chatWithEmbeddings(MEANINGS, { MESSAGE_RETENTION_DAYS: '40' }));
});
beforeEach(() => void model.mock.on({ predicate: () => true }, { content: 'Ok.' }));
afterEach(() => {
  kith.peers.whileSearching = () => Promise.resolve();
  jest.restoreAllMocks();
  model.mock.reset();
  embeddings.behaviour = 'working';
  embeddings.delayMs = 0;
  embeddings.refused.clear();
  embeddings.failing.clear();
  embeddings.requests.length = 0;
});
afterAll(() => stop());

type Bot = ReturnType<ChatUnderTest['aBot']>;
interface Place {
  readonly channelId: string;
  readonly guildId: string | null;
}
const part = <T>(type: new (...parts: never[]) => T): T => {
  const app = kith.services.get('chat')?.app;
  if (!app) throw new Error('chat does not run');
  return app.get(type);
};
let channels = 0;
/** A channel in which nothing was said yet, so that no prompt holds its history. */
const aChannel = (guildId: string | null = GUILD): Place => ({
  channelId: String(200_000_000_000_000_000n + BigInt(++channels)),
  guildId,
});
/** The prompt of the reply. */
async function said({ botId }: Bot, content: string, place: Place = aChannel(), author = EVE): Promise<string> {
  await kith.processJob(aJob(botId, content, { author, ...place }));
  return JSON.stringify(model.mock.getRequests().at(-1)?.body);
}
const things = (from: number, count: number): string =>
  Array.from({ length: count }, (_, at) => `I like thing ${from + at}.`).join(' ');
/** Eve says this, and then so much else that the facts are too many for the prompt. */
async function remembers(bot: Bot, text: string, place: Place = aChannel(), from = 100): Promise<void> {
  await said(bot, text, place);
  for (let next = from; next < 132; next += 8) await said(bot, things(next, 8), place);
}
/** No vector is made until the returned function is called. */
const withoutVectors = () => {
  const facts = jest.spyOn(part(EmbeddingsService), 'facts').mockResolvedValue(null);
  return () => facts.mockRestore();
};
const vectors = ({ botId }: Bot) =>
  kith.query<{ fact_id: string; model: string; dimension: number; vector: string }>(
    `select v.* from chat.fact_vector v join chat.memory_fact f on f.id = v.fact_id join chat.memory m on m.id = f.memory_id where m.bot_id = $1`,
    [botId],
  );
const countFacts = async ({ botId }: Bot): Promise<number> =>
  (await kith.query('select from chat.memory_fact f join chat.memory m on m.id = f.memory_id where m.bot_id = $1', [botId]))
    .length;
/** Waits until all facts have vectors: replies have some made each. */
async function completed(bot: Bot, scopes = [`server:${GUILD}`], member = EVE.id): Promise<void> {
  const persona = kith.peers.personas.get(bot.botId);
  if (!persona) throw new Error('no persona');
  const facts = await countFacts(bot);
  await waitFor(
    'the vectors',
    async () => {
      await part(FactMeanings).complete(persona, { botId: bot.botId, member }, scopes);
      return (await vectors(bot)).length === facts;
    },
    30_000,
  );
}
const texts = () => embeddings.requests.flatMap(({ body }) => body.input);
const asked = (pattern: RegExp) => texts().filter((text) => pattern.test(text)).length;
const SAID = /volcanoes \(said by them/;
/** Asks until the prompt holds it: on a slow machine a reply does not wait for the vector of its question. */
const found = (bot: Bot, message: string, place = aChannel(), pattern = SAID) =>
  waitFor(`${pattern}`, async () => pattern.test(await said(bot, message, place)), 20_000);

describe('what is remembered of a person, with an embeddings model', () => {
  it('is found by the meaning of the message, in other words and other languages', async () => {
    const bot = kith.aBot();
    const begin = withoutVectors();
    await remembers(bot, 'I like volcanoes.');
    expect(await said(bot, 'Tell me about mountains')).not.toMatch(SAID);
    begin();
    await completed(bot);
    await found(bot, 'Tell me about mountains');
    await found(bot, 'Gibt es hier Feuerberge?');
    expect(await said(bot, 'Tell me about giraffes')).not.toMatch(SAID);
    expect(await said(bot, 'And thing 131, please')).toContain('thing 131 (said by them');
  });

  it('is found by the message before where that is gone on from', async () => {
    const bot = kith.aBot();
    await remembers(bot, 'I like volcanoes.');
    await completed(bot);
    await waitFor('the fact', async () => {
      const place = aChannel();
      await said(bot, 'Which mountains are high?', place);
      return SAID.test(await said(bot, 'And why? Say why!', place));
    });
  });

  it('is found in the test chat, whatever it was noted as', async () => {
    const bot = kith.aBot();
    await kith.ask(memory.saveOwn, { ...bot, key: 'Health', value: 'peanuts make them ill' });
    for (let n = 0; n < 20; n += 1) await kith.ask(memory.saveOwn, { ...bot, key: `Thing ${n}`, value: `is number ${n}` });
    const prompt = async (message: string) => {
      await kith.say({ ...bot, message, requestId: randomUUID() });
      return JSON.stringify(model.mock.getRequests().at(-1)?.body);
    };
    expect(await prompt('What food can I not eat?')).not.toContain('peanuts');
    await completed(bot, ['web'], bot.actor.userId);
    for (const message of ['What food can I not eat?', '食べ物 食べ物！'])
      await waitFor(message, async () => (await prompt(message)).includes('peanuts make them ill'));
  });

  it('has vectors after some replies, of each fact once, and none while it all fits into the prompt', async () => {
    const few = kith.aBot();
    await said(few, 'I like volcanoes.');
    await said(few, things(1, 8));
    await said(few, 'Tell me about mountains');
    expect(texts()).toEqual([]);
    const bot = kith.aBot();
    await remembers(bot, 'I like volcanoes.');
    await waitFor('the vectors', async () => {
      await said(bot, 'Hello');
      return (await vectors(bot)).length === 33;
    });
    expect(asked(/thing 10\d$/)).toBe(10);
    // What is said once more says nothing new.
    await said(bot, 'I like volcanoes. I like thing 105!');
    await completed(bot);
    expect([asked(/likes: volcanoes/i), asked(/thing 105$/)]).toEqual([1, 1]);
    expect(await vectors(few)).toEqual([]);
  });

  it('causes at most one request for facts, of sixteen, and one for the question with a message', async () => {
    const bot = kith.aBot();
    await remembers(bot, 'I like volcanoes.');
    await completed(bot);
    await said(bot, things(200, 8));
    embeddings.requests.length = 0;
    await said(bot, 'Tell me about mountains');
    await completed(bot);
    expect(embeddings.requests.length).toBeLessThanOrEqual(2);
    expect(Math.max(...embeddings.requests.map(({ body }) => body.input.length))).toBeLessThanOrEqual(16);
    embeddings.requests.length = 0;
    await Promise.all(Array.from({ length: 5 }, () => completed(bot)));
    expect(embeddings.requests).toEqual([]);
  });

  it('of a direct message or another server is never found elsewhere by meaning either [S81]', async () => {
    const bot = kith.aBot();
    await remembers(bot, 'I like volcanoes.', aChannel(null), 116);
    await completed(bot, ['direct']);
    await remembers(bot, 'I like tea.', aChannel(), 116);
    await completed(bot, [`server:${GUILD}`]);
    await found(bot, 'Tell me about mountains', aChannel(null));
    for (const place of [aChannel(), aChannel('300000000000000002')])
      expect(await said(bot, 'Tell me about mountains', place)).not.toContain('volcanoes');
    expect(await said(bot, 'Tell me about mountains', aChannel(), BOB)).not.toContain('volcanoes');
  });

  it.each(['down', 'garbled', 'forgetful', 'refusing', 'hanging'] as const)(
    'is found by words alone while the model is %s, and no reply fails or waits',
    async (behaviour) => {
      const bot = kith.aBot();
      await remembers(bot, 'I work as a balloon pilot.');
      await completed(bot);
      embeddings.behaviour = behaviour;
      const startedAt = performance.now();
      expect(await said(bot, 'Do you remember my profession?')).toContain('balloon pilot (said by them');
      expect(performance.now() - startedAt).toBeLessThan(4000);
      await said(bot, 'I like volcanoes.');
      await said(bot, 'Hello');
      embeddings.behaviour = 'working';
      await completed(bot);
    },
  );

  it('is found by words alone when the model takes longer than a reply waits for it', async () => {
    const bot = kith.aBot();
    await remembers(bot, 'I like volcanoes.');
    await completed(bot);
    embeddings.delayMs = 400;
    expect(await said(bot, 'Tell me about mountains')).not.toMatch(SAID);
    // Unless the reply waits for knowledge anyway.
    kith.peers.whileSearching = () => after(600);
    await found(bot, 'Tell me about mountains');
  });

  it.each([
    ['the model refuses', 'refused'],
    ['the model fails on', 'failing'],
  ] as const)(
    'has no vector of a text that %s, which keeps no other from having one and is not asked again',
    async (_what, texted) => {
      const bot = kith.aBot();
      embeddings[texted].add('rhubarb');
      await remembers(bot, 'I like rhubarb. I like volcanoes.');
      await completed(bot);
      expect((await vectors(bot)).filter(({ dimension }) => dimension === 0)).toHaveLength(1);
      await found(bot, 'Tell me about mountains');
      const before = asked(/rhubarb/);
      await completed(bot);
      await said(bot, 'Hello');
      expect(asked(/rhubarb/)).toBe(before);
    },
  );

  it('has a vector though the model failed when it was first asked', async () => {
    const bot = kith.aBot();
    await remembers(bot, 'I like volcanoes.', aChannel(), 116);
    await completed(bot);
    const [one] = await vectors(bot);
    await kith.query('delete from chat.fact_vector where fact_id = $1', [one?.fact_id]);
    jest.spyOn(part(EmbeddingsService), 'facts').mockRejectedValueOnce(new AppError('UNAVAILABLE'));
    await completed(bot);
    expect((await vectors(bot)).filter(({ dimension }) => dimension === 0)).toEqual([]);
  });

  it('gets new vectors when the model or the server behind its name changes; old ones find nothing', async () => {
    const bot = kith.aBot();
    await remembers(bot, 'I like volcanoes.');
    await completed(bot);
    await kith.query(`update chat.fact_vector set model = 'local:old'`);
    expect(await said(bot, 'Tell me about mountains')).not.toMatch(SAID);
    const models = async () => [...new Set((await vectors(bot)).map(({ model: id, dimension }) => `${id} ${dimension}`))];
    const until = (expected: string) =>
      waitFor(expected, async () => {
        await said(bot, 'Tell me about mountains');
        await completed(bot);
        return (await models()).join() === expected;
      });
    await until('local:stand-in 256');
    await found(bot, 'Tell me about mountains');
    embeddings.behaviour = 'of another dimension';
    await until('local:stand-in 128');
    await found(bot, 'Tell me about mountains');
    embeddings.behaviour = 'working';
    await until('local:stand-in 256');
  });

  it('leaves no vector when it is corrected, forgotten, replaced, dropped, wiped or too old [S74]', async () => {
    const bot = kith.aBot();
    const { botId } = bot;
    await remembers(bot, 'I live in Oslo. I like volcanoes.');
    await completed(bot);
    const ids = async () => new Set((await vectors(bot)).map(({ fact_id }) => fact_id));
    const at = { botId, memberId: EVE.id, place: { guildId: GUILD, channelIds: [aChannel().channelId] } };
    const { facts } = await kith.ask(memory.ofMember, at);
    const idOf = (value: string) => facts.find((fact) => fact.value === value)?.id ?? '';
    const [oslo, volcanoes, thing] = ['Oslo', 'volcanoes', 'thing 100'].map(idOf);
    if (!oslo || !volcanoes || !thing) throw new Error('no facts');
    expect([...(await ids())]).toEqual(expect.arrayContaining([oslo, volcanoes, thing]));
    await said(bot, 'I live in Bergen.');
    expect(await ids()).not.toContain(oslo);
    await kith.ask(memory.correct, { ...at, factId: volcanoes, value: 'lakes' });
    await kith.ask(memory.forget, { ...at, factId: thing });
    for (const gone of [volcanoes, thing]) expect(await ids()).not.toContain(gone);
    for (let n = 0; n < 8; n += 1) await said(bot, things(300 + 8 * n, 8));
    await completed(bot);
    expect([await countFacts(bot), (await vectors(bot)).length]).toEqual([50, 50]);

    const everything = () => kith.query('select fact_id from chat.fact_vector');
    const before = (await everything()).length;
    await part(ForgetMeWorker).forget({ botId, memberId: EVE.id, before: '2000000000000000000' }, { isLastAttempt: true });
    expect((await everything()).length).toBe(before - 50);
    const [wiped, old] = [kith.aBot(), kith.aBot()];
    for (const other of [wiped, old]) {
      await remembers(other, 'I like volcanoes.');
      await completed(other);
    }
    await kith.ask(chat.purge, { botId: wiped.botId });
    await kith.query(`update chat.memory set used_at = now() - interval '41 days' where bot_id = $1`, [old.botId]);
    await part(MemoryRetention).sweep();
    expect((await everything()).length).toBe(before - 50);
  });

  it('gets no vector of what was corrected or forgotten while the model was asked', async () => {
    const bot = kith.aBot();
    const { botId } = bot;
    await said(bot, 'I live in Oslo. I like volcanoes.');
    for (const text of [things(118, 8), things(126, 6)]) await said(bot, text);
    await completed(bot);
    await kith.query('delete from chat.fact_vector');
    const service = part(EmbeddingsService);
    const ask = service.facts.bind(service);
    const meanwhile = jest.spyOn(service, 'facts').mockImplementation(async (input) => {
      const answered = await ask(input);
      const store = part(MemoryStore);
      const person = { botId, member: EVE.id };
      await store.locked(botId, async (transaction) => {
        const facts = await store.facts(person, [`server:${GUILD}`], transaction);
        const oslo = facts.find(({ value }) => value === 'Oslo');
        const thing = facts.find(({ value }) => value === 'thing 131');
        if (!oslo || !thing) throw new Error('no facts');
        const { ownerId, memoryId } = oslo;
        await store.remove(transaction, [thing]);
        await store.keep(transaction, person, {
          ownerId,
          memoryId,
          facts: [{ key: 'Lives in', value: 'Bergen', identity: 'lives in' }],
          origin: 'said',
          requestId: null,
        });
      });
      return answered;
    });
    const persona = kith.peers.personas.get(botId);
    if (!persona) throw new Error('no persona');
    await part(FactMeanings).complete(persona, { botId, member: EVE.id }, [`server:${GUILD}`]);
    meanwhile.mockRestore();
    const kept = await vectors(bot);
    const facts = await part(MemoryStore).facts({ botId, member: EVE.id }, [`server:${GUILD}`]);
    const texted = new Map(facts.map(({ id, value }) => [id, value]));
    expect(kept).toHaveLength(14);
    expect(kept.map(({ fact_id }) => texted.get(fact_id))).not.toContain('Bergen');
    await completed(bot);
    expect(await vectors(bot)).toHaveLength(15);
  });

  it.each([
    ['switched the memory off', { rememberInteractions: false }, {}],
    ['keeps no messages', {}, { isKept: false }],
  ])('is sent to no model where the owner %s', async (_what, preferences, fields) => {
    const bot = kith.aBot();
    const begin = withoutVectors();
    await remembers(bot, 'I like volcanoes.');
    const persona = kith.peers.personas.get(bot.botId);
    if (!persona) throw new Error('no persona');
    kith.peers.personas.set(bot.botId, { ...persona, preferences: { ...persona.preferences, ...preferences } });
    for (let n = 0; n < 3; n += 1) {
      await kith.processJob(aJob(bot.botId, 'Tell me about mountains', { author: EVE, ...aChannel(), ...fields }));
      begin();
    }
    expect(texts()).toEqual([]);
    expect(await vectors(bot)).toEqual([]);
  });

  it('is stored encrypted, for its fact, and seen by its owner alone [S30, S74]', async () => {
    const bot = kith.aBot();
    await remembers(bot, 'I like volcanoes.');
    await completed(bot);
    const [one, other] = await vectors(bot);
    // 256 numbers as bytes in base64 would be 344 characters of A-Z, a-z, 0-9, + and /.
    expect(one?.vector).not.toMatch(/^[A-Za-z0-9+/=]{344}$/);
    const seenBy = (id: string) => asActor(id, () => part(DataSource).query<unknown[]>('select * from chat.fact_vector'));
    expect(await seenBy(randomUUID())).toEqual([]);
    expect(await seenBy(bot.actor.userId)).toHaveLength(33);
    // Moved to another fact it opens no more, and the reply is written by words alone.
    await kith.query('update chat.fact_vector set vector = $1 where fact_id = $2', [one?.vector, other?.fact_id]);
    expect(await said(bot, 'Tell me about mountains')).not.toMatch(SAID);
  });
});
