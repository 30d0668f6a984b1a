import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startGuest } from '../src/guest-launcher.js';

/** What code could try that had escaped from the engine and from V8. */
const PROBE = `
const attempt = async (name, work) => { try { await work(); return [name, 'reached'] } catch (error) { return [name, error.code ?? error.name] } };
const results = await Promise.all([
  attempt('read', async () => (await import('node:fs')).readFileSync('/etc/hosts')),
  attempt('write', async () => (await import('node:fs')).writeFileSync('FOLDER/written', 'x')),
  attempt('proc', async () => (await import('node:fs')).readFileSync('/proc/' + process.ppid + '/environ')),
  attempt('spawn', async () => (await import('node:child_process')).spawnSync('true')),
  attempt('eval', () => eval('1')),
  attempt('addon', () => process.dlopen({ exports: {} }, '/lib/x.so')),
  attempt('connect', async () => {
    const socket = (await import('node:net')).connect(PORT, '127.0.0.1');
    await (await import('node:events')).once(socket, 'connect');
  }),
]);
const heapBytes = (await import('node:v8')).getHeapStatistics().heap_size_limit;
process.send({ ...Object.fromEntries(results), heapBytes, uid: process.getuid?.(), env: Object.keys(process.env).filter((name) => !name.startsWith('NODE_CHANNEL_')) });
// Until it is killed: what the kernel says of it is read meanwhile.
setInterval(() => undefined, 1000);
`;

describe('the isolation of the guest process', () => {
  let folder: string;
  let server: Server;
  let probed: Record<string, unknown>;
  /** As the kernel has them; empty where it does not say. */
  let limits: string;

  beforeAll(async () => {
    process.env.HOST_SECRET = 'x';
    folder = await mkdtemp(join(tmpdir(), 'kith-jail-'));
    server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const entry = join(folder, 'probe.mjs');
    await writeFile(entry, PROBE.replace('PORT', String((server.address() as AddressInfo).port)).replace('FOLDER', folder));
    const guest = startGuest(entry);
    [probed] = (await once(guest, 'message')) as [Record<string, unknown>];
    limits = await readFile(`/proc/${guest.pid}/limits`, 'utf8').catch(() => '');
    guest.kill('SIGKILL');
  });
  afterAll(async () => {
    delete process.env.HOST_SECRET;
    server.close();
    await rm(folder, { recursive: true });
  });

  it.each(['read', 'write', 'proc', 'spawn', 'addon'])('refuses the operation "%s" [S53]', (name) => {
    expect(probed).toMatchObject({ [name]: expect.stringMatching(/^ERR_(ACCESS_DENIED|DLOPEN_DISABLED)$/) });
  });

  it('refuses to compile code from strings [S53]', () => {
    expect(probed).toMatchObject({ eval: 'EvalError' });
  });

  it('includes an empty environment [S56]', () => {
    expect(probed).toMatchObject({ env: [] });
  });

  it('includes a heap of 64 MB and, where the system can limit it, 512 MB of private memory beyond what Node reserves [S53]', () => {
    // The rest is the part of the heap for new objects.
    expect(Number(probed.heapBytes) / 1_048_576).toBeLessThanOrEqual(64 + 192);
    if (existsSync('/usr/bin/prlimit')) expect(limits).toMatch(new RegExp(`^Max data size +${(768 + 512) * 1_048_576} `, 'm'));
  });

  // What each isolation layer prevents is tested in kit (guest-process.spec.ts).
  it('includes no network and not root [S53]', () => {
    if (process.platform === 'linux') expect(probed.connect).not.toBe('reached');
    expect(probed.uid).not.toBe(0);
  });
});
