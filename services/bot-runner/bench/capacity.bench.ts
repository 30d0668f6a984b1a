// Ten thousand bots in one process: `npm run bench -w services/bot-runner capacity`
import { BenchWorld, exitCode, memoryOf, report } from './bench-world.js';

const BOTS = Number(process.env['BENCH_BOTS'] ?? 10_000);

const world = await BenchWorld.open();
try {
  const startMs = performance.now();
  await world.onlineBots(BOTS);
  report(`${BOTS} bots ready`, (performance.now() - startMs) / 1000, 60, 's');
  report(`${BOTS} bots, memory of the process`, (await memoryOf(world.runner)) / 1024, 600, 'MB');
} finally {
  await world.close();
}
process.exit(exitCode());
