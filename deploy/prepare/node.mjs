// Which Node runs the built program. Linux gets Node 24 with the dependencies; elsewhere the host brings it.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { Refusal } from '../infrastructure/refusal.mjs';

const PACKAGED = path.resolve(import.meta.dirname, '../../node_modules/.bin/node');
const OLDEST_TO_START = [20, 19];
const OLDEST_TO_RUN = 24;

/** Throws `Refusal` when this Node is too old even to install. */
export function requireNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > OLDEST_TO_START[0] || (major === OLDEST_TO_START[0] && minor >= OLDEST_TO_START[1])) return;
  throw new Refusal(
    `Kith needs Node ${OLDEST_TO_START.join('.')} or newer, this is ${process.versions.node}: see https://nodejs.org`,
  );
}

/** The Node 24 (or newer) to run the app with: the packaged one where it works on this machine, else the host's. */
export function nodeProgram() {
  if (spawnSync(PACKAGED, ['--version']).status === 0) return PACKAGED;
  if (Number(process.versions.node.split('.')[0]) >= OLDEST_TO_RUN) return process.execPath;
  throw new Refusal(
    `On this machine Kith needs Node ${OLDEST_TO_RUN} or newer, this is ${process.versions.node}: see https://nodejs.org, or run docker compose up`,
  );
}
