// What lists, pages and statistics cost with 100 times the data: two installations that differ in the number of rows alone are asked in turns.
// Exits with 1 when a median is above twice that of the small one. BENCH_JSON=<file> writes the figures, to be compared with a later run.
import { writeFileSync } from 'node:fs';
import { openRuntime, type Runtime } from '@kith/kit';
import { anActor, testEnvironment, type TestEnvironment } from '@kith/kit/testing';
import {
  admin,
  audit,
  billing,
  bots,
  chat,
  memory,
  moderation,
  news,
  notifications,
  payments,
  quality,
  reports,
  traces,
  type Actor,
  type Call,
  type InputOf,
} from '@kith/proto';
import { startAll, type RunningProcess } from '../start-all.js';
import { ApiClient } from '../testing/client.js';
import { grow } from './growth-data.js';
import { median } from './process-stats.js';

const MAX_RATIO = 2;
const ROUNDS = 41;
const WARM_UP_ROUNDS = 5;

interface Installation {
  readonly world: TestEnvironment;
  readonly runtime: Runtime;
  readonly process: RunningProcess;
  readonly owner: Actor;
  readonly botId: string;
  readonly superAdmin: Actor;
  readonly ownerClient: ApiClient;
  readonly adminClient: ApiClient;
  /** A posting in the middle of the owner's history. */
  readonly middle: string;
}

interface Measured {
  readonly smallMs: number;
  readonly largeMs: number;
  readonly ratio: number;
}

type Work = (installation: Installation) => Promise<unknown>;

const CALLS: readonly (readonly [name: string, work: Work])[] = [
  ['analytics of the busy companion', ask(chat.analytics, ({ owner, botId }) => ({ actor: owner, botId }))],
  ['its latest conversations', ask(chat.conversations, ({ owner, botId }) => ({ actor: owner, botId }))],
  ['its inbox', ask(quality.inbox, ({ owner, botId }) => ({ actor: owner, botId, limit: 10 }))],
  ['its memory', ask(memory.overview, ({ owner, botId }) => ({ actor: owner, botId }))],
  ['its moderation cases', ask(moderation.cases, ({ owner, botId }) => ({ actor: owner, botId, limit: 50 }))],
  [
    'its moderation cases of a member',
    ask(moderation.cases, ({ owner, botId }) => ({ actor: owner, botId, limit: 3, member: 'MBER 700007' })),
  ],
  ['what became of its messages', ask(traces.list, ({ owner, botId }) => ({ actor: owner, botId, limit: 50 }))],
  [
    'its messages without an answer',
    ask(traces.list, ({ owner, botId }) => ({ actor: owner, botId, limit: 4, outcome: 'unanswered' as const })),
  ],
  ['companions of the owner', ask(bots.list, ({ owner }) => ({ actor: owner, limit: 10 }))],
  ['resource usage', ({ ownerClient }) => load(ownerClient, '/api/dashboard/resource-usage')],
  ['credit history', ask(billing.history, ({ owner }) => ({ actor: owner, limit: 50 }))],
  ['credit history, in the middle', ask(billing.history, ({ owner, middle }) => ({ actor: owner, limit: 50, before: middle }))],
  ['notifications', ask(notifications.list, ({ owner }) => ({ actor: owner, limit: 20 }))],
  ['payments of the owner', ask(payments.list, ({ owner }) => ({ actor: owner, limit: 50 }))],
  ['users', ask(admin.users, ({ superAdmin }) => ({ actor: superAdmin, limit: 50 }))],
  ['users found by a name', ask(admin.users, ({ superAdmin }) => ({ actor: superAdmin, limit: 50, search: 'MEMBER17@' }))],
  ['administrators', ask(admin.admins, ({ superAdmin }) => ({ actor: superAdmin, limit: 3 }))],
  ['companions of a user', ask(bots.ofUser, ({ superAdmin, owner }) => ({ actor: superAdmin, userId: owner.userId, limit: 10 }))],
  ['admin statistics', ({ adminClient }) => load(adminClient, '/api/admin/stats')],
  ['payment statistics', ask(payments.statistics, ({ superAdmin }) => ({ actor: superAdmin }))],
  ['webhook events', ask(payments.events, ({ superAdmin }) => ({ actor: superAdmin, limit: 50 }))],
  [
    'failed webhook events',
    ask(payments.events, ({ superAdmin }) => ({ actor: superAdmin, limit: 4, state: 'failed' as const })),
  ],
  ['audit log', ask(audit.log, ({ superAdmin }) => ({ actor: superAdmin, limit: 50 }))],
  ['audit log of a user', ask(audit.log, ({ superAdmin, owner }) => ({ actor: superAdmin, limit: 10, userId: owner.userId }))],
  ['audit log by action', ask(audit.log, ({ superAdmin }) => ({ actor: superAdmin, limit: 50, action: 'plan_set' as const }))],
  ['open reports', ask(reports.list, ({ superAdmin }) => ({ actor: superAdmin, limit: 20 }))],
  ['news', ask(news.list, ({ superAdmin }) => ({ actor: superAdmin, limit: 20 }))],
];

