// Chooses the Node that runs the built program. On Linux Node 24 is installed as a dependency; elsewhere the host's is used.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { CommandError } from '../infrastructure/command-error.mjs';

const PACKAGED = path.resolve(import.meta.dirname, '../../node_modules/.bin/node');
const OLDEST_TO_RUN = 24;

/**
 * How the built program is run; the image does the same (deploy/docker/Dockerfile). Node sizes the memory for new objects for a single large program. With
 * 4 MB an idle process took 60 to 85 MB less; with 16 MB it takes no more when it is idle, and some fifth less CPU time for replies that are written
 * together than with 8. The program gives back what its start leaves behind (docs/performance.md).
 */
export const NODE_FLAGS = ['--max-semi-space-size=16', '--expose-gc'];

/** The path of Node 24 or newer: the installed package where it runs on this machine, else the host's. */
export function nodeProgram() {
  if (spawnSync(PACKAGED, ['--version']).status === 0) return PACKAGED;
  if (Number(process.versions.node.split('.')[0]) >= OLDEST_TO_RUN) return process.execPath;
  throw new CommandError(
    `On this machine Kith needs Node ${OLDEST_TO_RUN} or newer, this is ${process.versions.node}: see https://nodejs.org, or run docker compose up`,
  );
}
