import type { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createLogger } from '@kith/kit';
import { WorkerPool } from './worker-pool.js';

describe('the worker of the syntax check', () => {
  let pool: WorkerPool;
  const worker = () => Reflect.get(pool, 'worker') as Promise<Worker>;

  beforeEach(() => {
    pool = new WorkerPool(createLogger('silent'));
  });
  afterEach(() => pool.close());

  it('is replaced when it died while it had nothing to do', async () => {
    expect(await pool.compile('1')).toEqual({ valid: true });
    await (await worker()).terminate();
    expect(await pool.compile('2')).toEqual({ valid: true });
  });

  it('costs the one check that it died over, not those behind it', async () => {
    await pool.compile('1');
    const current = await worker();
    const [first, second] = [pool.compile('2'), pool.compile('3')];
    await current.terminate();
    expect(await first).toHaveProperty('valid');
    expect(await second).toEqual({ valid: true });
  });
});
