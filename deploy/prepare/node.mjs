// Which Node runs the built program. Linux gets Node 24 with the dependencies; elsewhere the host brings it.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { Refusal } from '../infrastructure/refusal.mjs';

const PACKAGED = path.resolve(import.meta.dirname, '../../node_modules/.bin/node');
const OLDEST_TO_RUN = 24;

/** The Node 24 (or newer) to run the app with: the packaged one where it works on this machine, else the host's. */
export function nodeProgram() {
  if (spawnSync(PACKAGED, ['--version']).status === 0) return PACKAGED;
  if (Number(process.versions.node.split('.')[0]) >= OLDEST_TO_RUN) return process.execPath;
  throw new Refusal(
    `On this machine Kith needs Node ${OLDEST_TO_RUN} or newer, this is ${process.versions.node}: see https://nodejs.org, or run docker compose up`,
  );
}
