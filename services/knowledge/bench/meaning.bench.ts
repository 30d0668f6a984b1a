// What the search by meaning adds and costs: `npm run bench meaning`. The questions of bench/questions by words alone and by words and meaning, all
// languages in one bot, with the vectors of the stand-in, which only know equal words: a poor model, with which the search must not find less. Of small
// talk and of questions that no text answers one message in 80 more may bring passages, as docs/decisions.md W13 says. EMBEDDINGS_URL,
// EMBEDDINGS_NAME and EMBEDDINGS_KEY measure a real model of an OpenAI-compatible server instead. Then the time of a search in a bot of 10,000
// chunks with random vectors of 512 and 1,536 numbers, against reading all vectors of the bot and comparing each of them, and beside a bot of 100 chunks:
// without a limit, as the signs of all chunks of a bot are compared.
import { cosine, numbersIn, signsOf, storedVector } from '@kith/kit';
import { knowledge } from '@kith/proto';
import { standInVector } from '@kith/kit/testing';
import { EmbeddingsClient } from '../src/embeddings/embeddings-client.js';
import { MeaningSearch } from '../src/embeddings/meaning-search.js';
import { knowledgeUnderTest, type Owner } from '../test/knowledge-under-test.js';
import { readCollections } from './collections.js';
import { areMet, writeRows, type Row } from './rows.js';

const { EMBEDDINGS_URL, EMBEDDINGS_NAME, EMBEDDINGS_KEY = 'none' } = process.env;
const LIMIT = 10;
const CHUNKS = 10_000;
const FEW_CHUNKS = 100;
/** Of the time that comparing all vectors takes. */
const MAX_SHARE = 0.5;
/** A passage must be nearer than each of 80 unrelated messages is to any, so that about one unrelated message in 80 finds one. */
const UNRELATED_THAT_PASS = 1 / 80;

interface Result {
  readonly message: string;
  readonly value: number;
}

const asked = new Map<string, number[]>();
const kith = await knowledgeUnderTest((texts) => texts.map((text) => asked.get(text) ?? standInVector(text)));
const client = kith.services.get('knowledge')?.app.get(EmbeddingsClient);
const meaning = kith.services.get('knowledge')?.app.get(MeaningSearch);
if (!client || !meaning) throw new Error('knowledge has no search by meaning');
const collections = readCollections();
const owner = kith.anOwner();
const figures: Row[] = [];

if (EMBEDDINGS_URL)
  Object.assign(client, {
    ask: async (_owner: unknown, { texts }: { texts: readonly string[] }) =>
      (await realVectors(texts)).map((vector) => Float32Array.from(vector)),
  });
for (const { texts } of collections) for (const { title, text } of texts) await kith.teach(owner, { title, content: text });
await until('the vectors', async () => {
  const [row] = await kith.query<{ n: number }>('select count(*)::int as n from knowledge.item where embed_at is not null');
  return row?.n === 0;
});
await compareQuality();
for (const dimension of [512, 1536]) {
  const few = await measureTime(dimension, FEW_CHUNKS);
  const { p50, reference, recall } = await measureTime(dimension, CHUNKS);
  const size = `${CHUNKS} chunks of ${dimension} numbers`;
  const shareOf = (whole: number): number => Math.round((100 * p50) / whole) / 100;
  figures.push({ what: `search beside comparing all, ${size}`, value: shareOf(reference), 'at most': MAX_SHARE });
  figures.push({ what: `search beside one in ${FEW_CHUNKS} chunks, ${size}`, value: shareOf(few.p50) });
  figures.push({ what: `share of the ten nearest that are found, ${size}`, value: recall, 'at least': 0.95 });
}
await kith.stop();
writeRows(figures);
process.exit(areMet(figures) ? 0 : 1);

