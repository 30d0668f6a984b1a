import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { connectRedis, disconnect, Events, openRuntime, type Runtime } from '@kith/kit';
import { testEnvironment, waitFor, type TestEnvironment } from '@kith/kit/testing';
import { events } from '@kith/proto';
import { redisProxy, type RedisProxy } from './fixtures/redis-proxy.js';

describe('Events', () => {
  let environment: TestEnvironment;
  let one: Runtime;
  let two: Runtime;

  beforeAll(async () => {
    environment = await testEnvironment();
    [one, two] = await Promise.all([openRuntime(environment.env), openRuntime(environment.env)]);
  });
  afterAll(async () => {
    await Promise.all([one.close(), two.close()]);
    await environment.drop();
  });

  it('deliver an event to every subscribed process until it unsubscribes', async () => {
    const received: string[] = [];
    const [first, second, botId] = [randomUUID(), randomUUID(), randomUUID()];
    const off = await one.events.subscribe(events.botChanged, (data) => received.push(`one ${data.botId}`));
    await two.events.subscribe(events.botChanged, (data) => received.push(`two ${data.botId}`));
    await two.events.publish(events.botChanged, { botId: first });
    await waitFor('both', () => received.includes(`one ${first}`) && received.includes(`two ${first}`));
    off();
    await two.events.publish(events.botChanged, { botId: second });
    await waitFor('the other', () => received.includes(`two ${second}`));
    expect(received).not.toContain(`one ${second}`);
    expect(received.join()).not.toContain(botId);
  });

  it('stay within one database of Redis', async () => {
    const elsewhere = await testEnvironment();
    const other = await openRuntime(elsewhere.env);
    try {
      const received: string[] = [];
      const [theirs, ours] = [randomUUID(), randomUUID()];
      const off = await one.events.subscribe(events.botChanged, (data) => received.push(data.botId));
      await other.events.publish(events.botChanged, { botId: theirs });
      await two.events.publish(events.botChanged, { botId: ours });
      await waitFor('the event of the same database', () => received.includes(ours));
      off();
      expect(received).toEqual([ours]);
    } finally {
      await other.close();
      await elsewhere.drop();
    }
  });

  it('ignore messages that do not match the contract, and listeners that throw', async () => {
    const received: string[] = [];
    const botId = randomUUID();
    const off = await one.events.subscribe(events.botChanged, () => {
      throw new Error('a bad listener');
    });
    await one.events.subscribe(events.botChanged, (data) => received.push(data.botId));
    const channel = `${two.redis.options.db}:${events.botChanged.channel}`;
    expect(await two.redis.publish(channel, '{"botId": 1}')).toBeGreaterThan(0);
    await two.redis.publish(channel, 'not JSON');
    await two.events.publish(events.botChanged, { botId });
    await waitFor('the good one', () => received.length > 0);
    expect(received).toEqual([botId]);
    off();
  });

  it('refuse a subscription when Redis does not allow the channel', async () => {
    const user = `t${randomUUID()}`;
    await one.redis.call('ACL', 'SETUSER', user, 'on', 'nopass', 'allkeys', 'allcommands', 'resetchannels');
    const url = new URL(environment.env['REDIS_URL'] ?? '');
    url.username = user;
    url.password = 'any';
    const limited = connectRedis(url.href, 'subscriber');
    try {
      const refused = new Events(one.redis, limited, one.logger);
      await expect(refused.subscribe(events.botChanged, () => undefined)).rejects.toThrow('NOPERM');
    } finally {
      disconnect(limited);
      await one.redis.call('ACL', 'DELUSER', user);
    }
  });

  describe('over a connection that breaks', () => {
    let proxy: RedisProxy;
    let far: Runtime;

    beforeEach(async () => {
      proxy = await redisProxy(environment.env['REDIS_URL'] ?? '');
      far = await openRuntime({ ...environment.env, REDIS_URL: proxy.url });
    });
    afterEach(async () => {
      await far.close();
      await proxy.close();
    });

    const isReceived = async (received: string[]) => {
      const botId = randomUUID();
      await two.events.publish(events.botChanged, { botId });
      return received.length > 0;
    };

    it('are received again, also when the connection breaks a second time during the resubscription', async () => {
      const received: string[] = [];
      await far.events.subscribe(events.botChanged, (data) => received.push(data.botId));
      const brokenAgain = proxy.cutAt('events:bot-changed');
      proxy.cut();
      await brokenAgain;
      await waitFor('an event', () => isReceived(received));
    });

    it('are received by a listener that subscribed while the connection broke', async () => {
      const received: string[] = [];
      const broken = proxy.cutAt('events:bot-changed');
      const subscribed = Promise.all([
        far.events.subscribe(events.botChanged, (data) => received.push(data.botId)),
        far.events.subscribe(events.botChanged, () => undefined),
      ]);
      await broken;
      await subscribed;
      const botId = randomUUID();
      await two.events.publish(events.botChanged, { botId });
      await waitFor('the event', () => received.includes(botId));
    });
  });
});
