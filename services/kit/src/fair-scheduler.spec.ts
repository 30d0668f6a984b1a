import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { PLANS, type Plan } from '@kith/proto';
import fc from 'fast-check';
import { FairScheduler, type FairSchedulerOptions, type Slot, type TaskOptions } from './fair-scheduler.js';

/** A scheduler whose tasks take simulated time: `advance` ends the running task that is due first. */
function aPool(options: Partial<FairSchedulerOptions> = {}) {
  const clock = { ms: 0 };
  const scheduler = new FairScheduler({ capacity: 1, maxWaiting: 1000, now: () => clock.ms, ...options });
  const running: { name: string; key: string; lane: string | undefined; endsAt: number; slot: Slot }[] = [];
  const started: string[] = [];
  const refused: { name: string; code: string }[] = [];

  const add = (name: string, task: TaskOptions, durationMs = 10): void => {
    void scheduler.acquire(task).then(
      (slot) => {
        started.push(name);
        running.push({ name, key: task.key, lane: task.lane, endsAt: clock.ms + durationMs, slot });
      },
      (error: { code: string }) => refused.push({ name, code: error.code }),
    );
  };
  const advance = async (): Promise<boolean> => {
    await nextTurn();
    running.sort((left, right) => left.endsAt - right.endsAt);
    const due = running.shift();
    if (!due) return false;
    clock.ms = Math.max(clock.ms, due.endsAt);
    due.slot.release();
    await nextTurn();
    return true;
  };
  const drain = async (): Promise<void> => {
    while (await advance());
  };
  return { scheduler, clock, running, started, refused, add, advance, drain };
}

const repeat = (count: number, action: (index: number) => void): void =>
  Array.from({ length: count }, (_, n) => n).forEach(action);

