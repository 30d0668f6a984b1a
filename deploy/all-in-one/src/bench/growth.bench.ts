// What lists, pages and statistics cost with 100 times the data: installations that differ in the number of rows alone are asked in turns.
// Exits with 1 when a median of the largest is above twice that of the smallest. GROWTH_SIZES=1,10,100 measures more sizes, and prints the medians of
// groups of pages for a chart. GROWTH_PAGE='payments|cases' asks only for pages with one of these in their name, GROWTH_ROUNDS says how often.
// BENCH_JSON=<file> writes the figures, to be compared with a later run.
import { writeFileSync } from 'node:fs';
import { openRuntime } from '@kith/kit';
import { anActor, startDiscord, testEnvironment } from '@kith/kit/testing';
import { billing, bots, systems } from '@kith/proto';
import { startAll } from '../start-all.js';
import { ApiClient } from '../testing/client.js';
import { grow, rowsOf } from './growth-data.js';
import { CompanionOnDiscord } from './growth-discord.js';
import type { Installation, Work } from './growth-lists.js';
import { EXPORTS, load, PAGES } from './growth-pages.js';
import { median } from './process-stats.js';

const MAX_RATIO = 2;
const ROUNDS = Number(process.env['GROWTH_ROUNDS'] ?? 41);
const WARM_UP_ROUNDS = 5;

interface Measured {
  /** One for each size, the smallest first. */
  readonly ms: readonly number[];
  readonly ratio: number;
}

const sizes = (process.env['GROWTH_SIZES'] ?? '1,100')
  .split(',')
  .map(Number)
  .toSorted((one, other) => one - other);
const wantedParts = (process.env['GROWTH_PAGE'] ?? '').split('|');
const isWanted = (page: string): boolean => wantedParts.some((part) => page.includes(part));
const installations: Installation[] = [];
for (const times of sizes) installations.push(await install(times));
const results: Record<string, Measured> = {};
for (const [name, work] of PAGES.filter(([page]) => isWanted(page))) report(name, await compare(work));
for (const [name, path] of EXPORTS.filter(([page]) => isWanted(page))) report(name, await compareExports(path));
const rows = Object.entries(results).map(([what, { ms, ratio }]) => ({
  what,
  smallMs: ms[0],
  largeMs: ms.at(-1),
  ms,
  ratio,
  'at most': MAX_RATIO,
}));
if (process.env['BENCH_JSON']) writeFileSync(process.env['BENCH_JSON'], JSON.stringify({ name: 'growth', sizes, rows }));
if (sizes.length > 2) reportGroups();
for (const { process: running, runtime, world, onDiscord } of installations) {
  await Promise.all(running.running.map((service) => service.stopWork()));
  await Promise.all(running.running.map((service) => service.close()));
  await runtime.close();
  await world.drop();
  await onDiscord.close();
}
const missed = Object.entries(results).filter(([, { ratio }]) => ratio > MAX_RATIO);
process.stdout.write(`${missed.length} of ${Object.keys(results).length} above ${MAX_RATIO}x\n`);
process.exit(missed.length > 0 ? 1 : 0);

