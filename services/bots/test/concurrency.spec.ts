import { randomInt } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openRuntime, startService, type RunningService, type Runtime } from '@kith/kit';
import { waitFor } from '@kith/kit/testing';
import { AppError, bots, commands, systems, customCommands, triggerKey, type Actor, type Plan } from '@kith/proto';
import { definition } from '../src/index.js';
import { UptimeService } from '../src/runs/uptime.service.js';
import {
  aPremiumOwner,
  aToken,
  botsUnderTest,
  changePlan,
  ONLINE,
  plansApplied,
  startFakeRunner,
  type BotsUnderTest,
} from './bots-under-test.js';

const TRIGGERS = ['!ping', '?ping', 'PING', '!mine', '?mine', '!other'];
/** Starts and stops are not awaited to their outcome, which this test does not check. */
const START_TIMEOUT_MS = 300;
/** Errors that concurrent calls may cause for each other. */
const EXPECTED_CODES = [
  'DEADLINE',
  'NOT_FOUND',
  'TRIGGER_TAKEN',
  'ALREADY_LEARNED',
  'ALREADY_INSTALLED',
  'BOT_LIMIT',
  'PAUSED_BY_PLAN',
];

describe('random concurrent calls on two replicas', () => {
  let stack: BotsUnderTest;
  let secondRuntime: Runtime;
  let second: RunningService;
  let stopRunner = (): void => undefined;
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
    stopRunner = await startFakeRunner(stack, () => [ONLINE]);
  });
  afterAll(async () => {
    stopRunner();
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
      () => second.app.get(UptimeService, { strict: false }).checkRunners(),
    ];
    if (botId)
      calls.push(
        () => stack.ask(commands.learn, { ...call, commandId: oneOf(['ping', 'roll']) }),
        () => stack.ask(bots.update, { ...call, channelSettings: { customPrefix: oneOf(['!', '?']) } }),
        () => stack.ask(systems.install, { ...call, systemId: 'reaction-roles' }),
        () => stack.ask(systems.remove, { ...call, systemId: 'reaction-roles' }),
        () => stack.runtime.rpc.ask(bots.start, call, { timeoutMs: START_TIMEOUT_MS }),
        () => stack.runtime.rpc.ask(bots.stop, call, { timeoutMs: START_TIMEOUT_MS }),
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

  it('succeed or fail with an expected code, keep the cap of the plan, and leave all triggers unique', async () => {
    const actor = aPremiumOwner();
    const codes = new Set<string>();
    const callsInSequence = async (): Promise<void> => {
      for (let count = 0; count < 25; count += 1)
        await someCall(actor).catch((error: unknown) => codes.add(AppError.from(error).code));
    };
    await Promise.all(Array.from({ length: 6 }, callsInSequence));
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
    // A deadlock would make one of the calls fail with INTERNAL.
    expect([...codes].filter((code) => !EXPECTED_CODES.includes(code))).toEqual([]);
  }, 120_000);
});
