// `npm run bench train-form` learns the gate, by bench/questions, bench/answered.json, bench/texts and bench/messages: what questions for information look
// like beside small talk (src/search/form-weights.json), and how much that and what a search finds say (src/search/gate-weights.json). The second is
// learned by the forms that messages have for models that did not learn by them, because a model is too sure of what it has seen. The gate is set where
// it lets a share of this small talk through (gate-training.ts). `npm run bench gate` measures it by the folders bench/unseen*.
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { fitted } from '../src/search/fusion.js';
import { formsOf, keptWeights, type Forms } from '../src/search/message-form.js';
import { SearchService } from '../src/search/search.service.js';
import { knowledgeUnderTest, type KnowledgeUnderTest, type Owner } from '../test/knowledge-under-test.js';
import { learnForm } from './form-training.js';
import { learnedBots, type Case, type LearnedBots } from './gate-cases.js';
import { BOTS, judged, learnGate, PLACES, type Search } from './gate-training.js';
import { trainingMessages } from './training-messages.js';

const FOLDS = 5;
const PASSAGES = 6;

const messages = trainingMessages();
const started = Date.now();
const forms = formsOfUnknown();
const form = learnForm(messages);
write('form-weights.json', JSON.stringify(keptWeights(form)));
console.log(`form: ${form.rests.length} parts of ${messages.length} messages, ${Date.now() - started} ms`);
for (const place of PLACES)
  console.log(
    `of messages that it does not know it tells questions from small talk (${place}) for ${percent(areaUnderCurve(place))} of all pairs`,
  );

const kith = await knowledgeUnderTest();
const searches: Search[] = [];
for (const bots of learnedBots()) searches.push(...(await searchesOf(kith, bots)));
await kith.stop();

const gate = learnGate(searches);
write('gate-weights.json', JSON.stringify(gate, null, 2));
report();
process.exit(0);

/** The forms of each message by a model that was learned by others. */
function formsOfUnknown(): Map<string, Forms> {
  const folds = Array.from({ length: FOLDS }, (_, fold) => messages.filter((_one, at) => at % FOLDS === fold));
  return new Map(
    folds.flatMap((known, fold) => {
      const weights = learnForm(folds.flatMap((others, at) => (at === fold ? [] : others)));
      return known.map(({ message }): [string, Forms] => [message, formsOf(message, weights)]);
    }),
  );
}

/** Each message in a bot with all the texts, and in one with those of its language. */
async function searchesOf(
  { services, anOwner, teach }: KnowledgeUnderTest,
  { collections, cases }: LearnedBots,
): Promise<Search[]> {
  const service = services.get('knowledge')?.app.get(SearchService);
  if (!service) throw new Error('knowledge has no search');
  const common = anOwner();
  const owners = new Map(collections.map(({ language }): [string, Owner] => [language, anOwner()]));
  for (const { language, texts } of collections)
    for (const { title, text } of texts)
      for (const one of [common, owners.get(language)]) if (one) await teach(one, { title, content: text });
  const found: Search[] = [];
  for (const one of cases) {
    const asked = [common, owners.get(one.language)].flatMap((owner) => (owner ? searchOf(service, owner, one) : []));
    found.push(...(await Promise.all(asked)));
  }
  return found;
}

async function searchOf(service: SearchService, { botId }: Owner, one: Case): Promise<Search> {
  const question = { botId, query: one.message, previous: one.previous, limit: PASSAGES, items: null };
  const evidence = await service.evidence(question);
  const message = { ...evidence.message, forms: forms.get(one.message) ?? evidence.message.forms };
  const found = fitted(message, evidence.alone, evidence.together, PASSAGES);
  return {
    one,
    message: { ...message, runs: new Set() },
    found: found.map(({ match: { title }, fit }) => ({ title, fit })),
    isAfter: evidence.together !== undefined,
  };
}

function report(): void {
  const results = judged(searches, gate);
  const table: Record<string, Record<string, string>> = {};
  const add = (name: string, some: typeof results): void => {
    if (some.length === 0) return;
    const answered = some.filter(({ search }) => search.one.title !== undefined);
    const share = (what: typeof results, is: 'enters' | 'isRight') => percent(what.filter((one) => one[is]).length / what.length);
    table[name] = {
      messages: String(some.length),
      'with passages': share(some, 'enters'),
      'with the right one': answered.length > 0 ? share(answered, 'isRight') : '',
    };
  };
  for (const bot of BOTS)
    for (const kind of new Set(results.map(({ search }) => search.one.kind)))
      for (const isAfter of [false, true])
        add(
          `${bot}: ${kind}${isAfter ? ' after a question' : ''}`,
          results.filter(({ search: { one }, ...result }) => {
            return result.bot === bot && one.kind === kind && (one.previous !== undefined) === isAfter;
          }),
        );
  for (const language of new Set(results.map(({ search }) => search.one.language)))
    add(
      `${language}: small talk`,
      results.filter(
        ({ search: { one } }) => one.language === language && (one.kind === 'small talk' || one.kind === 'reaction'),
      ),
    );
  console.table(table);
}

/** How often a question looks more like one than small talk does. */
function areaUnderCurve(place: keyof Forms): number {
  const formOf = (message: string): number => forms.get(message)?.[place] ?? 0;
  const counted = messages.filter(({ kind }) => kind !== (place === 'alone' ? 'follow-up' : 'question'));
  const inOrder = counted.toSorted((one, other) => formOf(one.message) - formOf(other.message));
  let talk = 0;
  let right = 0;
  for (const { kind } of inOrder)
    if (kind === 'question' || kind === 'follow-up') right += talk;
    else talk += 1;
  return right / (talk * (counted.length - talk) || 1);
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}

function write(name: string, text: string): void {
  writeFileSync(fileURLToPath(new URL(`../src/search/${name}`, import.meta.url)), `${text}\n`);
}
