import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { ProcessedSequence } from './processed-sequence.js';

/** The work of an event, which the test finishes. */
const pendingWork = () => {
  let finish: () => void = () => undefined;
  const promise = new Promise<void>((resolve) => (finish = resolve));
  return { promise, finish };
};

describe('the processed sequence of a session', () => {
  it('stays before an event that is still being processed, and passes all finished ones when it is done', async () => {
    const processed = new ProcessedSequence(10);
    const first = pendingWork();
    processed.track(11, null, () => undefined);
    processed.track(12, first.promise, () => undefined);
    processed.track(13, null, () => undefined);
    expect(processed.processedUpTo).toBe(11);
    first.finish();
    await processed.whenIdle(1000);
    expect(processed.processedUpTo).toBe(13);
  });

  it('never passes a pending event, in whatever order events finish', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.boolean(), { maxLength: 30 }), fc.infiniteStream(fc.nat()), async (needsWork, picks) => {
        const processed = new ProcessedSequence(0);
        const open = new Map<number, () => void>();
        for (const [index, needed] of needsWork.entries()) {
          const { promise, finish } = pendingWork();
          if (needed) open.set(index + 1, finish);
          processed.track(index + 1, needed ? promise : null, () => undefined);
        }
        while (open.size > 0) {
          expect(processed.processedUpTo).toBeLessThan(Math.min(...open.keys()));
          const seqs = [...open.keys()];
          const seq = seqs[(picks.next().value ?? 0) % seqs.length] ?? 0;
          open.get(seq)?.();
          open.delete(seq);
          await new Promise((resolve) => setImmediate(resolve));
        }
        expect(processed.processedUpTo).toBe(needsWork.length);
      }),
      { numRuns: 100 },
    );
  });
});
