import { FairScheduler, type FairSchedulerOptions, type Logger, type Slot, type TaskOptions } from '@kith/kit';
import { AppError } from '@kith/proto';
import { Guest, type JobInput } from './guest.js';
import { startGuest } from './guest-launcher.js';
import type { GuestOutcome } from './guest/protocol.js';

/** CPU time in milliseconds that a user may cause at once, and in each minute: a hundred ordinary runs, or four endless loops. */
const CPU_MS_PER_MINUTE = 1000;

/** How users share the guest processes. */
export const sandboxPool = (cpuMsPerMinute = CPU_MS_PER_MINUTE) =>
  ({
    // Each job has a guest process of its own; the container has memory for two.
    capacity: 2,
    maxWaiting: 64,
    // Two jobs of one user at once (docs/decisions.md A11), of which one waits.
    maxRunningPerKey: 1,
    maxWaitingPerKey: 1,
    // All users above their budget share one process, so that the other one is left to those within theirs.
    budget: { cost: cpuMsPerMinute, windowMs: 60_000, whenUsedUp: 'yield', maxRunningAbove: 1 },
    retryAfterS: 1,
  }) satisfies FairSchedulerOptions;

/** An idle guest process above this is ended: engines leave memory behind that is freed only with the process. */
const RECYCLE_RSS_KB = 192 * 1024;
const MAX_CRASHES = 2;

/** Runs jobs in guest processes, which are started when they are needed and ended when there were no jobs for a while. */
export class GuestPool {
  private readonly scheduler;
  private readonly guests = new Set<Guest>();
  /** The guests without a job, and when they are ended; the one used last is used next. */
  private readonly idle = new Map<Guest, NodeJS.Timeout>();
  private isClosed = false;

  constructor(
    private readonly logger: Logger,
    private readonly limits: { idleMs: number; maxRssKb: number; cpuMsPerMinute?: number } = {
      idleMs: 60_000,
      maxRssKb: 256 * 1024,
    },
    private readonly launch = startGuest,
  ) {
    this.scheduler = new FairScheduler(sandboxPool(limits.cpuMsPerMinute));
  }

  /**
   * Runs a job of a user (`key` is the user's id) in turn with those of other users, and resolves however its code behaves. RATE_LIMITED when
   * two jobs of the user have not ended yet, OVERLOADED when too many jobs wait, UNAVAILABLE when no guest process can be started, CANCELLED.
   */
  run(user: TaskOptions, input: JobInput): Promise<GuestOutcome> {
    return this.scheduler.run(user, (slot) => this.runInGuest(input, slot));
  }

  async close(): Promise<void> {
    this.isClosed = true;
    this.scheduler.close();
    for (const timer of this.idle.values()) clearTimeout(timer);
    for (const guest of this.guests) guest.end();
    await Promise.all([...this.guests].map((guest) => guest.ended));
  }

  /** A process may also end without the job's fault, so that the job gets a second one. */
  private async runInGuest(input: JobInput, slot: Slot): Promise<GuestOutcome> {
    let costMs = 0;
    for (let crashes = 0; crashes < MAX_CRASHES; crashes += 1) {
      const guest = await this.readyGuest();
      const usedMs = stopwatch(guest);
      try {
        const outcome = await guest.run(input);
        slot.reportCost(costMs + usedMs());
        this.keep(guest);
        return outcome;
      } catch (error) {
        costMs += usedMs();
        slot.reportCost(costMs);
        if (this.isClosed) throw new AppError('UNAVAILABLE');
        this.logger.warn({ err: error }, 'the guest process ended and is replaced');
      }
    }
    return { id: 0, status: 'crashed', text: '', stack: '', log: [], durationMs: 0 };
  }

  private async readyGuest(): Promise<Guest> {
    for (const guest of [...this.idle.keys()].toReversed()) {
      clearTimeout(this.idle.get(guest));
      this.idle.delete(guest);
      if (guest.process.connected) return guest;
    }
    if (this.isClosed) throw new AppError('UNAVAILABLE');
    try {
      const guest = new Guest(this.launch(), this.limits.maxRssKb);
      this.guests.add(guest);
      void guest.ended.then(() => this.forget(guest));
      await guest.ready;
      return guest;
    } catch (error) {
      this.logger.error({ err: error }, 'the guest process did not start');
      throw new AppError('UNAVAILABLE');
    }
  }

  private keep(guest: Guest): void {
    if (this.isClosed || guest.residentKb() > RECYCLE_RSS_KB) return guest.end();
    this.idle.set(guest, setTimeout(() => guest.end(), this.limits.idleMs).unref());
  }

  private forget(guest: Guest): void {
    clearTimeout(this.idle.get(guest));
    this.idle.delete(guest);
    this.guests.delete(guest);
  }
}

/** Measures the CPU time that the process uses from now on; where the system does not say, the time that passes. */
function stopwatch(guest: Guest): () => number {
  const startedAt = performance.now();
  const cpuAtStart = guest.cpuMs();
  return () => {
    const cpuMs = guest.cpuMs();
    // Nor does it say for a process that has ended.
    return cpuMs === undefined || cpuAtStart === undefined ? performance.now() - startedAt : cpuMs - cpuAtStart;
  };
}
