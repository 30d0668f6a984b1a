import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { createLogger, Metrics, Queues } from '@kith/kit';
import { waitFor } from '@kith/kit/testing';
import { queues as contracts } from '@kith/proto';
import { startWorker } from '../src/job-worker.js';
import { KEYS } from './fixtures/keys.js';
import { RedisServer } from './fixtures/redis-server.js';

const QUEUE = contracts.ingest;
const logger = createLogger('silent');

let redis: RedisServer;
let queues: Queues;
const ends: (() => Promise<unknown>)[] = [];

beforeEach(async () => {
  redis = await RedisServer.start();
  queues = new Queues(redis.url, KEYS);
});
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end();
  await queues.close();
  await redis.stop();
});

const add = (fields: { delayMs?: number; priority?: number } = {}) =>
  queues.add(QUEUE, randomUUID(), { ownerId: randomUUID(), botId: randomUUID(), itemId: randomUUID(), version: 1 }, fields);

/** What Prometheus reads of the queue; undefined for nothing. */
async function shownBy(metrics: Metrics): Promise<number | undefined> {
  const line = (await metrics.registry.metrics()).split('\n').find((each) => each.startsWith('kith_oldest_job_seconds{'));
  return line === undefined ? undefined : Number(line.split(' ')[1]);
}

it('the age of the oldest job grows while a queue stands still, whether it waits or runs, and is 0 when all have ended or run later', async () => {
  const metrics = new Metrics();
  metrics.watchQueue(QUEUE.name, () => queues.oldestDueAtMs(QUEUE));
  expect(await shownBy(metrics)).toBe(0);
  await add({ delayMs: 600_000 });
  expect(await shownBy(metrics)).toBe(0);
  const startedMs = Date.now();
  await add();
  const addedMs = Date.now();
  await waitFor('a second', () => Date.now() - addedMs > 1200);
  await add();
  expect(await shownBy(metrics)).toBeGreaterThan(1);

  const running = new Set<() => void>();
  const worker = startWorker(
    QUEUE,
    { redisUrl: redis.url, keys: KEYS, logger },
    () => new Promise<void>((resolve) => running.add(resolve)),
  );
  ends.push(() => worker.close());
  await waitFor('the work', () => running.size === 2);
  const whileRunning = (await shownBy(metrics)) ?? 0;
  expect(whileRunning).toBeGreaterThan(1);
  expect(whileRunning).toBeLessThanOrEqual((Date.now() - startedMs) / 1000);
  for (const end of running) end();
  await waitFor('the end of all', async () => (await shownBy(metrics)) === 0);
}, 20_000);

it('counts a job from when it was to begin, and also one that others overtake by their priority', async () => {
  const metrics = new Metrics();
  metrics.watchQueue(QUEUE.name, () => queues.oldestDueAtMs(QUEUE));
  const addedMs = Date.now();
  await add({ priority: 5 });
  await waitFor('a moment', () => Date.now() - addedMs > 1200);
  await add({ priority: 1 });
  expect(await shownBy(metrics)).toBeGreaterThan(1);

  await queues.remove(QUEUE, '', () => true);
  const running = new Set<() => void>();
  const worker = startWorker(
    QUEUE,
    { redisUrl: redis.url, keys: KEYS, logger },
    () => new Promise<void>((resolve) => running.add(resolve)),
  );
  ends.push(() => worker.close());
  await add({ delayMs: 1500 });
  await waitFor('the delayed job', () => running.size === 1, 10_000);
  expect(await shownBy(metrics)).toBeLessThan(1);
  for (const end of running) end();
}, 20_000);

it('says nothing of queues while Redis is away or does not answer, and all else as before', async () => {
  const metrics = new Metrics();
  metrics.watchQueue(QUEUE.name, () => queues.oldestDueAtMs(QUEUE));
  await add();
  expect(await shownBy(metrics)).toBeGreaterThanOrEqual(0);
  redis.signal('SIGSTOP');
  const asked = performance.now();
  expect(await shownBy(metrics)).toBeUndefined();
  expect(performance.now() - asked).toBeLessThan(5000);
  redis.signal('SIGCONT');
  await redis.stop();
  await waitFor('the loss', async () => (await shownBy(metrics)) === undefined, 10_000);
  expect(await metrics.registry.metrics()).toContain('process_cpu_seconds_total');
}, 30_000);
