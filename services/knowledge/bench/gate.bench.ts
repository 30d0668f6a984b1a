// What the gate lets into the prompt: `npm run bench gate`. Its bots know the texts of bench/questions and of bench/unseen, one all of them and one those
// of each language. The figures with limits are of the small talk and the questions of bench/unseen, in thirteen languages, by which nothing was learned
// or chosen; the table also has the messages that the gate was learned by (train-form.bench.ts), which prove nothing.
// Goal: at most 3 % of small talk, at least 90 % of the questions that the texts answer.
import { formOf } from '../src/search/message-form.js';
import { knowledgeUnderTest, type Owner } from '../test/knowledge-under-test.js';
import { readCollections, readUnseen } from './collections.js';
import { aloneAndAfter, casesOf, learnedCases, type Case } from './gate-cases.js';
import { areMet, writeRows, type Row } from './rows.js';

interface Result extends Case {
  readonly hasPassages: boolean;
  /** Whether the passage that answers it enters the prompt. */
  readonly isRight: boolean;
}

const MAX_TALK = 3;
const MIN_QUESTIONS = 90;
/** Of the messages that the gate was learned by every tenth one is sent. */
const SHARE_OF_LEARNED = 10;
const ROUNDS_OF_FORM = 20;

const learned = readCollections();
const unseen = readUnseen();
const all = [...learned, ...unseen];
const kith = await knowledgeUnderTest();
const common = kith.anOwner();
const owners = new Map(all.map(({ language }): [string, Owner] => [language, kith.anOwner()]));
for (const { language, texts } of all)
  for (const { title, text } of texts)
    for (const one of [common, owners.get(language)]) if (one) await kith.teach(one, { title, content: text });

const unseenCases = aloneAndAfter(unseen, unseen.flatMap(casesOf));
const sample = learnedCases(learned).filter((_one, at) => at % SHARE_OF_LEARNED === 0);
const learnedSample = aloneAndAfter(learned, sample);
const table: Record<string, Record<string, string>> = {};
const rows: Row[] = [];
for (const bot of ['all languages', 'one language'] as const) {
  const results = await resultsOf(bot, unseenCases);
  report(`${bot}, unseen`, results);
  report(`${bot}, learned by`, await resultsOf(bot, learnedSample));
  for (const isAfter of [false, true]) {
    const talk = results.filter((one) => one.kind === 'small talk' && (one.previous !== undefined) === isAfter);
    const what = `${bot}: ${talk.length} unseen messages of small talk${isAfter ? ' after a question' : ''}, % with passages`;
    rows.push({ what, value: inPercent(shareOf(talk, 'hasPassages')), 'at most': MAX_TALK });
    console.log(`${what}: ${talk.flatMap(({ hasPassages, message }) => (hasPassages ? [message] : [])).join(' | ')}`);
  }
  const questions = results.filter(({ title, kind, previous }) => title !== undefined && isAsWritten(kind, previous));
  const what = `${bot}: ${questions.length} unseen questions, % whose answer enters the prompt`;
  rows.push({ what, value: inPercent(shareOf(questions, 'isRight')), 'at least': MIN_QUESTIONS });
  console.log(`${what}, not: ${questions.flatMap(({ isRight, message }) => (isRight ? [] : [message])).join(' | ')}`);
}
console.table(table);
console.log(`the form of a message is told in ${timeOfForm()} µs`);
writeRows(rows);
await kith.stop();
process.exit(areMet(rows) ? 0 : 1);

/** A question alone, unless it was written to follow another. */
function isAsWritten(kind: Case['kind'], previous: string | undefined): boolean {
  return (kind === 'follow-up') === (previous !== undefined);
}

async function resultsOf(bot: 'all languages' | 'one language', cases: readonly Case[]): Promise<Result[]> {
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
  const languages = name.endsWith('unseen') ? new Set(results.map(({ language }) => language)) : [];
  for (const language of languages) {
    const own = results.filter((one) => one.language === language);
    add(
      `${name}: ${language}, small talk`,
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
  const times = Array.from({ length: ROUNDS_OF_FORM }, () => {
    const start = performance.now();
    for (const { message } of unseenCases) formOf(message);
    return (1000 * (performance.now() - start)) / unseenCases.length;
  });
  return (times.toSorted((one, other) => one - other)[ROUNDS_OF_FORM / 2] ?? 0).toFixed(0);
}

function shareOf(results: readonly Result[], what: 'hasPassages' | 'isRight'): number {
  return results.filter((one) => one[what]).length / (results.length || 1);
}

function inPercent(share: number): number {
  return Math.round(1000 * share) / 10;
}

function percent(share: number): string {
  return `${inPercent(share).toFixed(1)} %`;
}
