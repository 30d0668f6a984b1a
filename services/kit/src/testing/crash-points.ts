import { AsyncLocalStorage } from 'node:async_hooks';
import { appendFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import { Job } from 'bullmq';
import type { Client } from 'pg';
import { DataSource } from 'typeorm';
import { Events } from '../events.js';
import { queueHandledBy } from '../job-worker.js';
import { Queues } from '../queues.js';
import { RowOwnerPool } from '../row-owner-pool.js';
import { RpcClient } from '../rpc/client.js';
import type { Runtime } from '../runtime.js';
import type { RunningService, ServiceDefinition } from '../start.js';

/**
 * Names everything that the handling of a call, a job or an event waits for (a Redis command, a statement, a queue, another service, a server on the
 * network). CRASH_AT says as JSON at which point all work for a bot stops, by the id of the bot, or null for none: nothing of it happens afterwards in
 * this process, which whoever started it kills when all its bots have reached their points. CRASH_FILE gets the points that are passed, with the bots.
 * The number of a point counts those of its kind, so that it stays the same when things that happen at the same time end in another order.
 */
const { CRASH_AT, CRASH_FILE } = process.env;
const stops = new Map(Object.entries(JSON.parse(CRASH_AT ?? '{}') as Record<string, string | null>));
const stopped = new Set<string>();

interface Path {
  readonly name: string;
  readonly botId: string;
  /** How often it has waited for each thing. */
  readonly counts: Map<string, number>;
}

type AnyFunction = (this: unknown, ...values: unknown[]) => unknown;

const paths = new AsyncLocalStorage<Path>();

/** Covered by other points, or commands that only change how others are sent. */
const NO_POINTS = new Set(['multi', 'exec', 'publish', 'subscribe', 'unsubscribe', 'psubscribe', 'punsubscribe', 'quit', 'info']);

const forever = (): Promise<never> => new Promise(() => undefined);

/** False when the work for the bot ends here, or has ended. */
function pass({ botId, name }: Path, point: string): boolean {
  if (stopped.has(botId)) return false;
  if (CRASH_FILE !== undefined) appendFileSync(CRASH_FILE, `${botId} ${name}${point}\n`);
  if (stops.get(botId) === `${name}${point}`) stopped.add(botId);
  return !stopped.has(botId);
}

function numbered({ counts }: Path, operation: string): string {
  const count = (counts.get(operation) ?? 0) + 1;
  counts.set(operation, count);
  return `: ${operation} ${count}`;
}

/** Two points around something that the process waits for, within a path; outside of one nothing. */
function waiting(operation: string, work: () => unknown): unknown {
  const path = paths.getStore();
  if (!path) return work();
  const point = numbered(path, operation);
  if (!pass(path, `${point}, before`)) return forever();
  const result = work();
  if (!(result instanceof Promise)) return result;
  return result.then(
    (value: unknown) => (pass(path, `${point}, after`) ? value : forever()),
    (error: unknown) => (stopped.has(path.botId) ? forever() : Promise.reject(error as Error)),
  );
}

/** Replaces a method; what decorators know of it stays. */
function replace(owner: object, method: string, replacement: (original: AnyFunction) => AnyFunction): void {
  const original = Reflect.get(owner, method) as AnyFunction;
  const replaced = replacement(original);
  for (const key of Reflect.getMetadataKeys(original) as unknown[])
    Reflect.defineMetadata(key, Reflect.getMetadata(key, original), replaced);
  Object.defineProperty(replaced, 'name', { value: original.name });
  Object.defineProperty(owner, method, { value: replaced, configurable: true, writable: true });
}

const withoutConnections = (_key: string, value: unknown): unknown =>
  value instanceof AbortSignal || value instanceof Map || value instanceof Set ? undefined : value;

/** The bot with a point that the values are about. */
function botIn(values: unknown): string | undefined {
  if (stops.size === 0) return undefined;
  const text = JSON.stringify(values, withoutConnections) ?? '';
  return [...stops.keys()].find((botId) => text.includes(botId));
}

/** The calls of a method begin a path when they are about a bot with a point; `name` returns null for those that begin none. */
export function beginsPath(owner: object, method: string, name: (values: readonly unknown[]) => string | null): void {
  replace(
    owner,
    method,
    (original) =>
      function begin(...values) {
        const path = name(values);
        const botId = path === null ? undefined : botIn(values);
        if (path === null || botId === undefined) return original.apply(this, values);
        const store: Path = { name: path, botId, counts: new Map() };
        return paths.run(store, () => withEnd(store, original.apply(this, values)));
      },
  );
}

function withEnd(path: Path, result: unknown): unknown {
  if (result instanceof Promise)
    return result.then((value: unknown) => {
      if (isStream(value)) return framesWithin(path, value);
      return pass(path, ', end') ? value : forever();
    });
  return isStream(result) ? framesWithin(path, result) : result;
}

const isStream = (value: unknown): value is AsyncGenerator<unknown> =>
  typeof value === 'object' && value !== null && Symbol.asyncIterator in value;

/** Whoever reads the frames does so outside of the path, the work for them is part of it. */
async function* framesWithin(path: Path, frames: AsyncGenerator<unknown>): AsyncGenerator<unknown, void> {
  try {
    for (;;) {
      const next = await paths.run(path, () => frames.next());
      if (!pass(path, next.done === true ? ', end' : numbered(path, 'frame'))) await forever();
      if (next.done === true) return;
      yield next.value;
    }
  } finally {
    await paths.run(path, () => frames.return(undefined));
  }
}

/** A method is something that a path waits for. */
export const waitsIn = (owner: object, method: string, nameOf: (values: readonly never[]) => string): void =>
  replace(
    owner,
    method,
    (original) =>
      function wait(...values) {
        return waiting(nameOf(values as never[]), () => original.apply(this, values));
      },
  );

/** Makes everything that services share a point. To be called before the first service starts. */
export function installCrashPoints({ redis }: Runtime): void {
  waitsIn(Queues.prototype, 'add', ([queue]: readonly { name: string }[]) => `add to ${queue?.name}`);
  // What runs at intervals is about no bot in particular, but the jobs that it adds are.
  beginsPath(Queues.prototype, 'add', () => (paths.getStore() ? null : 'outside'));
  waitsIn(RpcClient.prototype, 'ask', ([call]: readonly { name: string }[]) => `ask ${call?.name}`);
  waitsIn(Events.prototype, 'publish', ([event]: readonly { channel: string }[]) => `publish ${event?.channel}`);
  installRedisPoints(redis);
  installStatementPoints();
  for (const method of ['updateData', 'moveToCompleted', 'moveToFailed', 'moveToDelayed']) installJobPoints(method);
}

/** Each call and each job of the service begins a path. To be called before it starts. */
export function beginPathsInHandlers({ module }: ServiceDefinition): void {
  const classes = ['providers', 'controllers'].flatMap((kind) => (Reflect.getMetadata(kind, module) as unknown[]) ?? []);
  for (const owner of classes) {
    if (typeof owner !== 'function') continue;
    const prototype = owner.prototype as object;
    for (const [method, { value }] of Object.entries(Object.getOwnPropertyDescriptors(prototype))) {
      if (typeof value !== 'function') continue;
      const queue = queueHandledBy(value);
      const [call] = (Reflect.getMetadata('microservices:pattern', value) as string[] | undefined) ?? [];
      const name = queue ? `job ${queue.name}` : call === undefined ? undefined : `call ${call}`;
      if (name !== undefined) beginsPath(prototype, method, () => name);
    }
  }
}

function installRedisPoints(redis: Runtime['redis']): void {
  for (const command of redis.getBuiltinCommands())
    if (!NO_POINTS.has(command)) waitsIn(redis, command, () => `redis ${command}`);
  replace(
    redis,
    'defineCommand',
    (original) =>
      function define(...values) {
        original.apply(this, values);
        const name = String(values[0]);
        waitsIn(redis, name, () => `redis ${name}`);
      },
  );
  replace(
    redis,
    'multi',
    (original) =>
      function multi(...values) {
        const transaction = original.apply(this, values) as object;
        waitsIn(transaction, 'exec', () => 'redis multi');
        return transaction;
      },
  );
}

/** Every statement of every pool: its connections answer by a promise or call a function. Postgres ends the transaction of work that stopped. */
function installStatementPoints(): void {
  const pool = new RowOwnerPool() as unknown as { readonly Client: { readonly prototype: object } };
  replace(
    pool.Client.prototype,
    'query',
    (original) =>
      function query(...values) {
        const path = paths.getStore();
        if (!path) return original.apply(this, values);
        const point = numbered(path, `postgres ${statementName(values[0])}`);
        const disconnect = (): void => {
          const client = this as Client & { readonly connection: { readonly stream: Socket } };
          client.on('error', () => undefined);
          client.connection.stream.destroy();
        };
        const goesOn = (when: string): boolean => pass(path, `${point}, ${when}`) || (disconnect(), false);
        const at = values.findIndex((value) => typeof value === 'function');
        if (!goesOn('before')) return at < 0 ? forever() : undefined;
        if (at < 0) {
          const result = original.apply(this, values) as Promise<unknown>;
          return result.then((value) => (goesOn('after') ? value : forever()));
        }
        const answered = values[at] as AnyFunction;
        const withPoint = (error: unknown, ...rest: unknown[]): unknown =>
          error || goesOn('after') ? answered(error, ...rest) : undefined;
        return original.apply(this, values.with(at, withPoint));
      },
  );
}

/** Its first word and the first relation or function of a schema that it names. */
function statementName(statement: unknown): string {
  const text = typeof statement === 'string' ? statement : ((statement as { text?: string } | null)?.text ?? '');
  const [verb = ''] = text
    .trim()
    .toLowerCase()
    .split(/[\s;]+/);
  const [, relation] = /\b(?:from|into|update)\s+("?\w+"?\."?\w+)/i.exec(text) ?? [];
  const [named] = relation === undefined ? (/\b[a-z_]{3,}\.[a-z_]{3,}/.exec(text) ?? []) : [relation.replaceAll('"', '')];
  return named === undefined ? verb : `${verb} ${named}`;
}

/** What the queue is told of a job once its handler has ended. */
function installJobPoints(method: string): void {
  replace(
    Job.prototype,
    method,
    (original) =>
      function end(...values) {
        const { id, queueName, data } = this as Job;
        const botId = botIn([id, data]);
        const work = () => original.apply(this, values);
        if (botId === undefined) return work();
        return paths.run({ name: `end of job ${queueName}`, botId, counts: new Map() }, () => waiting(method, work));
      },
  );
}

/** Requests to other servers, and what is read of their answers. */
export function installRequestPoints(nameOf: (url: string) => string): void {
  replace(
    globalThis,
    'fetch',
    (original) =>
      async function request(...values) {
        const [target] = values;
        const name = nameOf(target instanceof Request ? target.url : String(target));
        const response = (await waiting(`request to ${name}`, () => original.apply(this, values))) as Response;
        const path = paths.getStore();
        if (!path || !response.body) return response;
        const { status, statusText, headers } = response;
        const first = numbered(path, `first piece of ${name}`);
        const last = numbered(path, `last piece of ${name}`);
        const body = response.body.pipeThrough(
          withPoints(
            () => pass(path, first),
            () => pass(path, last),
          ),
        );
        return new Response(body, { status, statusText, headers });
      },
  );
}

function withPoints(atFirst: () => boolean, atLast: () => boolean): TransformStream<Uint8Array, Uint8Array> {
  let isFirst = true;
  let goesOn = true;
  return new TransformStream({
    transform: async (chunk, controller) => {
      if (!goesOn) await forever();
      controller.enqueue(chunk);
      if (isFirst) goesOn = atFirst();
      isFirst = false;
    },
    flush: () => (atLast() ? undefined : forever()),
  });
}

/** Work that stopped keeps its connections to Postgres. To be called after the service has started. */
export function allowStoppedStatements({ app }: Pick<RunningService, 'app'>): void {
  const { driver } = app.get(DataSource, { strict: false }) as unknown as {
    readonly driver: { readonly master: { readonly options: { max: number } } };
  };
  driver.master.options.max += stops.size;
}
