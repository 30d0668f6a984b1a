import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { freePort } from '../infrastructure/child.mjs';
import { Refusal } from '../infrastructure/refusal.mjs';
import { claimDataDirectory, requireFreePort } from '../prepare/instance.mjs';

let folder;
beforeEach(() => (folder = mkdtempSync(path.join(os.tmpdir(), 'kith-instance-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it.each([
  ['a short path', ''],
  ['a path too long for a socket name', 'long-'.repeat(30)],
])('gives %s to one instance at a time', async (_title, name) => {
  const dataDir = path.join(folder, name);
  const release = await claimDataDirectory(dataDir);
  await expect(claimDataDirectory(dataDir)).rejects.toThrow(`Kith already runs on ${dataDir} (process ${process.pid})`);
  await release();
  const releaseAgain = await claimDataDirectory(dataDir);
  await releaseAgain();
});

it('is not stopped by what a killed instance left behind', async () => {
  writeFileSync(path.join(folder, 'instance.sock'), '');
  const release = await claimDataDirectory(folder);
  await release();
});

it.each([
  ['a fresh folder', false],
  ['one that a killed instance left', true],
])('gives %s to one of two that start together', async (_title, isStale) => {
  if (isStale) writeFileSync(path.join(folder, 'instance.sock'), '');
  const claims = await Promise.allSettled([claimDataDirectory(folder), claimDataDirectory(folder)]);
  expect(claims.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  await claims.find(({ value }) => value).value();
});

it('says in one sentence that the port is taken', async () => {
  const server = net.createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address();
  await expect(requireFreePort('127.0.0.1', port)).rejects.toThrow(
    new Refusal(
      `Port ${port} is taken by another program: stop that one, or choose another port, e.g. PORT=${port + 1} npm start`,
    ),
  );
  server.close();
});

it('accepts a free port and leaves it free', async () => {
  const port = await freePort();
  await requireFreePort('127.0.0.1', port);
  await requireFreePort('127.0.0.1', port);
});
