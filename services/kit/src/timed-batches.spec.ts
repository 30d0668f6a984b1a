import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { TimedBatches } from './timed-batches.js';

const MAX = 400;

/** The sizes of this many batches, each of which does all that it may and takes `msOf` its size. */
async function sizesOf(count: number, msOf: (size: number) => number, batches = new TimedBatches(MAX)): Promise<number[]> {
  const sizes: number[] = [];
  let now = 0;
  jest.spyOn(performance, 'now').mockImplementation(() => now);
  while (sizes.length < count)
    await batches.run((size) => {
      sizes.push(size);
      now += msOf(size);
      return Promise.resolve(size);
    });
  return sizes;
}

afterEach(() => {
  jest.restoreAllMocks();
});

describe('the batches of a long work', () => {
  it('become smaller while they take longer than ten milliseconds, and stay above none', async () => {
    const sizes = await sizesOf(8, () => 30);
    expect(sizes.slice(0, 3)).toEqual([100, 50, 25]);
    expect(sizes.at(-1)).toBe(10);
  });

  it('become no smaller than the least that is asked for', async () => {
    expect(await sizesOf(3, () => 30, new TimedBatches(MAX, 80))).toEqual([100, 80, 80]);
  });

  it('become larger while they are quick, up to the most that is allowed', async () => {
    expect(await sizesOf(4, () => 0)).toEqual([100, 200, MAX, MAX]);
  });

  it('end with the first one that did fewer than it may, which does not change their size', async () => {
    const batches = new TimedBatches(MAX);
    const sizes: number[] = [];
    const run = (left: number) =>
      batches.run((size) => {
        sizes.push(size);
        return Promise.resolve(Math.min(size, left));
      });
    expect([await run(3), await run(0), await run(100)]).toEqual([true, true, false]);
    expect(sizes).toEqual([100, 100, 100]);
  });

  it('fail as one of them does, and the next one is of the same size', async () => {
    const batches = new TimedBatches(MAX);
    await expect(batches.run(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await batches.run((size) => Promise.resolve(size - 1))).toBe(true);
  });
});
