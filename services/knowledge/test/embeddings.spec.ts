import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { AppError, knowledge, knowledgeQuestions } from '@kith/proto';
import { asActor, standInVector, waitFor } from '@kith/kit/testing';
import { EmbeddingWorker } from '../src/embeddings/embedding.worker.js';
import { EmbeddingsClient } from '../src/embeddings/embeddings-client.js';
import { knowledgeUnderTest, type Embed, type KnowledgeUnderTest, type Owner } from './knowledge-under-test.js';

const MEANINGS = [
  ['wifi', 'internet', 'online', 'wireless'],
  ['refund', 'money', 'reimbursed'],
  ['tram', 'transport', 'bus'],
];
const WIFI = { title: 'Wireless', content: 'The wireless key is on the card by the till.' };
const ASKED = 'How does one get internet?';
const FOUR_SECTIONS = [
  'One wireless key by the till.',
  'Poison and nothing else here.',
  'The third of the parts here.',
  'The fourth of the parts here.',
]
  .map((text) => `# ${text}\n\n${`${text} `.repeat(40)}`)
  .join('\n\n');

const working: Embed = (texts) => texts.map((text) => standInVector(text, MEANINGS));
let embed: Embed = working;
const batches: { texts: readonly string[]; ownerId: string }[] = [];
let kith: KnowledgeUnderTest;
let worker: EmbeddingWorker;

beforeAll(async () => {
  kith = await knowledgeUnderTest((texts, ownerId) => {
    batches.push({ texts, ownerId });
    return embed(texts, ownerId);
  });
  const started = kith.services.get('knowledge')?.app.get(EmbeddingWorker);
  if (!started) throw new Error('knowledge has no embedding worker');
  worker = started;
  // Its own schedule must not come between.
  run(true);
});
beforeEach(() => {
  embed = working;
  batches.length = 0;
});
afterAll(() => kith.stop());

const vectorsOf = async ({ botId }: Owner): Promise<number> => {
  const [row] = await kith.query<{ n: number }>('select count(*)::int as n from knowledge.vector where bot_id = $1', [botId]);
  return row?.n ?? 0;
};
const run = (isStopped: boolean) => Object.assign(worker, { isStopped });
/** Until no item waits but those that are tried the next day. A pause after a failure is skipped. */
async function embedAll(): Promise<void> {
  Object.assign(worker, { pausedUntil: 0 });
  await kith.query(`update knowledge.item set embed_at = now() where embed_at is not null`);
  run(false);
  await waitFor('the vectors', async () => {
    await worker.sweep();
    const waiting = await kith.query(`select 1 from knowledge.item where embed_at < now() + interval '1 hour'`);
    return waiting.length === 0 || undefined;
  });
  run(true);
}
/** Once, as far as the worker does not pause. */
async function sweepDue(): Promise<void> {
  await kith.query(`update knowledge.item set embed_at = now() where embed_at is not null`);
  run(false);
  await worker.sweep();
  run(true);
}
/** How many passages of the owner have a vector, or are known to have none. */
const counted = async ({ botId }: Owner) => {
  const [counts] = await kith.query<{ all: number; empty: number }>(
    'select count(*)::int as all, count(*) filter (where signs is null)::int as empty from knowledge.vector where bot_id = $1',
    [botId],
  );
  return counts;
};
async function aTaughtOwner(...items: { title: string; content: string }[]): Promise<Owner> {
  const owner = kith.anOwner();
  for (const item of [...items, { title: 'Tram', content: 'The tram number 4 stops in front of the house.' }])
    await kith.teach(owner, item);
  await embedAll();
  return owner;
}
const found = async (owner: Owner, question = ASKED) => (await kith.search(owner, question)).passages.map(({ title }) => title);

