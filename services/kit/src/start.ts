import { callsOf, events as contracts, queuesOf, type QueueContract, type ServiceName } from '@kith/proto';
import { Module, type INestMicroservice, type Type } from '@nestjs/common';
import { DiscoveryModule, DiscoveryService, NestFactory } from '@nestjs/core';
import { NestMicroservice } from '@nestjs/microservices';
import { DataSource } from 'typeorm';
import { errorText } from './error-text.js';
import { IntervalScheduler, scheduleOf } from './interval.js';
import { JobPostponed } from './job-postponed.js';
import { NestLogger } from './logger.js';
import { serveMonitoring } from './monitoring.js';
import { startWorker, queueHandledBy, type JobContext } from './job-worker.js';
import type { DirectReplica } from './rpc/direct.js';
import { RpcServer } from './rpc/server.js';
import { KitModule, openRuntime, type Runtime } from './runtime.js';

/** A service: its name in proto and its Nest module. */
export interface ServiceDefinition {
  readonly name: ServiceName;
  readonly module: Type;
  /** Number of calls one replica executes at the same time; 64 by default, more for handlers that mostly wait, e.g. for a language model. */
  readonly concurrency?: number;
}

export interface RunningService {
  /** The service's Nest container, for tests. */
  readonly app: INestMicroservice;
  /** For `RpcClient.callDirectly`: other services of this process reach it without Redis. */
  readonly replica: DirectReplica;
  /** Stops processing jobs; resolves when the running ones are done. */
  stopWork(): Promise<void>;
  /** Stops accepting calls, finishes the running ones and closes the service's connections. */
  close(): Promise<void>;
}

/** Shorter times for tests than in production. */
export interface TestTimings {
  /** The interval of all methods marked with `@Interval`. */
  readonly everyMs?: number;
  /** How long a worker holds a job without renewing its lock. */
  readonly jobLockMs?: number;
}

/** Starts one service on a runtime. Throws unless each of its calls and queues has exactly one handler. `timings` is for tests. */
export async function startService(
  definition: ServiceDefinition,
  runtime: Runtime,
  timings: TestTimings = {},
): Promise<RunningService> {
  const logger = runtime.logger.child({ service: definition.name });
  const server = new RpcServer({
    service: definition.name,
    redisUrl: runtime.config.REDIS_URL,
    keys: runtime.keys,
    logger,
    ...(definition.concurrency === undefined ? {} : { concurrency: definition.concurrency }),
    observe: (call, code, seconds) => runtime.metrics.calls.observe({ call, code }, seconds),
  });
  const app = await NestFactory.createMicroservice(rootModule(definition, runtime), {
    strategy: server,
    logger: new NestLogger(logger),
    abortOnError: false,
  });
  const methods = await open(definition, app, server, runtime);
  const workers = methods.map(({ queue, method }) =>
    startWorker(
      queue,
      {
        redisUrl: runtime.config.REDIS_URL,
        keys: runtime.keys,
        logger,
        lockMs: timings.jobLockMs,
        onEnded: announcementOf(queue, runtime),
      },
      withMetrics(queue, method, runtime),
    ),
  );
  for (const { queue } of methods) runtime.metrics.watchQueue(queue.name, () => runtime.queues.oldestDueAtMs(queue));
  startIntervals(app, timings);
  logger.info('started');
  let isWorking = true;
  const stopWork = async () => {
    if (isWorking) await Promise.all(workers.map((worker) => worker.close()));
    isWorking = false;
  };
  return {
    app,
    replica: server,
    stopWork,
    close: async () => {
      await stopWork();
      await app.close();
      logger.info('stopped');
    },
  };
}

async function open(
  definition: ServiceDefinition,
  app: INestMicroservice,
  server: RpcServer,
  runtime: Runtime,
): Promise<QueueMethod[]> {
  try {
    // Otherwise Nest 12 runs the init and bootstrap hooks twice: in init(), and again when it registers the handlers.
    if (app instanceof NestMicroservice) app.setIsInitHookCalled(true);
    await app.init();
    checkCalls(definition.name, server.patterns());
    const methods = queueMethods(definition.name, app);
    addDatabaseCheck(definition.name, app, runtime);
    await app.listen();
    return methods;
  } catch (error) {
    await app.close();
    throw error;
  }
}

/** Runs a service until SIGTERM or SIGINT, then drains and exits: all that its `main.ts` does. */
export async function runService(definition: ServiceDefinition): Promise<void> {
  await runProcess(async (runtime) => [await startService(definition, runtime)]);
}

/** Runs the services that `start` returns until SIGTERM or SIGINT. If the start fails, prints the reason in one line and exits with 1. */
export async function runProcess(
  start: (runtime: Runtime) => Promise<Pick<RunningService, 'stopWork' | 'close'>[]>,
): Promise<void> {
  try {
    // What this process writes is not for other accounts of the machine.
    process.umask(0o077);
    const runtime = await openRuntime(process.env);
    guardProcess(runtime);
    let isUp = false;
    runtime.health.add('process', () => (isUp ? Promise.resolve() : Promise.reject(new Error('starting or stopping'))));
    const { METRICS_PORT, HOST } = runtime.config;
    const monitoring =
      METRICS_PORT === undefined ? undefined : await serveMonitoring(runtime.health, runtime.metrics, HOST, METRICS_PORT);
    const running = await start(runtime);
    freeStartMemory();
    isUp = true;
    onStopSignal(runtime, async () => {
      isUp = false;
      await Promise.all(running.map((service) => service.stopWork()));
      await Promise.all(running.map((service) => service.close()));
      monitoring?.close();
      await runtime.close();
    });
  } catch (error) {
    process.stderr.write(`${errorText(error)}\n`);
    process.exit(1);
  }
}

