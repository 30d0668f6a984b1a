// How much slower a small user becomes by one with 1,000 bots, 10,000 knowledge items and 1,000,000 messages who reads, searches, exports and deletes
// them, as often as the requests of one network are accepted. Rounds with and without take turns. Exits with 1 above MAX_GROWTH.
import { testEnvironment, waitFor } from '@kith/kit/testing';
import { Client } from 'pg';
import { pause, sample, type Outcome, type Repeatable } from '../../test/availability/load.js';
import { ApiClient, type Answer } from '../testing/client.js';
import { startReplica } from '../testing/replica.js';
import { accepted } from './greedy-connections.js';
import { begin, type Work } from './greedy-thread.js';
import { fillForGreedyUser } from './greedy-data.js';
import { median } from './process-stats.js';
import { report } from './report.js';
import { trustedQuery } from './trusted-query.js';

const MAX_GROWTH = 1.5;
/** Shorter answers are not told apart by a clock beside what else the machine does. */
const FLOOR_MS = 2;
const ROUNDS = 9;
const WINDOW_MS = 1500;
/** Until what the large user does has begun. */
const BEGIN_MS = 500;
const WARM_UP_MS = 3000;
const DELETION_MS = 900_000;

interface Person {
  readonly client: ApiClient;
  readonly token: string;
  readonly userId: string;
}

interface Times {
  readonly p50: number;
  readonly p95: number;
}

const world = await testEnvironment();
const replica = await startReplica(world.env, 'build');
const database = new Client({ connectionString: world.env['DATABASE_URL'] ?? '' });
await database.connect();
const admin = (await new ApiClient(replica.baseUrl).login('superadmin', world.env['SUPER_ADMIN_PASSWORD'] ?? '')).client;

const small = await person('small-user');
const smallBot = await aBot(small, 'Small');
for (let at = 0; at < 5; at += 1) await teach(small, smallBot, `Tides ${at}`);
await talk(small, smallBot);
const greedy = await person('greedy-user');
const busyBot = await aBot(greedy, 'Busy');
const learnedBot = await aBot(greedy, 'Learned');
const startedAt = performance.now();
await fillForGreedyUser(world.env['DATABASE_URL'] ?? '', {
  userId: greedy.userId,
  busyBotId: busyBot,
  learnedBotId: learnedBot,
});
process.stdout.write(`filled in ${((performance.now() - startedAt) / 1000).toFixed(0)} s\n`);

