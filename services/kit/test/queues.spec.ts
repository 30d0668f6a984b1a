import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { createLogger, JobPostponed, Queues } from '@kith/kit';
import { testEnvironment, waitFor, type TestEnvironment } from '@kith/kit/testing';
import { AppError, queues as contracts } from '@kith/proto';
import { Queue } from 'bullmq';
import { Redis } from 'ioredis';
import { startWorker } from '../src/job-worker.js';
import { KEYS } from './fixtures/keys.js';
import { RedisServer } from './fixtures/redis-server.js';

const logger = createLogger('silent');
const job = () => ({ ownerId: randomUUID(), botId: randomUUID(), itemId: randomUUID(), version: 1 });

describe('queues', () => {
  let environment: TestEnvironment;
  let queues: Queues;
  let worker: { close(): Promise<void> } | undefined;
  const url = () => environment.env['REDIS_URL'] ?? '';
  const options = () => ({ redisUrl: url(), keys: KEYS, logger });

  beforeAll(async () => {
    environment = await testEnvironment();
    queues = new Queues(url(), KEYS);
  });
  afterEach(async () => {
    await worker?.close();
    worker = undefined;
  });
  afterAll(async () => {
    await queues.close();
    await environment.drop();
  });

  it('process a job once, however often it is added with the same id', async () => {
    const seen: string[] = [];
    const data = job();
    await Promise.all(Array.from({ length: 20 }, () => queues.add(contracts.ingest, `${data.itemId}-1`, data)));
    worker = startWorker(contracts.ingest, options(), (_data, context) => seen.push(context.jobId));
    await waitFor('the job', () => seen.length > 0);
    await queues.add(contracts.ingest, `${data.itemId}-1`, data);
    await waitFor('an idle queue', async () => (await queues.depth(contracts.ingest)) === 0);
    expect(seen).toEqual([`${data.itemId}-1`]);
  });

  it('give no job up because its workers disappeared, or lost its lock, again and again', async () => {
    const seen: string[] = [];
    const redis = new Redis(url());
    const prefix = `jobs:${contracts.ingest.name}`;
    const jobId = `${randomUUID()}-1`;
    await queues.add(contracts.ingest, jobId, job());
    // A worker has taken it and is gone, as often before.
    await redis.lmove(`${prefix}:wait`, `${prefix}:active`, 'RIGHT', 'LEFT');
    await redis.hset(`${prefix}:${jobId}`, 'stc', 10_000);
    worker = startWorker(contracts.ingest, { redisUrl: url(), keys: KEYS, logger, lockMs: 500 }, (_data, context) =>
      seen.push(context.jobId),
    );
    await waitFor('the end of the job', async () => (await queues.endedAmong(contracts.ingest, [jobId])).length === 1);
    expect(seen).toEqual([jobId]);
    redis.disconnect();
  });

  it('reject data that does not match the contract', async () => {
    await expect(queues.add(contracts.ingest, 'x-1', { ...job(), itemId: 'no id' })).rejects.toMatchObject({
      code: 'BAD_INPUT',
    });
  });

  it('answer the first call of a new process, which opens the connection', async () => {
    const data = job();
    worker = startWorker(contracts.ingest, options(), () => undefined);
    await queues.add(contracts.ingest, 'ended-1', data);
    await waitFor('its end', async () => (await queues.endedAmong(contracts.ingest, ['ended-1'])).length === 1);
    await queues.add(contracts.ingest, 'kept-1', data, { delayMs: 60_000 });
    const first: ((used: Queues) => Promise<unknown>)[] = [
      async (used) => (await used.unfinished(contracts.ingest, ['kept-'])).map(({ jobId }) => jobId),
      (used) => used.endedAmong(contracts.ingest, ['ended-1', 'kept-1']),
      async (used) => (await used.remove(contracts.ingest, 'kept-', () => true)).removedIds,
      (used) => used.removeById(contracts.ingest, ['kept-1']),
    ];
    const found: unknown[] = [];
    for (const call of first) {
      const used = new Queues(url(), KEYS);
      found.push(await call(used).catch(String));
      await used.close();
    }
    expect(found).toEqual([['kept-1'], ['ended-1'], ['kept-1'], ['kept-1']]);
  });

  it('run no job that was put into Redis without the signature of a producer [S76]', async () => {
    const seen: string[] = [];
    const inRedis = new Queue(contracts.ingest.name, { connection: { url: url() }, prefix: 'jobs' });
    const forged = { unsigned: job(), changed: { ...job(), signed: `knowledge ${'A'.repeat(43)}` } };
    try {
      for (const [jobId, data] of Object.entries(forged)) await inRedis.add(contracts.ingest.name, data, { jobId });
      worker = startWorker(contracts.ingest, options(), (_data, context) => seen.push(context.jobId));
      await queues.add(contracts.ingest, 'genuine', job());
      await waitFor('an idle queue', async () => (await queues.depth(contracts.ingest)) === 0);
      expect(seen).toEqual(['genuine']);
      for (const jobId of Object.keys(forged))
        expect((await inRedis.getJob(jobId))?.failedReason).toMatch(/^not signed by a process that may add jobs/);
    } finally {
      await inRedis.close();
    }
  });

  it('do not run a signed job again when it is copied while its id is stored, nor under another id [S76]', async () => {
    const seen: string[] = [];
    const inRedis = new Queue(contracts.ingest.name, { connection: { url: url() }, prefix: 'jobs' });
    try {
      await queues.add(contracts.ingest, 'once', job());
      const data = (await inRedis.getJob('once'))?.data as object;
      worker = startWorker(contracts.ingest, options(), (_data, context) => seen.push(context.jobId));
      for (const state of ['before', 'after']) {
        if (state === 'after') await waitFor('the job to be done', async () => (await inRedis.getJob('once'))?.finishedOn);
        await inRedis.add(contracts.ingest.name, data, { jobId: 'once' });
        await inRedis.add(contracts.ingest.name, data, { jobId: `copy ${state}` });
      }
      for (const state of ['before', 'after']) {
        const reason = await waitFor('the end of the copy', async () => (await inRedis.getJob(`copy ${state}`))?.failedReason);
        expect(reason).toMatch(/^not signed by a process that may add jobs/);
      }
      expect(seen).toEqual(['once']);
    } finally {
      await inRedis.close();
    }
  });

  it('retry a job after a temporary failure, and not after one that a retry cannot fix', async () => {
    const [temporary, final] = [job(), job()];
    const tries = new Map<string, number>();
    worker = startWorker(contracts.ingest, options(), (data, context) => {
      const { itemId } = data as { itemId: string };
      tries.set(itemId, context.attempt);
      if (itemId === final.itemId) throw new AppError('NOT_FOUND');
      if (context.attempt < 3) throw new Error('temporary');
    });
    await queues.add(contracts.ingest, `${temporary.itemId}-1`, temporary);
    await queues.add(contracts.ingest, `${final.itemId}-1`, final);
    await waitFor('the third try', () => tries.get(temporary.itemId) === 3);
    await waitFor('an idle queue', async () => (await queues.depth(contracts.ingest)) === 0);
    expect(tries.get(final.itemId)).toBe(1);
  });

  it('run a postponed job again later without counting an attempt, and process others in its place meanwhile', async () => {
    const [postponed, other] = [job(), job()];
    const attempts: number[] = [];
    const order: string[] = [];
    worker = startWorker({ ...contracts.ingest, concurrency: 1 }, options(), (data, { attempt }) => {
      const { itemId } = data as { itemId: string };
      if (itemId === postponed.itemId) attempts.push(attempt);
      if (itemId === postponed.itemId && (attempts.length < 8 || !order.includes(other.itemId))) throw new JobPostponed(20);
      order.push(itemId);
    });
    await queues.add(contracts.ingest, `${postponed.itemId}-1`, postponed);
    await waitFor('the first postponement', () => attempts.length > 0);
    await queues.add(contracts.ingest, `${other.itemId}-1`, other);
    await waitFor('both jobs', () => order.length === 2);
    expect(order).toEqual([other.itemId, postponed.itemId]);
    expect(new Set(attempts)).toEqual(new Set([1]));
  });

  it('remove matching jobs that wait, not those that are finished, and report those that are being processed', async () => {
    const release = new Set<() => void>();
    const [done, failed, waiting, foreign, running] = [job(), job(), job(), job(), job()];
    const mine = [done, failed, waiting, running];
    const add = (data: ReturnType<typeof job>) =>
      queues.add(contracts.ingest, `${mine.includes(data) ? 'mine' : 'foreign'}-${data.itemId}`, data);
    worker = startWorker(contracts.ingest, options(), async (data) => {
      const { itemId } = data as { itemId: string };
      if (itemId === failed.itemId) throw new AppError('NOT_FOUND');
      if (itemId === running.itemId) await new Promise<void>((resolve) => release.add(resolve));
    });
    await Promise.all([done, failed].map(add));
    await waitFor('an idle queue', async () => (await queues.depth(contracts.ingest)) === 0);
    await add(running);
    await waitFor('the work', () => release.size === 1);
    await queues.add(contracts.ingest, `mine-${waiting.itemId}`, waiting, { delayMs: 60_000 });
    await queues.add(contracts.ingest, `foreign-${foreign.itemId}`, foreign, { delayMs: 60_000 });

    const matches = ({ itemId }: { itemId: string }) => itemId !== done.itemId;
    const first = await queues.remove(contracts.ingest, 'mine-', matches);
    expect(first.removed).toEqual([waiting]);
    expect(first.running).toEqual([running]);
    for (const end of release) end();
    await waitFor('the end of it', async () => (await queues.depth(contracts.ingest)) === 1);
    expect(await queues.remove(contracts.ingest, 'mine-', () => true)).toEqual({ removed: [], removedIds: [], running: [] });
    // A job that is taken out may come again.
    await queues.add(contracts.ingest, `mine-${waiting.itemId}`, waiting);
    await waitFor('the work again', async () => (await queues.depth(contracts.ingest)) === 1);
    expect(await queues.remove(contracts.ingest, '', () => true)).toMatchObject({ running: [] });
  });

  it('list the jobs of owners that have not ended, with priority and time, without ended, unsigned and foreign ones', async () => {
    const ids = ['done', 'wait', 'late', 'once', 'fake'].map((name) => `mine-${name}`);
    const before = Date.now();
    worker = startWorker(contracts.ingest, options(), () => undefined);
    const data = job();
    await queues.add(contracts.ingest, 'mine-done', data);
    await waitFor('its end', async () => (await queues.endedAmong(contracts.ingest, ['mine-done'])).length === 1);
    await worker.close();
    await queues.add(contracts.ingest, 'mine-wait', data);
    await queues.add(contracts.ingest, 'your-wait', data, { priority: 7 });
    await queues.add(contracts.ingest, 'else-wait', data);
    await queues.add(contracts.ingest, 'mine-late', data, { delayMs: 60_000, priority: 3 });
    const connection = new Redis(url(), { maxRetriesPerRequest: null });
    const unsigned = new Queue(contracts.ingest.name, { connection, prefix: 'jobs' });
    await unsigned.add('ingest', data, { jobId: 'mine-fake' });
    const found = await queues.unfinished(contracts.ingest, ['mine-', 'your-']);
    expect(found.map(({ jobId, priority }) => `${jobId} ${priority}`).toSorted()).toEqual([
      'mine-late 3',
      'mine-wait 0',
      'your-wait 7',
    ]);
    expect(found.map((one) => one.data)).toEqual([data, data, data]);
    const dueInMs = new Map(found.map(({ jobId, dueAtMs }) => [jobId, dueAtMs - before]));
    expect(dueInMs.get('mine-wait')).toBeLessThan(30_000);
    expect(dueInMs.get('mine-late')).toBeGreaterThanOrEqual(60_000);
    await queues.removeById(contracts.ingest, [...ids, 'your-wait', 'else-wait']);
    await unsigned.close();
    connection.disconnect();
  });

  it('keep nothing of a completed job when the contract says so [S74]', async () => {
    const contract = { ...contracts.ingest, name: 'kept-nowhere', keptS: 0 };
    const seen: unknown[] = [];
    worker = startWorker(contract, options(), (data) => seen.push(data));
    await queues.add(contract, 'gone-1', job());
    await waitFor('the job', () => seen.length === 1);
    await waitFor('an idle queue', async () => (await queues.depth(contract)) === 0);
    expect(await queues.remove(contract, 'gone-1', () => true)).toEqual({ removed: [], removedIds: [], running: [] });
  });

  it('keep of a job that is done or has failed for good its id, and nothing of its data [S77]', async () => {
    const redis = new Redis(url());
    const contract = { ...contracts.notices, attempts: 2 };
    const texts = ['done', 'final', 'exhausted', 'forged'].map((name) => `canary-${name}`);
    const attempts: string[] = [];
    const add = (reason: string) =>
      queues.add(contract, reason, { kind: 'bot-failed', userId: randomUUID(), botId: randomUUID(), botName: 'Amber', reason });
    try {
      await Promise.all(texts.map(add));
      await redis.hset('jobs:notices:canary-forged', 'data', JSON.stringify({ kind: 'bot-failed', reason: 'canary-forged' }));
      expect(await dataOf(redis, texts)).toEqual(texts);
      worker = startWorker(contract, options(), async (data) => {
        const { reason } = data as { reason: string };
        attempts.push(reason);
        // The text of a job that will be tried again is kept.
        if (reason === 'canary-exhausted') expect(await dataOf(redis, [reason])).toEqual([reason]);
        if (reason === 'canary-final') throw new AppError('NOT_FOUND');
        if (reason === 'canary-exhausted') throw new Error('temporary');
        return reason;
      });
      await waitFor('the jobs', async () => (await dataOf(redis, texts)).length === 0);
      await waitFor('an idle queue', async () => (await queues.depth(contract)) === 0);
      expect(attempts.toSorted()).toEqual(['canary-done', 'canary-exhausted', 'canary-exhausted', 'canary-final']);
      for (const jobId of texts) {
        expect(JSON.stringify({ ...(await redis.hgetall(`jobs:notices:${jobId}`)), failedReason: '' })).not.toContain('Amber');
        await add(jobId);
      }
      expect(await queues.depth(contract)).toBe(0);
    } finally {
      redis.disconnect();
    }
  });

  it('do not run a job again that lost its data because it was done, when its worker was killed before Redis learned that', async () => {
    const redis = new Redis(url());
    const seen: unknown[] = [];
    try {
      await queues.add(contracts.ingest, 'done-before', job());
      await redis.hset('jobs:ingest:done-before', 'data', '{"finished":true}');
      worker = startWorker(contracts.ingest, options(), (data) => seen.push(data));
      await waitFor('an idle queue', async () => (await queues.depth(contracts.ingest)) === 0);
      expect(seen).toEqual([]);
      expect(await redis.hget('jobs:ingest:done-before', 'failedReason')).toBeNull();
    } finally {
      redis.disconnect();
    }
  });

  it('tell of each job that it ended, once it is done or has failed for good, and know later which have ended', async () => {
    const ended: string[] = [];
    const failures = new Map([
      ['retried', [new Error('away')]],
      ['refused', [new AppError('NOT_FOUND')]],
    ]);
    for (const jobId of ['done', 'retried', 'refused']) await queues.add(contracts.ingest, jobId, job());
    await queues.add(contracts.ingest, 'waiting', job(), { delayMs: 60_000 });
    worker = startWorker(
      contracts.ingest,
      { redisUrl: url(), keys: KEYS, logger, onEnded: (jobId) => ended.push(jobId) },
      (_data, { jobId }) => {
        const failure = failures.get(jobId)?.shift();
        if (failure) throw failure;
      },
    );
    await waitFor('the ends', () => ended.length === 3);
    expect(ended.toSorted()).toEqual(['done', 'refused', 'retried']);
    const asked = ['done', 'retried', 'refused', 'waiting', 'unknown'];
    expect(await queues.endedAmong(contracts.ingest, asked)).toEqual(['done', 'retried', 'refused']);
  });

  it('finish running jobs before a worker closes', async () => {
    let done = false;
    let started = false;
    const own = startWorker(contracts.ingest, options(), async () => {
      started = true;
      await new Promise((resolve) => setTimeout(resolve, 200));
      done = true;
    });
    const data = job();
    await queues.add(contracts.ingest, `${data.itemId}-1`, data);
    await waitFor('the start', () => started);
    await own.close();
    expect(done).toBe(true);
  });

  it('answer UNAVAILABLE while Redis is down, and accept jobs again afterwards', async () => {
    const redis = await RedisServer.start();
    const own = new Queues(redis.url, KEYS);
    try {
      await own.add(contracts.ingest, 'before-1', job());
      await redis.kill();
      for (let n = 0; n < 200; n += 1) {
        const outcome = own.add(contracts.ingest, `away-${n}`, job()).catch((error: unknown) => error);
        expect(await inTime(outcome)).toMatchObject({ code: 'UNAVAILABLE' });
      }
      const first = own
        .add(contracts.lifecycle, 'first-1', { action: 'start', ownerId: randomUUID(), botId: randomUUID() })
        .catch((error: unknown) => error);
      expect(await inTime(first)).toMatchObject({ code: 'UNAVAILABLE' });
      await redis.start();
      await waitFor('an added job', () =>
        own.add(contracts.ingest, 'after-1', job()).then(
          () => true,
          () => false,
        ),
      );
      expect(await own.depth(contracts.ingest)).toBe(1);
    } finally {
      await own.close();
      await redis.stop();
    }
  });

  it('answer UNAVAILABLE when Redis goes down before it has answered', async () => {
    const redis = await RedisServer.start();
    const own = new Queues(redis.url, KEYS);
    try {
      await own.add(contracts.ingest, 'before-1', job());
      redis.signal('SIGSTOP');
      const outcome = own.add(contracts.ingest, 'while-1', job()).catch((error: unknown) => error);
      await redis.kill();
      expect(await inTime(outcome)).toMatchObject({ code: 'UNAVAILABLE' });
    } finally {
      await own.close();
      await redis.stop();
    }
  });
});

/** Which of the texts Redis has in the data of a notice. */
async function dataOf(redis: Redis, texts: readonly string[]): Promise<string[]> {
  const data = await Promise.all(texts.map((jobId) => redis.hget(`jobs:notices:${jobId}`, 'data')));
  return texts.filter((text, index) => data[index]?.includes(text));
}

const inTime = <T>(work: Promise<T>): Promise<T | string> =>
  Promise.race([work, new Promise<string>((resolve) => setTimeout(resolve, 3000, 'no result within three seconds').unref())]);