async function install(times: number): Promise<Installation> {
  const standIn = await startDiscord({ isRateLimited: false });
  const account = standIn.addBot();
  const world = await testEnvironment({ PORT: '0', DISCORD_API_URL: standIn.apiUrl });
  const runtime = await openRuntime(world.env);
  const running = await startAll(runtime);
  const visitor = new ApiClient(running.address ?? '');
  const signedIn = await visitor.login('superadmin', world.env['SUPER_ADMIN_PASSWORD'] ?? '');
  const registered = await visitor.register('bench-owner');
  const ownerId = registered.user.id;
  const owner = anActor({ userId: ownerId, plan: 'premium' });
  const { bot } = await runtime.rpc.ask(bots.create, { actor: owner, name: 'Busy', discordToken: account.token });
  const planSet = await signedIn.client.patch(`/api/admin/users/${ownerId}/subscription`, { plan: 'premium' });
  if (planSet.status !== 200) throw new Error(`the plan was answered with ${planSet.status}: ${planSet.text}`);
  for (const systemId of [
    'leveling-xp',
    'economy-system',
    'mini-games',
    'support-tickets',
    'music-bot',
    'reaction-roles',
    'event-manager',
    'auto-moderation',
  ])
    await runtime.rpc.ask(systems.install, { actor: owner, botId: bot.id, systemId });
  const startedAt = performance.now();
  const [databaseUrl, subject] = [world.env['DATABASE_URL'] ?? '', { ownerId, botId: bot.id }];
  await grow(databaseUrl, runtime, subject, times, account.guildId);
  await runtime.rpc.ask(bots.start, { actor: owner, botId: bot.id });
  const onDiscord = new CompanionOnDiscord(standIn, account, rowsOf('ranked', times));
  await onDiscord.grow(databaseUrl, subject, rowsOf('servers', times), rowsOf('events', times));
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
    onDiscord,
    middle: String(Number(movements[0]?.id) - 500 * times),
    last: (list, limit) => rowsOf(list, times) - limit,
  };
}

/** Medians of interleaved rounds. Each installation goes first in turn, because a later one runs on a warmer machine. */
async function compare(work: Work, rounds = ROUNDS): Promise<Measured> {
  const times = new Map(installations.map((installation) => [installation, [] as number[]]));
  for (let round = 0; round < rounds + WARM_UP_ROUNDS; round += 1)
    for (const [at] of installations.entries()) {
      const installation = installations[(at + round) % installations.length];
      if (!installation) continue;
      const startedAt = performance.now();
      await work(installation);
      if (round >= WARM_UP_ROUNDS) times.get(installation)?.push(performance.now() - startedAt);
    }
  return measured([...times.values()].map(median));
}

/** An export grows with its rows: what is compared is the time per row. */
async function compareExports(path: string): Promise<Measured> {
  const perHundred = async ({ ownerClient, adminClient }: Installation): Promise<number> => {
    const startedAt = performance.now();
    const text = await load(path.includes('admin') ? adminClient : ownerClient, path);
    return ((performance.now() - startedAt) * 100) / (text.split('\r\n').length - 2);
  };
  const times = new Map(installations.map((installation) => [installation, [] as number[]]));
  for (let round = 0; round < 4; round += 1)
    for (const installation of installations) {
      const ms = await perHundred(installation);
      if (round > 0) times.get(installation)?.push(ms);
    }
  return measured([...times.values()].map(median));
}

function measured(ms: readonly number[]): Measured {
  return { ms, ratio: (ms.at(-1) ?? 0) / (ms[0] ?? 1) };
}

function report(name: string, result: Measured): void {
  results[name] = result;
  const { ms, ratio } = result;
  const each = ms.map((value, at) => `${sizes[at]}x ${value.toFixed(1)} ms`).join(', ');
  process.stdout.write(`${ratio > MAX_RATIO ? 'MISS' : 'ok  '} ${name}: ${each}: ${ratio.toFixed(2)}x\n`);
}

/** Lines of a chart: the median of a group of pages at each size. */
function reportGroups(): void {
  const groups: Readonly<Record<string, (page: string) => boolean>> = {
    'first pages, searches and statistics': (page) => !/, (last page|a page in the middle|per 100)/.test(page),
    'last pages': (page) => page.endsWith(', last page'),
    'pages in the middle': (page) => page.endsWith(', a page in the middle'),
    'exports, per 100 rows': (page) => page.includes(', per 100 '),
  };
  for (const [group, isIn] of Object.entries(groups)) {
    const of = Object.entries(results).filter(([page]) => isIn(page));
    const line = sizes.map((_, at) => median(of.map(([, { ms }]) => ms[at] ?? 0)).toFixed(2));
    process.stdout.write(`${group}: ${line.join(', ')} ms at ${sizes.join(', ')} times\n`);
  }
}