const BENIGN = [
  get(small, '/api/auth/user'),
  get(small, '/api/bots'),
  query(small, 'DashboardBots', {}),
  query(small, 'OverviewUsage', {}),
  query(small, 'BotAnalytics', { botId: smallBot }),
  query(small, 'Conversations', { botId: smallBot }),
  get(small, `/api/bots/${smallBot}/knowledge?limit=20`),
  found(small, smallBot, 'When is high water?'),
  get(small, '/api/credits/history'),
];
const REQUESTS: readonly (readonly [name: string, requests: readonly Repeatable[]])[] = [
  ['lists of bots', [get(greedy, '/api/bots?limit=200'), query(greedy, 'DashboardBots', {}), query(greedy, 'PaletteBots', {})]],
  ['searches for bots', [query(greedy, 'SearchBots', { search: 'companion 9' }), get(greedy, '/api/bots?search=zzz')]],
  ['usage of 1,000 bots', [get(greedy, '/api/dashboard/resource-usage'), query(greedy, 'OverviewUsage', {})]],
  [
    'analytics of 500,000 messages',
    [query(greedy, 'BotAnalytics', { botId: busyBot }), query(greedy, 'Conversations', { botId: busyBot })],
  ],
  [
    'memory, cases and inbox of that bot',
    [
      query(greedy, 'BotMemory', { botId: busyBot }),
      query(greedy, 'ModerationCases', { botId: busyBot, limit: 200, member: 'ember 70' }),
      query(greedy, 'Inbox', { botId: busyBot, state: 'open', limit: 50, offset: 0 }),
    ],
  ],
  [
    'lists of 1,000 items',
    [get(greedy, `/api/bots/${learnedBot}/knowledge?limit=200`), query(greedy, 'BotBrain', { botId: learnedBot })],
  ],
  [
    'searches in 1,000 items',
    [
      query(greedy, 'KnowledgeMatches', { botId: learnedBot, search: 'item 9', offset: 0 }),
      found(greedy, learnedBot, 'kkjnmmhlkhmhkihggpjlhkhklk item one'),
    ],
  ],
  ['export of 100,000 postings', [get(greedy, '/api/credits/history.csv')]],
];
const dashboard = [get(greedy, '/api/auth/user'), query(greedy, 'DashboardBots', {}), query(greedy, 'OverviewUsage', {})];
type Act = readonly [name: string, action: Work['action'], requests: readonly Repeatable[]];
const EVERY_ACT: readonly Act[] = [
  ...REQUESTS.map(([name, requests]): Act => [name, 'send', requests]),
  ['a hundred tabs, opened again and again', 'open tabs', dashboard],
  ['exports that are not read', 'read nothing', [get(greedy, '/api/credits/history.csv')]],
  ['answers of GraphQL that are not read', 'read nothing', [query(greedy, 'PaletteBots', {})]],
  ['streams of replies that are not read', 'read nothing', [said('/chat/stream')]],
  ['live connections that are not read', 'read no changes', [said('/chat')]],
];
const ACTS = EVERY_ACT.filter(([name]) => name.includes(process.env['GREEDY_ACT'] ?? ''));

await sample(replica.baseUrl, BENIGN, WARM_UP_MS);
const rows: ReturnType<typeof rowOf>[] = [];
let network = 0;
for (const [name, action, requests] of ACTS) {
  const without: Times[] = [];
  const beside: Times[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    without.push(timesOf(await sample(replica.baseUrl, BENIGN, WINDOW_MS)));
    // The next round comes from a network that has not used up what it may send.
    network += 1;
    const stop = begin({ action, person: { baseUrl: replica.baseUrl, token: greedy.token, network }, requests });
    await pause(BEGIN_MS);
    beside.push(timesOf(await sample(replica.baseUrl, BENIGN, WINDOW_MS)));
    await stop();
    await pause(BEGIN_MS);
  }
  add(name, without, beside);
}
await measureDuring('reset of a bot with 500,000 messages', async () => {
  await done(greedy.client.post(`/api/bots/${busyBot}/reset`, { name: 'Busy' }));
  await isGone('select from bots.bot where id = $1 and reset_at is not null', busyBot);
});
await measureDuring('deletion of a bot with 10,000 passages', async () => {
  await done(greedy.client.delete(`/api/bots/${learnedBot}`));
  await isGone('select from knowledge.item where bot_id = $1 limit 1', learnedBot);
});
await measureDuring('deletion of the account', async () => {
  await done(greedy.client.delete('/api/auth/account', { password: 'correct horse' }));
  await isGone('select from chat.message where owner_id = $1 limit 1', greedy.userId);
  await isGone('select from knowledge.item where owner_id = $1 limit 1', greedy.userId);
});
report('greedy', ['what', 'p50 without', 'p50 beside', 'p95 without', 'p95 beside', 'ratio', 'at most'], rows);

await database.end();
await replica.end('SIGTERM');
await world.drop();
process.exit(rows.some(({ ratio }) => ratio > MAX_GROWTH) ? 1 : 0);

async function person(name: string): Promise<Person> {
  const { client, token, user } = await new ApiClient(replica.baseUrl).register(name);
  await done(admin.patch(`/api/admin/users/${user.id}/subscription`, { plan: 'premium' }));
  await waitFor('the plan', async () => (await client.get('/api/auth/user')).body['subscriptionPlan'] === 'premium');
  return { client, token, userId: user.id };
}

