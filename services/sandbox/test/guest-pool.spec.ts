import { afterEach, describe, expect, it } from '@jest/globals';
import { createLogger } from '@kith/kit';
import { waitFor } from '@kith/kit/testing';
import { GuestPool } from '../src/guest-pool.js';
import { guestOf, statusKb } from './sandbox-under-test.js';

const LIMITS = { idleMs: 60_000, maxRssKb: 256 * 1024 };
const run = (script: string) => ({ kind: 'run' as const, script, handler: 'handler', context: '{"args":[]}' });
const GOOD = run('const handler = () => "x"');
const ENDLESS = run('for (;;);');

describe('the guest process', () => {
  let pool: GuestPool | undefined;
  const open = (limits = LIMITS) => (pool = new GuestPool(createLogger('silent'), limits));

  afterEach(() => pool?.close());

  it('is started for the first job, kept for the next, and ended when there are none', async () => {
    const pool = open({ ...LIMITS, idleMs: 300 });
    expect(guestOf(pool)).toBeUndefined();
    await pool.run(GOOD);
    const first = guestOf(pool);
    await pool.run(GOOD);
    expect(guestOf(pool)?.pid).toBe(first?.pid);
    await waitFor('the process to be ended', () => first?.signalCode === 'SIGKILL');
    expect(guestOf(pool)).toBeUndefined();
    expect(await pool.run(GOOD)).toMatchObject({ status: 'returned' });
  });

  it('is replaced when it was killed while idle', async () => {
    const pool = open();
    await pool.run(GOOD);
    const first = guestOf(pool);
    first?.kill('SIGKILL');
    await waitFor('the exit to be noticed', () => guestOf(pool) === undefined);
    expect(await pool.run(GOOD)).toMatchObject({ status: 'returned', text: '"x"' });
    expect(guestOf(pool)?.pid).not.toBe(first?.pid);
  });

  it('is replaced when it was killed during a job, and the next process runs all its jobs [S53]', async () => {
    const pool = open();
    await pool.run(GOOD);
    const jobs = [pool.run(ENDLESS), ...Array.from({ length: 6 }, () => pool.run(GOOD))];
    guestOf(pool)?.kill('SIGKILL');
    expect((await Promise.all(jobs)).map(({ status }) => status)).toEqual([
      'time',
      ...Array.from({ length: 6 }, () => 'returned'),
    ]);
  });

  it('is killed above its memory limit, and a job that ends two processes is reported as crashed [S53]', async () => {
    const pool = open({ ...LIMITS, maxRssKb: 1 });
    expect(await pool.run(ENDLESS)).toMatchObject({ status: 'crashed' });
  });

  it('completes all other jobs when one job ends it again and again [S53]', async () => {
    const pool = open();
    await pool.run(GOOD);
    const killing = setInterval(() => {
      const guest = Reflect.get(pool, 'guest') as undefined | { tasks: Map<number, { job: { script: string } }> };
      if (guest && [...guest.tasks.values()].some(({ job }) => job.script === ENDLESS.script)) guestOf(pool)?.kill('SIGKILL');
    }, 5);
    const statuses = await Promise.all([ENDLESS, GOOD, GOOD, GOOD, GOOD].map((job) => pool.run(job))).finally(() =>
      clearInterval(killing),
    );
    expect(statuses.map(({ status }) => status)).toEqual(['crashed', 'returned', 'returned', 'returned', 'returned']);
  });

  it('accepts 64 waiting jobs at most, and more when those are done', async () => {
    const pool = open();
    const jobs = Array.from({ length: 64 }, () => pool.run(GOOD));
    expect(() => pool.run(GOOD)).toThrow(expect.objectContaining({ code: 'OVERLOADED' }));
    for (const { status } of await Promise.all(jobs)) expect(status).toBe('returned');
    expect(await pool.run(GOOD)).toMatchObject({ status: 'returned' });
  });

  it('ends with the service, and its jobs are rejected', async () => {
    const pool = open();
    await pool.run(GOOD);
    const guest = guestOf(pool);
    const refused = expect(Promise.all([pool.run(ENDLESS), pool.run(GOOD)])).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    await pool.close();
    await refused;
    expect(guest?.signalCode).toBe('SIGKILL');
    expect(() => pool.run(GOOD)).toThrow(expect.objectContaining({ code: 'UNAVAILABLE' }));
  });

  it('exits by itself when the service has died, even during a job', async () => {
    const pool = open();
    await pool.run(GOOD);
    const guest = guestOf(pool);
    const job = pool.run(ENDLESS);
    guest?.disconnect();
    await waitFor('the process to exit', () => guest?.exitCode === 0);
    expect(await job).toMatchObject({ status: 'time' });
  });

  it('stays below its memory limit over many runs [S53]', async () => {
    const pool = open();
    for (let round = 0; round < 10; round += 1) await Promise.all(Array.from({ length: 40 }, () => pool.run(GOOD)));
    expect(statusKb(guestOf(pool)?.pid, 'VmHWM')).toBeLessThan(256 * 1024);
  });
});
