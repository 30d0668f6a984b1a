import { Inject, Injectable, SetMetadata, type BeforeApplicationShutdown } from '@nestjs/common';
import { LOGGER, type Logger } from './logger.js';

const EVERY = Symbol('every');

/** What is done again and again, and how often. */
interface Schedule {
  readonly everyMs: number;
  readonly name: string;
}

type Repeated = () => unknown;

/**
 * Marks a method that is called every `everyMs` while the service runs, one call at a time and without arguments; the first comes one
 * interval after the start. A call that fails is logged under `name` and the next one comes all the same. The service does not close its
 * database before the call under way has ended: one that takes long ends early by itself, in `onModuleDestroy`.
 */
export const Interval = (
  everyMs: number,
  name: string,
): (<T extends Repeated>(target: object, key: string | symbol, method: TypedPropertyDescriptor<T>) => void) =>
  SetMetadata(EVERY, { everyMs, name } satisfies Schedule);

/** How often a method is to be called, if at all. */
export const scheduleOf = (method: unknown): Schedule | undefined =>
  Reflect.getMetadata(EVERY, method as object) as Schedule | undefined;

/** Everything that a service does again and again. */
@Injectable()
export class IntervalScheduler implements BeforeApplicationShutdown {
  private readonly timers: NodeJS.Timeout[] = [];
  private readonly running = new Set<Promise<unknown>>();

  constructor(@Inject(LOGGER) private readonly logger: Logger) {}

  start({ everyMs, name }: Schedule, work: Repeated): void {
    let current: Promise<unknown> | undefined;
    const run = (): void => {
      if (current) return;
      const call = Promise.resolve()
        .then(work)
        .catch((error: unknown) => this.logger.warn({ err: error }, `${name} failed`))
        .finally(() => {
          current = undefined;
          this.running.delete(call);
        });
      current = call;
      this.running.add(call);
    };
    this.timers.push(setInterval(run, everyMs).unref());
  }

  async beforeApplicationShutdown(): Promise<void> {
    for (const timer of this.timers) clearInterval(timer);
    await Promise.all(this.running);
  }
}
