// Debian and its derivatives, as root: installs missing packages without starting their services.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { findCommand } from './find-programs.mjs';
import { CommandError } from './command-error.mjs';

const POLICY = '/usr/sbin/policy-rc.d';
const CLUSTER_FOLDER = '/etc/postgresql-common/createcluster.d';
const CLUSTER = `${CLUSTER_FOLDER}/kith.conf`;

/** True for root on a machine with apt. */
export const canInstallPackages = () => process.getuid?.() === 0 && Boolean(findCommand(['apt-get']));

/** Installs Debian packages; their services stay down and no database cluster is created. Throws `CommandError` when apt fails. */
export async function installPackages(packages, log) {
  log(`Installing ${packages.join(', ')} with apt-get (once).`);
  const undo = keepServicesDown(packages.includes('postgresql'));
  // Ctrl-C skips the `finally`; a policy file that stays would keep services of this machine from starting.
  process.once('exit', undo);
  try {
    await apt(['update']);
    await apt(['install', '-y', '--no-install-recommends', ...packages]);
  } finally {
    undo();
    process.off('exit', undo);
  }
}

function keepServicesDown(hasPostgres) {
  const written = [];
  const write = (file, text, mode) => {
    if (existsSync(file)) return;
    writeFileSync(file, text, { mode });
    written.push(file);
  };
  write(POLICY, '#!/bin/sh\nexit 101\n', 0o755);
  if (hasPostgres) {
    mkdirSync(CLUSTER_FOLDER, { recursive: true });
    write(CLUSTER, 'create_main_cluster = false\n', 0o644);
  }
  return () => written.forEach((file) => rmSync(file, { force: true }));
}

function apt(args) {
  const options = ['-qq', '-o', 'DPkg::Lock::Timeout=300', '-o', 'Dpkg::Use-Pty=0', '-o', 'Dpkg::Options::=--force-confold'];
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const child = spawn('apt-get', [...options, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output = (output + chunk).slice(-4000)));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) =>
      code === 0 ? resolve() : reject(new CommandError(`apt-get ${args.join(' ')} failed:\n${output}`)),
    );
  });
}