async function aBot({ client }: Person, name: string): Promise<string> {
  return String((await done(client.post('/api/bots', { name, description: 'Knows the coast' }))).body['id']);
}

async function teach({ client }: Person, botId: string, title: string): Promise<void> {
  const content = 'High water at noon, ebb at six. '.repeat(20);
  await done(client.post(`/api/bots/${botId}/knowledge`, { title, content }));
}

async function talk({ client }: Person, botId: string): Promise<void> {
  await done(client.post(`/api/bots/${botId}/chat`, { message: 'When is high water?' }));
}

async function done(request: Promise<Answer>): Promise<Answer> {
  const answer = await request;
  if (answer.status >= 300) throw new Error(`answered ${answer.status}: ${answer.text}`);
  return answer;
}

function get({ token }: Person, path: string): Repeatable {
  return { name: path, method: 'GET', path, headers: { authorization: `Bearer ${token}` } };
}

function query({ token }: Person, name: string, variables: object): Repeatable {
  const headers = { authorization: `Bearer ${token}` };
  return { name, method: 'POST', path: '/graphql', headers, body: trustedQuery(name, variables) };
}

/** A message to a bot of the large user, which changes its usage. */
function said(path: string): Repeatable {
  const headers = { authorization: `Bearer ${greedy.token}` };
  const body = JSON.stringify({ message: 'When is high water?' });
  return { name: path, method: 'POST', path: `/api/bots/${busyBot}${path}`, headers, body };
}

/** The passages that a question finds. */
function found(by: Person, botId: string, question: string): Repeatable {
  return get(by, `/api/bots/${botId}/knowledge/search?query=${encodeURIComponent(question)}`);
}

/** The times of the small user until what the other one began has ended. */
async function measureDuring(name: string, work: () => Promise<unknown>): Promise<void> {
  const without = [timesOf(await sample(replica.baseUrl, BENIGN, 2 * WINDOW_MS))];
  const began = performance.now();
  let isRunning = true;
  const working = work().finally(() => (isRunning = false));
  const outcomes: Outcome[] = [];
  while (isRunning) outcomes.push(...(await sample(replica.baseUrl, BENIGN, 100)));
  await working;
  process.stdout.write(`${name}: ${((performance.now() - began) / 1000).toFixed(1)} s\n`);
  await pause(WINDOW_MS);
  without.push(timesOf(await sample(replica.baseUrl, BENIGN, 2 * WINDOW_MS)));
  add(name, without, [timesOf(outcomes)]);
}

function isGone(statement: string, id: string): Promise<boolean> {
  return waitFor('the end of the deletion', async () => (await database.query(statement, [id])).rowCount === 0, DELETION_MS);
}

function timesOf(outcomes: readonly Outcome[]): Times {
  for (const outcome of outcomes) accepted(outcome);
  const sorted = outcomes.map(({ ms }) => ms).toSorted((a, b) => a - b);
  const at = (share: number): number => sorted[Math.floor(sorted.length * share)] ?? Number.NaN;
  return { p50: at(0.5), p95: at(0.95) };
}

function add(name: string, without: readonly Times[], beside: readonly Times[]): void {
  const row = rowOf(name, without, beside);
  process.stdout.write(`${name}: ${row.ratio.toFixed(2)}x\n`);
  rows.push(row);
}

function rowOf(what: string, without: readonly Times[], beside: readonly Times[]) {
  const of = (times: readonly Times[], share: keyof Times): number => median(times.map((one) => one[share]));
  const growth = (share: keyof Times): number => of(beside, share) / Math.max(of(without, share), FLOOR_MS / MAX_GROWTH);
  return {
    what,
    'p50 without': of(without, 'p50'),
    'p50 beside': of(beside, 'p50'),
    'p95 without': of(without, 'p95'),
    'p95 beside': of(beside, 'p95'),
    ratio: Math.max(growth('p50'), growth('p95')),
    'at most': MAX_GROWTH,
  };
}
