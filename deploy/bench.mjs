// `npm run bench [part of a path…]`: runs every *.bench.ts whose path has these parts, one after the other, on temporary Postgres and Redis servers.
// Without an argument: those in WITH_LIMIT, and one table of all their figures with it. BENCH_JSON=<file> writes that table as JSON.
// BENCH_BASE=<file> sets what an earlier run wrote by BENCH_JSON beside each figure.
import './prepare/require-node.mjs';
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { provideInfrastructure } from './infrastructure.mjs';
import { CommandError } from './infrastructure/command-error.mjs';
import { readProjects } from './checks/projects.mjs';
import { buildProjects } from './prepare/build.mjs';
import { figuresOf, formatFigures, readFigures } from './prepare/bench-figures.mjs';
import { installDependencies } from './prepare/install.mjs';
import { nodeProgram } from './prepare/node.mjs';
import { runTask } from './prepare/task.mjs';

const ROOT = path.resolve(import.meta.dirname, '..');
const FLAGS = [
  '--expose-gc',
  '--enable-source-maps',
  '--conditions=@kith/source',
  '--import',
  path.join(ROOT, 'deploy/register-swc.mjs'),
];
const WITH_LIMIT = [
  'services/chat/bench/first-token.bench.ts',
  'deploy/all-in-one/src/bench/door.bench.ts',
  'services/billing/test/debits.bench.ts',
  'services/kit/test/rpc.bench.ts',
  'services/sandbox/test/run.bench.ts',
  'deploy/all-in-one/src/bench/growth.bench.ts',
  'deploy/all-in-one/src/bench/start.bench.ts',
];

process.chdir(ROOT);
await runTask(async (task) => {
  const files = chosenFiles(process.argv.slice(2));
  const earlier = earlierFigures(process.env.BENCH_BASE);
  await installDependencies(task);
  // Benchmarks of whole processes measure the built code.
  await buildProjects(task);
  const { databaseUrl, redisUrl, stop } = await provideInfrastructure({ mode: 'bench', log: task.log });
  task.onStop(stop);
  const folder = mkdtempSync(path.join(os.tmpdir(), 'kith-bench-'));
  task.onStop(() => rmSync(folder, { recursive: true, force: true }));
  const env = { DATABASE_URL: databaseUrl, REDIS_URL: redisUrl, LOG_LEVEL: process.env.LOG_LEVEL ?? 'silent' };
  const figures = [];
  for (const file of files) {
    task.log(`\n── ${file}`);
    const json = path.join(folder, `${path.basename(file)}.json`);
    const run = { command: nodeProgram(), args: [...FLAGS, path.join(ROOT, file)], env: { ...env, BENCH_JSON: json } };
    const { isOk } = await task.run({ ...run, showOutput: true });
    const name = path.basename(file, '.bench.ts');
    figures.push(...readFigures(name, existsSync(json) ? JSON.parse(readFileSync(json, 'utf8')) : undefined, isOk));
  }
  task.log(`\n${formatFigures(figures, earlier)}`);
  const measured = { node: process.version, cpus: os.cpus().length, measuredAt: new Date().toISOString(), figures };
  if (process.env.BENCH_JSON) writeFileSync(process.env.BENCH_JSON, `${JSON.stringify(measured, null, 2)}\n`);
  const missed = figures.filter(({ isMet }) => isMet === false).length;
  if (missed > 0) throw new CommandError(`${missed} of ${figures.length} missed.`);
});

/** Read before anything is measured, so that a wrong path costs no run. */
function earlierFigures(file) {
  if (!file) return undefined;
  try {
    return figuresOf(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new CommandError(`BENCH_BASE=${file} cannot be compared with: ${error.message}.`);
  }
}

function chosenFiles(wanted) {
  if (wanted.length === 0) return WITH_LIMIT;
  const files = readProjects(ROOT)
    .flatMap(({ folder }) => benchmarks(folder))
    .filter((file) => wanted.every((part) => file.includes(part)));
  if (files.length === 0) throw new CommandError(`No *.bench.ts file with ${wanted.join(' and ')} in its path.`);
  return files;
}

function benchmarks(folder) {
  return readdirSync(path.join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    const file = path.join(folder, entry.name);
    if (entry.isDirectory()) return ['node_modules', 'dist'].includes(entry.name) ? [] : benchmarks(file);
    return entry.name.endsWith('.bench.ts') ? [file] : [];
  });
}
