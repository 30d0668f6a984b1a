import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createServerFolder, serverAccount } from './server-account.mjs';
import { waitUntilReady, freePort, waitUntilGone, startChild } from './child-process.mjs';
import { findPostgres } from './find-programs.mjs';
import { CommandError } from './command-error.mjs';

const USER = 'kith';
const THROW_AWAY_SETTINGS = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'shared_buffers=64MB'];

/**
 * Starts a private Postgres server: `{ url, stop }`. With `dataDir` the database is kept, otherwise it is deleted at stop. With `usesSocket` the
 * address names its Unix socket, which takes less time than TCP; without the parameter `host` it is that by TCP.
 */
export async function startPostgres({ binaries, dataDir, isDurable = dataDir !== undefined, usesSocket = false }) {
  const account = serverAccount();
  const home = dataDir ? createServerFolder(path.join(dataDir, 'postgres'), account) : temporaryHome(account);
  const data = path.join(home, 'data');
  const folder = existsSync(path.join(data, 'PG_VERSION'))
    ? folderForData(data, binaries)
    : createCluster(home, binaries.folder, account);
  await waitForPreviousServer(data);
  // Unix socket paths are limited to 107 bytes, and the data directory may have a longer path.
  const temporary = dataDir ? temporaryHome(account) : home;
  const port = await freePort();
  const settings = ['max_connections=200', ...(isDurable ? [] : THROW_AWAY_SETTINGS)].flatMap((setting) => ['-c', setting]);
  const args = ['-D', data, '-p', String(port), '-h', '127.0.0.1', '-k', temporary, ...settings];
  const options = { ...account, cwd: home, stopSignal: 'SIGINT', graceMs: 30_000, deleteAfterKill: temporary };
  const postgres = startChild(path.join(folder, 'postgres'), args, options);
  const stop = () => postgres.stop().finally(() => rmSync(temporary, { recursive: true, force: true }));
  if (await waitUntilReady(postgres, () => isReady(data, postgres.child.pid))) {
    const password = readFileSync(path.join(home, 'password'), 'utf8').trim();
    const url = new URL(`postgres://${USER}:${password}@127.0.0.1:${port}/postgres`);
    if (usesSocket) url.searchParams.set('host', temporary);
    return { url: url.href, stop };
  }
  await stop();
  throw new CommandError(`Postgres (${folder}) did not start:\n${postgres.tail()}`);
}

function temporaryHome(account) {
  const home = mkdtempSync(path.join(os.tmpdir(), 'kith-pg-'));
  if (account.uid !== undefined) chownSync(home, account.uid, account.gid);
  return home;
}

// Created in a separate folder first: initdb writes PG_VERSION early, so a killed initdb would leave what looks like a database.
function createCluster(home, folder, account) {
  mkdirSync(home, { recursive: true });
  const passwordFile = path.join(home, 'password');
  const data = path.join(home, 'data.new');
  writeFileSync(passwordFile, `${randomBytes(24).toString('base64url')}\n`, { mode: 0o600 });
  if (account.uid !== undefined) [home, passwordFile].forEach((name) => chownSync(name, account.uid, account.gid));
  chmodSync(home, 0o700);
  // The locale C lower-cases ASCII letters only; not every machine has C.UTF-8.
  const failures = [];
  for (const locale of ['C.UTF-8', 'C']) {
    rmSync(data, { recursive: true, force: true });
    const { status, stderr } = initialise({ folder, data, passwordFile, locale, account, home });
    if (status === 0) {
      renameSync(data, path.join(home, 'data'));
      return folder;
    }
    failures.push(stderr);
  }
  throw new CommandError(`Postgres could not create its database in ${home}:\n${failures.join('\n')}`);
}

function initialise({ folder, data, passwordFile, locale, account, home }) {
  const access = ['-U', USER, '-A', 'scram-sha-256', `--pwfile=${passwordFile}`];
  const args = ['-D', data, ...access, '-E', 'UTF8', `--locale=${locale}`, '--no-sync', '--no-instructions'];
  return spawnSync(path.join(folder, 'initdb'), args, { ...account, cwd: home, encoding: 'utf8' });
}

// Only the major version that wrote a database can read it.
function folderForData(data, binaries) {
  const major = Number(readFileSync(path.join(data, 'PG_VERSION'), 'utf8'));
  const folder = binaries.major === major ? binaries.folder : findPostgres(major)?.folder;
  if (folder) return folder;
  throw new CommandError(
    `The database in ${data} was written by Postgres ${major}, which is not here any more: install it, or move the folder away.`,
  );
}

// The server writes "ready" into the eighth line of this file, which pg_ctl waits for too; unlike a port check it cannot find another server.
function isReady(data, pid) {
  const lines = readPidFile(data);
  return Number(lines[0]) === pid && lines[7]?.trim() === 'ready';
}

function readPidFile(data) {
  const file = path.join(data, 'postmaster.pid');
  return existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [];
}

// After the whole run was killed, its guard process needs a moment to stop the old server.
async function waitForPreviousServer(data) {
  const pid = Number(readPidFile(data)[0] ?? 0);
  if (await waitUntilGone(pid, 'postgres')) return;
  throw new CommandError(`Another Postgres (process ${pid}) still uses ${data}: stop it first.`);
}
