// `npm run bench`: runs every *.bench.ts, one after the other, on temporary Postgres and Redis servers.
import './prepare/require-node.mjs';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { provideInfrastructure } from './infrastructure.mjs';
import { CommandError } from './infrastructure/command-error.mjs';
import { readProjects } from './checks/projects.mjs';
import { buildProjects } from './prepare/build.mjs';
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

process.chdir(ROOT);
await runTask(async (task) => {
  const wanted = process.argv.slice(2);
  const files = readProjects(ROOT)
    .flatMap(({ folder }) => benchmarks(folder))
    .filter((file) => wanted.every((part) => file.includes(part)));
  if (files.length === 0)
    throw new CommandError(`No *.bench.ts file${wanted.length > 0 ? ` with ${wanted.join(' and ')} in its path` : ''}.`);
  await installDependencies(task);
  // Benchmarks of whole processes measure the built code.
  await buildProjects(task);
  const { databaseUrl, redisUrl, stop } = await provideInfrastructure({ mode: 'bench', log: task.log });
  task.onStop(stop);
  const env = { DATABASE_URL: databaseUrl, REDIS_URL: redisUrl, LOG_LEVEL: process.env.LOG_LEVEL ?? 'silent' };
  const failed = [];
  for (const file of files) {
    task.log(`\n── ${file}`);
    const { isOk } = await task.run({ command: nodeProgram(), args: [...FLAGS, path.join(ROOT, file)], env, showOutput: true });
    if (!isOk) failed.push(file);
  }
  if (failed.length > 0) throw new CommandError(`Failed: ${failed.join(', ')}`);
});

function benchmarks(folder) {
  return readdirSync(path.join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    const file = path.join(folder, entry.name);
    if (entry.isDirectory()) return ['node_modules', 'dist'].includes(entry.name) ? [] : benchmarks(file);
    return entry.name.endsWith('.bench.ts') ? [file] : [];
  });
}
