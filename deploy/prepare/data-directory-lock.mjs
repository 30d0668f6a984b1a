// One instance per data directory. The lock is a listening socket, which the kernel closes with the process.
import { createHash } from 'node:crypto';
import { mkdirSync, rmSync, statSync } from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { CommandError } from '../infrastructure/command-error.mjs';

const LONGEST_SOCKET_NAME = 100;

/** Locks the data directory and returns the function that unlocks it; throws `CommandError` when another instance holds it. */
export async function lockDataDirectory(dataDir) {
  mkdirSync(dataDir, { recursive: true, mode: 0o711 });
  const socket = socketName(dataDir);
  for (;;) {
    const server = await listenOn(socket);
    if (server) return () => new Promise((resolve) => server.close(resolve));
    const found = identityOf(socket);
    const other = await readOwnerPid(socket);
    if (other)
      throw new CommandError(
        `Kith already runs on ${dataDir} (process ${other}): use that one, or stop it, or choose another DATA_DIR.`,
      );
    // Another instance that starts at this moment may have replaced the stale socket by its own.
    if (identityOf(socket) === found) rmSync(socket, { force: true });
  }
}

/** The listening server, or undefined when the socket file exists already. */
function listenOn(socket) {
  const server = net.createServer((connection) => connection.end(String(process.pid)));
  server.unref();
  return new Promise((resolve, reject) => {
    server.once('error', (error) => (error.code === 'EADDRINUSE' ? resolve(undefined) : reject(error)));
    server.listen(socket, () => resolve(server));
  });
}

function identityOf(file) {
  const { ino, ctimeNs } = statSync(file, { bigint: true, throwIfNoEntry: false }) ?? {};
  return `${ino} ${ctimeNs}`;
}

function socketName(dataDir) {
  const inside = path.join(dataDir, 'instance.sock');
  if (inside.length <= LONGEST_SOCKET_NAME) return inside;
  return path.join(os.tmpdir(), `kith-${createHash('sha256').update(dataDir).digest('hex').slice(0, 16)}.sock`);
}

function readOwnerPid(socket) {
  return new Promise((resolve) => {
    let answer = '';
    const connection = net.connect(socket);
    connection.on('data', (chunk) => (answer += chunk));
    connection.once('close', () => resolve(answer));
    connection.once('error', () => resolve(''));
  });
}
