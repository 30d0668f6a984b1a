import { afterEach, describe, expect, it } from '@jest/globals';
import { createLogger } from '@kith/kit';
import { waitFor } from '@kith/kit/testing';
import { GuestPool } from '../src/guest-pool.js';
import { guestOf, statusKb } from './sandbox-under-test.js';

const ROOMY = { idleMs: 60_000, maxRssKb: 256 * 1024 };
const run = (script: string) => ({ kind: 'run' as const, script, handler: 'handler', context: '{"args":[]}' });
const GOOD = run('const handler = () => "x"');
const ENDLESS = run('for (;;);');

describe('the process that users’ code runs in', () => {
  let pool: GuestPool | undefined;
  const open = (limits = ROOMY) => (pool = new GuestPool(createLogger('silent'), limits));

  afterEach(() => pool?.close());

  it('is not there before the first job, stays for the next, and is let go when there are none', async () => {
    const pool = open({ ...ROOMY, idleMs: 300 });
    expect(guestOf(pool)).toBeUndefined();
    await pool.do(GOOD);
    const first = guestOf(pool);
    await pool.do(GOOD);
    expect(guestOf(pool)?.pid).toBe(first?.pid);
    await waitFor('the process to be let go', () => first?.signalCode === 'SIGKILL');
    expect(guestOf(pool)).toBeUndefined();
    expect(await pool.do(GOOD)).toMatchObject({ end: 'returned' });
  });

  it('is replaced when it was killed while it had nothing to do', async () => {
    const pool = open();
    await pool.do(GOOD);
    const first = guestOf(pool);
    first?.kill('SIGKILL');
    await waitFor('its end to be noticed', () => guestOf(pool) === undefined);
    expect(await pool.do(GOOD)).toMatchObject({ end: 'returned', text: '"x"' });
    expect(guestOf(pool)?.pid).not.toBe(first?.pid);
  });

  it('S53: is replaced when it was killed over a job; the job and those behind it are done by the next', async () => {
    const pool = open();
    await pool.do(GOOD);
    const jobs = [pool.do(ENDLESS), ...Array.from({ length: 6 }, () => pool.do(GOOD))];
    guestOf(pool)?.kill('SIGKILL');
    expect((await Promise.all(jobs)).map(({ end }) => end)).toEqual(['time', ...Array.from({ length: 6 }, () => 'returned')]);
  });

  it('S53: is killed above its memory, and a job that brings two of them down is given up', async () => {
    const pool = open({ ...ROOMY, maxRssKb: 1 });
    expect(await pool.do(ENDLESS)).toMatchObject({ end: 'crashed' });
  });

  it('S53: a job that kills its process again and again costs only itself', async () => {
    const pool = open();
    await pool.do(GOOD);
    const killing = setInterval(() => {
      const guest = Reflect.get(pool, 'guest') as undefined | { tasks: Map<number, { job: { script: string } }> };
      if (guest && [...guest.tasks.values()].some(({ job }) => job.script === ENDLESS.script)) guestOf(pool)?.kill('SIGKILL');
    }, 5);
    const ends = await Promise.all([ENDLESS, GOOD, GOOD, GOOD, GOOD].map((job) => pool.do(job))).finally(() =>
      clearInterval(killing),
    );
    expect(ends.map(({ end }) => end)).toEqual(['crashed', 'returned', 'returned', 'returned', 'returned']);
  });

  it('takes no more than 64 waiting jobs, and takes some again when those are done', async () => {
    const pool = open();
    const jobs = Array.from({ length: 64 }, () => pool.do(GOOD));
    expect(() => pool.do(GOOD)).toThrow(expect.objectContaining({ code: 'OVERLOADED' }));
    for (const { end } of await Promise.all(jobs)) expect(end).toBe('returned');
    expect(await pool.do(GOOD)).toMatchObject({ end: 'returned' });
  });

  it('ends with the service; what it was doing is refused', async () => {
    const pool = open();
    await pool.do(GOOD);
    const guest = guestOf(pool);
    const refused = expect(Promise.all([pool.do(ENDLESS), pool.do(GOOD)])).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    await pool.close();
    await refused;
    expect(guest?.signalCode).toBe('SIGKILL');
    expect(() => pool.do(GOOD)).toThrow(expect.objectContaining({ code: 'UNAVAILABLE' }));
  });

  it('ends by itself when the service is gone, even in the middle of a job', async () => {
    const pool = open();
    await pool.do(GOOD);
    const guest = guestOf(pool);
    const job = pool.do(ENDLESS);
    guest?.disconnect();
    await waitFor('its end', () => guest?.exitCode === 0);
    expect(await job).toMatchObject({ end: 'time' });
  });

  it('S53: keeps its memory over many engines', async () => {
    const pool = open();
    for (let round = 0; round < 10; round += 1) await Promise.all(Array.from({ length: 40 }, () => pool.do(GOOD)));
    expect(statusKb(guestOf(pool)?.pid, 'VmHWM')).toBeLessThan(256 * 1024);
  });
});
