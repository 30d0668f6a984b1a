import type { AppError } from '@kith/proto';

export interface EventTimes {
  /** A word in between, so that no proxy takes silence for the end. */
  readonly heartbeatMs: number;
  /** A failure within this time is thrown, to become an answer with a status of its own. */
  readonly headStartMs: number;
}

const TIMES: EventTimes = { heartbeatMs: 15_000, headStartMs: 1000 };
const SILENCE = Symbol('silence');

/** The text of an event stream (HTML standard) for `frames`; a failure on the way becomes `event: error` with the error's body. */
export async function serverSentEvents(
  frames: AsyncGenerator<unknown>,
  explain: (error: unknown) => AppError,
  times: EventTimes = TIMES,
): Promise<AsyncGenerator<string, void>> {
  const first = frames.next();
  await within(first, times.headStartMs);
  return write(frames, first, explain, times.heartbeatMs);
}

async function* write(
  frames: AsyncGenerator<unknown>,
  first: Promise<IteratorResult<unknown>>,
  explain: (error: unknown) => AppError,
  heartbeatMs: number,
): AsyncGenerator<string, void> {
  let next = first;
  try {
    for (;;) {
      const result = await within(next, heartbeatMs);
      if (result === SILENCE) {
        yield ': waiting\n\n';
        continue;
      }
      if (result.done) return;
      yield `data: ${JSON.stringify(result.value)}\n\n`;
      next = frames.next();
    }
  } catch (error) {
    yield `event: error\ndata: ${JSON.stringify(explain(error).toBody())}\n\n`;
  } finally {
    // Whoever reads no more needs no further frame, and no word of how it failed.
    next.catch(() => undefined);
    void frames.return(undefined).catch(() => undefined);
  }
}

async function within<T>(promise: Promise<T>, ms: number): Promise<T | typeof SILENCE> {
  let timer: NodeJS.Timeout | undefined;
  const silence = new Promise<typeof SILENCE>((resolve) => {
    timer = setTimeout(() => resolve(SILENCE), ms);
  });
  try {
    return await Promise.race([promise, silence]);
  } finally {
    clearTimeout(timer);
  }
}
