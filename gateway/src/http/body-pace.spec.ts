import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { BodyPace } from './body-pace.js';

const MB = 1_048_576;

describe('the pace of large bodies', () => {
  let nowMs = 0;
  beforeEach(() => {
    nowMs = 0;
    jest.spyOn(performance, 'now').mockImplementation(() => nowMs);
  });
  afterEach(() => {
    jest.restoreAllMocks();
  });

  /** How long the sender has to wait in milliseconds when it sends these numbers of bytes one after the other. */
  async function waits(pace: { take(sender: string, bytes: number): Promise<void> }, sender: string, sizes: readonly number[]) {
    const waited: number[] = [];
    for (const bytes of sizes) {
      const before = nowMs;
      await pace.take(sender, bytes);
      waited.push(Math.round(nowMs - before));
    }
    return waited;
  }
  const aPace = () => new BodyPace((ms) => Promise.resolve((nowMs += ms)));

  it('is 4 MB at once and 16 MB per second, for each sender alone [S39]', async () => {
    const pace = aPace();
    expect(await waits(pace, 'kim', [2 * MB, 2 * MB, MB, 8 * MB])).toEqual([0, 0, 63, 500]);
    expect(await waits(pace, 'ann', [4 * MB])).toEqual([0]);
    nowMs += 3_600_000;
    expect(await waits(pace, 'kim', [4 * MB, 16 * MB])).toEqual([0, 1000]);
  });

  it('is shared by all bodies that one sender sends at the same time [S39]', async () => {
    const waited: number[] = [];
    const pace = new BodyPace((ms) => Promise.resolve(waited.push(Math.round(ms))));
    await Promise.all(Array.from({ length: 4 }, () => pace.take('kim', 4 * MB)));
    expect(waited).toEqual([250, 500, 750]);
  });

  it('does not remember more than ten thousand senders', async () => {
    const pace = aPace();
    for (let n = 0; n <= 10_000; n += 1) await pace.take(String(n), 1);
    expect((Reflect.get(pace, 'workedOffAt') as Map<string, number>).size).toBe(10_000);
  });
});
