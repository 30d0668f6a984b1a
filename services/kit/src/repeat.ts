import type { Logger } from './logger.js';

/** Work that is done again and again until it is stopped. */
export interface Repetition {
  /** Resolves when the run that is under way has ended; none follows. */
  stop(): Promise<void>;
}

/** Does `work` every `everyMs`, one run at a time; a failed run is logged under `name` and the next one comes all the same. */
export function repeat(name: string, everyMs: number, work: () => Promise<unknown>, logger: Logger): Repetition {
  let running: Promise<unknown> | undefined;
  const timer = setInterval(() => {
    running ??= Promise.resolve()
      .then(work)
      .catch((error: unknown) => logger.warn({ err: error }, `${name} failed`))
      .finally(() => (running = undefined));
  }, everyMs);
  timer.unref();
  return {
    stop: async () => {
      clearInterval(timer);
      await running;
    },
  };
}
