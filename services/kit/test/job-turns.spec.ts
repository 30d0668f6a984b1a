import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { Redis } from 'ioredis';
import { createLogger, JobPostponed, Queues, type JobContext } from '@kith/kit';
import { testEnvironment, waitFor, type TestEnvironment } from '@kith/kit/testing';
import { queues as contracts, type JobOf } from '@kith/proto';
import { startWorker } from '../src/job-worker.js';
import { KEYS } from './fixtures/keys.js';

type Delivery = JobOf<typeof contracts.deliveries>;

const logger = createLogger('silent');
const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

describe('a queue whose owners take turns', () => {
  let environment: TestEnvironment;
  let queues: Queues;
  let redis: Redis;
  let contract: typeof contracts.deliveries;
  let worker: { close(): Promise<void> } | undefined;
  /** The texts of the jobs in the order in which they were processed. */
  let done: string[];
  const url = () => environment.env['REDIS_URL'] ?? '';

  beforeAll(async () => {
    environment = await testEnvironment();
    queues = new Queues(url(), KEYS);
    redis = new Redis(url());
  });
  afterEach(async () => {
    await worker?.close();
    worker = undefined;
  });
  afterAll(async () => {
    await queues.close();
    await redis.quit();
    await environment.drop();
  });

  const setUp = (concurrency: number, window: number): void => {
    const { turns } = contracts.deliveries;
    if (!turns) throw new Error('deliveries have no turns');
    contract = { ...contracts.deliveries, name: `turns-${randomUUID()}`, concurrency, turns: { ...turns, window } };
    done = [];
  };
  const anOwner = () => ({ ownerId: randomUUID(), botId: randomUUID(), channelId: '1' });
  let messages = 0;
  const add = (text: string, owner: ReturnType<typeof anOwner>, priority = 0) => {
    const messageId = String(++messages);
    const data: Delivery = { ...owner, messageId, text, kind: 'reply' };
    return queues.add(contract, `${owner.botId}-${messageId}`, data, { priority });
  };
  const work = (handler: (text: string, context: JobContext) => Promise<void> | void) => {
    worker = startWorker(contract, { redisUrl: url(), keys: KEYS, logger }, async (data, context) => {
      const { text } = data as Delivery;
      await handler(text, context);
      done.push(text);
    });
  };

  it('processes the one job of an owner before the many that another owner added earlier', async () => {
    setUp(2, 100);
    const frequent = anOwner();
    for (let n = 0; n < 60; n += 1) await add(`frequent ${n}`, { ...frequent, channelId: String(n) });
    await add('usual', anOwner());
    work(() => sleep(10));
    await waitFor('the usual job', () => done.includes('usual'));
    expect(done.length).toBeLessThan(20);
    await waitFor('all jobs', () => done.length === 61);
  });

  it('takes jobs by their priority, so that a window full of one owner’s jobs does not keep others waiting', async () => {
    setUp(2, 4);
    const frequent = anOwner();
    for (let n = 0; n < 60; n += 1) await add(`frequent ${n}`, { ...frequent, channelId: String(n) }, n + 1);
    work(() => sleep(10));
    await waitFor('the first jobs', () => done.length >= 4);
    const before = done.length;
    await add('usual', anOwner(), 1);
    await waitFor('the usual job', () => done.includes('usual'));
    expect(done.indexOf('usual') - before).toBeLessThan(12);
  });

  it('keeps the order of a channel over a postponement, without counting an attempt, and processes others meanwhile', async () => {
    setUp(5, 100);
    const owner = anOwner();
    const other = anOwner();
    const attempts: number[] = [];
    let isLimited = true;
    work((text, { attempt }) => {
      if (!text.startsWith('limited')) return;
      attempts.push(attempt);
      if (isLimited) throw new JobPostponed(200);
    });
    // Jobs that are added within a few milliseconds may be taken in another order.
    for (let n = 0; n < 10; n += 1) {
      await add(`limited ${n}`, owner);
      await sleep(20);
    }
    await add('other', other);
    await waitFor('the other job', () => done.includes('other'));
    expect(done).toEqual(['other']);
    isLimited = false;
    for (let n = 10; n < 20; n += 1) {
      await add(`limited ${n}`, owner);
      await sleep(40);
    }
    await waitFor('all jobs', () => done.length === 21);
    expect(done.slice(1)).toEqual(Array.from({ length: 20 }, (_, n) => `limited ${n}`));
    expect(new Set(attempts)).toEqual(new Set([1]));
  });

  it('gives the jobs that wait for their turn back when a worker closes: the next one processes each once, close to its place in the order', async () => {
    setUp(1, 100);
    const owner = anOwner();
    for (let n = 0; n < 30; n += 1) await add(`${n}`, owner);
    work(() => sleep(50));
    // A job that the worker has not taken yet would run before those that it gives back.
    await waitFor('the worker to take all jobs', async () => (await redis.llen(`jobs:${contract.name}:wait`)) === 0);
    await worker?.close();
    expect(done.length).toBeLessThan(30);
    const attempts = new Set<number>();
    work((_text, { attempt }) => {
      attempts.add(attempt);
      return sleep(20);
    });
    await waitFor('all jobs', () => done.length === 30);
    expect(new Set(done).size).toBe(30);
    // BullMQ takes jobs in two ways at the same time, so that one may overtake a few others.
    expect(done.filter((text, position) => Math.abs(Number(text) - position) > 5)).toEqual([]);
    expect(attempts).toEqual(new Set([1]));
  });
});
