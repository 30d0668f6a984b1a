import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openRuntime, type Runtime } from '@kith/kit';
import { testEnvironment, waitFor, type TestEnvironment } from '@kith/kit/testing';
import { events } from '@kith/proto';

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
    await one.events.subscribe(events.botChanged, () => {
      throw new Error('a bad listener');
    });
    await one.events.subscribe(events.botChanged, (data) => heard.push(data.botId));
    await two.redis.publish('events:bot-changed', '{"botId": 1}');
    await two.events.publish(events.botChanged, { botId });
    await waitFor('the good one', () => heard.length > 0);
    expect(heard).toEqual([botId]);
  });
});
