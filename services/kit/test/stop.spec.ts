import { spawn, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createLogger, Handle, openRuntime, startService, HandleJob, type Runtime, type ServiceDefinition } from '@kith/kit';
import { freePort, testEnvironment, waitFor, type TestEnvironment } from '@kith/kit/testing';
import { callsOf, queues, queuesOf, type JobOf } from '@kith/proto';
import { Controller, Injectable, Module } from '@nestjs/common';
import { startWorker } from '../src/job-worker.js';
import { KEYS } from './fixtures/keys.js';
import { RedisServer } from './fixtures/redis-server.js';

const begun: (() => void)[] = [];
const done: string[] = [];

@Controller()
class RunnerController {}

@Injectable()
class Workers {
  @HandleJob(queues.lifecycle)
  async lifecycle({ botId }: JobOf<typeof queues.lifecycle>) {
    await new Promise<void>((end) => begun.push(end));
    done.push(botId);
  }
}

/** Adds a method that handles nothing: a service starts only when each of its calls and queues has a handler. */
function addHandler(prototype: object, name: string, decorate: MethodDecorator): void {
  const descriptor = { value: () => ({}), configurable: true, writable: true };
  decorate(prototype, name, descriptor);
  Object.defineProperty(prototype, name, descriptor);
}
for (const call of callsOf('bot-runner')) addHandler(RunnerController.prototype, call.name, Handle(call) as MethodDecorator);
for (const queue of queuesOf('bot-runner'))
  if (queue.name !== queues.lifecycle.name) addHandler(Workers.prototype, queue.name, HandleJob(queue) as MethodDecorator);

@Module({ controllers: [RunnerController], providers: [Workers] })
class RunnerModule {}

const definition: ServiceDefinition = { name: 'bot-runner', module: RunnerModule };

describe('stopping a service', () => {
  let redis: RedisServer;
  let environment: TestEnvironment;
  let runtime: Runtime;

  beforeEach(async () => {
    begun.length = 0;
    done.length = 0;
    redis = await RedisServer.start();
    environment = await testEnvironment({ REDIS_URL: redis.url });
    runtime = await openRuntime(environment.env);
  });
  afterEach(async () => {
    await runtime.close();
    await redis.stop();
    await environment.drop();
  });

  /** Starts a job that runs until it is released; returns the id of its bot. */
  const startJob = async (): Promise<string> => {
    const botId = randomUUID();
    await runtime.queues.add(queues.lifecycle, `start-${botId}-1`, { action: 'start', ownerId: botId, botId });
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

  it('takes seconds when Redis goes down during the shutdown, and the running job finishes first', async () => {
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
    const worker = startWorker(
      queues.ingest,
      { redisUrl: redis.url, keys: KEYS, logger: createLogger('silent') },
      () => undefined,
    );
    expect(await durationOf(() => worker.close())).toBeLessThan(8000);
  });
});

const ROOT = join(import.meta.dirname, '../../..');
const SCRIPT = join(import.meta.dirname, 'fixtures/slow-process.ts');

describe('runProcess', () => {
  let environment: TestEnvironment;
  let child: ChildProcess;
  let port: number;

  const get = (path: string) =>
    fetch(`http://127.0.0.1:${port}${path}`).then(
      async (answer) => ({ status: answer.status, text: await answer.text() }),
      () => undefined,
    );

  beforeAll(async () => {
    environment = await testEnvironment();
    port = await freePort();
    const args = ['--conditions=@kith/source', '--import', join(ROOT, 'deploy/register-swc.mjs'), SCRIPT];
    const env = { ...process.env, ...environment.env, METRICS_PORT: String(port) };
    child = spawn(process.execPath, args, { cwd: ROOT, env, stdio: ['pipe', 'inherit', 'inherit'] });
  });
  afterAll(async () => {
    child.kill('SIGKILL');
    await environment.drop();
  });

  it('is live while it starts, ready after the start, and exits with status 0 on SIGTERM', async () => {
    const live = await waitFor('the port', () => get('/health/live'));
    expect(live.status).toBe(200);
    expect(await get('/health/ready')).toMatchObject({ status: 503, text: expect.stringContaining('"process":"failed"') });
    child.stdin?.end('go\n');
    await waitFor('readiness', async () => (await get('/health/ready'))?.status === 200);
    child.kill('SIGTERM');
    expect(await once(child, 'exit')).toEqual([0, null]);
  });
});
