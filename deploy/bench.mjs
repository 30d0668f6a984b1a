// `npm run bench`: runs every <thing>.bench.ts beside what it measures, one after the other, each on the same throw-away stores.
import './prepare/require-node.mjs';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { provideInfrastructure } from './infrastructure.mjs';
import { Refusal } from './infrastructure/refusal.mjs';
import { buildProjects, projectFolders } from './prepare/build.mjs';
import { installDependencies } from './prepare/install.mjs';
import { nodeProgram } from './prepare/node.mjs';
import { runSession } from './prepare/session.mjs';

const ROOT = path.resolve(import.meta.dirname, '..');
const FLAGS = [
  '--expose-gc',
  '--enable-source-maps',
  '--conditions=@kith/source',
  '--import',
  path.join(ROOT, 'deploy/register-swc.mjs'),
];

process.chdir(ROOT);
await runSession(async (session) => {
  const wanted = process.argv.slice(2);
  const files = projectFolders()
    .flatMap((folder) => benchmarks(folder))
    .filter((file) => wanted.every((part) => file.includes(part)));
  if (files.length === 0)
    throw new Refusal(`No *.bench.ts file${wanted.length > 0 ? ` with ${wanted.join(' and ')} in its path` : ''}.`);
  await installDependencies(session);
  // What is measured is what runs in production.
  await buildProjects(session);
  const { databaseUrl, redisUrl, stop } = await provideInfrastructure({ mode: 'test', say: session.say });
  session.onStop(stop);
  const env = { DATABASE_URL: databaseUrl, REDIS_URL: redisUrl, LOG_LEVEL: process.env.LOG_LEVEL ?? 'silent' };
  const failed = [];
  for (const file of files) {
    session.say(`\n── ${file}`);
    const { isOk } = await session.run({ command: nodeProgram(), args: [...FLAGS, path.join(ROOT, file)], env, isShown: true });
    if (!isOk) failed.push(file);
  }
  if (failed.length > 0) throw new Refusal(`Failed: ${failed.join(', ')}`);
});

function benchmarks(folder) {
  return readdirSync(path.join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    const file = path.join(folder, entry.name);
    if (entry.isDirectory()) return ['node_modules', 'dist'].includes(entry.name) ? [] : benchmarks(file);
    return entry.name.endsWith('.bench.ts') ? [file] : [];
  });
}
