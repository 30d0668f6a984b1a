import type { ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, it } from '@jest/globals';
import { createLogger } from '@kith/kit';
import { waitFor } from '@kith/kit/testing';
import { GuestPool } from '../src/guest-pool.js';
import { startGuest } from '../src/guest-launcher.js';
import type { JobInput } from '../src/guest.js';
import { guestsOf, statusKb } from './sandbox-under-test.js';

const LIMITS = { idleMs: 60_000, maxRssKb: 256 * 1024 };
const BEGINNING = { seed: '0123456789abcdef', startedAtMs: 0, rounds: [] };
const job = (script: string) => ({
  kind: 'run' as const,
  script,
  handler: 'handler',
  context: '{"args":[],"values":[],"fields":{}}',
  ...BEGINNING,
});
const GOOD = job('const handler = () => "x"');
const ENDLESS = job('for (;;);');

let pool: GuestPool | undefined;
const open = (limits: ConstructorParameters<typeof GuestPool>[1] = LIMITS, launch = startGuest) =>
  (pool = new GuestPool(createLogger('silent'), limits, launch));
afterEach(() => pool?.close());

/** Runs a job for a new user, so that the limits per user do not apply. */
const run = (input: JobInput, key: string = randomUUID()) => pool?.run({ key }, input) ?? Promise.reject(new Error('no pool'));

/** A process that ends as soon as it gets the endless job, as with a job that breaks out of its engine; notes the scripts that it gets. */
function endedByAttack(process: ChildProcess, scripts: string[]): ChildProcess {
  const send = process.send.bind(process);
  process.send = (message: { readonly script: string }, ...rest: unknown[]) => {
    scripts.push(message.script);
    if (message.script === ENDLESS.script) process.kill('SIGKILL');
    return Reflect.apply(send, process, [message, ...rest]) as boolean;
  };
  return process;
}

