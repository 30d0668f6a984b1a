import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { passedPoints, reachAll, samplePoints, waitFor } from '@kith/kit/testing';
import { RunnerHarness } from '../runner-harness.js';
import { SCENARIOS, type Scenario, type TestedBot } from './crash-scenarios.js';

const REGISTER = fileURLToPath(new URL('../../../../deploy/register-swc.mjs', import.meta.url));
const PROGRAM = [
  '--conditions=@kith/source',
  '--import',
  REGISTER,
  fileURLToPath(new URL('./crashing-runner.ts', import.meta.url)),
];
/** Of each scenario; `npm run test:faults` tries all. */
const POINTS = Number(process.env['FAULT_POINTS'] ?? 5);
/** Part of the names of scenarios: only these are tried. */
const ONLY = process.env['FAULT_ONLY'] ?? '';
/** Where things happen at the same time, a point may need several messages until it is reached. */
const TRIES = 6;
const AT_ONCE = 16;
/** A reminder whose job could not be added is tried again after a minute, and found within another one. */
const END_TIMEOUT_MS = 180_000;

let harness: RunnerHarness;
let runs = 0;
const folder = mkdtempSync(join(tmpdir(), 'kith-crash-'));

beforeAll(async () => {
  harness = await RunnerHarness.open({ identifyEveryMs: 0 });
}, 60_000);
afterAll(async () => {
  await harness.close();
  rmSync(folder, { recursive: true, force: true });
}, 60_000);

async function newBots({ settings, commands = [] }: Scenario, count: number): Promise<TestedBot[]> {
  const bots = Array.from({ length: count }, () => ({ ...harness.addBot(), messageId: '' }));
  for (const tested of bots) await harness.bots.change(tested.botId, { commands, settings: settings?.(harness, tested) ?? {} });
  return bots;
}

const isDone = async (scenario: Scenario, tested: TestedBot): Promise<boolean> =>
  Object.values(await scenario.effects(harness, tested)).every((count) => count >= 1);

/** Lets the work for each bot stop at its point and kills the runner; returns the points that each bot passed. */
async function crash(scenario: Scenario, bots: ReadonlyMap<TestedBot, string | null>): Promise<Map<string, string[]>> {
  const file = join(folder, `points-${(runs += 1)}`);
  const at = Object.fromEntries([...bots].map(([{ botId }, point]) => [botId, point]));
  const env = { CRASH_AT: JSON.stringify(at), CRASH_FILE: file };
  const runner = await harness.startProcess({ program: PROGRAM, env });
  for (const { botId } of bots.keys()) harness.bots.startUnannounced(botId);
  const areOnline = () => [...bots.keys()].every(({ bot }) => harness.discord.isConnected(bot));
  await waitFor('the bots to be online', areOnline, 60_000);
  for (const tested of bots.keys()) tested.messageId = await scenario.act(harness, tested);
  const hasEnded = async ([tested, point]: [TestedBot, string | null]): Promise<boolean> =>
    (point !== null && (passedPoints(file).get(tested.botId) ?? []).includes(point)) || isDone(scenario, tested);
  const haveEnded = async () => (await Promise.all([...bots].map(hasEnded))).every(Boolean);
  await waitFor('the ends', haveEnded, 30_000).catch(() => undefined);
  // What follows the effects needs its time.
  await sleep(1500);
  await harness.end(runner, 'SIGKILL');
  return passedPoints(file);
}

/** The points that the scenario passes, in order. */
async function pointsOf(scenario: Scenario): Promise<string[]> {
  const [tested] = await newBots(scenario, 1);
  if (!tested) throw new Error('no bot was made');
  const points = await crash(scenario, new Map([[tested, null]]));
  const effects = await scenario.effects(harness, tested);
  expect({ wrong: Object.entries(effects).filter(([, count]) => count !== 1) }).toEqual({ wrong: [] });
  return [...new Set(points.get(tested.botId))];
}

describe.each(Object.entries(SCENARIOS).filter(([name]) => name.includes(ONLY)))('%s', (name, scenario) => {
  it('has each effect exactly once, wherever the runner is killed', async () => {
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
    const last = await harness.startProcess();
    const areDone = async () => (await Promise.all([...tested.keys()].map((one) => isDone(scenario, one)))).every(Boolean);
    await waitFor('all effects', areDone, END_TIMEOUT_MS).catch(() => undefined);
    // Second effects would come now.
    await sleep(3000);
    const effects = await Promise.all(
      [...tested].map(async ([one, point]) => ({ point, counts: await scenario.effects(harness, one) })),
    );
    await harness.end(last, 'SIGKILL');
    for (const { botId } of tested.keys()) harness.bots.stopUnannounced(botId);
    expect(effects.filter(({ counts }) => Object.values(counts).some((count) => count !== 1))).toEqual([]);
    expect(unreached).toEqual([]);
  }, 3_600_000);
});
