import type { ChildProcess } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { setTimeout as after } from 'node:timers/promises';
import type { Logger } from '@kith/kit';
import { AppError } from '@kith/proto';
import type { GuestJob, GuestOutcome } from './guest/protocol.js';
import { startGuest } from './jail.js';
import { isOutcome } from './outcome.js';

type Work = GuestJob extends infer Job ? (Job extends GuestJob ? Omit<Job, 'id'> : never) : never;

interface Task {
  readonly job: GuestJob;
  /** Guest processes that ended over it. */
  deaths: number;
  readonly settle: (outcome: GuestOutcome) => void;
  readonly refuse: (error: Error) => void;
}

interface Guest {
  readonly process: ChildProcess;
  isReady: boolean;
  isWatched: boolean;
  /** When it last took a job as its only one, or answered one. */
  heardAt: number;
  readonly tasks: Map<number, Task>;
}

/** Two at most: so many fit into the memory with everything that their engines may take. */
const THREADS = Math.min(availableParallelism(), 2);
const MAX_WAITING = 64;
/** Above this a guest process without work is let go early: engines leave memory behind that only ends with it. */
const WORN_RSS_KB = 192 * 1024;
const WATCH_EVERY_MS = 100;
/** The guest process answers within a second whatever the code does; one that does not is broken. */
const OVERDUE_MS = 10_000;
const MAX_DEATHS = 2;

/** Hands jobs to one killable process that starts with the first of them and leaves when there have been none for a while. */
export class GuestPool {
  private readonly waiting: Task[] = [];
  private guest: Guest | undefined;
  private idleTimer: NodeJS.Timeout | undefined;
  private nextId = 1;
  private isClosed = false;

  constructor(
    private readonly logger: Logger,
    private readonly limits = { idleMs: 60_000, maxRssKb: 256 * 1024 },
  ) {}

  /** How the job ended, whatever the code did. OVERLOADED when too many wait; UNAVAILABLE when no guest process can be had. */
  do(work: Work): Promise<GuestOutcome> {
    if (this.isClosed) throw new AppError('UNAVAILABLE');
    if (this.waiting.length >= MAX_WAITING) throw new AppError('OVERLOADED', undefined, { retryAfterS: 1 });
    const id = this.nextId++;
    return new Promise((settle, refuse) => {
      this.waiting.push({ job: { ...work, id }, deaths: 0, settle, refuse });
      this.next();
    });
  }

  async close(): Promise<void> {
    this.isClosed = true;
    clearTimeout(this.idleTimer);
    const { guest } = this;
    const ended = guest && new Promise((resolve) => guest.process.once('exit', resolve));
    this.drop();
    for (const task of this.waiting.splice(0)) task.refuse(new AppError('UNAVAILABLE'));
    if (guest?.process.pid !== undefined) await ended;
  }

  private next(): void {
    clearTimeout(this.idleTimer);
    if (this.waiting.length === 0) return this.rest();
    this.guest ??= this.start();
    const { guest } = this;
    while (guest.isReady && guest.tasks.size < THREADS) {
      const [task] = this.waiting;
      if (!task || !mayJoin(task, guest)) return;
      this.waiting.shift();
      guest.tasks.set(task.job.id, task);
      guest.process.send(task.job, () => undefined);
      if (guest.tasks.size === 1) guest.heardAt = Date.now();
      if (!guest.isWatched) void this.watch(guest);
    }
  }

  private rest(): void {
    if (!this.guest || this.guest.tasks.size > 0) return;
    this.idleTimer = setTimeout(() => this.drop(), this.limits.idleMs).unref();
  }

  private start(): Guest {
    const guest: Guest = { process: startGuest(), isReady: false, isWatched: false, heardAt: 0, tasks: new Map() };
    const overdue = setTimeout(() => guest.process.kill('SIGKILL'), OVERDUE_MS).unref();
    guest.process.on('message', (message: unknown) => {
      clearTimeout(overdue);
      if (guest !== this.guest) return;
      if (guest.isReady) return this.hear(guest, message);
      guest.isReady = true;
      this.next();
    });
    guest.process.once('error', (error) => this.mourn(guest, error));
    guest.process.once('exit', (code, signal) => {
      clearTimeout(overdue);
      this.mourn(guest, new Error(`the guest process ended with ${signal ?? String(code)}`));
    });
    return guest;
  }

  private hear(guest: Guest, message: unknown): void {
    const task = isOutcome(message) && guest.tasks.get(message.id);
    if (!task) {
      this.logger.error('the guest process sent what is no outcome');
      return void guest.process.kill('SIGKILL');
    }
    guest.tasks.delete(task.job.id);
    guest.heardAt = Date.now();
    task.settle(message);
    this.next();
  }

  /** A guest process is gone: its jobs go to the next one, each alone, so that the guilty one harms nobody else. */
  private mourn(guest: Guest, error: Error): void {
    if (guest !== this.guest) return;
    this.guest = undefined;
    if (!guest.isReady) {
      this.logger.error({ err: error }, 'the guest process did not start');
      for (const task of this.waiting.splice(0)) task.refuse(new AppError('UNAVAILABLE'));
      return;
    }
    this.logger.warn({ err: error, jobs: guest.tasks.size }, 'the guest process is replaced');
    for (const task of guest.tasks.values()) {
      task.deaths += 1;
      if (task.deaths < MAX_DEATHS) this.waiting.unshift(task);
      else task.settle({ id: task.job.id, end: 'crashed', text: '', stack: '', log: [], durationMs: 0 });
    }
    this.next();
  }

  /** Ends the guest process; what runs in it is refused. */
  private drop(): void {
    const { guest } = this;
    this.guest = undefined;
    guest?.process.kill('SIGKILL');
    for (const task of guest?.tasks.values() ?? []) task.refuse(new AppError('UNAVAILABLE'));
  }

  /** While it works: its memory, and that it answers at all. */
  private async watch(guest: Guest): Promise<void> {
    guest.isWatched = true;
    while (guest === this.guest && guest.tasks.size > 0) {
      await after(WATCH_EVERY_MS, undefined, { ref: false });
      const rssKb = await residentKb(guest.process.pid);
      const isOverdue = guest.tasks.size > 0 && Date.now() - guest.heardAt > OVERDUE_MS;
      if (rssKb > this.limits.maxRssKb || isOverdue) {
        this.logger.warn({ rssKb, isOverdue }, 'the guest process takes too much');
        return void guest.process.kill('SIGKILL');
      }
      if (rssKb > WORN_RSS_KB && guest === this.guest && guest.tasks.size === 0) this.drop();
    }
    guest.isWatched = false;
  }
}

/** What already took a guest process with it runs with nobody beside it. */
function mayJoin(task: Task, { tasks }: Guest): boolean {
  return tasks.size === 0 || (task.deaths === 0 && [...tasks.values()].every(({ deaths }) => deaths === 0));
}

/** Where the system does not tell, the caps inside the process have to do. */
async function residentKb(pid: number | undefined): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(/^VmRSS:\s*(\d+)/m.exec(status)?.[1] ?? 0);
}
