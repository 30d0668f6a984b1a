// Runs `npm ci` when node_modules does not match package-lock.json.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { npm } from '../infrastructure/npm.mjs';
import { CommandError } from '../infrastructure/command-error.mjs';

const ROOT = path.resolve(import.meta.dirname, '../..');
const LOCK = path.join(ROOT, 'package-lock.json');
const INSTALLED = path.join(ROOT, 'node_modules/.package-lock.json');
const STAMP = path.join(ROOT, 'node_modules/.kith-lock');

/** True when node_modules holds every locked package. */
export function isInstalled() {
  if (!existsSync(INSTALLED)) return false;
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === lockHash()) return true;
  if (!matchesLock(readPackages(LOCK), readPackages(INSTALLED))) return false;
  writeFileSync(STAMP, lockHash());
  return true;
}

/** Installs the locked dependencies where needed. `run` runs a command and resolves with `{ isOk, tail }`. */
export async function installDependencies({ run, log }) {
  if (isInstalled()) return;
  log('Installing the locked dependencies (about a minute, only when they changed).');
  const { isOk, tail } = await run(
    npm(['ci', '--ignore-scripts', '--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error']),
  );
  if (!isOk) throw new CommandError(`The dependencies could not be installed:\n${tail}`);
  writeFileSync(STAMP, lockHash());
}

function matchesLock(wanted, present) {
  return Object.entries(wanted).every(([name, entry]) => {
    if (name === '' || !name.includes('node_modules/')) return true;
    const found = present[name];
    if (!found) return Boolean(entry.optional);
    return found.version === entry.version && found.integrity === entry.integrity;
  });
}

const readPackages = (file) => JSON.parse(readFileSync(file, 'utf8')).packages;

// Includes the platform, because a shared folder may hold binaries of another one.
function lockHash() {
  return createHash('sha256').update(readFileSync(LOCK)).update(`${process.platform}-${process.arch}`).digest('hex');
}
