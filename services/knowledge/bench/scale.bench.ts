// How searches and lists grow: `npm run bench scale`. A search in a bot of 10,000 chunks while the tables hold 1,000,000, as the chat service calls
// it, beside the raw SQL of one search over the same connections; kinds and sizes in turn. Goal: a median of at most 20 ms, and at most twice that of the SQL.
// `SCALE_OTHER_BOTS=9` fills a tenth of the tables. The same search in a bot of 100 chunks has no limit: the more chunks have a word, the more are weighed.
// Then the pages of a list of 10,000 items beside those of a list of 100. Goal: at most twice the time, and no answer above 300 KB. A text of two letters
// that no item has is looked for in all of them, and has no limit.
import { ownerDatabase } from '@kith/kit/testing';
import { knowledge } from '@kith/proto';
import { database } from '../src/index.js';
import { askedText } from '@kith/kit';
import { knowledgeUnderTest, type Owner } from '../test/knowledge-under-test.js';
import { misspelt } from './mistakes.js';
import { areMet, writeRows, type Row } from './rows.js';
import { aFrequentWord, aWord, CHUNKS_PER_BOT, fillWithChunks, fillWithItems, random } from './scale-data.js';

const ROUNDS = 200;
/** The first ones fill the caches. */
const UNCOUNTED = ROUNDS / 10;
const MAX_SEARCH_MS = 20;
const MAX_RATIO = 2;
const MAX_ANSWER_BYTES = 300_000;
const FEW_ITEMS = 100;
const MANY_ITEMS = 10_000;
const LARGEST_PAGE = 200;
const FEW_CHUNKS = 100;

const QUESTIONS = {
  'four words': { query: () => several(4, aWord) },
  'ten words': { query: () => several(10, aWord) },
  'a frequent word': { query: () => `${aFrequentWord()} ${aWord()}` },
  'misspelt words': { query: () => several(3, () => misspelt(aWord(), random)) },
  'after a question': { query: () => several(4, aWord), previous: () => several(4, aWord) },
} satisfies Record<string, { query(): string; previous?(): string }>;

const UNLIMITED_LIST = 'search for two letters that none has';
const searchFor =
  (search: string, order: 'oldest' | 'newest' = 'oldest') =>
  (owner: Owner) =>
    kith.ask(knowledge.summaries, { ...owner, limit: 50, search, order });
const LISTS = {
  'first page': (owner: Owner) => kith.ask(knowledge.summaries, { ...owner, limit: 50 }),
  'last page': (owner: Owner, count: number) => kith.ask(knowledge.summaries, { ...owner, limit: 50, offset: count - 50 }),
  'first page with contents': (owner: Owner) => kith.ask(knowledge.list, { ...owner, limit: 50 }),
  'page of a hundred with contents': (owner: Owner) => kith.ask(knowledge.list, { ...owner, limit: FEW_ITEMS }),
  'search for a word that a hundredth has': searchFor('number77'),
  'search for a word that a tenth has': searchFor('number1'),
  'search for a word that all have': searchFor('number'),
  'search for one letter': searchFor('a'),
  'newest that have one letter': searchFor('a', 'newest'),
  [UNLIMITED_LIST]: searchFor('qq'),
} satisfies Record<string, (owner: Owner, count: number) => Promise<unknown>>;

const figures: Row[] = [];
const rounded = (value: number): number => Math.round(100 * value) / 100;
const kith = await knowledgeUnderTest();
const source = await ownerDatabase(kith, database);
const [searched, small, few, many] = [kith.anOwner(), kith.anOwner(), kith.anOwner(), kith.anOwner()];
await fillWithChunks(
  source,
  new Map([
    [searched, CHUNKS_PER_BOT],
    [small, FEW_CHUNKS],
  ]),
);
await fillWithItems(source, few, FEW_ITEMS);
await fillWithItems(source, many, MANY_ITEMS);
console.table(await measureSearches());
console.table(await measureLists());
await source.destroy();
await kith.stop();
writeRows(figures);
process.exit(areMet(figures) ? 0 : 1);

