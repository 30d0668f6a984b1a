import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const HERE = realpathSync(dirname(fileURLToPath(import.meta.url)));
// The same file extension as this module: `.ts` when running from source, `.js` when compiled.
const ENTRY = join(HERE, 'guest', `guest-process${import.meta.url.slice(-3)}`);
const ENGINE_FOLDER = realpathSync(dirname(createRequire(import.meta.url).resolve('quickjs-wasi/package.json')));
const FLAGS = [
  '--permission',
  '--allow-worker',
  ...[join(HERE, 'guest'), ENGINE_FOLDER].map((folder) => `--allow-fs-read=${folder}`),
  '--disallow-code-generation-from-strings',
  '--no-addons',
  '--no-warnings',
  '--max-old-space-size=64',
];
/**
 * A network namespace with nothing but a loopback that is down. Where unprivileged users may not create namespaces (in most containers), the
 * network of the container must not lead out.
 */
const UNSHARE_NETWORK = ['--user', '--map-current-user', '--net', '--'];
/** Null until it was looked for. */
let unsharePath: string | undefined | null = null;

/** Starts the process that runs users' code: it can read only its own files and has an empty environment and an IPC channel. */
export function startGuest(entry = ENTRY): ChildProcess {
  const command = [process.execPath, ...FLAGS, entry];
  const unshare = findUnshare();
  const [program = process.execPath, ...args] = unshare ? [unshare, ...UNSHARE_NETWORK, ...command] : command;
  return spawn(program, args, { cwd: join(HERE, 'guest'), env: {}, stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
}

/** The path of `unshare`, if it exists and may create a network namespace. */
function findUnshare(): string | undefined {
  if (unsharePath !== null) return unsharePath;
  unsharePath = ['/usr/bin/unshare', '/bin/unshare'].find((path) => existsSync(path));
  if (unsharePath && spawnSync(unsharePath, [...UNSHARE_NETWORK, '/bin/true'], { env: {}, stdio: 'ignore' }).status !== 0)
    unsharePath = undefined;
  return unsharePath;
}
