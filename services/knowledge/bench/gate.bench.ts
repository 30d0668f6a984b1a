// What the gate lets into the prompt: `npm run bench gate`. Its bots know the texts of bench/questions and of one of four unseen sets, one all of them and one
// those of each language. The figures with limits are of the unseen sets, by which no weight was learned: bench/unseen in thirteen languages, the others in
// sixteen, which also have questions that no text answers. Some choices were made by them (docs/performance.md). The table also has messages that
// the gate was learned by (train-form.bench.ts), which prove nothing.
// Goal: at most 3 % of the small talk, at least 90 % of the questions that the texts answer, of all four sets together. What single sets reach, and how
// many of the questions that no text answers bring passages, is in docs/performance.md.
import { formsOf } from '../src/search/message-form.js';
import { knowledgeUnderTest, type Owner } from '../test/knowledge-under-test.js';
import { readCollections, readUnseen, UNSEEN_SETS, type Collection } from './collections.js';
import { aloneAndAfter, casesOf, learnedBots, type Case } from './gate-cases.js';
import { gateRows, inPercent, isAsWritten, shareOf, type Result } from './gate-rows.js';
import { areMet, writeRows, type Row } from './rows.js';

/** Bots with the texts of one unseen set beside those of bench/questions. */
interface UnseenSet {
  readonly name: string;
  readonly cases: readonly Case[];
  readonly common: Owner;
  readonly owners: ReadonlyMap<string, Owner>;
}

/** Of the messages that the gate was learned by every tenth one is sent. */
const SHARE_OF_LEARNED = 10;
const ROUNDS_OF_FORM = 20;

const learned = readCollections();
const kith = await knowledgeUnderTest();
const sets: UnseenSet[] = [];
for (const folder of UNSEEN_SETS) sets.push(await setOf(folder, readUnseen(folder)));
const learnedSample = (learnedBots()[0]?.cases ?? []).filter((_one, at) => at % SHARE_OF_LEARNED === 0);
const table: Record<string, Record<string, string>> = {};
const rows: Row[] = [];
for (const bot of ['all languages', 'one language'] as const) {
  const ofAllSets: Result[] = [];
  for (const set of sets) {
    const results = await resultsOf(bot, set, set.cases);
    report(`${bot}, ${set.name}`, results);
    listFailures(`${bot}, ${set.name}`, results);
    rows.push(...gateRows(`${bot}, ${set.name}`, results));
    ofAllSets.push(...results);
  }
  rows.push(...gateRows(`${bot}, all sets`, ofAllSets, { isLimited: true }));
  for (const set of sets.slice(0, 1)) report(`${bot}, learned by`, await resultsOf(bot, set, learnedSample));
}
console.table(table);
console.log(`the form of a message is told in ${timeOfForm()} µs`);
writeRows(rows);
await kith.stop();
process.exit(areMet(rows) ? 0 : 1);

async function setOf(name: string, unseen: readonly Collection[]): Promise<UnseenSet> {
  const all = [...learned, ...unseen];
  const common = kith.anOwner();
  const owners = new Map(all.map(({ language }): [string, Owner] => [language, kith.anOwner()]));
  for (const { language, texts } of all)
    for (const { title, text } of texts)
      for (const one of [common, owners.get(language)]) if (one) await kith.teach(one, { title, content: text });
  return { name, cases: aloneAndAfter(unseen, unseen.flatMap(casesOf)), common, owners };
}

function listFailures(name: string, results: readonly Result[]): void {
  for (const isAfter of [false, true]) {
    for (const kind of ['small talk', 'foreign question'] as const) {
      const passing = results.filter((one) => one.kind === kind && (one.previous !== undefined) === isAfter && one.hasPassages);
      console.log(`${name}: ${kind}${isAfter ? ' after a question' : ''}: ${passing.map(({ message }) => message).join(' | ')}`);
    }
  }
  const questions = results.filter(({ title, kind, previous }) => title !== undefined && isAsWritten(kind, previous));
  const lost = questions.flatMap(({ isRight, message }) => (isRight ? [] : [message]));
  console.log(`${name}: questions whose answer does not enter the prompt: ${lost.join(' | ')}`);
}

async function resultsOf(
  bot: 'all languages' | 'one language',
  { common, owners }: UnseenSet,
  cases: readonly Case[],
): Promise<Result[]> {
  const results: Result[] = [];
  for (const one of cases) {
    const owner = (bot === 'all languages' ? undefined : owners.get(one.language)) ?? common;
    const { message, previous, title } = one;
    const { passages } = await kith.search(owner, message, previous === undefined ? {} : { previous });
    const isRight = title !== undefined && passages.some((passage) => passage.title === title);
    results.push({ ...one, hasPassages: passages.length > 0, isRight });
  }
  return results;
}

function report(name: string, results: readonly Result[]): void {
  for (const kind of ['plain', 'typo', 'follow-up', 'foreign question', 'small talk'] as const)
    for (const isAfter of [false, true])
      add(
        `${name}: ${kind}${isAfter && kind !== 'follow-up' ? ' after a question about something else' : ''}`,
        results.filter((one) => one.kind === kind && (one.previous !== undefined) === isAfter),
      );
  const languages = !name.endsWith('learned by') ? new Set(results.map(({ language }) => language)) : [];
  for (const language of languages) {
    const own = results.filter((one) => one.language === language);
    add(
      `${name}: ${language}, not answered`,
      own.filter(({ title }) => title === undefined),
    );
    add(
      `${name}: ${language}, questions`,
      own.filter(({ title, kind, previous }) => title !== undefined && isAsWritten(kind, previous)),
    );
  }
}

function add(row: string, results: readonly Result[]): void {
  if (results.length === 0) return;
  const isAnswered = results.some(({ title }) => title !== undefined);
  table[row] = {
    messages: String(results.length),
    'with passages': percent(shareOf(results, 'hasPassages')),
    'with the right one': isAnswered ? percent(shareOf(results, 'isRight')) : '',
  };
}

/** Of the unseen messages, in the middle of some rounds. */
function timeOfForm(): string {
  const cases = sets.flatMap((set) => set.cases);
  const times = Array.from({ length: ROUNDS_OF_FORM }, () => {
    const start = performance.now();
    for (const { message } of cases) formsOf(message);
    return (1000 * (performance.now() - start)) / cases.length;
  });
  return (times.toSorted((one, other) => one - other)[ROUNDS_OF_FORM / 2] ?? 0).toFixed(0);
}

function percent(share: number): string {
  return `${inPercent(share).toFixed(1)} %`;
}