async function compareQuality(): Promise<void> {
  const { model } = client ?? {};
  const byMeaning = await results();
  Object.assign(client ?? {}, { model: undefined });
  const byWords = await results();
  Object.assign(client ?? {}, { model });
  const rows: Record<string, Record<string, string>> = {};
  for (const [kind, ofWords] of byWords) {
    const ofBoth = byMeaning.get(kind) ?? [];
    const [words, both] = [valuesOf(ofWords), valuesOf(ofBoth)];
    rows[kind] = { messages: String(words.length), 'by words': mean(words).toFixed(3), 'and by meaning': mean(both).toFixed(3) };
    const value = rounded(mean(both));
    const limit = rounded(mean(words));
    const isUnwanted = kind.startsWith('small talk') || kind.startsWith('foreign');
    const added = ofBoth.filter((result, at) => result.value > (ofWords[at]?.value ?? 0));
    if (isUnwanted) console.log(`${kind}, by meaning only: ${added.map(({ message }) => message).join(' | ') || 'none'}`);
    figures.push(
      isUnwanted
        ? { what: `share that brings passages into the prompt: ${kind}`, value, 'at most': rounded(limit + UNRELATED_THAT_PASS) }
        : { what: `nDCG@10 with meaning beside words alone: ${kind}`, value, 'at least': limit },
    );
  }
  console.log('nDCG@10 of questions; share of small talk and of foreign questions that brings passages into the prompt');
  console.table(rows);
}

function rounded(value: number): number {
  return Math.round(1000 * value) / 1000;
}

function valuesOf(all: readonly Result[]): number[] {
  return all.map(({ value }) => value);
}

async function results(): Promise<Map<string, Result[]>> {
  const values = new Map<string, Result[]>();
  const add = (kind: string, message: string, value: number): void =>
    void values.set(kind, [...(values.get(kind) ?? []), { message, value }]);
  for (const { texts, smallTalk, foreign } of collections) {
    for (const { title, questions } of texts)
      for (const { kind, question, previous } of questions) {
        const query = { ...owner, query: question, limit: LIMIT, ...(previous === undefined ? {} : { previous }) };
        const { passages } = await kith.ask(knowledge.find, query);
        const rank = passages.findIndex((passage) => passage.title === title);
        add(kind, question, rank === -1 ? 0 : 1 / Math.log2(rank + 2));
      }
    const enters = async (message: string, previous?: string): Promise<number> =>
      (await kith.search(owner, message, previous === undefined ? {} : { previous })).passages.length > 0 ? 1 : 0;
    for (const message of smallTalk) add('small talk', message, await enters(message));
    for (const message of smallTalk)
      add('small talk after a question', message, await enters(message, texts[0]?.questions[0]?.question));
    for (const message of foreign) add('foreign questions', message, await enters(message));
  }
  return values;
}

