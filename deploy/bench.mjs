// `npm run bench [part of a path…]`: runs every *.bench.ts whose path has these parts, one after the other, on temporary Postgres and Redis servers.
// Without an argument: all those with limits (deploy/prepare/benchmarks.mjs), and one table of their figures. BENCH_JSON=<file> writes it as JSON.
// BENCH_BASE=<file> sets what an earlier run wrote by BENCH_JSON beside each figure.
import './prepare/require-node.mjs';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { provideInfrastructure } from './infrastructure.mjs';
import { CommandError } from './infrastructure/command-error.mjs';
import { readProjects } from './checks/projects.mjs';
import { buildProjects } from './prepare/build.mjs';
import { figuresOf, formatFigures, notMeasured, readFigures } from './prepare/bench-figures.mjs';
import { WITH_LIMIT } from './prepare/benchmarks.mjs';
import { installDependencies } from './prepare/install.mjs';
import { NODE_FLAGS, nodeProgram } from './prepare/node.mjs';
import { runTask } from './prepare/task.mjs';

const ROOT = path.resolve(import.meta.dirname, '..');
const FLAGS = [
  // As in production: with a larger young generation the garbage collector would run less often than there.
  ...NODE_FLAGS,
  '--enable-source-maps',
  '--conditions=@kith/source',
  '--import',
  path.join(ROOT, 'deploy/register-swc.mjs'),
];

process.chdir(ROOT);
await runTask(async (task) => {
  const benchmarks = chosenBenchmarks(process.argv.slice(2));
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
  for (const { file, smaller, needsRegistry } of benchmarks) {
    task.log(`\n── ${file}`);
    const name = path.basename(file, '.bench.ts');
    if (needsRegistry && !(await answersRegistry(task))) {
      figures.push(notMeasured(name, 'the package registry does not answer'));
      continue;
    }
    const json = path.join(folder, `${path.basename(file)}.json`);
    const given = { ...smaller, ...process.env, ...env, BENCH_JSON: json };
    const run = { command: nodeProgram(), args: [...FLAGS, path.join(ROOT, file)], env: given };
    const { isOk } = await task.run({ ...run, showOutput: true });
    figures.push(...readFigures(name, existsSync(json) ? JSON.parse(readFileSync(json, 'utf8')) : undefined, isOk));
  }
  task.log(`\n${formatFigures(figures, earlier)}`);
  const machine = { node: process.version, cpus: os.cpus().length };
  const measured = { ...commitOf(), ...machine, measuredAt: new Date().toISOString(), figures };
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

/** Of what was measured; nothing outside of a repository. */
function commitOf() {
  const git = (...args) => spawnSync('git', args, { encoding: 'utf8' });
  const { status, stdout } = git('rev-parse', 'HEAD');
  return status === 0 ? { commit: stdout.trim(), hasChanges: git('status', '--porcelain').stdout.trim() !== '' } : {};
}

async function answersRegistry(task) {
  const args = ['ping', '--fetch-retries=0', '--fetch-timeout=5000'];
  return (await task.run({ command: 'npm', args, showOutput: false })).isOk;
}

function chosenBenchmarks(wanted) {
  if (wanted.length === 0) return WITH_LIMIT;
  const files = readProjects(ROOT)
    .flatMap(({ folder }) => benchmarks(folder))
    .filter((file) => wanted.every((part) => file.includes(part)));
  if (files.length === 0) throw new CommandError(`No *.bench.ts file with ${wanted.join(' and ')} in its path.`);
  return files.map((file) => ({ file }));
}

function benchmarks(folder) {
  return readdirSync(path.join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    const file = path.join(folder, entry.name);
    if (entry.isDirectory()) return ['node_modules', 'dist'].includes(entry.name) ? [] : benchmarks(file);
    return entry.name.endsWith('.bench.ts') ? [file] : [];
  });
}
