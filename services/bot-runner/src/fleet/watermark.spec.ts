import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { Watermark } from './watermark.js';

/** An event's work that the test ends. */
const work = () => {
  let finish: () => void = () => undefined;
  const until = new Promise<void>((resolve) => (finish = resolve));
  return { until, finish };
};

describe('the watermark of a session', () => {
  it('stays before an event that is still in work, and jumps when it is done', async () => {
    const watermark = new Watermark(10);
    const first = work();
    watermark.take(11, null, () => undefined);
    watermark.take(12, first.until, () => undefined);
    watermark.take(13, null, () => undefined);
    expect(watermark.low).toBe(11);
    first.finish();
    await watermark.settled(1000);
    expect(watermark.low).toBe(13);
  });

  it('never passes an open event, in whatever order the work ends', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.boolean(), { maxLength: 30 }), fc.infiniteStream(fc.nat()), async (needsWork, picks) => {
        const watermark = new Watermark(0);
        const open = new Map<number, () => void>();
        for (const [index, needed] of needsWork.entries()) {
          const { until, finish } = work();
          if (needed) open.set(index + 1, finish);
          watermark.take(index + 1, needed ? until : null, () => undefined);
        }
        while (open.size > 0) {
          expect(watermark.low).toBeLessThan(Math.min(...open.keys()));
          const seqs = [...open.keys()];
          const seq = seqs[(picks.next().value ?? 0) % seqs.length] ?? 0;
          open.get(seq)?.();
          open.delete(seq);
          await new Promise((resolve) => setImmediate(resolve));
        }
        expect(watermark.low).toBe(needsWork.length);
      }),
      { numRuns: 100 },
    );
  });
});
