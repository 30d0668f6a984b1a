import { spawn, type ChildProcess, type StdioOptions } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Logger } from '../logger.js';
import { detectIsolation, isolatedCommand, ISOLATION_LAYERS, type GuestLimits, type Isolation } from './isolation.js';

export type { GuestLimits };

/** A Node program that handles untrusted input: runs the code of users, or parses their documents with libraries that may have faults. */
export interface GuestProgram {
  /** The path of its first module. */
  readonly entry: string;
  readonly args?: readonly string[];
  /** The files and folders that it may read, besides its entry. It may write none. */
  readonly readable: readonly string[];
  /** Flags of Node besides those that every guest has. */
  readonly nodeFlags: readonly string[];
  readonly limits: GuestLimits;
  readonly stdio: StdioOptions;
}

const NODE_FLAGS = ['--permission', '--disallow-code-generation-from-strings', '--no-addons', '--no-warnings'];

let detected: Isolation | undefined;

/** What this machine provides, looked for once. */
function systemIsolation(): Isolation {
  return (detected ??= detectIsolation());
}

/**
 * Starts a guest process: never as root, with an empty environment, isolated by the layers that this machine provides (docs/security.md S53).
 * Throws when it could only run as root.
 */
export function startGuestProcess(
  { entry, args = [], readable, nodeFlags, limits, stdio }: GuestProgram,
  isolation = systemIsolation(),
): ChildProcess {
  const paths = readable.map((path) => realpathSync(path));
  const flags = [...NODE_FLAGS, ...nodeFlags, ...paths.map((path) => `--allow-fs-read=${path}`)];
  const command = [process.execPath, ...flags, entry, ...args];
  const needed = [realpathSync(entry), ...paths];
  const [program = '', ...rest] = isolatedCommand(isolation, {
    command,
    readable: [...needed, ...packageFiles(needed)],
    limits,
  });
  // No process starts on Windows without this variable.
  const env = process.platform === 'win32' ? { SystemRoot: process.env['SystemRoot'] } : {};
  return spawn(program, rest, { cwd: process.platform === 'win32' ? undefined : '/', env, stdio });
}

/** What Node reads to learn how to load the modules of these paths. It takes one that exists and cannot be read for a fault. */
function packageFiles(paths: readonly string[]): string[] {
  const folders = new Set(paths.flatMap((path) => foldersAbove(path)));
  return [...folders].map((folder) => join(folder, 'package.json')).filter((path) => existsSync(path));
}

const foldersAbove = (path: string): string[] => (dirname(path) === path ? [] : [dirname(path), ...foldersAbove(dirname(path))]);

/** Logs one warning that names the isolation layers that this machine does not provide; nothing when it provides all. */
export function warnAboutIsolation(logger: Logger, isolation = systemIsolation()): void {
  const missing = ISOLATION_LAYERS.filter((layer) => !isolation.layers.has(layer));
  if (missing.length === 0) return;
  logger.warn(
    { missing },
    'guest processes, which run custom code or parse documents, lack layers of isolation that this system does not provide',
  );
}
