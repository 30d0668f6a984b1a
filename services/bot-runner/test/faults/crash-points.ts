import { AsyncLocalStorage } from 'node:async_hooks';
import { appendFileSync } from 'node:fs';
import { Events, Queues, RpcClient, type RunningService, type Runtime } from '@kith/kit';
import { DataSource } from 'typeorm';
import { CommandsWorker } from '../../src/commands/commands.worker.js';
import { DeliveriesService } from '../../src/deliveries/deliveries.service.js';
import { routeOf } from '../../src/discord/discord-route.js';
import { RequestSender } from '../../src/discord/request-sender.js';
import { MessageIntake } from '../../src/messages/message-intake.js';
import { ModerationWorker } from '../../src/moderation/moderation.worker.js';

/**
 * Names every await of the paths of a message by what it waits for (Redis, a queue, another service, Postgres, Discord), and kills the process
 * at the one that CRASH_AT names, for the bot CRASH_BOT. CRASH_POINTS is a file that gets the names that CRASH_BOT passes.
 */
const { CRASH_AT, CRASH_BOT, CRASH_POINTS } = process.env;

interface Path {
  readonly name: string;
  operations: number;
}

type AnyFunction = (this: unknown, ...values: unknown[]) => unknown;

const paths = new AsyncLocalStorage<Path>();

function pass(point: string): void {
  if (CRASH_POINTS !== undefined) appendFileSync(CRASH_POINTS, `${point}\n`);
  if (point !== CRASH_AT) return;
  process.kill(process.pid, 'SIGKILL');
  // Nothing more may happen until the signal arrives.
  for (;;);
}

/** Two points around something that the process waits for, within a path; outside of one nothing. */
function waiting(operation: string, work: () => unknown): unknown {
  const path = paths.getStore();
  if (!path) return work();
  path.operations += 1;
  const name = `${path.name} ${path.operations}: ${operation}`;
  pass(`${name}, before`);
  const result = work();
  if (!(result instanceof Promise)) return result;
  return result.then((value: unknown) => {
    pass(`${name}, after`);
    return value;
  });
}

/** Replaces a method; what decorators know of it stays. */
function replace(owner: object, method: string, replacement: (original: AnyFunction) => AnyFunction): void {
  const original = Reflect.get(owner, method) as AnyFunction;
  const replaced = replacement(original);
  for (const key of Reflect.getMetadataKeys(original) as unknown[])
    Reflect.defineMetadata(key, Reflect.getMetadata(key, original), replaced);
  Object.defineProperty(owner, method, { value: replaced, configurable: true, writable: true });
}

/** The calls of a method begin a path when they are about CRASH_BOT. */
function beginsPath(owner: object, method: string, name: (values: readonly unknown[]) => string | null): void {
  replace(
    owner,
    method,
    (original) =>
      function begin(...values) {
        const path = name(values);
        const isTested = JSON.stringify(values, withoutConnections).includes(`"${CRASH_BOT ?? 'none'}"`);
        if (path === null || !isTested) return original.apply(this, values);
        return paths.run({ name: path, operations: 0 }, () => {
          const result = original.apply(this, values);
          if (!(result instanceof Promise)) return result;
          return result.then((value: unknown) => {
            pass(`${path}, end`);
            return value;
          });
        });
      },
  );
}

const withoutConnections = (_key: string, value: unknown): unknown =>
  value instanceof AbortSignal || value instanceof Map || value instanceof Set ? undefined : value;

const waitsIn = (owner: object, method: string, nameOf: (values: readonly never[]) => string): void =>
  replace(
    owner,
    method,
    (original) =>
      function wait(...values) {
        return waiting(nameOf(values as never[]), () => original.apply(this, values));
      },
  );

/** To be called before the service starts. */
export function installCrashPoints({ redis }: Runtime): void {
  beginsPath(MessageIntake.prototype, 'handle', ([, payload]) => {
    const { t } = payload as { t: string };
    return t === 'MESSAGE_CREATE' || t === 'INTERACTION_CREATE' ? 'intake' : null;
  });
  beginsPath(DeliveriesService.prototype, 'deliver', () => 'delivery');
  beginsPath(CommandsWorker.prototype, 'work', () => 'command');
  beginsPath(ModerationWorker.prototype, 'handle', () => 'moderation');
  waitsIn(Queues.prototype, 'add', ([queue]: readonly { name: string }[]) => `add to ${queue?.name}`);
  waitsIn(RpcClient.prototype, 'ask', ([call]: readonly { name: string }[]) => `ask ${call?.name}`);
  waitsIn(Events.prototype, 'publish', ([event]: readonly { channel: string }[]) => `publish ${event?.channel}`);
  waitsIn(
    RequestSender.prototype,
    'send',
    ([, url, init]: readonly [unknown, string, { method?: string }] | readonly never[]) =>
      `request ${routeOf(init?.method ?? 'GET', String(url)).name}`,
  );
  const commands = [
    'get',
    'set',
    'mget',
    'del',
    'exists',
    'hget',
    'hset',
    'hdel',
    'hgetall',
    'zadd',
    'zrem',
    'expire',
    'pexpire',
  ];
  for (const command of commands) waitsIn(redis, command, () => `redis ${command}`);
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
        waitsIn(transaction, 'exec', () => 'redis exec');
        return transaction;
      },
  );
}

/** To be called after the service has started: its connection to Postgres exists now. */
export function installDatabaseCrashPoints({ app }: RunningService): void {
  replace(
    app.get(DataSource),
    'createQueryRunner',
    (original) =>
      function create(...values) {
        const runner = original.apply(this, values) as object;
        waitsIn(
          runner,
          'query',
          ([statement]: readonly string[]) => `postgres ${statement?.trim().split(/\s+/)[0]?.toLowerCase()}`,
        );
        return runner;
      },
  );
}