describe('the fair scheduler', () => {
  it('serves a key that comes later before the waiting tasks of a key that has already been served [S72]', async () => {
    const pool = aPool();
    repeat(5, (n) => pool.add(`frequent ${n}`, { key: 'frequent' }));
    await pool.advance();
    pool.add('usual', { key: 'usual' });
    await pool.drain();
    expect(pool.started.indexOf('usual')).toBe(2);
  });

  it('gives keys of a higher plan more turns, by the weight of the plan', async () => {
    const pool = aPool();
    for (const plan of PLANS) repeat(100, () => pool.add(plan, { key: plan, plan }));
    while (pool.started.length < 70) await pool.advance();
    const turns = (plan: Plan) => pool.started.filter((name) => name === plan).length;
    expect(turns('basic') / turns('free')).toBeCloseTo(2, 0);
    expect(turns('premium') / turns('free')).toBeCloseTo(4, 0);
  });

  it('counts the time that tasks take and not their number', async () => {
    const pool = aPool();
    repeat(200, () => pool.add('short', { key: 'short' }, 10));
    repeat(200, () => pool.add('long', { key: 'long' }, 100));
    while (pool.clock.ms < 4000) await pool.advance();
    const longTurns = pool.started.filter((name) => name === 'long').length;
    expect(longTurns * 100).toBeGreaterThan(1600);
    expect(longTurns * 100).toBeLessThan(2400);
  });

  it('counts the cost that a task reports instead of the time for which it held its slot', async () => {
    const scheduler = new FairScheduler({ capacity: 1, maxWaiting: 100 });
    const turns: string[] = [];
    const work = (name: string, cost: number) =>
      scheduler.run({ key: name }, async (slot) => {
        turns.push(name);
        slot.reportCost(cost);
        await nextTurn();
      });
    await Promise.all([
      ...Array.from({ length: 30 }, () => work('cheap', 10)),
      ...Array.from({ length: 30 }, () => work('dear', 90)),
    ]);
    expect(turns.slice(0, 22).filter((name) => name === 'dear').length).toBeLessThanOrEqual(4);
  });

  it('does not let a key save up turns while it has nothing to do or waits for its own lane', async () => {
    const pool = aPool({ capacity: 2 });
    pool.add('slow', { key: 'late', lane: 'a' }, 10_000);
    repeat(50, (n) => pool.add(`late ${n}`, { key: 'late', lane: 'a' }, 10));
    repeat(900, (n) => pool.add(`other ${n}`, { key: 'other' }, 10));
    while (pool.clock.ms < 5000) await pool.advance();
    repeat(40, (n) => pool.add(`fresh ${n}`, { key: 'late' }, 10));
    const before = pool.started.length;
    while (pool.started.length < before + 20) await pool.advance();
    expect(pool.started.slice(before).filter((name) => name.startsWith('other')).length).toBeGreaterThanOrEqual(8);
  });

  it('runs at most so many tasks of one key as its cap allows, and fewer while others wait', async () => {
    const pool = aPool({ capacity: 4, maxRunningPerKey: 3, maxRunningPerKeyWhileOthersWait: 1 });
    repeat(10, (n) => pool.add(`frequent ${n}`, { key: 'frequent' }, 1000));
    await nextTurn();
    expect(pool.running).toHaveLength(3);
    repeat(6, (n) => pool.add(`usual ${n}`, { key: `usual ${n}` }, 1000));
    for (let ended = 0; ended < 3; ended += 1) await pool.advance();
    expect(pool.running.filter(({ key }) => key === 'frequent').length).toBeLessThanOrEqual(1);
    expect(pool.running).toHaveLength(4);
  });

  it('lets the groups of a key take turns and caps each', async () => {
    const pool = aPool({ capacity: 2, maxRunningPerGroup: 1 });
    repeat(6, (n) => pool.add(`busy ${n}`, { key: 'owner', group: 'busy bot' }));
    pool.add('quiet', { key: 'owner', group: 'quiet bot' });
    await nextTurn();
    expect(pool.running.map(({ name }) => name)).toEqual(['busy 0', 'quiet']);
    await pool.drain();
    expect(pool.started).toHaveLength(7);
  });

  it('runs a key above its budget only when nobody else waits, until the budget has recovered', async () => {
    const pool = aPool({ budget: { cost: 100, windowMs: 1000, whenUsedUp: 'yield' } });
    repeat(30, (n) => pool.add(`frequent ${n}`, { key: 'frequent' }, 50));
    await pool.advance();
    await pool.advance();
    await pool.advance();
    repeat(10, (n) => pool.add(`usual ${n}`, { key: `usual ${n % 2}` }, 10));
    const before = pool.started.length;
    while (pool.started.length < before + 10) await pool.advance();
    expect(pool.started.slice(before).every((name) => name.startsWith('usual'))).toBe(true);
    await pool.drain();
    expect(pool.started).toHaveLength(40);
  });

  it('refuses the tasks of a key whose budget is used up, and says when to come back', async () => {
    const pool = aPool({ budget: { cost: 100, windowMs: 1000, whenUsedUp: 'refuse' } });
    pool.add('first', { key: 'frequent' }, 500);
    await pool.advance();
    // 500 ms spent, 50 paid off meanwhile: 350 above the budget take 3.5 s.
    await expect(pool.scheduler.acquire({ key: 'frequent' })).rejects.toMatchObject({
      code: 'RATE_LIMITED',
      details: { retryAfterS: 4 },
    });
    (await pool.scheduler.acquire({ key: 'usual' })).release();
    pool.clock.ms += 4000;
    (await pool.scheduler.acquire({ key: 'frequent' })).release();
  });

  it('refuses what exceeds the waiting room: of the key with most waiting tasks, so that others still find a place', async () => {
    const pool = aPool({ maxWaiting: 10 });
    repeat(15, (n) => pool.add(`frequent ${n}`, { key: 'frequent' }));
    repeat(3, (n) => pool.add(`usual ${n}`, { key: `usual ${n}` }));
    await nextTurn();
    expect(pool.scheduler.waiting).toBe(10);
    expect(pool.refused.every(({ name, code }) => name.startsWith('frequent') && code === 'OVERLOADED')).toBe(true);
    await pool.drain();
    expect(pool.started.filter((name) => name.startsWith('usual'))).toHaveLength(3);
  });

  it('refuses what exceeds the waiting room of one key as its own fault', async () => {
    const pool = aPool({ maxWaitingPerKey: 2, retryAfterS: 7 });
    repeat(3, (n) => pool.add(`task ${n}`, { key: 'frequent' }));
    await expect(pool.scheduler.acquire({ key: 'frequent' })).rejects.toMatchObject({
      code: 'RATE_LIMITED',
      details: { retryAfterS: 7 },
    });
  });

  it('keeps slots free for keys within their budget, however many keys are above theirs', async () => {
    const pool = aPool({ capacity: 2, budget: { cost: 100, windowMs: 10_000, whenUsedUp: 'yield', maxRunningAbove: 1 } });
    repeat(5, (key) => repeat(10, () => pool.add('frequent', { key: `frequent ${key}` }, 500)));
    for (let ended = 0; ended < 8; ended += 1) await pool.advance();
    expect(pool.running).toHaveLength(1);
    pool.add('usual', { key: 'usual' });
    await nextTurn();
    expect(pool.running).toHaveLength(2);
    await pool.drain();
    expect(pool.started).toHaveLength(51);
  });

  it('ends the waiting of an aborted task and no other, also at the head of a lane', async () => {
    const pool = aPool();
    const aborter = new AbortController();
    pool.add('running', { key: 'a' });
    pool.add('aborted', { key: 'b', lane: 'x', signal: aborter.signal });
    pool.add('next', { key: 'b', lane: 'x' });
    await nextTurn();
    aborter.abort();
    await pool.drain();
    expect(pool.refused).toEqual([{ name: 'aborted', code: 'CANCELLED' }]);
    expect(pool.started).toEqual(['running', 'next']);
    await expect(pool.scheduler.acquire({ key: 'b', signal: aborter.signal })).rejects.toMatchObject({ code: 'CANCELLED' });
  });

  it('frees the slot of a task that throws, at once or later', async () => {
    const scheduler = new FairScheduler({ capacity: 1, maxWaiting: 10 });
    const error = new Error('broken');
    const fail = () => {
      throw error;
    };
    await expect(scheduler.run({ key: 'a', lane: 'x' }, fail)).rejects.toBe(error);
    await expect(scheduler.run({ key: 'a', lane: 'x' }, () => Promise.reject(error))).rejects.toBe(error);
    expect(await scheduler.run({ key: 'a', lane: 'x' }, () => 'done')).toBe('done');
    expect(scheduler.running).toBe(0);
  });

  it('frees a slot once, however often it is released', async () => {
    const pool = aPool();
    const slot = await pool.scheduler.acquire({ key: 'a' });
    slot.release();
    slot.release();
    pool.add('one', { key: 'a' });
    pool.add('two', { key: 'a' });
    await nextTurn();
    expect(pool.running).toHaveLength(1);
  });

  it('refuses the waiting and all new tasks once it is closed', async () => {
    const pool = aPool();
    repeat(3, (n) => pool.add(`task ${n}`, { key: 'a', lane: 'x' }));
    await nextTurn();
    pool.scheduler.close();
    await expect(pool.scheduler.acquire({ key: 'b' })).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    await pool.drain();
    expect(pool.started).toEqual(['task 0']);
    expect(pool.refused).toHaveLength(2);
  });

  it('forgets keys without tasks, at once or when their cost is paid off', async () => {
    const pool = aPool({ budget: { cost: 100, windowMs: 1000, whenUsedUp: 'yield' } });
    for (let key = 0; key < 5000; key += 1) {
      pool.add('task', { key: `key ${key}` }, 1);
      await pool.advance();
    }
    expect(pool.scheduler.knownKeys).toBeLessThan(600);
  });
});