/** What a start leaves behind is collected now: V8 does so only when new objects need its place (docs/performance.md). Needs `--expose-gc`. */
function freeStartMemory(): void {
  globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' });
}

function rootModule(definition: ServiceDefinition, runtime: Runtime): Type {
  @Module({
    imports: [KitModule.for(runtime, definition.name), DiscoveryModule, definition.module],
    providers: [IntervalScheduler],
  })
  class ServiceRoot {}
  return ServiceRoot;
}

function checkCalls(service: ServiceName, patterns: readonly string[]): void {
  const expected = callsOf(service).map((call) => call.name);
  const missing = expected.filter((name) => !patterns.includes(name));
  const unknown = patterns.filter((name) => !expected.includes(name));
  if (missing.length > 0) throw new Error(`${service} does not start: no handler for ${missing.join(', ')}`);
  if (unknown.length > 0) throw new Error(`${service} does not start: handlers for unknown calls: ${unknown.join(', ')}`);
}

type JobMethod = (data: unknown, context: JobContext) => unknown;

interface QueueMethod {
  readonly queue: QueueContract;
  readonly method: JobMethod;
}

function withMetrics({ name }: QueueContract, method: JobMethod, { metrics }: Runtime): JobMethod {
  return async (data, context) => {
    let outcome = 'failed';
    try {
      const result = await method(data, context);
      outcome = 'done';
      return result;
    } catch (error) {
      if (error instanceof JobPostponed) outcome = 'postponed';
      throw error;
    } finally {
      metrics.jobs.inc({ queue: name, outcome });
      if (outcome !== 'postponed') metrics.jobAges.observe({ queue: name }, (Date.now() - context.addedAtMs) / 1000);
    }
  };
}

/** Tells those who remember the jobs of the queue that one has ended; undefined for a queue that nobody remembers. */
function announcementOf(
  { name, announcesEnds = false }: QueueContract,
  { events }: Runtime,
): ((jobId: string) => void) | undefined {
  return announcesEnds ? (jobId) => void events.publish(contracts.jobEnded, { queue: name, jobId }) : undefined;
}

/** The job handlers of a service, exactly one per queue. */
function queueMethods(service: ServiceName, app: INestMicroservice): QueueMethod[] {
  const found = instancesOf(app).flatMap((instance) => methodsOf(instance).flatMap((method) => asQueueMethod(instance, method)));
  const foreign = found.filter(({ queue }) => queue.service !== service).map(({ queue }) => queue.name);
  if (foreign.length > 0)
    throw new Error(`${service} does not start: handlers for queues of other services: ${foreign.join(', ')}`);
  return queuesOf(service).map((queue) => {
    const matches = found.filter((candidate) => candidate.queue.name === queue.name);
    const [match] = matches;
    if (!match || matches.length !== 1)
      throw new Error(`${service} does not start: queue ${queue.name} has ${matches.length} handlers`);
    return match;
  });
}

function instancesOf(app: INestMicroservice): object[] {
  return app
    .get(DiscoveryService)
    .getProviders()
    .flatMap((wrapper): object[] => (wrapper.instance instanceof Object ? [wrapper.instance] : []));
}

function methodsOf(instance: object): unknown[] {
  const prototype: unknown = Object.getPrototypeOf(instance);
  if (!(prototype instanceof Object)) return [];
  return Object.values(Object.getOwnPropertyDescriptors(prototype)).map((descriptor): unknown => descriptor.value);
}

function asQueueMethod(instance: object, method: unknown): QueueMethod[] {
  if (typeof method !== 'function') return [];
  const queue = queueHandledBy(method);
  return queue ? [{ queue, method: (data, context): unknown => Reflect.apply(method, instance, [data, context]) }] : [];
}

/** Starts all methods marked with `@Interval`, at their own interval or that of a test. */
function startIntervals(app: INestMicroservice, { everyMs }: TestTimings): void {
  const scheduler = app.get(IntervalScheduler);
  for (const instance of instancesOf(app)) {
    for (const method of methodsOf(instance)) {
      const schedule = typeof method === 'function' ? scheduleOf(method) : undefined;
      if (!schedule || typeof method !== 'function') continue;
      const work = (): unknown => Reflect.apply(method, instance, []);
      scheduler.start({ ...schedule, ...(everyMs === undefined ? {} : { everyMs }) }, work);
    }
  }
}

function addDatabaseCheck(service: ServiceName, app: INestMicroservice, runtime: Runtime): void {
  const source = instancesOf(app).find((instance) => instance instanceof DataSource);
  if (source) runtime.health.add(`database:${service}`, () => source.query('select 1'));
}

function guardProcess(runtime: Runtime): void {
  process.on('unhandledRejection', (reason) => runtime.logger.error({ err: reason }, 'unhandled rejection'));
  process.on('uncaughtException', (error) => {
    runtime.logger.fatal({ err: error }, 'uncaught exception');
    process.exit(1);
  });
}

function onStopSignal(runtime: Runtime, stop: () => Promise<void>): void {
  let isStopping = false;
  const onSignal = () => {
    if (isStopping) return;
    isStopping = true;
    void stop().then(
      () => process.exit(0),
      (error: unknown) => {
        runtime.logger.error({ err: error }, 'shutdown failed');
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', onSignal);
  process.on('SIGINT', onSignal);
}
