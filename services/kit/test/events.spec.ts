import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { openRuntime, type Runtime } from '@kith/kit';
import { testEnvironment, waitFor, type TestEnvironment } from '@kith/kit/testing';
import { events } from '@kith/proto';
import { redisProxy, type RedisProxy } from './fixtures/redis-proxy.js';

describe('events', () => {
  let world: TestEnvironment;
  let one: Runtime;
  let two: Runtime;

  beforeAll(async () => {
    world = await testEnvironment();
    [one, two] = await Promise.all([openRuntime(world.env), openRuntime(world.env)]);
  });
  afterAll(async () => {
    await Promise.all([one.close(), two.close()]);
    await world.drop();
  });

  it('reach every process that listens, until it stops listening', async () => {
    const heard: string[] = [];
    const [first, second, botId] = [randomUUID(), randomUUID(), randomUUID()];
    const off = await one.events.subscribe(events.botChanged, (data) => heard.push(`one ${data.botId}`));
    await two.events.subscribe(events.botChanged, (data) => heard.push(`two ${data.botId}`));
    await two.events.publish(events.botChanged, { botId: first });
    await waitFor('both', () => heard.includes(`one ${first}`) && heard.includes(`two ${first}`));
    off();
    await two.events.publish(events.botChanged, { botId: second });
    await waitFor('the other', () => heard.includes(`two ${second}`));
    expect(heard).not.toContain(`one ${second}`);
    expect(heard.join()).not.toContain(botId);
  });

  it('ignore a message that does not fit the contract, and a listener that throws', async () => {
    const heard: string[] = [];
    const botId = randomUUID();
    const off = await one.events.subscribe(events.botChanged, () => {
      throw new Error('a bad listener');
    });
    await one.events.subscribe(events.botChanged, (data) => heard.push(data.botId));
    await two.redis.publish('events:bot-changed', '{"botId": 1}');
    await two.redis.publish('events:bot-changed', 'not JSON');
    await two.events.publish(events.botChanged, { botId });
    await waitFor('the good one', () => heard.length > 0);
    expect(heard).toEqual([botId]);
    off();
  });

  describe('over a line that breaks', () => {
    let proxy: RedisProxy;
    let far: Runtime;

    beforeEach(async () => {
      proxy = await redisProxy(world.env['REDIS_URL'] ?? '');
      far = await openRuntime({ ...world.env, REDIS_URL: proxy.url });
    });
    afterEach(async () => {
      await far.close();
      await proxy.close();
    });

    const isHeard = async (heard: string[]) => {
      const botId = randomUUID();
      await two.events.publish(events.botChanged, { botId });
      return heard.length > 0;
    };

    it('are heard again, also when it breaks once more while they are asked for', async () => {
      const heard: string[] = [];
      await far.events.subscribe(events.botChanged, (data) => heard.push(data.botId));
      const brokenAgain = proxy.cutAt('events:bot-changed');
      proxy.cut();
      await brokenAgain;
      await waitFor('an event', () => isHeard(heard));
    });

    it('are heard by a listener that came while it broke', async () => {
      const heard: string[] = [];
      const broken = proxy.cutAt('events:bot-changed');
      const subscribed = Promise.all([
        far.events.subscribe(events.botChanged, (data) => heard.push(data.botId)),
        far.events.subscribe(events.botChanged, () => undefined),
      ]);
      await broken;
      await subscribed;
      const botId = randomUUID();
      await two.events.publish(events.botChanged, { botId });
      await waitFor('the event', () => heard.includes(botId));
    });
  });
});
