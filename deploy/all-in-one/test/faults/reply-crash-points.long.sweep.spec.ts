import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CrashSweep, samplePoints, startModel, type StandInModel } from '@kith/kit/testing';
import { ReplyCluster, type TestedBot } from './reply-cluster.js';
import { effectsOf, NOTHING, SCENARIOS, type Effects, type Scenario } from './reply-scenarios.js';

/** Of each scenario; `npm run test:faults` tries all. */
const POINTS = Number(process.env['FAULT_POINTS'] ?? 3);
/** Part of the names of scenarios: only these are tried. */
const ONLY = process.env['FAULT_ONLY'] ?? '';
/** How many bots one process has. */
const AT_ONCE = 20;
const END_TIMEOUT_MS = 60_000;
/** In this time the calls of the killed process that had not been answered are taken over, or dropped: they leave nothing open. */
const CALLS_TAKEN_OVER_MS = 8000;

let model: StandInModel;
let cluster: ReplyCluster;

beforeAll(async () => {
  model = await startModel();
  cluster = await ReplyCluster.open(model);
}, 120_000);
afterAll(async () => {
  await cluster.close();
  await model.stop();
}, 60_000);

const wanted = ({ expected }: Scenario): Effects => ({ ...NOTHING, ...expected });
const isSame = (one: Effects, other: Effects): boolean =>
  Object.entries(one).every(([name, count]) => other[name as keyof Effects] === count);

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

type Sweep = ReturnType<typeof sweepOf>;

/** With at most as many bots in one process as the scenario allows, also in the one that ends the work of those that were killed. */
async function killedAt(
  sweep: Sweep,
  {
    points,
    certain,
    atOnce,
  }: { readonly points: readonly string[]; readonly certain: ReadonlySet<string>; readonly atOnce: number },
): Promise<Awaited<ReturnType<Sweep['killedAt']>>> {
  const parts = [];
  for (let from = 0; from < points.length; from += atOnce)
    parts.push(await sweep.killedAt(points.slice(from, from + atOnce), certain));
  return {
    bots: parts.flatMap(({ bots }) => bots),
    ended: parts.flatMap(({ ended }) => ended),
    unreached: parts.flatMap(({ unreached }) => unreached),
  };
}

const sweepOf = (scenario: Scenario) =>
  new CrashSweep({
    atOnce: AT_ONCE,
    newBots: (count) => newBots(scenario, count),
    start: (env) => cluster.start({ ...scenario.env, ...env }),
    startWhole: () => cluster.start({ ...scenario.env, EVERY_MS: '500' }),
    kill: (child) => cluster.end(child),
    act: async (bots) => void (await Promise.all(bots.map((bot) => scenario.write(cluster, bot)))),
    effectsOf: (bot: TestedBot) => effectsOf(cluster, bot, scenario),
    isDone: (effects) => isSame(effects, wanted(scenario)),
    settle: () => sleep(CALLS_TAKEN_OVER_MS),
    timeoutMs: 20_000,
    endTimeoutMs: END_TIMEOUT_MS,
  });

describe.each(Object.entries(SCENARIOS).filter(([name]) => name.includes(ONLY)))('%s', (name, scenario) => {
  it('has each effect exactly once, wherever billing and chat are killed', async () => {
    model.mock.reset();
    scenario.model(model);
    const sweep = sweepOf(scenario);
    const { points: all, certain, effects: undisturbed } = await sweep.undisturbed();
    for (const effects of undisturbed) expect(effects).toEqual(wanted(scenario));
    expect(all.length).toBeGreaterThan(8);
    const points = samplePoints(all, POINTS);
    const { ended, unreached } = await killedAt(sweep, { points, certain, atOnce: scenario.atOnce ?? points.length });
    process.stdout.write(
      `${name}: ${points.length - unreached.length} of ${points.length} points reached, ${all.length} in all\n`,
    );
    expect(ended.filter(({ effects }) => !isSame(wanted(scenario), effects))).toEqual([]);
    expect(unreached.filter((point) => certain.has(point))).toEqual([]);
  }, 3_600_000);
});