describe('a search by meaning', () => {
  it('finds what says the same in other words, says so, and stores it with the model; by words alone nothing was found', async () => {
    const owner = kith.anOwner();
    await kith.teach(owner, WIFI);
    expect(await kith.ask(knowledge.find, { ...owner, query: ASKED })).toMatchObject({
      outcome: 'nothing_found',
      searchedBy: 'words',
    });
    await embedAll();
    const answer = await kith.ask(knowledge.find, { ...owner, query: ASKED });
    expect(answer).toMatchObject({
      outcome: 'found',
      searchedBy: 'words_and_meaning',
      passages: [{ title: 'Wireless', number: 1 }],
    });
    const stored = 'select model, bit_length(signs) as bits, length(numbers) as bytes from knowledge.vector where bot_id = $1';
    expect(await kith.query(stored, [owner.botId])).toEqual([{ model: 'local:stand-in', bits: 256, bytes: 256 }]);
  });

  it('keeps the order of what only words find, and puts first what both find', async () => {
    const owner = await aTaughtOwner(WIFI, { title: 'Garden', content: 'The key of the garden hangs on the wall.' });
    expect((await found(owner, 'Where is the garden key?'))[0]).toBe('Garden');
    expect((await found(owner, 'Where is the wifi key?'))[0]).toBe('Wireless');
  });

  it('lets a question that asks on find what the one before was about', async () => {
    const owner = await aTaughtOwner(WIFI);
    const { passages } = await kith.search(owner, 'And for guests?', { previous: ASKED });
    expect(passages[0]?.title).toBe('Wireless');
  });

  it.each(['hey, how are you doing today?', 'thank you so much', 'tell me a joke', 'I am so bored', 'do you like music?', 'ok'])(
    'lets %j bring no passage into the prompt',
    async (message) => {
      const owner = await aTaughtOwner(WIFI);
      expect(await kith.search(owner, message)).toMatchObject({ passages: [] });
      expect((await kith.search(owner, message, { previous: ASKED })).passages).toEqual([]);
    },
  );

  it('finds nothing of other bots, of items above the plan and of those that no search finds', async () => {
    const owner = await aTaughtOwner(WIFI);
    const other = await aTaughtOwner();
    expect(await found(other)).toEqual([]);
    await kith.teach(other, { ...WIFI, activation: 'keywords', keywords: ['never said'] });
    for (let count = 0; count < 5; count += 1) await kith.teach(other, { title: `Page ${count}`, content: `Chapter ${count}.` });
    await kith.teach(other, { ...WIFI, title: 'Above the plan' });
    await embedAll();
    expect(await found(owner)).toEqual(['Wireless']);
    expect((await kith.search(other, ASKED, { ownerPlan: 'free' })).passages).toEqual([]);
    expect(await found(other)).toEqual(['Above the plan']);
    const rows = await asActor(owner.actor.userId, () =>
      kith.query('select 1 from knowledge.vector where bot_id = $1', [other.botId]),
    );
    expect(rows).toEqual([]);
  });

  it.each<[string, Embed]>([
    [
      'fails',
      () => {
        throw new AppError('UNAVAILABLE');
      },
    ],
    ['sends no texts of this owner any more', () => null],
    ['answers vectors of another dimension', (texts) => texts.map((text) => standInVector(text).slice(0, 64))],
  ])('is one by words alone, without an error, when the model %s', async (_what, behaviour) => {
    const owner = await aTaughtOwner(WIFI);
    embed = behaviour;
    expect(await found(owner)).toEqual([]);
    expect(await found(owner, 'Where is the wireless key?')).toEqual(['Wireless']);
  });

  it('is one by words alone for a bot without vectors, for which the model is not asked', async () => {
    const owner = kith.anOwner();
    await kith.teach(owner, WIFI);
    expect(await found(owner)).toEqual([]);
    expect(batches).toEqual([]);
    await embedAll();
  });
});

