import { AppError } from '@kith/proto';

/**
 * Limits how many expensive tasks run and how many wait at once in this process. Waiting keys are served in rotation, so that a key with
 * many tasks does not delay the others.
 */
export class FairQueue {
  private running = 0;
  private waiting = 0;
  /** Waiting tasks by key, in the order in which the keys are served next. */
  private readonly waitingByKey = new Map<string, (() => void)[]>();

  constructor(
    private readonly maxConcurrent: number,
    private readonly maxWaiting: number,
  ) {}

  /** Runs the task as soon as a slot is free and the key's turn has come; tasks of one key run in order. OVERLOADED when too many wait. */
  async run<T>(key: string, task: () => Promise<T>): Promise<T> {
    if (this.running >= this.maxConcurrent) await this.waitForSlot(key);
    else this.running += 1;
    try {
      return await task();
    } finally {
      // The slot is handed over directly, so that a new task cannot overtake those that wait.
      const next = this.takeNext();
      if (next) next();
      else this.running -= 1;
    }
  }

  private waitForSlot(key: string): Promise<void> {
    if (this.waiting >= this.maxWaiting) throw new AppError('OVERLOADED', undefined, { retryAfterS: 5 });
    this.waiting += 1;
    const waiting = this.waitingByKey.get(key) ?? [];
    this.waitingByKey.set(key, waiting);
    return new Promise((resolve) => waiting.push(resolve));
  }

  private takeNext(): (() => void) | undefined {
    for (const [key, waiting] of this.waitingByKey) {
      this.waitingByKey.delete(key);
      const next = waiting.shift();
      // Setting it again moves the key to the end of the map.
      if (waiting.length > 0) this.waitingByKey.set(key, waiting);
      this.waiting -= 1;
      return next;
    }
    return undefined;
  }
}
