// `npm run bench train-form` learns the gate, by bench/questions, bench/messages and bench/answered.json: what questions for information look like beside
// small talk (src/search/form-weights.json), and how much that and what a search finds say (src/search/gate-weights.json). The second is learned by the
// forms that messages have for models that did not learn by them, because a model is too sure of what it has seen. The gate is set where it lets
// TALK_THAT_PASSES of this small talk through, alone and after a question. `npm run bench gate` measures it by the three folders bench/unseen*.
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { fitted } from '../src/search/fusion.js';
import { gateFeatures, type GateFeature, type GateWeights } from '../src/search/gate.js';
import { formOf } from '../src/search/message-form.js';
import { SearchService } from '../src/search/search.service.js';
import { knowledgeUnderTest, type Owner } from '../test/knowledge-under-test.js';
import { readCollections } from './collections.js';
import { learnForm } from './form-training.js';
import { aloneAndAfter, learnedCases, type Case } from './gate-cases.js';
import { rowsOf, train } from './logistic-regression.js';
import { trainingMessages } from './training-messages.js';

const FOLDS = 5;
/** Of small talk that was not learned half as much passes as of what was. */
const TALK_THAT_PASSES = { oneLanguage: 0.045, severalLanguages: 0.035 };
/** How much a question that no text answers counts beside small talk: there are few of them. */
const COUNT_OF_FOREIGN = 2;
const PASSAGES = 6;
const OPTIONS = { decay: 1e-3, rounds: 1000, rate: 0.3 };
/** How often the gate is learned by the passage of each small talk that it found most relevant the time before. */
const ROUNDS = 3;

type Bot = keyof GateWeights['bias'];
const BOTS = ['oneLanguage', 'severalLanguages'] as const satisfies readonly Bot[];

/** A passage that a message finds: one that it should let through, or one that it should not. */
interface Row {
  /** Of the message and the bot. */
  readonly search: number;
  readonly isYes: boolean;
  readonly isAfter: boolean;
  readonly bot: Bot;
  readonly features: Readonly<Record<GateFeature, number>>;
}

const messages = trainingMessages();
const started = Date.now();
const forms = formsOfUnknown();
const form = learnForm(messages);
write('form-weights.json', JSON.stringify(form));
console.log(`form: ${Object.keys(form.grams).length} parts of ${messages.length} messages, ${Date.now() - started} ms`);
console.log(`of messages that it does not know it tells questions from small talk for ${percent(areaUnderCurve())} of all pairs`);

const collections = readCollections();
const kith = await knowledgeUnderTest();
const service = kith.services.get('knowledge')?.app.get(SearchService);
if (!service) throw new Error('knowledge has no search');
const common = kith.anOwner();
const owners = new Map(collections.map(({ language }): [string, Owner] => [language, kith.anOwner()]));
for (const { language, texts } of collections)
  for (const { title, text } of texts)
    for (const one of [common, owners.get(language)]) if (one) await kith.teach(one, { title, content: text });
const cases = aloneAndAfter(collections, learnedCases(collections)).filter(
  ({ kind, previous }) => kind !== 'foreign question' || previous === undefined,
);
const rows: Row[] = [];
const searches: { readonly one: Case; readonly bot: Bot }[] = [];
for (const one of cases)
  for (const owner of [common, owners.get(one.language)]) if (owner) rows.push(...(await rowsOfSearch(owner, one)));
await kith.stop();

let learned = learn(rows, evenly(rows));
for (let round = 1; round < ROUNDS; round += 1) learned = learn(rows, mostRelevant(rows, learned));
const gate: GateWeights = { ...learned, bias: biases(learned) };
write('gate-weights.json', JSON.stringify(gate, null, 2));
report(gate);
process.exit(0);