describe('the vectors of an item', () => {
  it('are replaced with its text, and a saved question is asked again', async () => {
    const owner = await aTaughtOwner();
    const item = await kith.teach(owner, WIFI);
    const saved = await kith.ask(knowledgeQuestions.save, { ...owner, question: ASKED, expectedItemId: item.id });
    expect(saved).toMatchObject({ isPassed: false });
    await embedAll();
    expect((await kith.ask(knowledgeQuestions.list, owner)).questions).toMatchObject([{ isPassed: true, wasPassed: false }]);
    await kith.ask(knowledge.update, { ...owner, itemId: item.id, title: 'Bread', content: 'We bake at six.' });
    expect(await vectorsOf(owner)).toBe(1);
    await embedAll();
    expect(await vectorsOf(owner)).toBe(2);
    expect(await found(owner)).toEqual([]);
  });

  it('are deleted with the item and with the bot', async () => {
    const owner = await aTaughtOwner();
    const { id: itemId } = await kith.teach(owner, WIFI);
    await embedAll();
    await kith.ask(knowledge.remove, { ...owner, itemId });
    expect(await vectorsOf(owner)).toBe(1);
    await kith.purge(owner.botId);
    expect(await vectorsOf(owner)).toBe(0);
  });

  it('are computed again when the model changes, and are found by no search until then', async () => {
    const owner = await aTaughtOwner(WIFI);
    const ofOldModel = `update knowledge.vector set model = 'local:old' where bot_id = $1`;
    await kith.query(ofOldModel, [owner.botId]);
    await kith.query(`update knowledge.item set embedded_with = 'local:old' where bot_id = $1`, [owner.botId]);
    expect(await found(owner)).toEqual([]);
    expect(await worker.queueOldModel()).toBe(2);
    await embedAll();
    expect(await worker.queueOldModel()).toBe(0);
    expect(await found(owner)).toEqual(['Wireless']);
    expect(await vectorsOf(owner)).toBe(2);
  });

  it('are computed later when the model fails, without asking it again and again', async () => {
    embed = () => {
      throw new AppError('UNAVAILABLE');
    };
    const owner = kith.anOwner();
    await kith.teach(owner, WIFI);
    run(false);
    expect(await worker.sweep()).toBe(1);
    expect(await worker.sweep()).toBe(0);
    // The passage, and a text that tells whether the model answers at all.
    expect(batches).toHaveLength(2);
    // However often: the passage is not taken for one that the model refuses.
    for (let time = 0; time < 6; time += 1) {
      Object.assign(worker, { pausedUntil: 0 });
      await sweepDue();
    }
    embed = working;
    await embedAll();
    expect(await found(owner)).toEqual(['Wireless']);
  });

  it('are computed soon, not after a day, when another model answered', async () => {
    const owner = kith.anOwner();
    await kith.teach(owner, WIFI);
    kith.answering.model = 'local:other';
    Object.assign(worker, { pausedUntil: 0 });
    await sweepDue();
    kith.answering.model = 'local:stand-in';
    expect(batches).not.toEqual([]);
    const soon = `select 1 from knowledge.item where bot_id = $1 and embed_at < now() + interval '1 hour'`;
    expect(await kith.query(soon, [owner.botId])).toHaveLength(1);
    await embedAll();
    expect(await found(owner)).toEqual(['Wireless']);
  });

  it('leave out a text on which the model fails alone again and again, and keep no other owner waiting', async () => {
    embed = (texts, ownerId) => {
      if (texts.some((text) => text.includes('Poison'))) throw new AppError('UNAVAILABLE');
      return working(texts, ownerId);
    };
    const [owner, other] = [kith.anOwner(), kith.anOwner()];
    await kith.teach(owner, { title: 'Long', content: FOUR_SECTIONS });
    await sweepDue();
    expect(await vectorsOf(owner)).toBe(0);
    await kith.teach(other, WIFI);
    for (let time = 0; time < 5; time += 1) await sweepDue();
    expect(await found(other)).toEqual(['Wireless']);
    expect(await counted(owner)).toEqual({ all: 4, empty: 1 });
    expect(await kith.query('select 1 from knowledge.item where bot_id = $1 and embed_at is not null', [owner.botId])).toEqual(
      [],
    );
  });

  it('are computed for the chunks that replaced those for which they were asked', async () => {
    const owner = kith.anOwner();
    const { id } = await kith.teach(owner, WIFI);
    let isReplaced = false;
    embed = async (texts, ownerId) => {
      if (!isReplaced) {
        isReplaced = true;
        await kith.query('select knowledge.unindex_item($1, null)', [id]);
        await kith.query(`select knowledge.index_item($1, $2, $2, '', 'english')`, [id, [WIFI.content]]);
      }
      return working(texts, ownerId);
    };
    await embedAll();
    expect(isReplaced).toBe(true);
    expect(await found(owner)).toEqual(['Wireless']);
  });

  it('are compared with unrelated messages of their own dimension after the server behind the model changed', async () => {
    await aTaughtOwner(WIFI);
    embed = (texts) => texts.map((text) => standInVector(text, MEANINGS).slice(0, 64));
    const owner = await aTaughtOwner(WIFI);
    const near = await kith.query<{ bytes: number; isKnown: boolean }>(
      'select length(numbers) as bytes, unrelated > -1 as "isKnown" from knowledge.vector where bot_id = $1',
      [owner.botId],
    );
    expect(near).toEqual([
      { bytes: 64, isKnown: true },
      { bytes: 64, isKnown: true },
    ]);
    expect((await kith.search(owner, 'thank you so much')).passages).toEqual([]);
  });

  it('leave out a text that the model refuses, and no other one of its batch', async () => {
    embed = (texts, ownerId) => {
      if (texts.some((text) => text.includes('Poison'))) throw new AppError('BAD_INPUT');
      return working(texts, ownerId);
    };
    const owner = kith.anOwner();
    await kith.teach(owner, { title: 'Long', content: FOUR_SECTIONS });
    await embedAll();
    expect(await counted(owner)).toEqual({ all: 4, empty: 1 });
    expect(await found(owner)).toContain('Long');
  });

  it('are computed for each owner in turn, sixteen texts at a time', async () => {
    const [many, few] = [kith.anOwner(), kith.anOwner()];
    const parts = Array.from({ length: 18 }, (_none, n) => `# Part ${n}\n\n${`The number is ${10 + n}. `.repeat(56)}`);
    await kith.teach(many, { title: 'Long', content: parts.join('\n\n') });
    await kith.teach(few, WIFI);
    await embedAll();
    const order = batches.map(({ ownerId }) => (ownerId === few.actor.userId ? 'few' : 'many'));
    expect(order.filter((who) => who === 'many').length).toBeGreaterThan(1);
    expect(order.indexOf('few')).toBeLessThan(order.lastIndexOf('many'));
    expect(Math.max(...batches.map(({ texts }) => texts.length))).toBe(16);
  });

  it('are computed for an owner with one new item before those of another owner with a thousand older ones', async () => {
    const [many, few] = [kith.anOwner(), kith.anOwner()];
    await kith.query(
      `insert into knowledge.item (bot_id, owner_id, title, content, type, tags, position, status, embed_at)
       select $1, $2, 'T', '', 'text', '{}', '{"x":0,"y":0}', 'ready', now() - interval '1 hour' from generate_series(1, 1100)`,
      [many.botId, many.actor.userId],
    );
    await kith.teach(few, WIFI);
    embed = (texts, ownerId) => {
      run(true);
      return working(texts, ownerId);
    };
    Object.assign(worker, { pausedUntil: 0 });
    run(false);
    await worker.sweep();
    expect(await found(few)).toEqual(['Wireless']);
    const waiting = 'select count(*)::int as n from knowledge.item where bot_id = $1 and embed_at is not null';
    expect((await kith.query<{ n: number }>(waiting, [many.botId]))[0]?.n).toBeGreaterThan(1090);
    await kith.purge(many.botId);
  });

  it('are not asked for while texts of the owner are not sent, and a day passes before the next try', async () => {
    const owner = kith.anOwner();
    embed = (texts, ownerId) => (ownerId === owner.actor.userId ? null : working(texts, ownerId));
    await kith.teach(owner, WIFI);
    await embedAll();
    expect(await vectorsOf(owner)).toBe(0);
    const due = `select 1 from knowledge.item where bot_id = $1 and embed_at > now() + interval '23 hours'`;
    expect(await kith.query(due, [owner.botId])).toHaveLength(1);
  });
});

describe('without an embeddings model', () => {
  it('nothing is asked and nothing is computed', async () => {
    const client = kith.services.get('knowledge')?.app.get(EmbeddingsClient);
    const owner = await aTaughtOwner(WIFI);
    batches.length = 0;
    const model = client?.model;
    Object.assign(client ?? {}, { model: undefined });
    try {
      await kith.teach(owner, { title: 'Refunds', content: 'We give money back within a week.' });
      expect(await worker.sweep()).toBe(0);
      expect(await found(owner)).toEqual([]);
      expect(batches).toEqual([]);
    } finally {
      Object.assign(client ?? {}, { model });
    }
  });
});
