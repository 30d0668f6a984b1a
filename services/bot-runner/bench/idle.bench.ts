// What an idle bot costs Redis and Postgres in a minute: `npm run bench -w services/bot-runner idle`
import { waitFor } from '@kith/kit/testing';
import { Redis } from 'ioredis';
import { DataSource } from 'typeorm';
import { BenchWorld, exitCode, pause, report } from './bench-world.js';

const BOTS = Number(process.env['BENCH_BOTS'] ?? 1000);
const SECONDS = 60;
/** What looks less often than all else has looked once by then. */
const SETTLED_AFTER_MS = 35_000;

const world = await BenchWorld.open();
const { redis: server, runtime } = world.harness;
try {
  const bots = await world.onlineBots(BOTS);
  // Their commands are registered at first, and that is noted.
  const { discord } = world.harness;
  await waitFor('all commands', () => bots.every(({ bot }) => discord.commandsOf(bot).length > 0), 120_000);
  await pause(SETTLED_AFTER_MS);
  const monitor = await new Redis(server.url).monitor();
  const counts = new Map<string, number>();
  monitor.on('monitor', (_time: string, [command = ''], source: string) => {
    // Commands within a script are not sent.
    if (source === 'lua') return;
    counts.set(command.toLowerCase(), (counts.get(command.toLowerCase()) ?? 0) + 1);
  });
  const database = await new DataSource({ type: 'postgres', url: runtime.config.DATABASE_URL }).initialize();
  const transactions = async (): Promise<number> => {
    const [row] = await database.query<{ count: string }[]>(
      'select xact_commit + xact_rollback as count from pg_stat_database where datname = current_database()',
    );
    return Number(row?.count);
  };
  await transactions();
  await pause(2000);
  const before = await transactions();
  counts.clear();
  await pause(SECONDS * 1000);
  const commands = [...counts.values()].reduce((sum, count) => sum + count, 0);
  const top = [...counts].toSorted(([, a], [, b]) => b - a).slice(0, 8);
  await pause(1500);
  const asked = (await transactions()) - before - 2;
  monitor.disconnect();
  await database.destroy();
  console.log(
    `${commands} commands in ${SECONDS} s: ${top.map(([name, count]) => `${name} ${count}`).join(', ')}; ${asked} transactions`,
  );
  report('Redis commands per idle bot and minute', (commands * 60) / SECONDS / BOTS, 6, 'commands');
  // Not 0: Postgres' own work is counted, and what the process asks about once a minute for all its bots. One more question a second shows.
  report('Postgres transactions per idle bot and minute', Math.max(0, (asked * 60) / SECONDS / BOTS), 0.02, 'transactions');
} finally {
  await world.close();
}
process.exit(exitCode());