/** The form of each message by a model that was learned by others. */
function formsOfUnknown(): Map<string, number> {
  const folds = Array.from({ length: FOLDS }, (_, fold) => messages.filter((_one, at) => at % FOLDS === fold));
  return new Map(
    folds.flatMap((known, fold) => {
      const weights = learnForm(folds.flatMap((others, at) => (at === fold ? [] : others)));
      return known.map(({ message }): [string, number] => [message, formOf(message, weights)]);
    }),
  );
}

async function rowsOfSearch({ botId }: Owner, one: Case): Promise<Row[]> {
  const { message: query, previous, title } = one;
  const question = { botId, query, previous, limit: PASSAGES, items: null };
  const { message, alone, together } = await (service as SearchService).evidence(question);
  const search = searches.length;
  const own = { ...message, form: forms.get(query) ?? 0 };
  const bot: Bot = message.isOfOneLanguage ? 'oneLanguage' : 'severalLanguages';
  const found = fitted(own, alone, together, PASSAGES)
    .filter(({ match }) => title === undefined || match.title === title)
    .map(({ fit }) => ({
      search,
      isYes: title !== undefined,
      isAfter: fit.together !== null,
      bot,
      features: gateFeatures(own, fit),
    }));
  searches.push({ one, bot });
  return found;
}

/** All passages of one message together count as much as the one of another. */
function evenly(all: readonly Row[]): number[] {
  const many = new Map<number, number>();
  for (const { search } of all) many.set(search, (many.get(search) ?? 0) + 1);
  return all.map((row) => countOf(row) / (many.get(row.search) ?? 1));
}

/** Of small talk the passage that came nearest to the prompt. */
function mostRelevant(all: readonly Row[], weights: GateWeights): number[] {
  const best = new Map<number, Row>();
  for (const row of all) {
    const known = best.get(row.search);
    if (!known || scoreOf(row, weights) > scoreOf(known, weights)) best.set(row.search, row);
  }
  return all.map((row) => (best.get(row.search) === row ? countOf(row) : 0));
}

function countOf({ search }: Row): number {
  return searches[search]?.one.kind === 'foreign question' ? COUNT_OF_FOREIGN : 1;
}

function learn(all: readonly Row[], counts: readonly number[]): GateWeights {
  const names = Object.keys(all[0]?.features ?? {}) as GateFeature[];
  const [means, spreads] = [names.map((name) => mean(name)), names.map((name) => spread(name))];
  function mean(name: GateFeature): number {
    return all.reduce((sum, { features }) => sum + features[name], 0) / all.length;
  }
  function spread(name: GateFeature): number {
    const middle = mean(name);
    return Math.sqrt(all.reduce((sum, { features }) => sum + (features[name] - middle) ** 2, 0) / all.length) || 1;
  }
  const scaled = all.map(({ isYes, isAfter, features }) => ({
    isYes,
    features: new Map([
      [0, 1],
      [1, isAfter ? 1 : 0],
      ...names.map((name, at): [number, number] => [at + 2, (features[name] - (means[at] ?? 0)) / (spreads[at] ?? 1)]),
    ]),
  }));
  const found = train({ ...rowsOf(scaled), counts: balanced(all, counts) }, { size: names.length + 2, ...OPTIONS });
  const weights = names.map((name, at): [GateFeature, number] => [name, (found[at + 2] ?? 0) / (spreads[at] ?? 1)]);
  const shift = weights.reduce((sum, [, weight], at) => sum + weight * (means[at] ?? 0), 0);
  const alone = (found[0] ?? 0) - shift;
  const rounded = weights.map(([name, weight]) => [name, Math.round(1000 * weight) / 1000]);
  const bias = { alone, after: alone + (found[1] ?? 0) };
  return {
    bias: { oneLanguage: bias, severalLanguages: bias },
    weights: Object.fromEntries(rounded) as Record<GateFeature, number>,
  };
}

