import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { CrashSweep, samplePoints, waitFor } from '@kith/kit/testing';
import { RunnerHarness } from '../runner-harness.js';
import type { Scenario, TestedBot } from './crash-scenario.js';
import { SCENARIOS } from './crash-scenarios.js';

const REGISTER = fileURLToPath(new URL('../../../../deploy/register-swc.mjs', import.meta.url));
const PROGRAM = [
  '--conditions=@kith/source',
  '--import',
  REGISTER,
  fileURLToPath(new URL('./crashing-runner.ts', import.meta.url)),
];
/** Of each scenario; `npm run test:faults` tries all. */
const POINTS = Number(process.env['FAULT_POINTS'] ?? 5);
/** Parts of the names of scenarios, separated by `|`: only these are tried. */
const ONLY = (process.env['FAULT_ONLY'] ?? '').split('|');
/** Of the runners; what they logged about bots with wrong effects is written out. */
const LOG_LEVEL = process.env['FAULT_LOG_LEVEL'] ?? 'info';
const AT_ONCE = 16;
/** A reminder whose job could not be added is tried again after a minute, and found within another one. */
const END_TIMEOUT_MS = 180_000;
/** The last process takes over when all others were killed: Discord keeps the sessions of the first of them for so long. */
const SESSION_MS = 3_600_000;

let harness: RunnerHarness;

beforeAll(async () => {
  harness = await RunnerHarness.open({ identifyEveryMs: 0, sessionMs: SESSION_MS });
  // The stand-in counts those of all bots together, and all scenarios have some 1,900 of them.
  harness.discord.limitIdentifies(100_000);
}, 60_000);
// A scenario that fails leaves its processes, which would do the work of the next one.
afterEach(() => harness.killAll(), 60_000);
afterAll(() => harness.close(), 60_000);

async function newBots({ settings, systems, commands = [] }: Scenario, count: number): Promise<TestedBot[]> {
  const bots = Array.from({ length: count }, () => ({ ...harness.addBot(), prepared: '', messageId: '' }));
  for (const tested of bots)
    await harness.bots.change(tested.botId, {
      commands,
      settings: settings?.(harness, tested) ?? {},
      systems: systems?.(harness, tested) ?? [],
    });
  return bots;
}

/** Online, and another runner can resume the session: what is written before that is lost with the first one (docs/decisions.md C39). */
async function isOnline({ bot }: TestedBot): Promise<boolean> {
  return (
    harness.discord.isConnected(bot) && (await harness.runtime.redis.hexists(`runner:session:${bot.applicationId}`, 'id')) === 1
  );
}

const areOnline = (bots: readonly TestedBot[]) =>
  waitFor('the bots to be online', async () => (await Promise.all(bots.map(isOnline))).every(Boolean), 60_000).catch(
    (error: unknown) => {
      throw new Error(`the last lines of the runners:\n${harness.output.slice(-10).join('')}`, { cause: error });
    },
  );

async function prepare(scenario: Scenario, bots: readonly TestedBot[]): Promise<void> {
  for (const { botId } of bots) harness.bots.startUnannounced(botId);
  const prepareOne = scenario.prepare;
  if (!prepareOne) return;
  const runner = await harness.startProcess();
  await areOnline(bots);
  await Promise.all(bots.map(async (tested) => (tested.prepared = await prepareOne(harness, tested))));
  await harness.end(runner, 'SIGTERM');
}

async function act(scenario: Scenario, bots: readonly TestedBot[]): Promise<void> {
  await areOnline(bots);
  for (const tested of bots) tested.messageId = await scenario.act(harness, tested);
}

type Effects = Awaited<ReturnType<Scenario['effects']>>;
const wrongIn = (effects: Effects): unknown[] => Object.entries(effects).filter(([, count]) => count !== 1);

function writeLogOf(bots: readonly TestedBot[]): void {
  const ids = bots.flatMap(({ botId, bot, messageId }) => [botId, bot.applicationId, messageId]);
  const lines = harness.output.join('').split('\n');
  for (const line of lines.filter((one) => ids.some((id) => one.includes(id)))) process.stdout.write(`${line}\n`);
}

const sweepOf = (scenario: Scenario) =>
  new CrashSweep({
    atOnce: AT_ONCE,
    newBots: (count) => newBots(scenario, count),
    prepare: (bots) => prepare(scenario, bots),
    start: (env) => harness.startProcess({ program: PROGRAM, env: { LOG_LEVEL, ...env } }),
    startWhole: () => harness.startProcess({ env: { LOG_LEVEL } }),
    kill: (runner) => harness.end(runner, 'SIGKILL'),
    act: (bots) => act(scenario, bots),
    effectsOf: async (tested: TestedBot) => scenario.effects(harness, tested),
    isDone: (effects) => Object.values(effects).every((count) => count >= 1),
    settle: () => sleep(3000),
    timeoutMs: 30_000,
    endTimeoutMs: END_TIMEOUT_MS,
  });

describe.each(Object.entries(SCENARIOS).filter(([name]) => ONLY.some((part) => name.includes(part))))('%s', (name, scenario) => {
  it('has each effect exactly once, wherever the runner is killed', async () => {
    const sweep = sweepOf(scenario);
    const { points: all, certain, effects: undisturbed } = await sweep.undisturbed();
    expect(undisturbed.flatMap(wrongIn)).toEqual([]);
    expect(all.length).toBeGreaterThan(8);
    const points = samplePoints(all, POINTS);
    const { bots, ended, unreached } = await sweep.killedAt(points, certain);
    process.stdout.write(
      `${name}: ${points.length - unreached.length} of ${points.length} points reached, ${all.length} in all\n`,
    );
    for (const { botId } of bots) harness.bots.stopUnannounced(botId);
    writeLogOf(bots.filter((_bot, at) => wrongIn(ended[at]?.effects ?? {}).length > 0));
    expect(ended.filter(({ effects }) => wrongIn(effects).length > 0)).toEqual([]);
    expect(unreached.filter((point) => certain.has(point))).toEqual([]);
  }, 3_600_000);
});
