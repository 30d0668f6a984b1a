import { randomInt } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openRuntime, startService, type RunningService, type Runtime } from '@kith/kit';
import { waitFor } from '@kith/kit/testing';
import { AppError, bots, commands, systems, customCommands, type Actor, type Plan } from '@kith/proto';
import { definition } from '../src/index.js';
import { triggerKey } from '../src/commands/triggers.js';
import { RunnerWatch } from '../src/uptime/runner-watch.js';
import {
  aPremiumOwner,
  aToken,
  botsUnderTest,
  changePlan,
  ONLINE,
  plansApplied,
  playRunner,
  type BotsUnderTest,
} from './bots-under-test.js';

const TRIGGERS = ['!ping', '?ping', 'PING', '!mine', '?mine', '!other'];
/** Not until the outcome: whether it comes is not the question here. */
const PATIENCE_MS = 300;
/** What may come of calls that get into each other's way. */
const REFUSALS = [
  'DEADLINE',
  'NOT_FOUND',
  'TRIGGER_TAKEN',
  'ALREADY_LEARNED',
  'ALREADY_INSTALLED',
  'BOT_LIMIT',
  'PAUSED_BY_PLAN',
];

describe('everything at once on two replicas', () => {
  let stack: BotsUnderTest;
  let secondRuntime: Runtime;
  let second: RunningService;
  let stopPlaying = (): void => undefined;
  const oneOf = <T>(list: readonly T[]): T => list[randomInt(Math.max(list.length, 1))] as T;

  beforeAll(async () => {
    stack = await botsUnderTest();
    const { DATABASE_URL, REDIS_URL, DATA_DIR } = stack.runtime.config;
    secondRuntime = await openRuntime({
      NODE_ENV: 'test',
      LOG_LEVEL: process.env['LOG_LEVEL'] ?? 'error',
      DATABASE_URL,
      REDIS_URL,
      DATA_DIR,
    });
    second = await startService(definition, secondRuntime);
    stopPlaying = await playRunner(stack, () => [ONLINE]);
  });
  afterAll(async () => {
    stopPlaying();
    await second.close();
    await secondRuntime.close();
    await stack.stop();
  });

  const someCall = async (actor: Actor): Promise<unknown> => {
    const [{ bots: held }, { commands: own }] = await Promise.all([
      stack.ask(bots.list, { actor }),
      stack.ask(customCommands.list, { actor }),
    ]);
    const [botId, commandId] = [oneOf(held)?.id ?? '', oneOf(own)?.id ?? ''];
    const call = { actor, botId };
    const calls: (() => Promise<unknown>)[] = [
      () => stack.ask(customCommands.create, { actor, name: 'Mine', trigger: oneOf(TRIGGERS), description: 'x', code: 'x' }),
      () => stack.ask(bots.create, { actor, name: 'Nova', discordToken: aToken() }),
      () => changePlan(stack, actor.userId, oneOf<Plan>(['basic', 'premium'])),
      () => second.app.get(RunnerWatch, { strict: false }).look(),
    ];
    if (botId)
      calls.push(
        () => stack.ask(commands.learn, { ...call, commandId: oneOf(['ping', 'roll']) }),
        () => stack.ask(bots.update, { ...call, channelSettings: { customPrefix: oneOf(['!', '?']) } }),
        () => stack.ask(systems.install, { ...call, systemId: 'mini-games' }),
        () => stack.ask(systems.remove, { ...call, systemId: 'mini-games' }),
        () => stack.runtime.rpc.ask(bots.start, call, { timeoutMs: PATIENCE_MS }),
        () => stack.runtime.rpc.ask(bots.stop, call, { timeoutMs: PATIENCE_MS }),
        () => stack.ask(bots.remove, call),
        async () => {
          const { commands: learned } = await stack.ask(commands.learned, call);
          const botCommandId = oneOf(learned)?.id;
          if (botCommandId) await stack.ask(commands.updateLearned, { ...call, botCommandId, customTrigger: oneOf(TRIGGERS) });
        },
      );
    if (commandId)
      calls.push(
        () => stack.ask(customCommands.update, { actor, commandId, trigger: oneOf(TRIGGERS) }),
        () => stack.ask(customCommands.remove, { actor, commandId }),
      );
    if (botId && commandId) calls.push(() => stack.ask(commands.learn, { ...call, commandId }));
    return oneOf(calls)();
  };

  it('ends in what was asked for or in a refusal, keeps the cap, and makes no two triggers one', async () => {
    const actor = aPremiumOwner();
    const codes = new Set<string>();
    const oneAfterTheOther = async (): Promise<void> => {
      for (let count = 0; count < 25; count += 1)
        await someCall(actor).catch((error: unknown) => codes.add(AppError.from(error).code));
    };
    await Promise.all(Array.from({ length: 6 }, oneAfterTheOther));
    const { bots: held } = await stack.ask(bots.list, { actor });
    for (const { id: botId, channelSettings } of held) {
      const { commands: learned } = await stack.ask(commands.learned, { actor, botId });
      const keys = learned.map((one) => triggerKey(one.customTrigger ?? one.command.trigger, channelSettings.customPrefix));
      expect(new Set(keys).size).toBe(keys.length);
    }
    await changePlan(stack, actor.userId, 'basic');
    await plansApplied(stack);
    await waitFor('the cap to be kept', async () => {
      const { bots: now } = await stack.ask(bots.list, { actor });
      return now.every(({ runtimeState }, index) => (runtimeState === 'paused_by_plan') === index >= 3);
    });
    const refusals = Array.from({ length: 10 }, () =>
      someCall(actor).catch((error: unknown) => codes.add(AppError.from(error).code)),
    );
    await Promise.all([stack.ask(bots.removeAllOf, { userId: actor.userId }), ...refusals]);
    // A deadlock would be INTERNAL for one of the two.
    expect([...codes].filter((code) => !REFUSALS.includes(code))).toEqual([]);
  });
});