describe('a guest process', () => {
  it('is started for the first job, kept for the next, and ended when there are none', async () => {
    const pool = open({ ...LIMITS, idleMs: 300 });
    expect(guestsOf(pool)).toEqual([]);
    await run(GOOD);
    const [first] = guestsOf(pool);
    await run(GOOD);
    expect(guestsOf(pool).map(({ pid }) => pid)).toEqual([first?.pid]);
    await waitFor('the process to be ended', () => first?.signalCode === 'SIGKILL');
    expect(guestsOf(pool)).toEqual([]);
    expect(await run(GOOD)).toMatchObject({ status: 'returned' });
  });

  it('is not started, and jobs are UNAVAILABLE, when the system cannot isolate it [S53]', async () => {
    pool = new GuestPool(createLogger('silent'), LIMITS, () => {
      throw new Error('it would run as root');
    });
    await expect(run(GOOD)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    await expect(run(GOOD)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  });

  it('is replaced when it was killed while idle', async () => {
    const pool = open();
    await run(GOOD);
    const [first] = guestsOf(pool);
    first?.kill('SIGKILL');
    await waitFor('the exit to be noticed', () => guestsOf(pool).length === 0);
    expect(await run(GOOD)).toMatchObject({ status: 'returned', text: '{"result":"x","replies":[]}' });
    expect(guestsOf(pool)[0]?.pid).not.toBe(first?.pid);
  });

  it('is replaced when it was killed during a job, and the next process runs that job and those that wait [S53]', async () => {
    const pool = open();
    await run(GOOD);
    const jobs = [run(ENDLESS), ...Array.from({ length: 6 }, () => run(GOOD))];
    guestsOf(pool)[0]?.kill('SIGKILL');
    expect((await Promise.all(jobs)).map(({ status }) => status)).toEqual([
      'time',
      ...Array.from({ length: 6 }, () => 'returned'),
    ]);
  });

  it('is killed above its memory limit, and a job that ends two processes is reported as crashed [S53]', async () => {
    open({ ...LIMITS, maxRssKb: 1 });
    expect(await run(ENDLESS)).toMatchObject({ status: 'crashed' });
  });

  it('runs one job at a time: a job that ends it again and again ends no other job [S53]', async () => {
    const scripts: string[] = [];
    open(LIMITS, () => endedByAttack(startGuest(), scripts));
    await Promise.all([run(GOOD), run(GOOD)]);
    const attacked = run(ENDLESS);
    const statuses = await Promise.all(Array.from({ length: 4 }, () => run(GOOD)));
    expect(await attacked).toMatchObject({ status: 'crashed' });
    expect(statuses.map(({ status }) => status)).toEqual(['returned', 'returned', 'returned', 'returned']);
    // The attack was tried in two processes, and no other job had to be run again.
    expect(scripts.toSorted()).toEqual(
      [ENDLESS.script, ENDLESS.script, ...Array.from({ length: 6 }, () => GOOD.script)].toSorted(),
    );
  });

  it('ends with the service, and its jobs are rejected', async () => {
    const pool = open();
    await run(GOOD);
    const [guest] = guestsOf(pool);
    const refused = expect(Promise.allSettled([run(ENDLESS), run(GOOD), run(GOOD)])).resolves.toEqual(
      Array.from({ length: 3 }, () => ({ status: 'rejected', reason: expect.objectContaining({ code: 'UNAVAILABLE' }) })),
    );
    await pool.close();
    await refused;
    expect(guest?.signalCode).toBe('SIGKILL');
    await expect(run(GOOD)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  });

  it('exits by itself when the service has died, even during a job', async () => {
    const pool = open();
    await run(GOOD);
    const [guest] = guestsOf(pool);
    const job = run(ENDLESS);
    guest?.disconnect();
    await waitFor('the process to exit', () => guest?.exitCode === 0);
    expect(await job).toMatchObject({ status: 'time' });
  });

  it('stays below its memory limit over many runs [S53]', async () => {
    const pool = open();
    for (let round = 0; round < 10; round += 1) await Promise.all(Array.from({ length: 40 }, () => run(GOOD)));
    for (const { pid } of guestsOf(pool)) expect(statusKb(pid, 'VmHWM')).toBeLessThan(256 * 1024);
  });
});

describe('the pool of guest processes', () => {
  it('lets 64 jobs wait, refuses the others, and accepts more when those are done', async () => {
    open();
    const results = await Promise.allSettled(Array.from({ length: 70 }, () => run(GOOD)));
    const refused = results.flatMap((result) => (result.status === 'rejected' ? [result.reason as unknown] : []));
    expect(refused).toHaveLength(4);
    for (const reason of refused) expect(reason).toMatchObject({ code: 'OVERLOADED', details: { retryAfterS: 1 } });
    expect(await run(GOOD)).toMatchObject({ status: 'returned' });
  });

  it('drops a waiting job that nobody waits for any more', async () => {
    const pool = open();
    const caller = new AbortController();
    const endless = [run(ENDLESS), run(ENDLESS)];
    const dropped = pool.run({ key: 'a', signal: caller.signal }, ENDLESS);
    caller.abort();
    await expect(dropped).rejects.toMatchObject({ code: 'CANCELLED' });
    expect((await Promise.all(endless)).map(({ status }) => status)).toEqual(['time', 'time']);
  });

  it('keeps a process for the users within their budget of CPU time while many others run endless loops [S53]', async () => {
    const pool = open({ ...LIMITS, cpuMsPerMinute: 400 });
    let isUnderAttack = true;
    const attackers = Array.from({ length: 4 }, (_, n) => `attacker ${n}`);
    const attacks = attackers.map(async (key) => {
      while (isUnderAttack) await run(ENDLESS, key);
    });
    const aboveBudget = () => Reflect.get(Reflect.get(pool, 'scheduler') as object, 'runningAboveBudget') as number;
    const running = () => (Reflect.get(pool, 'scheduler') as { running: number }).running;
    await waitFor('the attackers to be above their budgets', () => aboveBudget() === 1 && running() === 1, 60_000);
    for (let turn = 0; turn < 20; turn += 1) {
      const usual = run(GOOD, 'usual');
      // It does not wait for any loop: both processes run at once.
      expect(running()).toBe(2);
      expect(await usual).toMatchObject({ status: 'returned' });
    }
    isUnderAttack = false;
    await Promise.all(attacks);
  }, 90_000);
});
