import { AppError } from '@kith/proto';

/** Work that is dear: so much of it at once, so much of it waiting. Who waits comes in turn, so that nobody keeps the others waiting. */
export class Turns {
  private running = 0;
  private waiting = 0;
  /** By whose turn it is; whoever was served last comes last. */
  private readonly queues = new Map<string, (() => void)[]>();

  constructor(
    private readonly atOnce: number,
    private readonly maxWaiting: number,
  ) {}

  /** What `work` answers, once it was the turn of `whose`, in the order of coming. OVERLOADED when too many wait. */
  async take<T>(whose: string, work: () => Promise<T>): Promise<T> {
    if (this.running >= this.atOnce) await this.itsTurn(whose);
    else this.running += 1;
    try {
      return await work();
    } finally {
      // The turn is handed over, so that nobody who comes just now overtakes.
      const next = this.next();
      if (next) next();
      else this.running -= 1;
    }
  }

  private itsTurn(whose: string): Promise<void> {
    if (this.waiting >= this.maxWaiting) throw new AppError('OVERLOADED', undefined, { retryAfterS: 5 });
    this.waiting += 1;
    const queue = this.queues.get(whose) ?? [];
    this.queues.set(whose, queue);
    return new Promise((resolve) => queue.push(resolve));
  }

  private next(): (() => void) | undefined {
    for (const [whose, queue] of this.queues) {
      this.queues.delete(whose);
      const next = queue.shift();
      if (queue.length > 0) this.queues.set(whose, queue);
      this.waiting -= 1;
      return next;
    }
    return undefined;
  }
}