const small = await install(1);
const large = await install(100);
const results: Record<string, Measured> = {};
for (const [name, work] of CALLS) report(name, await compare(work));
report('users.csv, per 100 users', await compareExports('/api/admin/export/users.csv'));
report('history.csv, per 100 postings', await compareExports('/api/credits/history.csv'));
const rows = Object.entries(results).map(([what, result]) => ({ what, ...result, 'at most': MAX_RATIO }));
if (process.env['BENCH_JSON']) writeFileSync(process.env['BENCH_JSON'], JSON.stringify({ name: 'growth', rows }));
for (const { process: running, runtime, world } of [small, large]) {
  await Promise.all(running.running.map((service) => service.stopWork()));
  await Promise.all(running.running.map((service) => service.close()));
  await runtime.close();
  await world.drop();
}
const missed = Object.entries(results).filter(([, { ratio }]) => ratio > MAX_RATIO);
process.stdout.write(`${missed.length} of ${Object.keys(results).length} above ${MAX_RATIO}x\n`);
process.exit(missed.length > 0 ? 1 : 0);

function ask<C extends Call>(call: C, inputOf: (installation: Installation) => InputOf<C>): Work {
  return (installation) => installation.runtime.rpc.ask(call, inputOf(installation));
}

async function load(client: ApiClient, path: string): Promise<string> {
  const answer = await client.get(path);
  if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}: ${answer.text}`);
  return answer.text;
}

async function install(times: 1 | 100): Promise<Installation> {
  const world = await testEnvironment({ PORT: '0' });
  const runtime = await openRuntime(world.env);
  const running = await startAll(runtime);
  const visitor = new ApiClient(running.address ?? '');
  const signedIn = await visitor.login('superadmin', world.env['SUPER_ADMIN_PASSWORD'] ?? '');
  const registered = await visitor.register('bench-owner');
  const ownerId = registered.user.id;
  const owner = anActor({ userId: ownerId, plan: 'premium' });
  const { bot } = await runtime.rpc.ask(bots.create, { actor: owner, name: 'Busy' });
  const startedAt = performance.now();
  await grow(world.env['DATABASE_URL'] ?? '', runtime, { ownerId, botId: bot.id }, times);
  process.stdout.write(`filled ${times}x in ${((performance.now() - startedAt) / 1000).toFixed(0)} s\n`);
  const { movements } = await runtime.rpc.ask(billing.history, { actor: owner, limit: 1 });
  return {
    world,
    runtime,
    process: running,
    owner,
    botId: bot.id,
    superAdmin: anActor({ userId: signedIn.user.id, role: 'super_admin' }),
    ownerClient: registered.client,
    adminClient: signedIn.client,
    middle: String(Number(movements[0]?.id) - 500 * times),
  };
}

/** Medians of interleaved rounds. Each goes first in every other round, because the second one runs on a warmer machine. */
async function compare(work: Work, rounds = ROUNDS): Promise<Measured> {
  const times = new Map<Installation, number[]>([
    [small, []],
    [large, []],
  ]);
  for (let round = 0; round < rounds + WARM_UP_ROUNDS; round += 1)
    for (const installation of round % 2 ? [small, large] : [large, small]) {
      const startedAt = performance.now();
      await work(installation);
      if (round >= WARM_UP_ROUNDS) times.get(installation)?.push(performance.now() - startedAt);
    }
  return measured(median(times.get(small) ?? []), median(times.get(large) ?? []));
}

/** An export grows with its rows: what is compared is the time per row. */
async function compareExports(path: string): Promise<Measured> {
  const perHundred = async ({ ownerClient, adminClient }: Installation): Promise<number> => {
    const startedAt = performance.now();
    const text = await load(path.includes('admin') ? adminClient : ownerClient, path);
    return ((performance.now() - startedAt) * 100) / (text.split('\r\n').length - 2);
  };
  await perHundred(small);
  const [ofSmall, ofLarge]: [number[], number[]] = [[], []];
  for (let round = 0; round < 3; round += 1) {
    ofSmall.push(await perHundred(small));
    ofLarge.push(await perHundred(large));
  }
  return measured(median(ofSmall), median(ofLarge));
}

function measured(smallMs: number, largeMs: number): Measured {
  return { smallMs, largeMs, ratio: largeMs / smallMs };
}

function report(name: string, result: Measured): void {
  results[name] = result;
  const { smallMs, largeMs, ratio } = result;
  process.stdout.write(
    `${ratio > MAX_RATIO ? 'MISS' : 'ok  '} ${name}: ${smallMs.toFixed(1)} ms, at 100 times the data ${largeMs.toFixed(1)} ms: ${ratio.toFixed(2)}x\n`,
  );
}
