import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { passedPoints, reachAll, samplePoints, startModel, waitFor, type StandInModel } from '@kith/kit/testing';
import { ReplyCluster, type TestedBot } from './reply-cluster.js';
import { effectsOf, NOTHING, SCENARIOS, type Effects, type Scenario } from './reply-scenarios.js';

/** Of each scenario; `npm run test:faults` tries all. */
const POINTS = Number(process.env['FAULT_POINTS'] ?? 3);
/** Part of the names of scenarios: only these are tried. */
const ONLY = process.env['FAULT_ONLY'] ?? '';
/** Where things happen at the same time, a point may need several messages until it is reached. */
const TRIES = 6;
/** How many bots one process has. */
const AT_ONCE = 20;
const END_TIMEOUT_MS = 60_000;

let model: StandInModel;
let cluster: ReplyCluster;
let runs = 0;
const folder = mkdtempSync(join(tmpdir(), 'kith-crash-'));

beforeAll(async () => {
  model = await startModel();
  cluster = await ReplyCluster.open(model);
}, 120_000);
afterAll(async () => {
  await cluster.close();
  await model.stop();
  rmSync(folder, { recursive: true, force: true });
}, 60_000);

const wanted = ({ expected }: Scenario): Effects => ({ ...NOTHING, ...expected });
const isSame = (one: Effects, other: Effects): boolean =>
  Object.entries(one).every(([name, count]) => other[name as keyof Effects] === count);

/** Whether the message has all the effects that it is to have. */
async function isDone(scenario: Scenario, bot: TestedBot): Promise<boolean> {
  return isSame(await effectsOf(cluster, bot, scenario), wanted(scenario));
}

async function newBots(scenario: Scenario, count: number): Promise<TestedBot[]> {
  const child = await cluster.start(scenario.env);
  const bots = [];
  for (let n = 0; n < count; n += 1) {
    const bot = await cluster.newBot();
    await scenario.prepare?.(cluster, bot);
    bots.push(bot);
  }
  await cluster.end(child);
  return bots;
}

/** Lets the work for each bot stop at its point and kills the process; returns the points that each bot passed. */
async function crash(scenario: Scenario, bots: ReadonlyMap<TestedBot, string | null>): Promise<Map<string, string[]>> {
  const file = join(folder, `points-${(runs += 1)}`);
  const at = Object.fromEntries([...bots].map(([{ botId }, point]) => [botId, point]));
  const child = await cluster.start({ ...scenario.env, CRASH_AT: JSON.stringify(at), CRASH_FILE: file });
  await Promise.all([...bots.keys()].map((bot) => scenario.write(cluster, bot)));
  const hasEnded = async ([bot, point]: [TestedBot, string | null]): Promise<boolean> =>
    (point !== null && (passedPoints(file).get(bot.botId) ?? []).includes(point)) || isDone(scenario, bot);
  const haveEnded = async () => (await Promise.all([...bots].map(hasEnded))).every(Boolean);
  await waitFor('the ends', haveEnded, 20_000).catch(() => undefined);
  // What follows the effects needs its time.
  await sleep(1000);
  await cluster.end(child);
  return passedPoints(file);
}

/** The points that an answer passes, in order. */
async function pointsOf(scenario: Scenario): Promise<string[]> {
  const [bot] = await newBots(scenario, 1);
  if (!bot) throw new Error('no bot was made');
  const points = await crash(scenario, new Map([[bot, null]]));
  expect(await effectsOf(cluster, bot, scenario)).toEqual(wanted(scenario));
  return [...new Set(points.get(bot.botId))];
}

describe.each(Object.entries(SCENARIOS).filter(([name]) => name.includes(ONLY)))('%s', (name, scenario) => {
  it('has each effect exactly once, wherever billing and chat are killed', async () => {
    model.mock.reset();
    scenario.model(model);
    const all = await pointsOf(scenario);
    const points = samplePoints(all, POINTS);
    expect(all.length).toBeGreaterThan(8);
    const { tested, unreached } = await reachAll<TestedBot>(points, {
      tries: TRIES,
      atOnce: AT_ONCE,
      newBots: (count) => newBots(scenario, count),
      crash: (at) => crash(scenario, at),
    });
    process.stdout.write(
      `${name}: ${points.length - unreached.length} of ${points.length} points reached, ${all.length} in all\n`,
    );
    const last = await cluster.start({ ...scenario.env, EVERY_MS: '500' });
    const areDone = async () => (await Promise.all([...tested.keys()].map((bot) => isDone(scenario, bot)))).every(Boolean);
    await waitFor('all effects', areDone, END_TIMEOUT_MS).catch(() => undefined);
    await cluster.ageReservations();
    await sleep(2000);
    const effects = await Promise.all(
      [...tested].map(async ([bot, point]) => ({ point, ...(await effectsOf(cluster, bot, scenario)) })),
    );
    await cluster.end(last);
    expect(effects.filter((found) => !isSame(wanted(scenario), found))).toEqual([]);
    expect(unreached).toEqual([]);
  }, 3_600_000);
});
