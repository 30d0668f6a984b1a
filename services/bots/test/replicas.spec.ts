import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openRuntime, startService, type RunningService, type Runtime } from '@kith/kit';
import { anActor } from '@kith/kit/testing';
import { AppError, bots } from '@kith/proto';
import { definition } from '../src/index.js';
import { aPremiumOwner, aToken, botsUnderTest, ONLINE, startFakeRunner, type BotsUnderTest } from './bots-under-test.js';

describe('two replicas', () => {
  let stack: BotsUnderTest;
  let secondRuntime: Runtime;
  let second: RunningService;

  beforeAll(async () => {
    stack = await botsUnderTest();
    const { DATABASE_URL, REDIS_URL, DATA_DIR } = stack.runtime.config;
    secondRuntime = await openRuntime({ NODE_ENV: 'test', LOG_LEVEL: 'error', DATABASE_URL, REDIS_URL, DATA_DIR });
    second = await startService(definition, secondRuntime);
  });
  afterAll(async () => {
    await second.close();
    await secondRuntime.close();
    await stack.stop();
  });

  it('handle each request once', async () => {
    const actor = aPremiumOwner();
    const names = Array.from({ length: 60 }, (_, index) => `Nova ${index}`);
    await Promise.all(names.map((name) => stack.ask(bots.create, { actor, name })));
    const { bots: found, total } = await stack.ask(bots.list, { actor });
    expect(total).toBe(60);
    expect(found.map(({ name }) => name).sort()).toEqual(names.sort());
  });

  it('keep the cap of the plan together', async () => {
    const actor = anActor({ plan: 'basic' });
    const results = await Promise.allSettled(Array.from({ length: 60 }, () => stack.ask(bots.create, { actor, name: 'Nova' })));
    const codes = results.map((result) => (result.status === 'rejected' ? AppError.from(result.reason).code : 'created'));
    expect(codes.filter((code) => code === 'created')).toHaveLength(3);
    expect(new Set(codes)).toEqual(new Set(['created', 'BOT_LIMIT']));
  });

  it('return the outcome of a start whichever of them waits for it', async () => {
    const stopRunner = await startFakeRunner(stack, () => [ONLINE]);
    const actor = aPremiumOwner();
    const made = await Promise.all(
      Array.from({ length: 10 }, (_, index) => stack.ask(bots.create, { actor, name: `Nova ${index}`, discordToken: aToken() })),
    );
    const started = await Promise.all(made.map(({ bot }) => stack.ask(bots.start, { actor, botId: bot.id })));
    expect(started.map(({ status }) => status)).toEqual(made.map(() => 'online'));
    stopRunner();
  });

  it('lose no request when one of them shuts down', async () => {
    const actor = aPremiumOwner();
    const creating = Array.from({ length: 60 }, (_, index) => stack.ask(bots.create, { actor, name: `Nova ${index}` }));
    await Promise.all([...creating, second.close()]);
    expect((await stack.ask(bots.list, { actor })).total).toBe(60);
  });
});
