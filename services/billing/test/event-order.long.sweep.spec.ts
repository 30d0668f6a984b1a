import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { EventStories, scenarios } from './event-stories.js';

const RUNS = 1000;

let stories: EventStories;
beforeAll(async () => {
  stories = await EventStories.start();
});
afterAll(() => stories.stop());

describe('a thousand lists of events in any order, repeated and cut off', () => {
  it('lead to the state of the provider, and credit every package once', async () => {
    const drawn = fc.sample(scenarios, RUNS).values();
    let compared = 0;
    const client = async (): Promise<void> => {
      for (const scenario of drawn) {
        await stories.compareOrders(scenario);
        compared += 1;
      }
    };
    await Promise.all(Array.from({ length: 10 }, client));
    expect(compared).toBe(RUNS);
  }, 600_000);
});
