// Builds through nx, which caches by project. When no source changed, a hash of all sources saves the two seconds that nx needs to find out.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { readProjects } from '../checks/projects.mjs';
import { CommandError } from '../infrastructure/command-error.mjs';

const ROOT = path.resolve(import.meta.dirname, '../..');
const STAMP = path.join(ROOT, '.nx/kith-build');
const SHARED = ['package-lock.json', 'tsconfig.base.json', '.swcrc', 'nx.json'];
const NOT_SOURCE = new Set(['node_modules', 'dist', 'test', 'e2e', 'coverage', 'screenshots']);

/** Builds what changed since the last build. `run` runs a command and resolves with `{ isOk, tail }`. */
export async function buildProjects({ run, log }) {
  const projects = readProjects(ROOT).map(({ folder }) => folder);
  const isBuilt = projects.every((folder) => existsSync(path.join(ROOT, folder, 'dist')));
  const hash = sourceHash(projects);
  if (isBuilt && existsSync(STAMP) && readFileSync(STAMP, 'utf8') === hash) return;
  log('Building what changed.');
  const env = { NX_DAEMON: 'false', NX_TUI: 'false', NODE_ENV: 'production' };
  const { isOk, tail } = await run({
    command: path.join(ROOT, 'node_modules/.bin/nx'),
    args: ['run-many', '-t', 'build', '--outputStyle=static'],
    env,
  });
  if (!isOk) throw new CommandError(`The build failed:\n${tail}`);
  mkdirSync(path.dirname(STAMP), { recursive: true });
  writeFileSync(STAMP, hash);
}

function sourceHash(projects) {
  const hash = createHash('sha256');
  const files = [
    ...SHARED.map((name) => path.join(ROOT, name)),
    ...projects.flatMap((folder) => sourceFiles(path.join(ROOT, folder))),
  ];
  for (const file of files.toSorted())
    hash.update(path.relative(ROOT, file)).update('\0').update(readFileSync(file)).update('\0');
  return hash.digest('hex');
}

function sourceFiles(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (NOT_SOURCE.has(entry.name)) return [];
    const file = path.join(folder, entry.name);
    if (entry.isDirectory()) return sourceFiles(file);
    return entry.isFile() ? [file] : [];
  });
}
