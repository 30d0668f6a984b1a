import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startReplica, type Replica } from '@kith/all-in-one/testing';
import { testEnvironment, waitFor, type TestEnvironment } from '@kith/kit/testing';
import { MAX_UPLOAD_BYTES } from '@kith/proto';
import { createRoleUser, expectDone, signInSuperAdmin, type RoleUser } from '../matrix/roles.js';

const UPLOADS = 20;
const MB = 1024 * 1024;
// For all services in one process; a single service is far smaller.
const MOST_MORE_MB = 300;
// Twice the number of uploads that are processed at a time.
const TEXTS = 4;

const aText = (bytes: number) => new File([Buffer.alloc(bytes, 'All work and no play makes Jack a dull boy.\n')], 'long.txt');
// The header declares one pixel.
const aPicture = (bytes: number) =>
  new File([Buffer.alloc(bytes, 'GIF89a\x01\0\x01\0'.padEnd(1000, '\0'), 'latin1')], 'long.gif');

describe('twenty uploads at once', () => {
  let world: TestEnvironment;
  let replica: Replica;
  let roleUsers: { roleUser: RoleUser; path: string }[];

  beforeAll(async () => {
    world = await testEnvironment();
    replica = await startReplica(world.env);
    const superAdmin = await signInSuperAdmin({
      baseUrl: replica.baseUrl,
      superAdmin: { username: 'superadmin', password: String(world.env['SUPER_ADMIN_PASSWORD']) },
    });
    roleUsers = await Promise.all(
      Array.from({ length: UPLOADS }, async () => {
        const roleUser = await createRoleUser(replica);
        await expectDone(superAdmin.client.patch(`/api/admin/users/${roleUser.id}/subscription`, { plan: 'premium' }));
        const { body } = await expectDone(roleUser.client.post('/api/bots', { name: 'Reader' }));
        return { roleUser, path: `/api/bots/${String(body['id'])}/knowledge` };
      }),
    );
  }, 120_000);
  afterAll(async () => {
    await replica.end('SIGTERM');
    await world.drop();
  }, 120_000);

  /** Read from /proc where available, because starting `ps` ten times a second would disturb the measurement. */
  function memoryMb(): number {
    const { pid } = replica;
    const told = process.platform === 'linux' && /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return Number(told || execFileSync('ps', ['-o', 'rss=', '-p', String(pid)]).toString()) / 1024;
  }

  /** Peak memory of the process above its memory before. */
  async function memoryOf(work: () => Promise<unknown>): Promise<number> {
    const before = memoryMb();
    let most = before;
    const timer = setInterval(() => (most = Math.max(most, memoryMb())), 100);
    await work().finally(() => clearInterval(timer));
    return Math.max(most, memoryMb()) - before;
  }

  /** A form with one file, built once so that only the other process is measured. */
  async function aForm(file: File): Promise<{ body: Buffer; type: string }> {
    const form = new FormData();
    form.append('title', 'Long');
    form.append('file', file);
    const encoded = new Response(form);
    return { type: encoded.headers.get('content-type') ?? '', body: Buffer.from(await encoded.arrayBuffer()) };
  }

  async function uploadAll(bytes: number): Promise<number[]> {
    const [text, picture] = [await aForm(aText(bytes)), await aForm(aPicture(bytes))];
    return Promise.all(
      roleUsers.map(async ({ roleUser, path }, at) => {
        const { body, type } = at < TEXTS ? text : picture;
        const answer = roleUser.client.sendBytes('POST', `${path}/upload`, body, { 'content-type': type });
        // A refused upload may find the connection closed while it still sends.
        return (await answer.catch(() => ({ status: 413 }))).status;
      }),
    );
  }

  it('of the largest allowed size are accepted and processed with bounded memory [S45]', async () => {
    const more = await memoryOf(async () => {
      expect(await uploadAll(MAX_UPLOAD_BYTES)).toEqual(roleUsers.map(() => 201));
      // One after the other, so that polling does not slow down processing.
      for (const { roleUser, path } of roleUsers)
        await waitFor(
          'the file was read',
          async () => /"status":"(ready|failed)"/.test((await roleUser.client.get(path)).text),
          90_000,
        );
    });
    expect(more).toBeLessThan(MOST_MORE_MB);
  }, 150_000);

  it('of 50 MB are refused with bounded memory [S45]', async () => {
    const more = await memoryOf(async () => {
      expect(await uploadAll(50 * MB)).toEqual(roleUsers.map(() => 413));
    });
    expect(more).toBeLessThan(MOST_MORE_MB);
    const kept = await Promise.all(roleUsers.map(({ roleUser, path }) => roleUser.client.get(path)));
    expect(kept.map(({ text }) => (JSON.parse(text) as unknown[]).length)).toEqual(roleUsers.map(() => 1));
  }, 120_000);
});
