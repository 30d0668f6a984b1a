import { AsyncResource } from 'node:async_hooks';

/**
 * Runs a task every `everyMs`, which may depend on what the run found, and at once on `trigger`; two runs never overlap. It runs in the async context in which it was made, not in that of who
 * triggers it: within a call of an owner it would see the rows of this owner only.
 */
export class PeriodicTask {
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> | null = null;
  private isTriggered = false;
  private isStopped = false;
  private readonly task: () => Promise<void>;

  constructor(
    task: () => Promise<void>,
    private readonly everyMs: number | (() => number),
    private readonly onError: (error: unknown) => void,
  ) {
    this.task = AsyncResource.bind(task);
  }

  /** Starts a run now, or right after the current one. */
  trigger(): void {
    if (this.isStopped) return;
    if (this.running) {
      this.isTriggered = true;
      return;
    }
    clearTimeout(this.timer);
    this.running = this.task()
      .catch(this.onError)
      .finally(() => this.scheduleNext());
  }

  /** Resolves when the current run has ended. */
  async stop(): Promise<void> {
    this.isStopped = true;
    clearTimeout(this.timer);
    await this.running;
  }

  private scheduleNext(): void {
    this.running = null;
    if (this.isStopped) return;
    const isTriggered = this.isTriggered;
    this.isTriggered = false;
    if (isTriggered) this.trigger();
    else this.timer = setTimeout(() => this.trigger(), typeof this.everyMs === 'number' ? this.everyMs : this.everyMs());
  }
}
