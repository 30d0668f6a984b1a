import type { ChildProcess } from 'node:child_process';
import { realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startGuestProcess } from '@kith/kit';

const GUEST_FOLDER = join(realpathSync(dirname(fileURLToPath(import.meta.url))), 'guest');
// The same file extension as this module: `.ts` when running from source, `.js` when compiled.
const ENTRY = join(GUEST_FOLDER, `guest-process${import.meta.url.slice(-3)}`);
const ENGINE_FOLDER = dirname(createRequire(import.meta.url).resolve('quickjs-wasi/package.json'));

/** Starts the process that runs users' code, with an IPC channel. It can read only its own files and the engine. */
export function startGuest(entry = ENTRY): ChildProcess {
  return startGuestProcess({
    entry,
    readable: [GUEST_FOLDER, ENGINE_FOLDER],
    nodeFlags: ['--allow-worker', '--max-old-space-size=64'],
    limits: { memoryMb: 512 },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
}
