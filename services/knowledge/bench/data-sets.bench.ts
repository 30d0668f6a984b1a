// How well passages of published data sets are found: `npm run bench data-sets`. Reads each folder of BENCH_DATA (default: .data/bench) that holds a
// data set in the form of BEIR (corpus.jsonl, queries.jsonl, qrels/test.tsv), such as SciFact; nothing is downloaded, and without files there is
// nothing to measure. nDCG@10 beside BM25 in this process with the stemmer of the language (the words of ICU where there are no spaces), also with 35 % of the longer words misspelt.
import path from 'node:path';
import { ownerDatabase } from '@kith/kit/testing';
import { database } from '../src/index.js';
import { indexedItem } from '../src/search/chunk-index.js';
import { languageOf } from '../src/search/language.js';
import { SearchService } from '../src/search/search.service.js';
import { UNSPACED } from '@kith/kit';
import { knowledgeUnderTest, type Owner } from '../test/knowledge-under-test.js';
import { dataSetsIn, ndcg, readDataSet, type DataSet } from './data-sets.js';
import { misspelling } from './mistakes.js';
import { referenceOf, segments, stemsBy } from './reference.js';
import { areMet, mean, writeNotMeasured, writeRows, type Row } from './rows.js';

const FOLDER = process.env['BENCH_DATA'] ?? path.resolve(import.meta.dirname, '../../../.data/bench');
/** As many as a companion can hold chunks. */
const MAX_DOCUMENTS = 10_000;
const MAX_QUESTIONS = 1000;
/** Several passages may be of one document. */
const PASSAGES = 40;
const LIMIT = 10;

const folders = dataSetsIn(FOLDER);
if (folders.length === 0) {
  console.log(`No data set in ${FOLDER}.`);
  writeNotMeasured('there is no data set in BENCH_DATA (.data/bench)');
  process.exit(0);
}
const kith = await knowledgeUnderTest();
const source = await ownerDatabase(kith, database);
const search = kith.services.get('knowledge')?.app.get(SearchService);
if (!search) throw new Error('knowledge has no search');
const rows: Row[] = [];
for (const folder of folders) await measure(await readDataSet(folder, MAX_DOCUMENTS));
writeRows(rows);
await source.destroy();
await kith.stop();
process.exit(areMet(rows) ? 0 : 1);

async function measure({ name, documents, questions, isCut }: DataSet): Promise<void> {
  const { isUnspaced, configuration } = languageIn(documents);
  const texts = documents.map(({ key, title, text }) => ({ key, text: `${title}\n${text}` }));
  const reference = await referenceOf(texts, { words: isUnspaced ? segments : stemsBy(kith.query, configuration), limit: LIMIT });
  const owner = kith.anOwner();
  const keys = await store(owner, documents);
  const asked = questions.slice(0, MAX_QUESTIONS);
  const table: Record<string, Record<string, string | number>> = {};
  for (const kind of isUnspaced ? (['as asked'] as const) : (['as asked', 'misspelt'] as const)) {
    const withMistakes = misspelling();
    const [ours, theirs]: [number[], number[]] = [[], []];
    for (const { text, grades } of asked) {
      const question = kind === 'misspelt' ? withMistakes(text) : text;
      const { ranking } = await (search as SearchService).findings({
        botId: owner.botId,
        query: question,
        limit: PASSAGES,
        items: null,
      });
      const found = [...new Set(ranking.map(({ itemId }) => keys.get(itemId) ?? ''))];
      ours.push(ndcg(found, grades));
      theirs.push(ndcg(await reference(question), grades));
    }
    const ratio = mean(ours) / mean(theirs);
    table[kind] = { 'nDCG@10': mean(ours).toFixed(3), reference: mean(theirs).toFixed(3), ratio: ratio.toFixed(3) };
    const least = kind === 'misspelt' ? 1.03 : isUnspaced ? 0.97 : 1;
    rows.push({ what: `${name}, ${kind}: nDCG@10 beside BM25`, value: Math.round(1000 * ratio) / 1000, 'at least': least });
  }
  console.log(
    `${name}: ${documents.length} documents${isCut ? ' of more' : ''}, ${asked.length} questions, reference: ${configuration}`,
  );
  console.table(table);
}

/** By the beginnings of some of them. */
function languageIn(documents: DataSet['documents']): { readonly isUnspaced: boolean; readonly configuration: string } {
  const sample = documents
    .slice(0, 50)
    .map(({ text }) => text.slice(0, 200))
    .join('\n');
  const unspaced = (sample.match(UNSPACED) ?? []).join('').length;
  const isUnspaced = unspaced > 0.3 * sample.length;
  return { isUnspaced, configuration: isUnspaced ? 'simple' : languageOf(sample) };
}

/** Adds all documents without the limits of a plan; returns their keys by the ids of their items. */
async function store({ actor, botId }: Owner, documents: DataSet['documents']): Promise<Map<string, string>> {
  const keys = new Map<string, string>();
  await source.transaction(async (manager) => {
    for (const { key, title, text } of documents) {
      const name = title.slice(0, 200).trim() || text.slice(0, 80).trim();
      const [made] = await manager.query<{ id: string }[]>(
        `insert into knowledge.item (bot_id, owner_id, title, content, type, tags, position, status)
         values ($1, $2, $3, $4, 'text', '{}', '{"x":0,"y":0}', 'ready') returning id`,
        [botId, actor.userId, name, text],
      );
      const id = made?.id ?? '';
      const { bodies, texts, context, language } = await indexedItem({ title: name, tags: [], content: text, extracted: '' });
      await manager.query('select knowledge.index_item($1, $2, $3, $4, $5)', [id, bodies, texts, context, language]);
      keys.set(id, key);
    }
  });
  await source.query('vacuum analyze');
  return keys;
}
