// What an idle installation takes: the resident memory of all services in one process, and how soon it is ready when it was started before, as
// `npm start` starts it. `npm run bench start`; exits with 1 above a limit. BENCH_JSON names a file that gets the figures, too.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { testEnvironment } from '@kith/kit/testing';
import { startReplica } from '../testing/replica.js';
import { cpuMicros, median, residentMegabytes } from './process-stats.js';
import { report } from './report.js';

const STARTS = 5;
const IDLE_MS = 10_000;
const LIMITS = { 'ready, ms': 3000, 'resident when idle, MB': 180 };

const cache = mkdtempSync(join(tmpdir(), 'kith-compiled-'));
const world = await testEnvironment({ NODE_COMPILE_CACHE: cache, MALLOC_ARENA_MAX: '2' });
const found = { 'ready, ms': [] as number[], 'CPU until ready, ms': [] as number[], 'resident when idle, MB': [] as number[] };
for (let start = 0; start <= STARTS; start += 1) {
  const startedAt = performance.now();
  const replica = await startReplica(world.env, 'build');
  const readyMs = performance.now() - startedAt;
  const cpuMs = cpuMicros(replica.pid) / 1000;
  // The first start creates the tables and fills the cache of compiled code.
  if (start > 0) {
    await wait(IDLE_MS);
    found['ready, ms'].push(readyMs);
    found['CPU until ready, ms'].push(cpuMs);
    found['resident when idle, MB'].push(residentMegabytes(replica.pid));
  }
  await replica.end('SIGTERM');
}
await world.drop();
rmSync(cache, { recursive: true });

const limits: Record<string, number> = LIMITS;
const rows = Object.entries(found).map(([what, values]) => ({
  what,
  value: Math.round(median(values)),
  'at most': limits[what] ?? '',
}));
report('start', ['what', 'value', 'at most'], rows);
process.exit(rows.every((row) => typeof row['at most'] !== 'number' || row.value <= row['at most']) ? 0 : 1);
