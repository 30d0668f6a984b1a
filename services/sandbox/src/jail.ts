import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const HERE = realpathSync(dirname(fileURLToPath(import.meta.url)));
// Beside this file: TypeScript when we run from source, else compiled.
const ENTRY = join(HERE, 'guest', `guest-process${import.meta.url.slice(-3)}`);
const ENGINE = realpathSync(dirname(createRequire(import.meta.url).resolve('quickjs-wasi/package.json')));
const FLAGS = [
  '--permission',
  '--allow-worker',
  ...[join(HERE, 'guest'), ENGINE].map((folder) => `--allow-fs-read=${folder}`),
  '--disallow-code-generation-from-strings',
  '--no-addons',
  '--no-warnings',
  '--max-old-space-size=64',
];
/** No interface but a loopback that is down. Where users may not make namespaces (most containers) the network around us must not lead out. */
const WITHOUT_NETWORK = ['--user', '--map-current-user', '--net', '--'];
let unshare: string | undefined | null = null;

/** Starts the process that users' code runs in: it sees its own files, an empty environment and the channel to us. */
export function startGuest(entry = ENTRY): ChildProcess {
  const command = [process.execPath, ...FLAGS, entry];
  const prefix = networkless();
  const [program = process.execPath, ...args] = prefix ? [prefix, ...WITHOUT_NETWORK, ...command] : command;
  return spawn(program, args, { cwd: join(HERE, 'guest'), env: {}, stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
}

/** The program that takes the network away, when it is there and allowed to. */
function networkless(): string | undefined {
  if (unshare !== null) return unshare;
  unshare = ['/usr/bin/unshare', '/bin/unshare'].find((path) => existsSync(path));
  if (unshare && spawnSync(unshare, [...WITHOUT_NETWORK, '/bin/true'], { env: {}, stdio: 'ignore' }).status !== 0)
    unshare = undefined;
  return unshare;
}
