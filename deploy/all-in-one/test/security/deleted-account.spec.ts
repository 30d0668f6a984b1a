import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startAll, type RunningProcess } from '@kith/all-in-one';
import { definition as auth } from '@kith/auth';
import { openRuntime, startService, type Runtime } from '@kith/kit';
import { startDiscord, testEnvironment, waitFor, type StandInDiscord, type TestEnvironment } from '@kith/kit/testing';
import { queues, SERVICES } from '@kith/proto';
import { Redis } from 'ioredis';
import { dumpPostgres, dumpRedis } from '../dumps.js';
import { createRoleUser, expectDone, signInSuperAdmin } from '../matrix/roles.js';
import { onDatabase } from './database.js';

interface KeptRedis {
  readonly url: string;
  readonly stop: () => Promise<void>;
}
const infrastructure = new URL('../../../infrastructure/redis.mjs', import.meta.url).href;
const { startRedis } = (await import(infrastructure)) as {
  startRedis: (options: { program: string; dataDir: string }) => Promise<KeptRedis>;
};

/** With the Redis that `npm start` uses, which appends every write to a file. */
describe('a deleted account', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'kith-kept-'));
  const canary = (name: string) => `${name}-CANARY-${randomBytes(8).toString('hex')}`;
  const TEXTS = {
    persona: canary('persona'),
    taught: canary('taught'),
    file: canary('file'),
    said: canary('said'),
    onDiscord: canary('on-discord'),
  };
  let kept: KeptRedis;
  let discord: StandInDiscord;
  let world: TestEnvironment;
  let redis: Redis;
  const runtimes: Runtime[] = [];
  const running: RunningProcess['running'][number][] = [];
  let baseUrl = '';

  beforeAll(async () => {
    kept = await startRedis({ program: 'redis-server', dataDir });
    discord = await startDiscord({ port: 0 });
    world = await testEnvironment({ PORT: '0', DISCORD_API_URL: discord.apiUrl });
    const env = { ...world.env, REDIS_URL: kept.url };
    redis = new Redis(kept.url);
    const others = SERVICES.filter((name) => name !== 'auth');
    // The gateway has a process of its own, so that its calls go over Redis.
    const runtimeOfGateway = await openRuntime({ ...env, SERVICE: 'gateway' });
    const runtime = await openRuntime({ ...env, SERVICE: others.join(',') });
    const runtimeOfAuth = await openRuntime({ ...env, SERVICE: 'auth' });
    runtimes.push(runtimeOfGateway, runtime, runtimeOfAuth);
    // What it does every ten minutes it does every half second here.
    running.push({ name: 'auth', ...(await startService(auth, runtimeOfAuth, { everyMs: 500 })) });
    running.push(...(await startAll(runtime)).running);
    const started = await startAll(runtimeOfGateway);
    running.push(...started.running);
    baseUrl = started.address ?? '';
  }, 120_000);
  afterAll(async () => {
    await Promise.all(running.map((service) => service.stopWork()));
    await Promise.all(running.map((service) => service.close()));
    await Promise.all(runtimes.map((runtime) => runtime.close()));
    redis.disconnect();
    await discord.close();
    await world.drop();
    await kept.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }, 60_000);

  /** Redis replaces its files while it runs: where one is gone that was listed, they are listed again. */
  function filesOf(folder: string): string {
    for (;;) {
      const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
      try {
        return files.map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1')).join('\n');
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
      }
    }
  }
  const stores = {
    postgres: () => dumpPostgres(world.env['DATABASE_URL'] ?? ''),
    redis: () => dumpRedis(redis),
    redisFiles: () => Promise.resolve(filesOf(join(dataDir, 'redis'))),
    files: () => Promise.resolve(filesOf(world.env['DATA_DIR'] ?? '')),
  };
  /** The names of the texts that each store holds. */
  async function found(): Promise<Record<string, string[]>> {
    const entries = Object.entries(stores).map(async ([name, read]) => {
      const text = await read();
      const names = Object.entries(TEXTS).flatMap(([label, value]) => (text.includes(value) ? [label] : []));
      return [name, names] as const;
    });
    return Object.fromEntries(await Promise.all(entries));
  }

  /** Makes the second purge due now; it comes a minute, and for bots three, after the first. */
  async function skipWait({ name }: { readonly name: string }): Promise<void> {
    const delayed = `jobs:${name}:delayed`;
    const [jobId = ''] = await waitFor(`the delayed job of ${name}`, async () => {
      const jobIds = await redis.zrange(delayed, '0', '-1');
      return jobIds.length > 0 ? jobIds : undefined;
    });
    await redis.zadd(delayed, 'XX', '1', jobId);
  }

  it('leaves its texts in no table, key or file, the append-only file of Redis included [S77]', async () => {
    const { client, id, password } = await createRoleUser({ baseUrl });
    const bot = discord.addBot();
    const { body } = await expectDone(
      client.post('/api/bots', { name: 'Amber', description: TEXTS.persona, discordToken: bot.token }),
    );
    const path = `/api/bots/${String(body['id'])}`;
    const superAdmin = { username: 'superadmin', password: world.env['SUPER_ADMIN_PASSWORD'] ?? '' };
    const { client: admin } = await signInSuperAdmin({ baseUrl, superAdmin });
    await expectDone(admin.patch(`/api/admin/users/${id}/subscription`, { plan: 'premium' }));
    await expectDone(client.post(`${path}/knowledge`, { type: 'text', title: 'Tides', content: TEXTS.taught }));
    const form = new FormData();
    form.append('file', new File([TEXTS.file], 'tides.txt', { type: 'text/plain' }));
    await expectDone(client.post(`${path}/knowledge/upload`, form));
    await expectDone(client.post(`${path}/chat`, { message: TEXTS.said }));
    await expectDone(client.post(`${path}/start`));
    await discord.waitForReply(discord.sendMessage({ bot, content: TEXTS.onDiscord, mention: true }), 20_000);
    // What is said over RPC reaches only the append-only file.
    await waitFor('the texts on the disk of Redis', async () => {
      const { redisFiles = [] } = await found();
      return redisFiles.includes('onDiscord') && redisFiles.includes('said');
    });
    expect(await found()).toMatchObject({ postgres: expect.arrayContaining(['persona', 'taught']), files: ['file'] });
    // What was said is encrypted in Postgres: its rows are counted.
    const messages = async () => (await onDatabase(world, 'select 1 from chat.message where owner_id = $1', [id])).length;
    expect(await messages()).toBe(2);

    await expectDone(client.delete('/api/auth/account', { password }));
    await skipWait(queues.removals);
    await onDatabase(world, `update auth."user" set removed_at = removed_at - interval '2 minutes' where id = $1`, [id]);
    await skipWait(queues.accountRemovals);
    // A worker looks after some seconds for jobs that became due earlier than they were to.
    const isPurged = async () => ((await found())['postgres'] ?? []).length === 0 && (await messages()) === 0;
    await waitFor('the end of the purge', isPurged, 40_000);
    expect((await found())['redisFiles']).toContain('said');
    // Six hours later.
    await redis.del('auth:log-rewritten');
    await waitFor('stores without the texts', async () => Object.values(await found()).flat().length === 0, 20_000);
  }, 120_000);
});
