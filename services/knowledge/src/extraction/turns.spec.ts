import { describe, expect, it } from '@jest/globals';
import { Turns } from './turns.js';

describe('turns', () => {
  it('let so many work at once, the others in the order of coming', async () => {
    const turns = new Turns(2, 10);
    const started: number[] = [];
    const ends: (() => void)[] = [];
    const all = Array.from({ length: 4 }, (_, n) =>
      turns.take('kim', () => {
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

  it('S72: alternate between those who wait, however much one of them asks for', async () => {
    const turns = new Turns(1, 20);
    const done: string[] = [];
    const take = (whose: string) => turns.take(whose, async () => void done.push(whose));
    await Promise.all(['greedy', 'greedy', 'greedy', 'greedy', 'kim', 'kim', 'lee'].map(take));
    expect(done).toEqual(['greedy', 'greedy', 'kim', 'lee', 'greedy', 'kim', 'greedy']);
  });

  it('go on after a failure and refuse when too many wait', async () => {
    const turns = new Turns(1, 1);
    const failing = turns.take('kim', () => Promise.reject(new Error('no')));
    const waiting = turns.take('kim', () => Promise.resolve('done'));
    await expect(turns.take('kim', () => Promise.resolve('too late'))).rejects.toMatchObject({ code: 'OVERLOADED' });
    await expect(failing).rejects.toThrow('no');
    expect(await waiting).toBe('done');
    expect(await turns.take('kim', () => Promise.resolve('free again'))).toBe('free again');
  });
});
