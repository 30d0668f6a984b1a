// Fills the tables of knowledge in SQL, for benches: texts of made-up words whose frequencies follow the law of Zipf and Mandelbrot.
import { randomUUID } from 'node:crypto';
import type { DataSource, QueryRunner } from 'typeorm';
import type { Owner } from '../test/knowledge-under-test.js';
import { numbersFrom } from './mistakes.js';

export const CHUNKS_PER_BOT = 10_000;
const ITEMS_PER_BOT = 100;
const CHUNKS_PER_ITEM = CHUNKS_PER_BOT / ITEMS_PER_BOT;
/** Of the searched bots, whose number of items and activated items matter. */
const CHUNKS_PER_SEARCHED_ITEM = 10;
const OTHER_BOTS = Number(process.env['SCALE_OTHER_BOTS'] ?? 99);
/** Chunks of other bots have few words, so that the tables are filled within minutes; those of the searched bot are of the usual length. */
const WORDS_OF_OTHERS = 6;
const WORDS_PER_CHUNK = 70;
const VOCABULARY = 20_000;
/** The ranks of stop words, which are left out: the most frequent word that is left is in a third of the chunks. */
const FREQUENT = 30;
const SYLLABLES = 'ba ce di fo gu ha je ki lo mu na pe qui ro su ta ve wi xo yu zan bel cor dim fal gor hen'.split(' ');

const OTHERS = `
  insert into knowledge.item (bot_id, owner_id, title, content, type, tags, position, status)
  select bot, gen_random_uuid(), 'Item ' || n, '', 'text', '{}', '{}', 'ready' from unnest($1::uuid[]) bot, generate_series(1, $2::int) n`;
const OTHER_CHUNKS = `
  insert into knowledge.chunk (bot_id, owner_id, item_id, ord, body, language)
  select bot_id, owner_id, id, n, 'Words of another bot', 'english' from knowledge.item, generate_series(1, $1::int) n`;
const OTHER_POSTINGS = `
  with picked as materialized (
    select id, bot_id, 1 + floor($3::float8 * power(1 + $2::float8 / $3, random()) - $3)::bigint as n
    from knowledge.chunk, generate_series(1, $1::int)
  )
  insert into knowledge.posting (bot_id, lex, chunk_id, tf, dl) select bot_id, lex, id, 1, $1 from picked join word using (n)`;
const ITEMS = `
  insert into knowledge.item (bot_id, owner_id, title, content, type, tags, position, status)
  select $1, $2, 'Item ' || n, text || ' number' || n, 'text', '{one}', '{"x":0,"y":0}', 'ready' from unnest($3::text[]) with ordinality t (text, n)`;
const ACTIVATIONS = new Map([
  [7, 'always'],
  [9, 'keywords'],
]);
const DROPPED_INDEXES = ['posting_lex', 'posting_chunk', 'klex_trigram'];

/** Each run asks the same. */
export const random = numbersFrom(1);
const words = Array.from({ length: VOCABULARY }, (_none, n) => wordOf(n));

/**
 * A million chunks: so many of each bot of `searched`, with their texts, and 10,000 of each of 99 other bots, or of fewer for a quick look. A searched item
 * has ten chunks; one in fifty is always active, one by a key word.
 */
export async function fillWithChunks(source: DataSource, searched: ReadonlyMap<Owner, number>): Promise<void> {
  const run = source.createQueryRunner();
  // Built at the end, as when a dump is restored.
  await run.query('alter table knowledge.posting drop constraint posting_chunk_id_fkey');
  const indexes = await run.manager.query<{ indexdef: string }[]>(
    `select indexdef from pg_indexes where schemaname = 'knowledge' and indexname = any ($1)`,
    [DROPPED_INDEXES],
  );
  await run.query(`drop index ${DROPPED_INDEXES.map((index) => `knowledge.${index}`).join(', ')}`);
  await run.query(
    'create temp table word as select knowledge.fold((ts_lexize($2::regdictionary, word))[1]) as lex, n from unnest($1::text[]) with ordinality w (word, n)',
    [words, 'english_stem'],
  );
  await run.query('create unique index on word (n) include (lex)');
  await run.query(OTHERS, [Array.from({ length: OTHER_BOTS }, () => randomUUID()), ITEMS_PER_BOT]);
  await run.query(OTHER_CHUNKS, [CHUNKS_PER_ITEM]);
  await run.query(OTHER_POSTINGS, [WORDS_OF_OTHERS, VOCABULARY, FREQUENT]);
  await run.query('insert into knowledge.klex select bot_id, lex, count(*) from knowledge.posting group by bot_id, lex');
  await run.query(
    `insert into knowledge.kstat select bot_id, $1::int, count(*), '{english}' from knowledge.posting group by bot_id`,
    [CHUNKS_PER_BOT],
  );
  for (const [owner, chunks] of searched) await indexTexts(run, owner, chunks / CHUNKS_PER_SEARCHED_ITEM);
  for (const { indexdef } of indexes) await run.manager.query(indexdef);
  await refreshStatistics(run);
  await run.release();
}

/** Adds short items, without chunks, whose texts end in `number1`, `number2`, … */
export async function fillWithItems(source: DataSource, { actor, botId }: Owner, count: number): Promise<void> {
  const run = source.createQueryRunner();
  await run.query(ITEMS, [botId, actor.userId, Array.from({ length: count }, () => wordsOf(2 * WORDS_PER_CHUNK))]);
  await refreshStatistics(run);
  await run.release();
}

async function indexTexts(run: QueryRunner, { actor, botId }: Owner, items: number): Promise<void> {
  for (let item = 0; item < items; item += 1) {
    const bodies = Array.from({ length: CHUNKS_PER_SEARCHED_ITEM }, () => wordsOf(WORDS_PER_CHUNK));
    const activation = ACTIVATIONS.get(item % 50) ?? 'search';
    const [made] = await run.manager.query<{ id: string }[]>(
      `insert into knowledge.item (bot_id, owner_id, title, content, type, tags, position, status, activation)
       values ($1, $2, $3, $4, 'text', '{}', '{}', 'ready', $5) returning id`,
      [botId, actor.userId, `Item ${item}`, bodies.join('\n\n'), activation],
    );
    if (activation === 'keywords')
      await run.query('insert into knowledge.keyword (bot_id, owner_id, item_id, start, word) values ($1, $2, $3, $4, $4)', [
        botId,
        actor.userId,
        made?.id,
        `keyword${item}`,
      ]);
    await run.query(`select knowledge.index_item($1, $2, $2, 'Item', 'english')`, [made?.id, bodies]);
  }
}

async function refreshStatistics(run: QueryRunner): Promise<void> {
  for (const table of ['item', 'searched_text', 'keyword', 'chunk', 'posting', 'klex', 'kstat'])
    await run.query(`vacuum analyze knowledge.${table}`);
}

const wordsOf = (count: number): string => Array.from({ length: count }, aWord).join(' ');

/** One of the vocabulary; how likely follows from its rank. */
export const aWord = (): string => words[Math.floor(FREQUENT * (1 + VOCABULARY / FREQUENT) ** random() - FREQUENT)] ?? '';

/** One of the five most frequent ones. */
export const aFrequentWord = (): string => words[Math.floor(random() * 5)] ?? '';

function wordOf(n: number): string {
  const [first, second, third] = [n % 29, Math.floor(n / 29) % 29, Math.floor(n / 841)];
  const syllables = [first, second, third].map((place) => SYLLABLES[place % 27]);
  return [...syllables, first > 26 ? 'ma' : '', second > 26 ? 'nu' : ''].join('');
}
