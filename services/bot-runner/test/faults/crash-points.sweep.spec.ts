import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { waitFor, type DiscordBot } from '@kith/kit/testing';
import { moderation, type ChannelSettings, type RunnableCommand } from '@kith/proto';
import { anActor } from '@kith/kit/testing';
import { RunnerHarness } from '../runner-harness.js';
import { seeded } from './seeded.js';

const REGISTER = fileURLToPath(new URL('../../../../deploy/register-swc.mjs', import.meta.url));
const PROGRAM = [
  '--conditions=@kith/source',
  '--import',
  REGISTER,
  fileURLToPath(new URL('./crashing-runner.ts', import.meta.url)),
];
/** Of each path; `npm run test:faults` tries all. */
const POINTS = Number(process.env['FAULT_POINTS'] ?? 5);
const SEED = Number(process.env['FAULT_SEED'] ?? Date.now() % 1_000_000);

interface TestedBot {
  readonly bot: DiscordBot;
  readonly botId: string;
  /** What the member wrote; the points are passed because of it. */
  messageId: string;
}

interface Scenario {
  readonly settings: Partial<ChannelSettings>;
  readonly commands: RunnableCommand[];
  readonly content: string;
  /** How often its effects are seen: exactly once each is what must hold. */
  readonly effects: (tested: TestedBot) => Promise<Record<string, number>> | Record<string, number>;
}

let harness: RunnerHarness;
let members = 0;
const folder = mkdtempSync(join(tmpdir(), 'kith-crash-'));

beforeAll(async () => {
  process.stdout.write(`seed ${SEED}\n`);
  harness = await RunnerHarness.open({ identifyEveryMs: 0 });
});
afterAll(async () => {
  await harness.close();
  rmSync(folder, { recursive: true, force: true });
});

const answers = ({ messageId }: TestedBot) => ({ answers: harness.discord.repliesTo(messageId).length });

const SCENARIOS: Readonly<Record<string, Scenario>> = {
  'the reply to a message': { settings: {}, commands: [], content: 'hello', effects: answers },
  'a command': {
    settings: {},
    commands: [{ commandId: 'coinflip', trigger: '!coinflip', custom: null }],
    content: '!coinflip',
    effects: answers,
  },
  'the moderation of a message': {
    settings: { moderationMode: true, blockLinks: true, autoDelete: true, issueWarnings: true },
    commands: [],
    content: 'look at https://evil.test/page',
    effects: async ({ bot, botId, messageId }) => {
      const actor = { ...anActor(), userId: harness.bots.runnableOf(botId).ownerId };
      const { cases } = await harness.runtime.rpc.ask(moderation.cases, { actor, botId });
      const notices = harness.discord.messages(bot.channelId).filter(({ isBot }) => isBot);
      return {
        cases: cases.length,
        deletions: harness.discord.message(messageId) === undefined ? 1 : 0,
        notices: notices.length,
      };
    },
  },
};

async function newBot({ settings, commands }: Scenario): Promise<TestedBot> {
  const added = harness.addBot(settings);
  await harness.bots.change(added.botId, { commands });
  return { ...added, messageId: '' };
}

function write({ bot }: TestedBot, content: string): string {
  return harness.discord.sendMessage({ bot, content, authorId: String(400_000_000_000_000_000n + BigInt(++members)) });
}

/** Starts a runner with the variables, brings the bot online in it and lets a member write. */
async function run(scenario: Scenario, tested: TestedBot, env: NodeJS.ProcessEnv) {
  const runner = await harness.startProcess({ program: PROGRAM, env: { ...env, CRASH_BOT: tested.botId } });
  harness.bots.startUnannounced(tested.botId);
  await waitFor('the bot to be online', () => harness.discord.isConnected(tested.bot), 20_000);
  tested.messageId = write(tested, scenario.content);
  return runner;
}

const isDone = async (scenario: Scenario, tested: TestedBot): Promise<boolean> =>
  Object.values(await scenario.effects(tested)).every((count) => count >= 1);

/** The points that the scenario passes, in order. */
async function pointsOf(scenario: Scenario): Promise<string[]> {
  const file = join(folder, 'points');
  rmSync(file, { force: true });
  const tested = await newBot(scenario);
  const runner = await run(scenario, tested, { CRASH_POINTS: file });
  await waitFor('the effects', () => isDone(scenario, tested), 20_000);
  await harness.end(runner, 'SIGTERM');
  return [...new Set(readFileSync(file, 'utf8').split('\n').filter(Boolean))];
}

describe.each(Object.entries(SCENARIOS))('%s', (name, scenario) => {
  it('has each effect exactly once, wherever the runner is killed', async () => {
    const all = await pointsOf(scenario);
    const points = seeded(SEED).sample(all, POINTS);
    process.stdout.write(`${name}: ${points.length} of ${all.length} points\n`);
    expect(all.length).toBeGreaterThan(8);
    const bots: (TestedBot & { readonly point: string })[] = [];
    const unreached: string[] = [];
    for (const point of points) {
      const tested = { ...(await newBot(scenario)), point };
      bots.push(tested);
      // The runner of the next point finishes what this one leaves.
      const runner = await run(scenario, tested, { CRASH_AT: point });
      const hasDied = await Promise.race([once(runner, 'exit').then(() => true), settled(scenario, tested).then(() => false)]);
      if (!hasDied) unreached.push(point);
      await harness.end(runner, 'SIGKILL');
    }
    await harness.startProcess();
    await waitFor(
      'all effects',
      async () => (await Promise.all(bots.map((one) => isDone(scenario, one)))).every(Boolean),
      60_000,
    );
    const effects = await Promise.all(bots.map(async (one) => [one.point, await scenario.effects(one)] as const));
    const wrong = effects.filter(([, counts]) => Object.values(counts).some((count) => count !== 1));
    await Promise.all(harness.children().map((child) => harness.end(child, 'SIGKILL')));
    expect(wrong).toEqual([]);
    // Where two things happen at the same time the number of a point may differ.
    expect(unreached.length).toBeLessThanOrEqual(points.length / 4);
  }, 1_500_000);
});

/** The effects are there, and what follows them has had its time. */
async function settled(scenario: Scenario, tested: TestedBot): Promise<void> {
  await waitFor('the effects', () => isDone(scenario, tested), 20_000).catch(() => undefined);
  await new Promise((resolve) => setTimeout(resolve, 2000));
}
