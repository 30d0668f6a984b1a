import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { CommandError } from '../infrastructure/command-error.mjs';

/** The containers of docker-compose.yml that run Kith's code; each gets one file of variables. */
export const PROCESSES = ['gateway', 'auth', 'bots', 'billing', 'chat', 'knowledge', 'bot-runner', 'sandbox'];

const STATE_FILE = 'secrets.json';

/**
 * Writes the secrets of a compose installation into `folder` (0700, its files 0600) and returns the names of the files written:
 * `<process>.env` for each process and what the parts add. A value that exists is kept, so that the command can be repeated.
 *
 * A part is a function `({ secret }) => ({ env, files })`. `secret(name, make)` returns the stored value of that name, or stores what `make`
 * returns; `env` has the variables of each process and of other env files, `{ auth: { NAME: 'value' } }`; `files` has texts by file name.
 */
export function createSecrets({ folder, parts }) {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  chmodSync(folder, 0o700);
  const stored = readState(path.join(folder, STATE_FILE));
  const secret = (name, make) => (stored[name] ??= make());
  const results = parts.map((part) => part({ secret }));
  // First, so that a process never gets a secret that the next run would not know.
  writePrivate(path.join(folder, STATE_FILE), `${JSON.stringify(stored, null, 2)}\n`);
  const files = { ...envFiles(results), ...Object.assign({}, ...results.map(({ files = {} }) => files)) };
  for (const [name, text] of Object.entries(files)) writePrivate(path.join(folder, name), text);
  return Object.keys(files);
}

function readState(file) {
  if (!existsSync(file)) return {};
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    throw new CommandError(`${file} is damaged: restore it from your backup. Without it all secrets would change.`);
  }
}

function envFiles(results) {
  const env = Object.fromEntries(PROCESSES.map((name) => [name, {}]));
  for (const { env: added = {} } of results)
    for (const [name, variables] of Object.entries(added)) Object.assign((env[name] ??= {}), variables);
  return Object.fromEntries(Object.entries(env).map(([name, variables]) => [`${name}.env`, envText(name, variables)]));
}

function envText(name, variables) {
  return Object.entries(variables)
    .map(([variable, value]) => `${variable}=${quoted(value, `${name}.env: ${variable}`)}\n`)
    .join('');
}

/** Compose expands `$` and cuts at ` #` except between single quotes, which have no escape. */
function quoted(value, place) {
  if (/^[\w+/=:@.,?&%-]*$/.test(value)) return value;
  if (/['\r\n]/.test(value)) throw new CommandError(`${place} must contain neither a single quote nor a line break.`);
  return `'${value}'`;
}

/** Replaces the file in one step, so that an interrupted run leaves the old one; it is never readable by others. */
function writePrivate(file, text) {
  const temporary = `${file}.new`;
  writeFileSync(temporary, text, { mode: 0o600 });
  chmodSync(temporary, 0o600);
  renameSync(temporary, file);
}
