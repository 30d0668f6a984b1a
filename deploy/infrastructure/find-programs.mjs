// Finds programs that are installed on the machine.
import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, readdirSync } from 'node:fs';
import path from 'node:path';

const OLDEST_POSTGRES = 15;
const POSTGRES_ROOTS = [
  '/usr/lib/postgresql',
  '/opt/homebrew/opt',
  '/usr/local/opt',
  '/Applications/Postgres.app/Contents/Versions',
];

/** The first of the names on PATH, else the first of the paths that exists, else undefined. */
export function findCommand(names, paths = []) {
  const folders = (process.env.PATH ?? '').split(path.delimiter).filter(Boolean);
  const candidates = names.flatMap((name) => folders.map((folder) => path.join(folder, name)));
  return [...candidates, ...paths].find(isProgram);
}

/** `{ folder, major }` of the Postgres programs: of the given major version, else the newest that is at least 15. */
export function findPostgres(wantedMajor) {
  const onPath = findCommand(['postgres']);
  const folders = [...POSTGRES_ROOTS.flatMap(versionFolders), ...redHatFolders(), ...(onPath ? [path.dirname(onPath)] : [])];
  const found = folders
    .filter((folder) => isProgram(path.join(folder, 'initdb')) && isProgram(path.join(folder, 'postgres')))
    .map((folder) => ({ folder, major: postgresMajor(folder) }))
    .filter(({ major }) => (wantedMajor ? major === wantedMajor : major >= OLDEST_POSTGRES));
  return found.toSorted((a, b) => b.major - a.major)[0];
}

/** The major version of the `postgres` program in a folder; 0 when it does not run. */
export function postgresMajor(folder) {
  const { stdout } = spawnSync(path.join(folder, 'postgres'), ['--version'], { encoding: 'utf8' });
  return Number(/(\d+)(?:\.|devel|beta|rc|\b)/.exec(stdout ?? '')?.[1] ?? 0);
}

function versionFolders(root) {
  if (!existsSync(root)) return [];
  return readdirSync(root)
    .filter((name) => /^(postgresql(@\d+)?|\d+(\.\d+)?|latest)$/.test(name))
    .map((name) => path.join(root, name, 'bin'));
}

function redHatFolders() {
  return readdirSync('/usr')
    .filter((name) => name.startsWith('pgsql-'))
    .map((name) => path.join('/usr', name, 'bin'));
}

function isProgram(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