/** Compared with the exact cosine over all vectors in this process: how many of its ten nearest are found. */
async function measureTime(
  dimension: number,
  count: number,
): Promise<{ readonly p50: number; readonly reference: number; readonly recall: number }> {
  const searched = kith.anOwner();
  const { id } = await kith.teach(searched, { title: 'All', content: 'All of them.' });
  // The worker must not come between.
  await kith.query('update knowledge.item set embed_at = null where id = $1', [id]);
  await kith.query(
    `insert into knowledge.chunk (bot_id, owner_id, item_id, ord, body, language)
     select $1, $2, $3, n, 'Chunk ' || n, 'english' from generate_series(2, $4::int) n`,
    [searched.botId, searched.actor.userId, id, count],
  );
  const chunks = await kith.query<{ id: string }>('select id from knowledge.chunk where bot_id = $1 order by id', [
    searched.botId,
  ]);
  // In groups, as texts have subjects.
  const subjects = Array.from({ length: 200 }, () => randomVector(dimension));
  const near = (subject: Float32Array, spread: number) =>
    subject.map((number) => number + spread * (Math.random() + Math.random() - 1));
  const vectors = chunks.map((_chunk, n) => near(subjects[n % subjects.length] ?? randomVector(dimension), 1));
  await storeVectors(searched, id, chunks, vectors);
  await kith.query('vacuum analyze knowledge.vector').catch(() => undefined);
  const times: number[] = [];
  const all: number[] = [];
  const recalls: number[] = [];
  for (let n = 0; n < 60; n += 1) {
    const question = near(subjects[n] ?? randomVector(dimension), 1);
    asked.set(`question ${n}`, [...question]);
    const begin = performance.now();
    const [found = []] =
      (await meaning?.find({ botId: searched.botId, ownerPlan: 'free', items: null }, [`question ${n}`])) ?? [];
    times.push(performance.now() - begin);
    if (n < 10) all.push(await timeOfAll(searched.botId, question));
    const best = vectors.map((vector, place) => [place, cosine(vector, question)] as const).toSorted(([, a], [, b]) => b - a);
    const bodies = new Set(found.map(({ body }) => body));
    recalls.push(
      mean(best.slice(0, 10).map(([place]) => (bodies.has(place === 0 ? 'All of them.' : `Chunk ${place + 1}`) ? 1 : 0))),
    );
  }
  const [p50 = 0, p99 = 0] = [0.5, 0.99].map((share) => times.toSorted((a, b) => a - b)[Math.floor(times.length * share)] ?? 0);
  const recall = mean(recalls);
  console.log(
    `${count} chunks, ${dimension} numbers (${signsOf(randomVector(dimension)).length} signs): p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms, of the ten nearest found ${(100 * recall).toFixed(1)} %`,
  );
  const reference = all.toSorted((a, b) => a - b)[5] ?? 0;
  console.log(`  comparing all: p50 ${reference.toFixed(1)} ms; ratio ${(p50 / reference).toFixed(2)}`);
  return { p50, reference, recall };
}

async function storeVectors(
  { botId, actor }: Owner,
  itemId: string,
  chunks: readonly { readonly id: string }[],
  vectors: readonly Float32Array[],
): Promise<void> {
  for (let from = 0; from < chunks.length; from += 500) {
    const stored = vectors.slice(from, from + 500).map(storedVector);
    await kith.query(
      `insert into knowledge.vector (chunk_id, bot_id, owner_id, item_id, model, signs, numbers, unrelated)
       select id, $1, $2, $3, $4, signs::varbit, numbers, 0 from unnest($5::bigint[], $6::text[], $7::bytea[]) v (id, signs, numbers)
       on conflict (chunk_id) do nothing`,
      [
        botId,
        actor.userId,
        itemId,
        client?.model,
        chunks.slice(from, from + 500).map((chunk) => chunk.id),
        stored.map(({ signs }) => signs),
        stored.map(({ bytes }) => bytes),
      ],
    );
  }
}

async function timeOfAll(botId: string, question: Float32Array): Promise<number> {
  const begin = performance.now();
  const rows = await kith.query<{ id: string; numbers: Buffer }>(
    'select chunk_id as id, numbers from knowledge.vector where bot_id = $1',
    [botId],
  );
  rows.map(({ id, numbers }) => [id, cosine(question, numbersIn(numbers))] as const).toSorted(([, a], [, b]) => b - a);
  return performance.now() - begin;
}

async function realVectors(texts: readonly string[]): Promise<number[][]> {
  const response = await fetch(`${EMBEDDINGS_URL}/embeddings`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${EMBEDDINGS_KEY}` },
    body: JSON.stringify({ model: EMBEDDINGS_NAME, input: texts, encoding_format: 'float' }),
  });
  const { data } = (await response.json()) as { data: { index: number; embedding: number[] }[] };
  return data.toSorted((one, other) => one.index - other.index).map(({ embedding }) => embedding);
}

async function until(what: string, isTrue: () => Promise<boolean>): Promise<void> {
  for (const end = Date.now() + 300_000; !(await isTrue()); await new Promise((resolve) => setTimeout(resolve, 500)))
    if (Date.now() > end) throw new Error(`${what} did not come`);
}

function randomVector(dimension: number): Float32Array {
  return Float32Array.from({ length: dimension }, () => Math.random() + Math.random() - 1);
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
