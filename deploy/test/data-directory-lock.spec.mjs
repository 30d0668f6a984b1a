import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { freePort } from '../infrastructure/child-process.mjs';
import { CommandError } from '../infrastructure/command-error.mjs';
import { lockDataDirectory } from '../prepare/data-directory-lock.mjs';
import { requireFreePort } from '../prepare/free-port.mjs';

let folder;
beforeEach(() => (folder = mkdtempSync(path.join(os.tmpdir(), 'kith-instance-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it.each([
  ['a short path', ''],
  ['a path too long for a socket name', 'long-'.repeat(30)],
])('locks %s for one instance at a time', async (_title, name) => {
  const dataDir = path.join(folder, name);
  const release = await lockDataDirectory(dataDir);
  await expect(lockDataDirectory(dataDir)).rejects.toThrow(`Kith already runs on ${dataDir} (process ${process.pid})`);
  await release();
  const releaseAgain = await lockDataDirectory(dataDir);
  await releaseAgain();
});

it('locks a data directory in which a killed instance left its socket', async () => {
  writeFileSync(path.join(folder, 'instance.sock'), '');
  const release = await lockDataDirectory(folder);
  await release();
});

it.each([
  ['a fresh folder', false],
  ['a folder with the socket of a killed instance', true],
])('locks %s for exactly one of two instances that start together', async (_title, isStale) => {
  if (isStale) writeFileSync(path.join(folder, 'instance.sock'), '');
  const claims = await Promise.allSettled([lockDataDirectory(folder), lockDataDirectory(folder)]);
  expect(claims.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  await claims.find(({ value }) => value).value();
});

it('a port that is in use is reported in one sentence', async () => {
  const server = net.createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address();
  await expect(requireFreePort('127.0.0.1', port)).rejects.toThrow(
    new CommandError(
      `Port ${port} is taken by another program: stop that one, or choose another port, e.g. PORT=${port + 1} npm start`,
    ),
  );
  server.close();
});

it('a free port is accepted and left free', async () => {
  const port = await freePort();
  await requireFreePort('127.0.0.1', port);
  await requireFreePort('127.0.0.1', port);
});
