import { describe, expect, it } from '@jest/globals';
import { FairQueue } from './fair-queue.js';

describe('FairQueue', () => {
  it('runs the allowed number of tasks at once and the others in the order of their arrival', async () => {
    const queue = new FairQueue(2, 10);
    const started: number[] = [];
    const ends: (() => void)[] = [];
    const all = Array.from({ length: 4 }, (_, n) =>
      queue.run('kim', () => {
        started.push(n);
        return new Promise<void>((resolve) => ends.push(resolve));
      }),
    );
    expect(started).toEqual([0, 1]);
    for (let n = 0; n < 4; n += 1) {
      ends[n]?.();
      await all[n];
      await Promise.resolve();
    }
    expect(started).toEqual([0, 1, 2, 3]);
  });

  it('serves the waiting keys in rotation, however many tasks one of them has [S72]', async () => {
    const queue = new FairQueue(1, 20);
    const done: string[] = [];
    const take = (whose: string) => queue.run(whose, async () => void done.push(whose));
    await Promise.all(['greedy', 'greedy', 'greedy', 'greedy', 'kim', 'kim', 'lee'].map(take));
    expect(done).toEqual(['greedy', 'greedy', 'kim', 'lee', 'greedy', 'kim', 'greedy']);
  });

  it('continues after a failed task and refuses new tasks when too many wait', async () => {
    const queue = new FairQueue(1, 1);
    const failing = queue.run('kim', () => Promise.reject(new Error('no')));
    const waiting = queue.run('kim', () => Promise.resolve('done'));
    await expect(queue.run('kim', () => Promise.resolve('too late'))).rejects.toMatchObject({ code: 'OVERLOADED' });
    await expect(failing).rejects.toThrow('no');
    expect(await waiting).toBe('done');
    expect(await queue.run('kim', () => Promise.resolve('free again'))).toBe('free again');
  });
});