async function measureSearches(): Promise<Record<string, Record<string, string>>> {
  const times = new Map(
    Object.keys(QUESTIONS).map((kind) => [kind, { calls: [] as number[], statements: [] as number[], inSmall: [] as number[] }]),
  );
  for (let n = 0; n < ROUNDS; n += 1) {
    for (const [kind, { query, ...more }] of Object.entries(QUESTIONS)) {
      const question = { query: query(), ...('previous' in more && { previous: more.previous() }) };
      const searchIn = ({ botId }: Owner) =>
        timed(() => kith.ask(knowledge.search, { botId, ...question, ownerPlan: 'premium' }));
      const inSmall = await searchIn(small);
      const call = await searchIn(searched);
      const statement = await timed(() => rawSearch(question.query));
      if (n < UNCOUNTED) continue;
      times.get(kind)?.calls.push(call);
      times.get(kind)?.statements.push(statement);
      times.get(kind)?.inSmall.push(inSmall);
    }
  }
  const rows: Record<string, Record<string, string>> = {};
  for (const [kind, { calls, statements, inSmall }] of times) {
    const [call, statement, ofFew] = [median(calls), median(statements), median(inSmall)];
    rows[kind] = {
      'call p50': ms(call),
      'SQL p50': ms(statement),
      ratio: (call / statement).toFixed(2),
      'call p95': ms(quantile(calls, 0.95)),
      [`${FEW_CHUNKS} chunks`]: ms(ofFew),
      'beside them': (call / ofFew).toFixed(2),
    };
    figures.push({
      what: `search for ${kind}: ${CHUNKS_PER_BOT} chunks beside ${FEW_CHUNKS}`,
      value: rounded(call / ofFew),
    });
    figures.push({ what: `search for ${kind}: p50, ms`, value: rounded(call), 'at most': MAX_SEARCH_MS });
    // After a question two searches run.
    if (kind !== 'after a question')
      figures.push({ what: `search for ${kind} beside the raw SQL`, value: rounded(call / statement), 'at most': MAX_RATIO });
  }
  return rows;
}

async function measureLists(): Promise<Record<string, Record<string, string>>> {
  const times = new Map(Object.keys(LISTS).map((kind) => [kind, { small: [] as number[], large: [] as number[], bytes: 0 }]));
  for (let n = 0; n < ROUNDS; n += 1) {
    for (const [kind, list] of Object.entries(LISTS)) {
      let answer: unknown;
      const ofFew = await timed(() => list(few, FEW_ITEMS));
      const ofMany = await timed(async () => {
        answer = await list(many, MANY_ITEMS);
      });
      const row = times.get(kind);
      if (n < UNCOUNTED || row === undefined) continue;
      row.small.push(ofFew);
      row.large.push(ofMany);
      row.bytes = bytesOf(answer);
    }
  }
  const rows: Record<string, Record<string, string>> = {};
  for (const [kind, { small, large, bytes }] of times) {
    const ratio = median(large) / median(small);
    rows[kind] = {
      [`${FEW_ITEMS} items`]: ms(median(small)),
      [`${MANY_ITEMS} items`]: ms(median(large)),
      ratio: ratio.toFixed(2),
      'answer of many': `${Math.round(bytes / 1000)} KB`,
    };
    const limit = kind === UNLIMITED_LIST ? {} : { 'at most': MAX_RATIO };
    figures.push({ what: `list, ${kind}: ${MANY_ITEMS} items beside ${FEW_ITEMS}`, value: rounded(ratio), ...limit });
    figures.push({ what: `list, ${kind}: bytes`, value: bytes, 'at most': MAX_ANSWER_BYTES });
  }
  const largest = await kith.ask(knowledge.list, { ...many, limit: LARGEST_PAGE });
  figures.push({ what: 'list, largest page with contents: bytes', value: bytesOf(largest), 'at most': MAX_ANSWER_BYTES });
  return rows;
}

function rawSearch(query: string): Promise<unknown> {
  return kith.query('select title from knowledge.search($1, $2, 6, null)', [searched.botId, askedText(query)]);
}

function bytesOf(answer: unknown): number {
  return Buffer.byteLength(JSON.stringify(answer));
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

function several(count: number, word: () => string): string {
  return Array.from({ length: count }, word).join(' ');
}

function quantile(values: readonly number[], share: number): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length * share)] ?? 0;
}

function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

function ms(duration: number): string {
  return `${duration.toFixed(1)} ms`;
}