/** After a question there are as many questions beside small talk as without one before, so that coming after one says nothing by itself. */
function balanced(all: readonly Row[], counts: readonly number[]): Float64Array {
  const sumOf = (isAfter: boolean, isYes: boolean): number =>
    all.reduce((sum, row, at) => (row.isAfter === isAfter && row.isYes === isYes ? sum + (counts[at] ?? 0) : sum), 0);
  const factors = [false, true].map((isAfter) => sumOf(isAfter, false) / sumOf(isAfter, true));
  return Float64Array.from(all, ({ isYes, isAfter }, at) => (counts[at] ?? 0) * (isYes ? (factors[Number(isAfter)] ?? 1) : 1));
}

function scoreOf({ isAfter, bot, features }: Row, { bias, weights }: GateWeights): number {
  const values = Object.entries(features) as [GateFeature, number][];
  return values.reduce((sum, [name, value]) => sum + weights[name] * value, bias[bot][isAfter ? 'after' : 'alone']);
}

/** Where the gate lets as much small talk through as it should, alone and after a question. */
function biases(weights: GateWeights): GateWeights['bias'] {
  const biasOf = (bot: Bot, isAfter: boolean): number => {
    const isWanted = (one: Case, of: Bot): boolean =>
      one.kind === 'small talk' && of === bot && (one.previous !== undefined) === isAfter;
    const scores = bestScores(weights, isWanted);
    const least = scores.toSorted((one, other) => other - one)[Math.floor(TALK_THAT_PASSES[bot] * scores.length)] ?? 0;
    return Math.round(1000 * (weights.bias[bot][isAfter ? 'after' : 'alone'] - least)) / 1000;
  };
  const biasesOf = (bot: Bot) => ({ alone: biasOf(bot, false), after: biasOf(bot, true) });
  return { oneLanguage: biasesOf('oneLanguage'), severalLanguages: biasesOf('severalLanguages') };
}

/** The score of the best passage of each search; far below all others where none was found. */
function bestScores(weights: GateWeights, isWanted: (one: Case, bot: Bot) => boolean): number[] {
  const best = new Map<number, number>();
  for (const row of rows) best.set(row.search, Math.max(best.get(row.search) ?? -Infinity, scoreOf(row, weights)));
  return searches.flatMap(({ one, bot }, search) => (isWanted(one, bot) ? (best.get(search) ?? -1e6) : []));
}

function report(weights: GateWeights): void {
  const shareOf = (isWanted: (one: Case, bot: Bot) => boolean): string => {
    const scores = bestScores(weights, isWanted);
    return percent(scores.filter((score) => score >= 0).length / scores.length);
  };
  const table: Record<string, Record<string, string>> = {};
  for (const kind of ['small talk', 'foreign question', 'plain', 'typo', 'follow-up'] as const)
    for (const isAfter of [false, true])
      if (cases.some((one) => one.kind === kind && (one.previous !== undefined) === isAfter))
        table[`${kind}${isAfter ? ' after a question' : ''}`] = {
          passes: shareOf((one) => one.kind === kind && (one.previous !== undefined) === isAfter),
        };
  for (const language of new Set(cases.map((one) => one.language)))
    table[language] = {
      passes: shareOf((one) => one.language === language && one.kind === 'small talk'),
      'of questions': collections.some((one) => one.language === language)
        ? shareOf((one) => one.language === language && one.title !== undefined)
        : '',
    };
  for (const bot of BOTS)
    table[bot] = {
      passes: shareOf((one, of) => of === bot && one.kind === 'small talk'),
      'of questions': shareOf((one, of) => of === bot && one.title !== undefined),
    };
  console.table(table);
}

/** How often a question looks more like one than small talk does. */
function areaUnderCurve(): number {
  const inOrder = messages.toSorted((one, other) => (forms.get(one.message) ?? 0) - (forms.get(other.message) ?? 0));
  let talk = 0;
  let right = 0;
  for (const { isQuestion } of inOrder)
    if (isQuestion) right += talk;
    else talk += 1;
  return right / (talk * (messages.length - talk) || 1);
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}

function write(name: string, text: string): void {
  writeFileSync(fileURLToPath(new URL(`../src/search/${name}`, import.meta.url)), `${text}\n`);
}
