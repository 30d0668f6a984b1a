// What idle processes ask of their stores in a minute: commands of Redis, those within scripts counted like those that are sent, and statements of
// Postgres. Once of all services in one process, and once of each service in a process of its own, as in docker-compose.yml; no bot is online
// (`npm run bench -w services/bot-runner idle` counts those that bots add). `npm run bench idle-commands` exits with 1 above a limit.
import { connect } from 'node:net';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { testEnvironment, type TestEnvironment } from '@kith/kit/testing';
import { PROCESSES } from '@kith/proto';
import { startReplica, type Replica } from '../testing/replica.js';
import { connectionsTo, ownPortsTo } from './process-stats.js';
import { report } from './report.js';
import { countStatements, type StatementCounter } from './statement-counter.js';

const SETTLE_MS = 20_000;
const MEASURE_MS = 60_000;
/** A minute. They leave room for what falls into the minute by chance, not for another question a second. */
const LIMITS = { commands: 4000, statements: 130 };
const LIMITS_OF_SERVICE = { commands: 750, statements: 60 };
/** It has more queues than others, and looks after the cluster of runners. */
const LIMITS_OF_RUNNER = { commands: 1600, statements: 60 };

/** By what the keys are for. */
const SOURCES: readonly (readonly [source: string, isOf: (command: string, key: string) => boolean])[] = [
  ['queues', (_command, key) => key.startsWith('jobs:')],
  ['calls between services', (_command, key) => key.startsWith('rpc:')],
  ['the cluster of runners', (_command, key) => key.startsWith('runner:')],
  ['connections', (command) => command === 'ping' || command === 'time'],
  ['others', () => true],
];

interface Measured {
  readonly what: string;
  readonly process: Replica;
  readonly database: StatementCounter;
  /** Commands of Redis by source. */
  readonly commands: Map<string, number>;
  statements: number;
}

const worlds = [await testEnvironment(), await testEnvironment()] as const;
const measured: Measured[] = [await start(worlds[0], 'all')];
for (const service of PROCESSES) measured.push(await start(worlds[1], service));
await wait(SETTLE_MS);

const redisUrl = worlds[0].env['REDIS_URL'] ?? '';
const { hostname, port, username, password } = new URL(redisUrl);
const redisPort = Number(port || 6379);
const monitor = connect(redisPort, hostname);
const byPort = new Map<number, Measured>();
for (const one of measured) for (const own of ownPortsTo(redisPort, one.process.pid)) byPort.set(own, one);
let current: Measured | undefined;
// By hand: ioredis fails when the first command comes together with the answer to MONITOR. A line is `+1796076639.93 [0 127.0.0.1:39356] "time"`.
createInterface({ input: monitor }).on('line', (line) => {
  if (line.startsWith('-')) throw new Error(`Redis answered ${line}`);
  const [, source, quoted = ''] = /^\+[\d.]+ \[\d+ (\S+)\] (.*)$/.exec(line) ?? [];
  if (source === undefined) return;
  // The commands of a script follow that which runs it.
  if (source !== 'lua') current = byPort.get(Number(source.slice(source.lastIndexOf(':') + 1)));
  if (!current) return;
  const name = sourceOf([...quoted.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map(([, text = '']) => text));
  current.commands.set(name, (current.commands.get(name) ?? 0) + 1);
});
if (password) monitor.write(`AUTH ${username || 'default'} ${password}\r\n`);
monitor.write('MONITOR\r\n');
for (const one of measured) one.statements = one.database.statements();
await wait(MEASURE_MS);
for (const one of measured) one.statements = one.database.statements() - one.statements;
monitor.destroy();
if (measured.some(({ commands }) => commands.size === 0)) throw new Error('a process asked nothing of Redis');

const perMinute = (count: number): number => Math.round((count * 60_000) / MEASURE_MS);
const rows = measured.flatMap((one) => {
  const limit = limitsOf(one.what);
  const name = one.what === 'all' ? 'all services in one process' : `a process of ${one.what}`;
  const commands = [...one.commands.values()].reduce((sum, count) => sum + count, 0);
  const parts = SOURCES.flatMap(([source]) => {
    const count = one.commands.get(source) ?? 0;
    return one.what === 'all' ? [{ what: `of these, ${source}`, value: perMinute(count), 'at most': '' }] : [];
  });
  return [
    { what: `Redis commands a minute, ${name}`, value: perMinute(commands), 'at most': limit.commands },
    ...parts,
    { what: `Postgres statements a minute, ${name}`, value: perMinute(one.statements), 'at most': limit.statements },
  ];
});
report('idle-commands', ['what', 'value', 'at most'], rows);
const [together] = measured;
const ofDatabase = together ? connectionsTo(Number(new URL(together.database.url).port), together.process.pid) : 0;
process.stdout.write(`connections to Postgres of all services in one process: ${ofDatabase}\n`);

await Promise.all(measured.map((one) => one.process.end('SIGTERM')));
for (const one of measured) one.database.stop();
for (const world of worlds) await world.drop();
process.exit(rows.every((row) => typeof row['at most'] !== 'number' || row.value <= row['at most']) ? 0 : 1);

async function start({ env }: TestEnvironment, what: string): Promise<Measured> {
  const database = await countStatements(env['DATABASE_URL'] ?? '');
  const replica = await startReplica({ ...env, DATABASE_URL: database.url, SERVICE: what }, 'build');
  return { what, process: replica, database, commands: new Map(), statements: 0 };
}

function limitsOf(what: string): typeof LIMITS {
  if (what === 'all') return LIMITS;
  return what === 'bot-runner' ? LIMITS_OF_RUNNER : LIMITS_OF_SERVICE;
}

function sourceOf(args: readonly string[]): string {
  const name = (args[0] ?? '').toLowerCase();
  return SOURCES.find(([, isOf]) => isOf(name, keyOf(name, args)))?.[0] ?? 'others';
}

/** The key that a command is about: the first one, where it has several. */
function keyOf(name: string, args: readonly string[]): string {
  if (name.startsWith('eval')) return args[3] ?? '';
  if (name === 'xreadgroup') return args[args.findIndex((argument) => argument.toLowerCase() === 'streams') + 1] ?? '';
  return (name === 'xinfo' || name === 'pubsub' ? args[2] : args[1]) ?? '';
}
