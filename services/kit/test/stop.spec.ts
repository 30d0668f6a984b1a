import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createLogger, Handle, openRuntime, startService, HandleJob, type Runtime, type ServiceDefinition } from '@kith/kit';
import { testEnvironment, waitFor, type TestEnvironment } from '@kith/kit/testing';
import { queues, runner, type JobOf } from '@kith/proto';
import { Controller, Injectable, Module } from '@nestjs/common';
import { startWorker } from '../src/queues.js';
import { RedisServer } from './fixtures/redis-server.js';

const begun: (() => void)[] = [];
const done: string[] = [];

@Controller()
class RunnerController {
  @Handle(runner.inspectToken)
  inspectToken() {
    return { verdict: 'invalid' as const };
  }
}

@Injectable()
class Workers {
  @HandleJob(queues.lifecycle)
  async lifecycle({ botId }: JobOf<typeof queues.lifecycle>) {
    await new Promise<void>((end) => begun.push(end));
    done.push(botId);
  }

  @HandleJob(queues.deliveries)
  deliver(_job: JobOf<typeof queues.deliveries>) {
    return undefined;
  }
}

@Module({ controllers: [RunnerController], providers: [Workers] })
class RunnerModule {}

const definition: ServiceDefinition = { name: 'bot-runner', module: RunnerModule };

describe('stopping a service', () => {
  let redis: RedisServer;
  let world: TestEnvironment;
  let runtime: Runtime;

  beforeEach(async () => {
    begun.length = 0;
    done.length = 0;
    redis = await RedisServer.start();
    world = await testEnvironment({ REDIS_URL: redis.url });
    runtime = await openRuntime(world.env);
  });
  afterEach(async () => {
    await runtime.close();
    await redis.stop();
    await world.drop();
  });

  /** Starts a job that runs until it is released; returns the id of its bot. */
  const startJob = async (): Promise<string> => {
    const botId = randomUUID();
    await runtime.queues.add(queues.lifecycle, `start-${botId}-1`, { action: 'start', botId });
    await waitFor('the job to start', () => begun.length === 1);
    return botId;
  };
  /** Duration of `work` in milliseconds. */
  const durationOf = async (work: () => Promise<unknown>): Promise<number> => {
    const start = performance.now();
    await work();
    return performance.now() - start;
  };

  it('takes seconds when Redis is down and no job is running', async () => {
    const service = await startService(definition, runtime);
    await redis.kill();
    expect(await durationOf(() => service.close())).toBeLessThan(8000);
  });

  it('takes seconds when Redis goes down meanwhile, and the running job finishes first', async () => {
    const service = await startService(definition, runtime);
    const botId = await startJob();
    const closing = durationOf(() => service.close());
    await redis.kill();
    begun.forEach((end) => end());
    expect(await closing).toBeLessThan(8000);
    expect(done).toEqual([botId]);
  });

  it('waits for the running job while Redis is up, and the job is not processed again', async () => {
    const service = await startService(definition, runtime);
    const botId = await startJob();
    let isClosed = false;
    const closing = durationOf(() => service.stopWork()).finally(() => (isClosed = true));
    const start = performance.now();
    await waitFor('longer than connections that are down are tolerated', () => performance.now() - start > 3500);
    expect(isClosed).toBe(false);
    begun.forEach((end) => end());
    await closing;
    expect(done).toEqual([botId]);
    expect(await runtime.queues.depth(queues.lifecycle)).toBe(0);
    await service.close();
  });

  it('takes seconds for a worker that never reached Redis', async () => {
    await redis.kill();
    const worker = startWorker(queues.ingest, redis.url, () => undefined, createLogger('silent'));
    expect(await durationOf(() => worker.close())).toBeLessThan(8000);
  });
});
