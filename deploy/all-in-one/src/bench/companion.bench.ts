// How useful or honest the built-in companion is: `npm run bench companion`. 120 dialogues with small bots in ten languages, each judged by its own
// criteria (services/chat/src/testing/companion). Those of held-out.json were run for the first time when the others were good: 31 of 40 were, before the
// defects that they showed were repaired. Of each of the two files 90 % are to be good. Each dialogue is held with five seeds, because the seed chooses
// what is said; it counts when all five are good. Passages come from the knowledge service, which searches in Postgres and has the gate of the product.
// SHOW_DIALOGUES=4 prints every fourth one to be read.
import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { itemsOf, judge, readDialogues, type Dialogue, type Search, type Verdict } from '@kith/chat/testing';
import { anActor, fixture, fixtureService, servicesUnderTest } from '@kith/kit/testing';
import { definition as knowledgeService } from '@kith/knowledge';
import { bots, knowledge } from '@kith/proto';

const SEEDS = ['a', 'b', 'c', 'd', 'e'];
const MIN_SHARE = 0.9;

const kith = await servicesUnderTest([knowledgeService]);
const neighbour = await fixtureService(kith.runtime, 'bots', [
  fixture(bots.owned, ({ botId }) => ({ botId, name: 'A companion' })),
]);
const taught = new Map<string, string>();
for (const [bot, items] of itemsOf()) {
  const botId = randomUUID();
  const actor = anActor({ plan: 'premium' });
  taught.set(bot, botId);
  for (const { title, content } of items) await kith.ask(knowledge.create, { actor, botId, title, content });
}
const search: Search = (bot, asked) =>
  kith.ask(knowledge.search, { botId: taught.get(bot) ?? '', ...asked, ownerPlan: 'premium' });

const rows: Record<string, Record<string, string | number>> = {};
const failed: Verdict[] = [];
const shares: number[] = [];
const FILES = ['dialogues.json', 'held-out.json'].slice(0, process.env.WITHOUT_HELD_OUT ? 1 : 2);
for (const file of FILES) {
  const dialogues = readDialogues(file);
  const verdicts = await Promise.all(dialogues.map(worst));
  const good = verdicts.filter(({ problems }) => problems.length === 0).length;
  failed.push(...verdicts.filter(({ problems }) => problems.length > 0));
  rows[file] = {
    dialogues: dialogues.length,
    'useful or honest': good,
    share: `${Math.round((100 * good) / dialogues.length)} %`,
  };
  shares.push(good / dialogues.length);
}
console.table(rows);
for (const { dialogue, said, problems } of failed) {
  console.log(`\n${dialogue.bot}, ${dialogue.at ?? 'test'}: ${problems.join('; ')}`);
  for (const { message, reply } of said) console.log(`  > ${message}\n  < ${reply ?? '(silence)'}`);
}
if (process.env.SHOW_DIALOGUES) await show(Number(process.env.SHOW_DIALOGUES));
const { BENCH_JSON } = process.env;
const inPercent = (share: number): number => Math.round(1000 * share) / 10;
if (BENCH_JSON) {
  const figures = shares.map((share, at) => ({
    what: `dialogues that are useful or honest, ${FILES[at]}, %`,
    value: inPercent(share),
    'at least': inPercent(MIN_SHARE),
  }));
  writeFileSync(BENCH_JSON, JSON.stringify({ rows: figures }));
}
await neighbour.close();
await kith.stop();
process.exit(shares.every((share) => share >= MIN_SHARE) ? 0 : 1);

/** The verdict of the first seed with a problem; else of the last one. */
async function worst(dialogue: Dialogue): Promise<Verdict> {
  const verdicts = await Promise.all(SEEDS.map((seed) => judge(dialogue, seed, search)));
  return (
    verdicts.find(({ problems }) => problems.length > 0) ?? verdicts.at(-1) ?? { dialogue, said: [], problems: ['not held'] }
  );
}

/** Prints every n-th dialogue to be read. */
async function show(every: number): Promise<void> {
  const all = FILES.flatMap(readDialogues);
  for (const dialogue of all.filter((_, index) => index % every === 0)) {
    const { said } = await judge(dialogue, 'shown', search);
    console.log(`\n${dialogue.bot}, ${dialogue.at ?? 'test'}`);
    for (const { message, reply } of said) console.log(`  > ${message}\n  < ${reply ?? '(silence)'}`);
  }
}