const aTask = fc.record({
  key: fc.constantFrom('a', 'b', 'c', 'd'),
  plan: fc.constantFrom(...PLANS),
  lane: fc.option(fc.constantFrom('x', 'y'), { nil: undefined }),
  durationMs: fc.integer({ min: 0, max: 50 }),
  abortAfter: fc.option(fc.integer({ min: 0, max: 20 }), { nil: undefined }),
});
const limits = fc.record({
  capacity: fc.integer({ min: 1, max: 4 }),
  maxWaiting: fc.integer({ min: 0, max: 40 }),
  maxRunningPerKey: fc.integer({ min: 1, max: 4 }),
});

describe('whatever tasks come, the fair scheduler', () => {
  it('never exceeds its limits, keeps the order of every lane, and ends every task once', async () => {
    await fc.assert(
      fc.asyncProperty(limits, fc.array(aTask, { maxLength: 60 }), async (bounds, tasks) => {
        const pool = aPool(bounds);
        const aborters = tasks.map(() => new AbortController());
        tasks.forEach(({ key, plan, durationMs, lane }, n) =>
          pool.add(String(n), { key, plan, ...(lane && { lane }), signal: aborters[n]?.signal }, durationMs),
        );
        let steps = 0;
        do {
          tasks.forEach(({ abortAfter }, n) => abortAfter === steps && aborters[n]?.abort());
          await nextTurn();
          expect(pool.running.length).toBeLessThanOrEqual(bounds.capacity);
          expect(pool.scheduler.waiting).toBeLessThanOrEqual(bounds.maxWaiting);
          for (const key of 'abcd') {
            const ofKey = pool.running.filter((task) => task.key === key);
            expect(ofKey.length).toBeLessThanOrEqual(bounds.maxRunningPerKey);
            const lanes = ofKey.flatMap(({ lane }) => lane ?? []);
            expect(new Set(lanes).size).toBe(lanes.length);
          }
          steps += 1;
        } while (await pool.advance());
        for (const key of 'abcd')
          for (const lane of 'xy') {
            const inLane = pool.started.map(Number).filter((n) => tasks[n]?.key === key && tasks[n].lane === lane);
            expect(inLane).toEqual(inLane.toSorted((left, right) => left - right));
          }
        expect([...pool.started, ...pool.refused.map(({ name }) => name)].toSorted()).toEqual(
          tasks.map((_, n) => String(n)).toSorted(),
        );
        expect(pool.scheduler).toMatchObject({ running: 0, waiting: 0 });
      }),
      { numRuns: 150 },
    );
  });

  it('starves no key: between two turns of a waiting key each other key runs for little longer than its weight allows', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.integer({ min: 5, max: 50 }), { minLength: 2, maxLength: 6 }), async (durations) => {
        const pool = aPool();
        repeat(60, () => durations.forEach((durationMs, key) => pool.add(String(key), { key: String(key) }, durationMs)));
        while (pool.clock.ms < 60 * Math.min(...durations)) await pool.advance();
        const heldMs = durations.map(
          (durationMs, key) => pool.started.filter((name) => name === String(key)).length * durationMs,
        );
        expect(Math.max(...heldMs) - Math.min(...heldMs)).toBeLessThanOrEqual(3 * Math.max(...durations));
      }),
      { numRuns: 40 },
    );
  });
});
