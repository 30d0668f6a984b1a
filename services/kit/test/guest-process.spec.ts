import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createLogger } from '@kith/kit';
import { startGuestProcess, warnAboutIsolation } from '../src/guest/guest-process.js';
import {
  detectIsolation,
  findTool,
  isolatedCommand,
  ISOLATION_LAYERS,
  type Isolation,
  type IsolationLayer,
} from '../src/guest/isolation.js';
import { guestFilter } from '../src/guest/seccomp.js';

const ROOT = resolve(import.meta.dirname, '../../..');
const HOST = join(import.meta.dirname, 'fixtures/guest-host.ts');
const ORDINARY_USER = 54_321;

/** What code could try that had escaped from V8 and from Node's permissions. */
const PROBE = `
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import dgram from 'node:dgram';
const [folder, port] = process.argv.slice(2);
const attempts = {};
const attempt = async (name, work) => {
  try { await work(); attempts[name] = 'done' } catch (error) { attempts[name] = error.code ?? error.message }
};
await attempt('read a secret', () => readFileSync(folder + '/secret'));
await attempt('read a file of the system', () => readFileSync('/etc/passwd'));
await attempt('read the environment of the service', () => readFileSync('/proc/' + process.ppid + '/environ'));
await attempt('write a file', () => writeFileSync(folder + '/written', 'x'));
await attempt('write to /tmp', () => writeFileSync('/tmp/kith-guest-' + process.pid, 'x'));
await attempt('start a program', () => execFileSync(process.execPath, ['--version']));
await attempt('signal the service', () => process.kill(process.ppid, 0));
await attempt('connect', () => once(connect(Number(port), '127.0.0.1'), 'connect'));
await attempt('listen', () => once(createServer().listen(0, '127.0.0.1'), 'listening'));
await attempt('send a datagram', () => new Promise((resolve, reject) => {
  const socket = dgram.createSocket('udp4').once('error', reject);
  socket.send('x', Number(port), '127.0.0.1', (error) => (error ? reject(error) : resolve()));
}));
process.stdout.write(JSON.stringify({ ...attempts, uid: process.getuid(), environment: Object.keys(process.env) }));
process.stdin.on('end', () => process.exit()).resume();
`;

interface Report {
  readonly layers: readonly IsolationLayer[];
  readonly attempts: Readonly<Record<string, unknown>>;
  readonly status: Readonly<Record<string, string>>;
  readonly limits: string;
}

const isRoot = process.getuid?.() === 0;
const isOpenToOthers = (folder: string): boolean =>
  (statSync(folder).mode & 0o001) !== 0 && (dirname(folder) === folder || isOpenToOthers(dirname(folder)));
const accounts = isRoot && isOpenToOthers(ROOT) ? ['root', 'another user'] : [isRoot ? 'root' : 'another user'];

describe.each(accounts)('a guest process of a service that runs as %s', (account) => {
  let server: Server;
  let folder: string;
  let report: Report;

  beforeAll(async () => {
    server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    // Closed to all other accounts, like an installation below /root.
    folder = mkdtempSync(join(tmpdir(), 'kith-guest-'));
    const entry = join(folder, 'probe.mjs');
    writeFileSync(entry, PROBE);
    writeFileSync(join(folder, 'secret'), 'x', { mode: 0o600 });
    const isOther = isRoot && account !== 'root';
    if (isOther) for (const path of [folder, entry, join(folder, 'secret')]) chownSync(path, ORDINARY_USER, ORDINARY_USER);
    chmodSync(folder, 0o700);
    const identity = isOther ? { uid: ORDINARY_USER, gid: ORDINARY_USER } : {};
    report = hosted([entry, folder, String((server.address() as AddressInfo).port)], identity);
  }, 30_000);
  afterAll(() => {
    server.close();
    rmSync(folder, { recursive: true });
  });
  const has = (layer: IsolationLayer) => report.layers.includes(layer);

  it('does not run as root [S53]', () => {
    expect(report.attempts['uid']).not.toBe(0);
    expect(report.status['Uid']?.split('\t')).not.toContain('0');
    expect(report.status['Gid']?.split('\t')).not.toContain('0');
    if (isRoot) expect(report.status['Groups']?.trim().split(/\s+/) ?? []).not.toContain('0');
  });

  it('has an empty environment [S56]', () => {
    expect(report.attempts['environment']).toEqual([]);
  });

  it.each(['connect', 'listen', 'send a datagram'])('has no network: it cannot %s [S53]', (name) => {
    expect(report.attempts[name] === 'done').toBe(!has('seccomp filter') && !has('network namespace'));
  });

  it.each(['read a secret', 'read a file of the system', 'read the environment of the service', 'write a file', 'write to /tmp'])(
    'cannot %s [S53]',
    (name) => {
      if (has('Landlock file rules')) expect(report.attempts[name]).toMatch(/^(EACCES|EPERM)$/);
    },
  );

  it.each(['start a program', 'signal the service'])('cannot %s [S53]', (name) => {
    if (has('seccomp filter')) expect(report.attempts[name]).toMatch(/^(EACCES|EPERM)$/);
  });

  it('can gain no privileges and has none but to pass through closed folders [S53]', () => {
    if (!has('no new privileges')) return;
    expect(report.status['NoNewPrivs']).toBe('1');
    const passThrough = 1 << 2;
    for (const set of ['CapInh', 'CapPrm', 'CapEff', 'CapAmb'])
      expect(Number.parseInt(report.status[set] ?? 'f', 16) & ~(account === 'root' ? passThrough : 0)).toBe(0);
  });

  it('has limits of memory, files, CPU time and, with an account of its own, of processes [S53]', () => {
    if (!has('resource limits')) return;
    const limitOf = (name: string) => new RegExp(`^Max ${name}\\s+(\\S+)\\s+(\\S+)`, 'm').exec(report.limits)?.slice(1);
    expect(limitOf('data size')).toEqual(['939524096', '939524096']);
    expect(limitOf('file size')).toEqual(['0', '0']);
    expect(limitOf('core file size')).toEqual(['0', '0']);
    expect(limitOf('cpu time')).toEqual(['30', '30']);
    expect(limitOf('open files')).toEqual(['256', '256']);
    if (account === 'root') expect(limitOf('processes')).toEqual(['1024', '1024']);
  });

  it('runs under a seccomp filter where the system has one', () => {
    expect(report.status['Seccomp']).toBe(has('seccomp filter') ? '2' : '0');
  });
});

