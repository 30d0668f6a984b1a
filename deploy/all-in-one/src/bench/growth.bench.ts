// What lists, pages and statistics cost with 100 times the data: two installations that differ in the number of rows alone are asked in turns.
// Exits with 1 when a median is above twice that of the small one. BENCH_JSON=<file> writes the figures, to be compared with a later run.
import { writeFileSync } from 'node:fs';
import { openRuntime } from '@kith/kit';
import { anActor, testEnvironment } from '@kith/kit/testing';
import { billing, bots, systems } from '@kith/proto';
import { startAll } from '../start-all.js';
import { ApiClient } from '../testing/client.js';
import { grow, rowsOf } from './growth-data.js';
import { load, PAGES, type Installation, type Work } from './growth-pages.js';
import { median } from './process-stats.js';

const MAX_RATIO = 2;
const ROUNDS = 41;
const WARM_UP_ROUNDS = 5;

interface Measured {
  readonly smallMs: number;
  readonly largeMs: number;
  readonly ratio: number;
}

const small = await install(1);
const large = await install(100);
const results: Record<string, Measured> = {};
for (const [name, work] of PAGES.filter(([page]) => page.includes(process.env['GROWTH_PAGE'] ?? '')))
  report(name, await compare(work));
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
  const planSet = await signedIn.client.patch(`/api/admin/users/${ownerId}/subscription`, { plan: 'premium' });
  if (planSet.status !== 200) throw new Error(`the plan was answered with ${planSet.status}: ${planSet.text}`);
  for (const systemId of ['leveling-xp', 'economy-system', 'mini-games', 'support-tickets', 'music-bot'])
    await runtime.rpc.ask(systems.install, { actor: owner, botId: bot.id, systemId });
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
    last: (list, limit) => rowsOf(list, times) - limit,
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
