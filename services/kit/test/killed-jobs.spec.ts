import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { JobPostponed } from '@kith/kit';
import { testEnvironment, waitFor, type TestEnvironment } from '@kith/kit/testing';
import { queues, type QueueContract, type QueueTurns } from '@kith/proto';
import { Redis } from 'ioredis';
import { JobTurns } from '../src/job-turns.js';
import { KilledJobs } from '../src/killed-jobs.js';

interface Stalled {
  readonly jobId: string;
  readonly stalls: number;
}

describe('the jobs whose process was killed', () => {
  let environment: TestEnvironment;
  let redis: Redis;
  let queue: string;
  let killed: KilledJobs;
  const keyOf = (jobId: string): string => `jobs:${queue}:${jobId}`;

  beforeAll(async () => {
    environment = await testEnvironment();
    redis = new Redis(environment.env['REDIS_URL'] ?? '');
  });
  beforeEach(() => {
    queue = `killed-${randomUUID()}`;
    killed = new KilledJobs(redis, queue);
  });
  afterAll(async () => {
    await redis.quit();
    await environment.drop();
  });

  /** A job during which its process ended that often, the first time without a note. */
  const aJob = async (times: number): Promise<Stalled> => {
    const jobId = randomUUID();
    await redis.hset(keyOf(jobId), { data: '{}', ...(times > 1 && { unended: times - 1 }) });
    return { jobId, stalls: times };
  };
  /** Work that runs until it is ended. */
  const untilEnded = () => {
    let end: () => void = () => undefined;
    let hasBegun = false;
    const ended = new Promise<void>((resolve) => (end = resolve));
    const work = (): Promise<void> => {
      hasBegun = true;
      return ended;
    };
    return { work, end: () => end(), begun: () => waitFor('its begin', () => hasBegun) };
  };

  it('run one at a time from the second time on: another one comes back soon, and does not wait in its slot', async () => {
    const [one, other, third, once] = await Promise.all([aJob(2), aJob(2), aJob(2), aJob(1)]);
    const running = untilEnded();
    const first = killed.run(one, running.work);
    await running.begun();
    for (const job of [other, third]) await expect(killed.run(job, () => 'done')).rejects.toBeInstanceOf(JobPostponed);
    expect(await redis.hget(keyOf(other.jobId), 'unended')).toBe('1');
    expect(await killed.run(once, () => 'done')).toBe('done');
    running.end();
    await first;
    expect(await killed.run(other, () => 'done')).toBe('done');
    await expect(killed.run(third, () => Promise.reject(new Error('fails')))).rejects.toThrow('fails');
    expect(await killed.run(third, () => 'done')).toBe('done');
  });

  it('begin once of two that are taken at the same time', async () => {
    const jobs = await Promise.all([aJob(2), aJob(2)]);
    const running = untilEnded();
    const runs = jobs.map((job) => killed.run(job, running.work).then(String, (error: Error) => error.name));
    await running.begun();
    expect(await Promise.race(runs)).toBe('JobPostponed');
    running.end();
    expect((await Promise.all(runs)).toSorted()).toEqual(['JobPostponed', 'undefined']);
  });

  it('leave the slots of their queue to the jobs of other owners, and hold their own lane', async () => {
    const of: QueueTurns['of'] = (data) => data as ReturnType<QueueTurns['of']>;
    const turns = { of, window: 100, maxRunningPerOwner: 2, maxRunningPerBot: 2 };
    const contract: QueueContract & { readonly turns: QueueTurns } = { ...queues.deliveries, concurrency: 2, turns };
    const works = new Map<string, () => unknown>();
    const handler = new JobTurns(contract).wrap<Stalled>((_data, job) => killed.run(job, () => works.get(job.jobId)?.()));
    const turnOf = (ownerId: string) => ({ ownerId, botId: ownerId, lane: 'channel' });
    const [one, other] = await Promise.all([aJob(2), aJob(2)]);
    const running = untilEnded();
    works.set(one.jobId, running.work);
    const first = handler(turnOf('a'), one);
    await running.begun();
    const second = Promise.resolve(handler(turnOf('b'), other)).catch((error: unknown) => error);
    works.set('new', () => 'done');
    expect(await handler(turnOf('c'), { jobId: 'new', stalls: 0 })).toBe('done');
    expect(await second).toBeInstanceOf(JobPostponed);
    await expect(handler(turnOf('b'), { jobId: 'later', stalls: 0 })).rejects.toBeInstanceOf(JobPostponed);
    running.end();
    await first;
  });

  it('are given up after the third time', async () => {
    const job = await aJob(3);
    await expect(killed.run(job, () => 'done')).rejects.toThrow('its process ended each time that it ran');
  });

  it('leave nothing behind when they are deleted before they begin, or meanwhile', async () => {
    const [before, meanwhile] = await Promise.all([aJob(1), aJob(2)]);
    await redis.del(keyOf(before.jobId));
    await killed.run(before, () => 'done');
    await killed.run(meanwhile, () => redis.del(keyOf(meanwhile.jobId)));
    expect(await redis.exists(keyOf(before.jobId), keyOf(meanwhile.jobId))).toBe(0);
  });

  it('do not count for a job that was added with the same id meanwhile', async () => {
    const { jobId, stalls } = await aJob(2);
    await killed.run({ jobId, stalls }, async () => {
      await redis.del(keyOf(jobId));
      await redis.hset(keyOf(jobId), { data: '{}' });
    });
    expect(await redis.hgetall(keyOf(jobId))).toEqual({ data: '{}' });
  });
});
