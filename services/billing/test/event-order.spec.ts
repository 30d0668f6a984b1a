import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { RunningCounts } from '@kith/kit';
import { waitFor } from '@kith/kit/testing';
import fc from 'fast-check';
import { DataSource } from 'typeorm';
import { database } from '../src/index.js';
import { EventStories, scenarios, type Scenario } from './event-stories.js';

let stories: EventStories;
beforeAll(async () => {
  stories = await EventStories.start();
});
afterAll(() => stories.stop());

const FIRST_PURCHASE: Scenario = {
  subscription: 2,
  payment: 0,
  reversal: 'none',
  credits: [true],
  order: [],
  isRepeated: [],
  isCutOff: [],
  isReplayed: [],
  concurrency: 1,
};

describe('events in any order, repeated and cut off', () => {
  it('lead to the same state as the same events in their order, which is that of the provider [S64]', async () => {
    await fc.assert(
      // Ten scenarios at once, because most of the time is spent waiting for commits. The sweep runs many more of them.
      fc.asyncProperty(fc.array(scenarios, { minLength: 10, maxLength: 10 }), async (batch) => {
        await Promise.all(batch.map((scenario) => stories.compareOrders(scenario)));
      }),
      { numRuns: 2 },
    );
    const counts = stories.kith.services.get('billing')?.app.get(RunningCounts);
    for (const count of database.counts ?? []) expect([count.table, await counts?.check(count)]).toEqual([count.table, true]);
    expect(await stories.kith.query('select from billing.return_day limit 1')).toHaveLength(1);
  }, 90_000);
});

describe('a crash between the claim of an event and the commit', () => {
  it('applies all of the event when it is repeated, after the database connection broke [S64]', async () => {
    const { kith } = stories;
    const { userId, customer, story } = await stories.aStory(FIRST_PURCHASE);
    const holder = kith.services.get('billing')?.app.get(DataSource).createQueryRunner();
    if (!holder) throw new Error('no database');
    await holder.query('select pg_advisory_lock(hashtextextended($1, 1))', [userId]);
    // Each delivery in turn has claimed its event and waits for the lock of the user.
    const breakWaiting = `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`;
    const deliveries = story.map((step) => stories.deliverEvent(step, customer, story));
    const ends: string[] = [];
    for (const delivery of deliveries)
      void delivery.then(
        () => ends.push('applied'),
        () => ends.push('rejected'),
      );
    await waitFor('all deliveries to end', async () => {
      await kith.query(breakWaiting);
      return ends.length === story.length;
    });
    expect(ends).toEqual(story.map(() => 'rejected'));
    await holder.query('select pg_advisory_unlock_all()');
    await holder.release();
    expect(await kith.usage(userId)).toMatchObject({ plan: 'free', credits: 0 });
    for (const step of [...story, ...story]) await stories.deliverEvent(step, customer, story);
    expect(await kith.usage(userId)).toMatchObject({ plan: 'basic', credits: 100 });
    expect(await kith.ledgerSum(userId)).toBe(100);
  });

  it('rolls the claim back, and the repeated event is applied completely [S64]', async () => {
    const { kith } = stories;
    const { userId, customer, story } = await stories.aStory(FIRST_PURCHASE);
    const ids = story.map(({ event }) => event.id);
    for (const id of ids) await stories.cutOff(id, true);
    for (const step of story) await expect(stories.deliverEvent(step, customer, story)).rejects.toThrow('crash');
    const states = await kith.query('select distinct state, failure, attempts from billing.webhook_event where id = any($1)', [
      ids,
    ]);
    expect(states).toEqual([{ state: 'failed', failure: 'INTERNAL', attempts: 1 }]);
    expect(await kith.usage(userId)).toMatchObject({ plan: 'free', credits: 0 });
    for (const id of ids) await stories.cutOff(id, false);
    for (const step of story) await stories.deliverEvent(step, customer, story);
    expect(await kith.usage(userId)).toMatchObject({ plan: 'basic', credits: 100 });
  });
});
