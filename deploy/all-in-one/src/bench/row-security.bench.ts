// What row-level security costs: the same calls on two installations, one of which has no policies and names the same owner of the rows for
// all calls, so that each of its connections is told the owner once.
import { bots, chat, knowledge, type Actor, type Call, type InputOf } from '@kith/proto';
import { openRuntime, type Runtime } from '@kith/kit';
import { anActor, testEnvironment, type TestEnvironment } from '@kith/kit/testing';
import { Client, Connection, Pool, type PoolClient } from 'pg';
import { startAll, type RunningProcess } from '../start-all.js';
import { median } from './process-stats.js';

const BOTS = 20;
const ITEMS = 40;
const ROUNDS = 7;
const CALLS_PER_ROUND = 150;
const CONCURRENCY = 8;
const NO_LIMIT = { plan: 'premium' } as const;

interface Installation {
  readonly world: TestEnvironment;
  readonly runtime: Runtime;
  readonly process: RunningProcess;
  /** Two users who take turns, each with a bot. */
  readonly users: readonly { readonly actor: Actor; readonly botId: string }[];
}

const counted = { statements: 0, settings: 0 };
countStatements();

const protectedOne = await install();
const open = await install();
await removePolicies(open);
limitToNoOwner(open);

const CALLS: readonly [string, (installation: Installation, n: number) => Promise<unknown>][] = [
  ['bots.owned', ask(bots.owned, ({ actor, botId }) => ({ actor, botId }))],
  ['bots.list of 20', ask(bots.list, ({ actor }) => ({ actor }))],
  [
    'knowledge.find in 40 items',
    ask(knowledge.find, ({ actor, botId }) => ({ actor, botId, query: 'When does the harbour open?' })),
  ],
  ['knowledge.summaries of 40', ask(knowledge.summaries, ({ actor, botId }) => ({ actor, botId, limit: 40 }))],
  ['chat.analytics', ask(chat.analytics, ({ actor, botId }) => ({ actor, botId }))],
];
for (const [name, call] of CALLS) await compare(name, call);

for (const { process: running, runtime, world } of [protectedOne, open]) {
  await Promise.all(running.running.map((service) => service.stopWork()));
  await Promise.all(running.running.map((service) => service.close()));
  await runtime.close();
  await world.drop();
}
process.exit(0);

function ask<C extends Call>(call: C, inputOf: (user: { actor: Actor; botId: string }) => InputOf<C>) {
  return ({ runtime, users }: Installation, n: number): Promise<unknown> => {
    const user = users[n % users.length];
    if (!user) throw new Error('there is no user');
    return runtime.rpc.ask(call, inputOf(user));
  };
}

async function install(): Promise<Installation> {
  const world = await testEnvironment({ SERVICE: 'auth,billing,bots,chat,knowledge' });
  const runtime = await openRuntime(world.env);
  const running = await startAll(runtime);
  const users = await Promise.all([furnish(runtime), furnish(runtime)]);
  return { world, runtime, process: running, users };
}

async function furnish({ rpc }: Runtime): Promise<{ actor: Actor; botId: string }> {
  const actor = anActor(NO_LIMIT);
  const botIds: string[] = [];
  for (let n = 0; n < BOTS; n += 1) botIds.push((await rpc.ask(bots.create, { actor, name: `Companion ${n}` })).bot.id);
  const [botId = ''] = botIds;
  for (let n = 0; n < ITEMS; n += 1) {
    const content = `The harbour of town ${n} opens at ${n % 24} o'clock, and its ships leave in the evening. `.repeat(20);
    await rpc.ask(knowledge.create, { actor, botId, title: `Harbour ${n}`, content });
  }
  return { actor, botId };
}

async function removePolicies({ world }: Installation): Promise<void> {
  const client = new Client({ connectionString: world.env['DATABASE_URL'] ?? '' });
  await client.connect();
  const { rows } = await client.query<{ name: string }>('select oid::regclass::text as name from pg_class where relrowsecurity');
  for (const { name } of rows) await client.query(`alter table ${name} disable row level security`);
  await client.end();
}

/** Lets every connection of the installation keep the owner that stands for all. */
function limitToNoOwner({ world }: Installation): void {
  const { connect } = Pool.prototype as unknown as { connect: () => Promise<PoolClient> };
  const database = new URL(world.env['DATABASE_URL'] ?? '').pathname.slice(1);
  const connectAsSystem = async function (this: Pool): Promise<PoolClient> {
    const client = await Reflect.apply(connect, this, []);
    if (client.database === database) Object.defineProperty(client, 'owner', { get: () => 'system', set: () => {} });
    return client;
  };
  Object.assign(Pool.prototype, { connect: connectAsSystem });
}

/** Counts statements, and how many of them set the owner of the rows. */
function countStatements(): void {
  const { query } = Client.prototype;
  Client.prototype.query = function count(this: Client, ...args: unknown[]) {
    counted.statements += 1;
    return Reflect.apply(query, this, args);
  } as typeof query;
  const prototype = Connection.prototype as unknown as Record<'query' | 'parse', (statement: unknown) => void>;
  const { query: sendText, parse } = prototype;
  const countSetting = (text: string) => {
    if (text.startsWith('set kith.owner')) counted.settings += 1;
  };
  prototype.query = function count(this: Connection, text) {
    countSetting(String(text));
    Reflect.apply(sendText, this, [text]);
  };
  prototype.parse = function count(this: Connection, statement) {
    countSetting((statement as { text: string }).text);
    Reflect.apply(parse, this, [statement]);
  };
}

async function compare(name: string, call: (installation: Installation, n: number) => Promise<unknown>): Promise<void> {
  const ratios: number[] = [];
  const before = { ...counted };
  for (let round = 0; round <= ROUNDS; round += 1) {
    // Each goes first in every other round, because the second one runs on a warmer machine.
    const order = round % 2 ? [protectedOne, open] : [open, protectedOne];
    const times = new Map<Installation, number>();
    for (const installation of order) times.set(installation, await timeOf(installation, call));
    // The first round is a warm-up.
    if (round > 0) ratios.push((times.get(protectedOne) ?? 0) / (times.get(open) ?? 1));
  }
  const calls = (ROUNDS + 1) * CALLS_PER_ROUND;
  const settings = (counted.settings - before.settings) / calls;
  const statements = (counted.statements - before.statements) / calls / 2;
  process.stdout.write(
    `${name}: ${median(ratios).toFixed(2)}x with row-level security; ${statements.toFixed(1)} statements per call, of which ${settings.toFixed(1)} set the owner\n`,
  );
}

async function timeOf(
  installation: Installation,
  call: (installation: Installation, n: number) => Promise<unknown>,
): Promise<number> {
  const startedAt = performance.now();
  let next = 0;
  const worker = async () => {
    while (next < CALLS_PER_ROUND) {
      next += 1;
      await call(installation, next);
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, worker));
  return performance.now() - startedAt;
}