describe('a guest process', () => {
  it('gets no variable of the environment of its service [S56]', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'kith-environment-'));
    chmodSync(folder, 0o755);
    const entry = join(folder, 'print.mjs');
    writeFileSync(entry, 'process.stdout.write(JSON.stringify(process.env));');
    process.env['CANARY_OF_TESTS'] = 'secret';
    try {
      const guest = startGuestProcess({
        entry,
        readable: [folder],
        nodeFlags: [],
        limits: { memoryMb: 128 },
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      const [printed] = (await once(guest.stdout as Readable, 'data')) as [Buffer];
      expect(printed.toString()).toBe('{}');
    } finally {
      delete process.env['CANARY_OF_TESTS'];
      rmSync(folder, { recursive: true });
    }
  });
});

describe('a system that lacks a layer', () => {
  const lacking = (tool: string): Isolation => detectIsolation((name) => (name === tool ? undefined : findTool(name)));

  it.each<[string, IsolationLayer[]]>([
    ['unshare', ['network namespace']],
    ['prlimit', ['resource limits']],
    ['perl', ['Landlock file rules', 'seccomp filter']],
  ])('is warned about when %s is missing, and uses the others [S53]', (tool, missing) => {
    const expected = ISOLATION_LAYERS.filter((layer) => !detectIsolation().layers.has(layer) || missing.includes(layer));
    const isolation = lacking(tool);
    expect(warningsOf(isolation)).toEqual([expect.objectContaining({ missing: expected })]);
    expect([...isolation.layers]).toEqual(ISOLATION_LAYERS.filter((layer) => !expected.includes(layer)));
  });

  const guest = { command: [process.execPath], limits: { memoryMb: 128 } };

  it('runs no guest as root when it cannot become another account [S53]', () => {
    const isolation = { ...lacking('setpriv'), account: 64_711 };
    expect([...isolation.layers]).not.toContain('no new privileges');
    expect(() => isolatedCommand(isolation, { ...guest, readable: [] })).toThrow('setpriv');
  });

  it('runs no guest out of a closed folder without rules about its files [S53]', () => {
    const folder = mkdtempSync(join(tmpdir(), 'kith-closed-'));
    const isolation = { layers: new Set<IsolationLayer>(['no new privileges']), account: 64_711 };
    expect(() => isolatedCommand(isolation, { ...guest, readable: [join(folder, 'x')] })).toThrow('only root');
    rmSync(folder, { recursive: true });
  });

  it('is not warned about when nothing is missing', () => {
    expect(warningsOf({ layers: new Set(ISOLATION_LAYERS), account: undefined })).toEqual([]);
  });
});

describe('the seccomp filter', () => {
  it('exists for the architectures of the image and for no other', () => {
    expect(guestFilter('x64')?.program.length).toBeGreaterThan(100 * 8);
    expect(guestFilter('arm64')?.program.length).toBeGreaterThan(100 * 8);
    expect(guestFilter('riscv64')).toBeUndefined();
  });
});

/** The output of the fixture, in a process of its own, because only that can have another account. */
function hosted(args: readonly string[], identity: { uid?: number; gid?: number }): Report {
  const flags = ['--conditions=@kith/source', '--import', join(ROOT, 'deploy/register-swc.mjs')];
  const { stdout, stderr } = spawnSync(process.execPath, [...flags, HOST, ...args], {
    ...identity,
    cwd: ROOT,
    env: { SECRET: 'x' },
    encoding: 'utf8',
  });
  if (stdout === '') throw new Error(stderr);
  return JSON.parse(stdout) as Report;
}

function warningsOf(isolation: Isolation): unknown[] {
  const lines: string[] = [];
  const logger = createLogger('warn', { write: (line: string) => void lines.push(line) });
  warnAboutIsolation(logger, isolation);
  return lines.map((line) => JSON.parse(line) as unknown);
}
