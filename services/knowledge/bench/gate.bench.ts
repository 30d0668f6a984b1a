// What the gate lets into the prompt: `npm run bench gate`. The form of messages was learned by the even questions, the small talk and the even unseen small
// talk of bench/questions and by bench/gate-training.json (train-form.bench.ts); the numbers of the gate were chosen by the odd ones and by
// bench/held-out.json, with all languages in one bot and with each in a bot of its own. By bench/unseen-talk.json nothing was learned or chosen.
// Goal: at most 3 % of small talk, at least 90 % of the questions that the texts answer.
import { MIN_RELEVANCE } from '../src/search/gate.js';
import { knowledgeUnderTest, type Owner } from '../test/knowledge-under-test.js';
import { readCollections, type Collection } from './collections.js';
import { readHeldOut, readUnseen, type HeldOut } from './held-out.js';
import { areMet, writeRows, type Row } from './rows.js';

interface Case {
  readonly message: string;
  readonly previous?: string | undefined;
  /** The title of the text that answers it. */
  readonly title?: string;
}
interface Group {
  readonly name: string;
  readonly goal?: { readonly most: number };
  /** Those of one half: by 0 the form of messages was learned, by 1 the numbers of the gate were chosen. */
  cases(collection: Collection, half: number): Case[];
}

const before = ({ texts }: Collection, at: number): string => texts[at % texts.length]?.questions[0]?.question ?? '';
const halfOf = <T>(half: number, all: readonly T[]): T[] => all.filter((_one, at) => at % 2 === half);
const talkOf = ({ smallTalk, unseenSmallTalk }: Collection, half: number): readonly string[] =>
  half === 0 ? [...smallTalk, ...halfOf(0, unseenSmallTalk)] : halfOf(1, unseenSmallTalk);
const GROUPS: readonly Group[] = [
  ...(['plain', 'typo', 'follow-up'] as const).map((kind) => ({
    name: kind,
    cases: ({ texts }: Collection, half: number) =>
      halfOf(
        half,
        texts.flatMap(({ title, questions }) =>
          questions.filter((one) => one.kind === kind).map(({ question, previous }) => ({ message: question, previous, title })),
        ),
      ),
  })),
  {
    name: 'small talk',
    goal: { most: 0.03 },
    cases: (collection, half) => talkOf(collection, half).map((message) => ({ message })),
  },
  {
    name: 'small talk after a question',
    goal: { most: 0.03 },
    cases: (collection, half) => talkOf(collection, half).map((message, at) => ({ message, previous: before(collection, at) })),
  },
  {
    name: 'foreign question',
    cases: ({ foreign }, half) =>
      halfOf(
        half,
        foreign.map((message) => ({ message })),
      ),
  },
];
const HALVES = ['learned by', 'chosen by'] as const;

const collections = readCollections();
const kith = await knowledgeUnderTest();
const common = kith.anOwner();
const owners = new Map<Collection, Owner>(collections.map((collection) => [collection, kith.anOwner()]));
for (const [collection, owner] of owners)
  for (const { title, text } of collection.texts)
    for (const one of [common, owner]) await kith.teach(one, { title, content: text });

const ofCommon = (): Owner => common;
console.log(`threshold ${MIN_RELEVANCE}`);
const table: Record<string, Record<string, string>> = {};
const rows: Row[] = [];
for (const [bot, ownerOf] of [
  ['all languages', ofCommon],
  ['one language', (collection: Collection) => owners.get(collection) ?? common],
] as const)
  for (const [half, name] of HALVES.entries()) await measure(`${bot}, ${name}`, half, ownerOf);
await measureHeldOut('held out', readHeldOut());
await measureHeldOut('unseen', readUnseen());
console.table(table);
writeRows(rows);
await kith.stop();
process.exit(areMet(rows) ? 0 : 1);

async function measure(title: string, half: number, ownerOf: (collection: Collection) => Owner): Promise<void> {
  const answered: boolean[] = [];
  for (const group of GROUPS) {
    const results = [];
    for (const collection of collections)
      for (const one of group.cases(collection, half)) results.push({ ...one, ...(await entering(ownerOf(collection), one)) });
    const right = results.flatMap(({ isRight }) => isRight ?? []);
    answered.push(...right);
    const entered = results.map(({ hasPassages }) => hasPassages);
    add(`${title}: ${group.name}`, entered, right);
    const what = `${title}: ${group.name} that brings passages into the prompt, %`;
    if (group.goal && half === 0)
      console.log(
        `${title}: ${group.name}: ${results.flatMap(({ message, hasPassages }) => (hasPassages ? [message] : [])).join(' | ')}`,
      );
    if (group.goal) rows.push({ what, value: inPercent(shareOf(entered)), 'at most': inPercent(group.goal.most) });
  }
  add(`${title}: ALL QUESTIONS`, answered, answered);
  rows.push({
    what: `${title}: questions that bring their answer into the prompt, %`,
    value: inPercent(shareOf(answered)),
    'at least': 90,
  });
}

/** Messages in languages without texts are asked only of the bot with all. */
async function measureHeldOut(set: string, { smallTalk, questions }: HeldOut): Promise<void> {
  const [english] = collections.filter(({ language }) => language === 'english');
  const collectionOf = (name: string) => collections.find(({ language }) => language === name);
  const cases = (isAfter: boolean) =>
    [
      ...Object.entries(smallTalk).flatMap(([name, all]) => all.map((message) => ({ name, message, title: undefined }))),
      ...Object.entries(questions).flatMap(([name, all]) =>
        all.map(({ question, title }) => ({ name, message: question, title })),
      ),
    ].map((one, at) => {
      const collection = collectionOf(one.name) ?? english;
      return { ...one, previous: isAfter && collection ? before(collection, at) : undefined };
    });
  for (const bot of ['all languages', 'one language'] as const)
    for (const isAfter of [false, true]) {
      const results = [];
      for (const one of cases(isAfter)) {
        const collection = collectionOf(one.name);
        const owner = bot === 'all languages' ? common : collection && owners.get(collection);
        if (owner) results.push(await entering(owner, one));
      }
      const title = `${bot}, ${set}${isAfter ? ', after a question' : ''}`;
      const talk = results.filter(({ isRight }) => isRight === undefined).map(({ hasPassages }) => hasPassages);
      const right = results.flatMap(({ isRight }) => isRight ?? []);
      add(`${title}: small talk`, talk, []);
      rows.push({
        what: `${title}: small talk that brings passages into the prompt, %`,
        value: inPercent(shareOf(talk)),
        'at most': 3,
      });
      if (right.length === 0) continue;
      add(`${title}: questions`, right, right);
      rows.push({
        what: `${title}: questions that bring their answer into the prompt, %`,
        value: inPercent(shareOf(right)),
        'at least': 90,
      });
    }
}

async function entering(owner: Owner, { message, previous, title }: Case) {
  const { passages } = await kith.search(owner, message, previous === undefined ? {} : { previous });
  const isRight = title === undefined ? undefined : passages.some((passage) => passage.title === title);
  return { hasPassages: passages.length > 0, isRight };
}

function add(row: string, entered: readonly boolean[], right: readonly boolean[]): void {
  table[row] = {
    messages: String(entered.length),
    'with passages': percent(shareOf(entered)),
    'with the right one': right.length === 0 ? '' : percent(shareOf(right)),
  };
}

function shareOf(values: readonly boolean[]): number {
  return values.filter(Boolean).length / values.length;
}

function inPercent(share: number): number {
  return Math.round(1000 * share) / 10;
}

function percent(share: number): string {
  return `${inPercent(share).toFixed(1)} %`;
}
