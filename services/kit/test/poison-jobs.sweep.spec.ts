import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Queues } from '@kith/kit';
import { testEnvironment, waitFor, type TestEnvironment } from '@kith/kit/testing';
import { HOUR_MS, queues as contracts } from '@kith/proto';
import { Redis } from 'ioredis';
import { KEYS } from './fixtures/keys.js';
import { RedisServer } from './fixtures/redis-server.js';
import { SupervisedWorkers } from './fixtures/supervised-worker.js';

const OTHERS = 30;
const POISON = '1000';
const LATER = new Date(Date.now() + HOUR_MS);
/** How long a process does not answer before it is ended. */
const HANGS_FOR_MS = 1000;

describe('a job that can never be done', () => {
  let environment: TestEnvironment;
  let server: RedisServer;
  let queues: Queues;
  let redis: Redis;
  let workers: SupervisedWorkers;

  beforeEach(async () => {
    server = await RedisServer.start();
    environment = await testEnvironment({ REDIS_URL: server.url });
    queues = new Queues(server.url, KEYS);
    redis = new Redis(server.url);
    workers = new SupervisedWorkers(environment.env);
  });
  afterEach(async () => {
    workers.end();
    await queues.close();
    redis.disconnect();
    await server.stop();
    await environment.drop();
  });

  const aJob = (messageId: string, text: string) => {
    const botId = randomUUID();
    const data = { ownerId: randomUUID(), botId, messageId, channelId: messageId, text, kind: 'reply' as const };
    return { jobId: `${botId}-${messageId}`, data };
  };
  const add = async (messageId: string, text: string) => {
    const job = aJob(messageId, text);
    await queues.add(contracts.deliveries, job.jobId, job.data);
    return job;
  };
  const reasonOf = ({ jobId }: { readonly jobId: string }) =>
    redis.hget(`jobs:${contracts.deliveries.name}:${jobId}`, 'failedReason');
  const done = () => [...new Set(workers.done().map(({ messageId }) => messageId))];
  const timesBegun = () => workers.begun().filter((messageId) => messageId === POISON).length;

  it.each([
    ['ends the process', 3],
    ['ends the process later', 3],
    ['never ends', 3],
    ['always fails', null],
  ])(
    'because it %s is given up with the reason, none of the jobs beside it is, and it is done when it is added again and can be',
    async (text, begun) => {
      const poison = await add(POISON, text);
      const others = Array.from({ length: OTHERS }, (_, index) => String(2000 + index));
      for (const messageId of others) await add(messageId, 'takes a while');
      workers.start();
      if (text === 'never ends')
        for (let time = 1; time <= 3; time += 1) {
          await waitFor('it to begin', () => timesBegun() === time, 30_000);
          await sleep(HANGS_FOR_MS);
          workers.kill();
        }
      await waitFor('the other jobs', () => done().length === OTHERS, 90_000);
      // One that had just ended when the process did is run again.
      expect(done().toSorted()).toEqual(others);
      await waitFor('the reason', () => reasonOf(poison), 30_000);
      expect(await reasonOf(poison)).toBe(begun === null ? 'it always fails' : 'its process ended each time that it ran');
      if (begun === null) return expect(workers.starts).toBe(1);
      expect(timesBegun()).toBe(begun);
      expect(workers.starts).toBe(begun + 1);
      // What had caused it is mended, and the sweep of its owner finds it undone.
      await queues.addAgain(contracts.deliveries, poison.jobId, { ...poison.data, text: 'takes a while' }, LATER);
      await waitFor('it to be done', () => done().includes(POISON), 30_000);
      return expect(workers.starts).toBe(begun + 1);
    },
    150_000,
  );
});
