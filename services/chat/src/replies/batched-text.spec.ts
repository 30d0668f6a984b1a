import { describe, expect, it } from '@jest/globals';
import { inBatches, type Wait } from './batched-text.js';

// oxlint-disable-next-line require-await -- read asynchronously, as replies are
async function* from(...pieces: readonly string[]): AsyncGenerator<string, void> {
  yield* pieces;
}

const UNLIMITED = new AbortController().signal;
const NEVER: Wait = () => new Promise(() => undefined);

async function read(pieces: AsyncGenerator<string, void>, wait: Wait = NEVER): Promise<string[]> {
  const batches: string[] = [];
  for await (const batch of inBatches(() => pieces, UNLIMITED, wait)) batches.push(batch);
  return batches;
}

describe('text in batches', () => {
  it('begins with the first piece and comes by sentences, in every script', async () => {
    for (const mark of ['.', '!', '?', '…', '。', '！', '？', '؟', '।', '။', '።', '."', '。」', '.)', '\n']) {
      const batches = await read(from('Aa', 'bb', 'cc', `dd${mark}`, 'ee', `ff${mark} `, 'gg'));
      expect(batches).toEqual(['Aa', `bbccdd${mark}`, `eeff${mark} `, 'gg']);
    }
  });

  it('comes after a while when a sentence does not end', async () => {
    let pass: () => void = () => undefined;
    const wait: Wait = () => new Promise((resolve) => (pass = resolve));
    let give: (piece: string | null) => void = () => undefined;
    async function* slow(): AsyncGenerator<string, void> {
      for (;;) {
        const piece = await new Promise<string | null>((resolve) => (give = resolve));
        if (piece === null) return;
        yield piece;
      }
    }
    const batches = inBatches(slow, UNLIMITED, wait);
    const first = batches.next();
    give('one ');
    expect((await first).value).toBe('one ');
    const second = batches.next();
    await settle();
    give('two ');
    await settle();
    give('three ');
    await settle();
    pass();
    expect((await second).value).toBe('two three ');
    const last = batches.next();
    await settle();
    give(null);
    expect(await last).toEqual({ done: true, value: undefined });
  });

  it('throws what its source throws, after the text before it', async () => {
    // oxlint-disable-next-line require-await -- read asynchronously
    async function* failing(): AsyncGenerator<string, void> {
      yield 'one ';
      yield 'two ';
      throw new Error('broken');
    }
    const batches: string[] = [];
    const reading = (async () => {
      for await (const batch of inBatches(failing, UNLIMITED, NEVER)) batches.push(batch);
    })();
    await expect(reading).rejects.toThrow('broken');
    expect(batches).toEqual(['one ', 'two ']);
  });

  it('ends its source and its timer when the reader leaves', async () => {
    let hasEnded = false;
    let isTimerEnded = false;
    let hasLeft = false;
    async function* endless(left: AbortSignal): AsyncGenerator<string, void> {
      left.addEventListener('abort', () => (hasLeft = true));
      try {
        for (;;) {
          await settle();
          yield 'word ';
        }
      } finally {
        hasEnded = true;
      }
    }
    const wait: Wait = (_ms, signal) =>
      new Promise((resolve) => {
        signal.addEventListener('abort', () => (isTimerEnded = true));
        setImmediate(() => setImmediate(() => setImmediate(resolve)));
      });
    let read = 0;
    for await (const _batch of inBatches(endless, UNLIMITED, wait)) if ((read += 1) === 3) break;
    await settle();
    await settle();
    expect({ hasEnded, hasLeft, isTimerEnded }).toEqual({ hasEnded: true, hasLeft: true, isTimerEnded: true });
  });

  it('is told when its reader is told to stop, with the reason, and no longer once it is read', async () => {
    const stop = new AbortController();
    const lefts: AbortSignal[] = [];
    const pieces = (left: AbortSignal) => {
      lefts.push(left);
      return from('one ');
    };
    for await (const _batch of inBatches(pieces, stop.signal, NEVER)) stop.abort('stopped');
    expect(lefts.map(({ aborted, reason }) => [aborted, reason])).toEqual([[true, 'stopped']]);
    for await (const _batch of inBatches(pieces, stop.signal, NEVER)) expect(lefts[1]?.aborted).toBe(true);
  });
});

/** Lets everything that is ready go on. */
const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
