import { Inject, Injectable, SetMetadata, type BeforeApplicationShutdown } from '@nestjs/common';
import { LOGGER, type Logger } from './logger.js';

const SCHEDULE = Symbol('schedule');

/** How often a periodic task runs, and its name in the log. */
interface Schedule {
  readonly everyMs: number;
  readonly name: string;
}

type PeriodicTask = () => unknown;

/**
 * Marks a method that is called every `everyMs` while the service runs, without arguments and never concurrently; the first call comes one
 * interval after the start. A failure is logged under `name` and does not stop further calls. On shutdown the service waits for a running
 * call before it closes its database; a long task should end early in `onModuleDestroy`.
 */
export const Interval = (
  everyMs: number,
  name: string,
): (<T extends PeriodicTask>(target: object, key: string | symbol, method: TypedPropertyDescriptor<T>) => void) =>
  SetMetadata(SCHEDULE, { everyMs, name } satisfies Schedule);

/** The schedule of a method that is marked with `@Interval`. */
export const scheduleOf = (method: unknown): Schedule | undefined =>
  Reflect.getMetadata(SCHEDULE, method as object) as Schedule | undefined;

/** Runs the periodic tasks of a service. */
@Injectable()
export class IntervalScheduler implements BeforeApplicationShutdown {
  private readonly timers: NodeJS.Timeout[] = [];
  private readonly running = new Set<Promise<unknown>>();

  constructor(@Inject(LOGGER) private readonly logger: Logger) {}

  start({ everyMs, name }: Schedule, work: PeriodicTask): void {
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
