import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { paced } from './paced.js';

const timed = async (step: () => Promise<unknown>): Promise<{ stepMs: number; allMs: number }> => {
  const startedAt = performance.now();
  let endedAt = startedAt;
  await paced(async () => {
    try {
      await step();
    } finally {
      endedAt = performance.now();
    }
  }).catch(() => undefined);
  return { stepMs: endedAt - startedAt, allMs: performance.now() - startedAt };
};

describe('a paced step', () => {
  it.each([
    ['that succeeds', () => wait(60)],
    ['that fails', () => wait(60).then(() => Promise.reject(new Error('no')))],
  ])('%s is followed by a pause as long as it took', async (_how, step) => {
    const { stepMs, allMs } = await timed(step);
    // Timers may be early by a millisecond.
    expect(allMs - stepMs).toBeGreaterThanOrEqual(Math.min(stepMs, 250) - 2);
  });

  it('that takes long is followed by a pause of a quarter of a second', async () => {
    const { stepMs, allMs } = await timed(() => wait(600));
    expect(allMs - stepMs).toBeLessThan(stepMs);
  });

  it('is followed by a longer pause when that is asked for, which a signal ends at once', async () => {
    const startedAt = performance.now();
    await paced(() => wait(50), { pauses: 2 });
    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(146);
    const stopping = new AbortController();
    const again = performance.now();
    const running = paced(() => wait(100), { pauses: 2, signal: stopping.signal });
    await wait(120);
    stopping.abort();
    await running;
    expect(performance.now() - again).toBeLessThan(200);
    await paced(() => wait(100), { signal: stopping.signal });
    expect(performance.now() - again).toBeLessThan(400);
  });

  it('returns the result of the step, and fails as the step does', async () => {
    expect(await paced(() => Promise.resolve(7))).toBe(7);
    await expect(paced(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
  });
});
