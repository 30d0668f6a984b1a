import type { ChildProcess } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { setTimeout as after } from 'node:timers/promises';
import type { Logger } from '@kith/kit';
import { AppError } from '@kith/proto';
import { BOUNDS, STATUSES, LEVELS, type GuestJob, type GuestOutcome } from './guest/protocol.js';
import { startGuest } from './guest-launcher.js';

type JobInput = GuestJob extends infer Job ? (Job extends GuestJob ? Omit<Job, 'id'> : never) : never;

interface Task {
  readonly job: GuestJob;
  /** How many guest processes ended while they ran this job. */
  crashes: number;
  readonly resolve: (outcome: GuestOutcome) => void;
  readonly reject: (error: Error) => void;
}

interface Guest {
  readonly process: ChildProcess;
  isReady: boolean;
  isMonitored: boolean;
  /** When it last began a job as its only one, or finished one; in Unix milliseconds. */
  lastProgressAtMs: number;
  readonly tasks: Map<number, Task>;
}

/** Two at most: the memory limit of the process allows two engines of the largest size. */
const MAX_CONCURRENT_JOBS = Math.min(availableParallelism(), 2);
const MAX_WAITING = 64;
/** An idle guest process above this is ended early: engines leave memory behind that is freed only with the process. */
const RECYCLE_RSS_KB = 192 * 1024;
const MONITOR_EVERY_MS = 100;
/** A working guest process answers within a second whatever the code does. */
const UNRESPONSIVE_AFTER_MS = 10_000;
const MAX_CRASHES = 2;

/** Runs jobs in one guest process, which is started for the first job and ended when there were none for a while. */
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

  /** Resolves however the code behaves. OVERLOADED when too many jobs wait; UNAVAILABLE when no guest process can be started. */
  run(input: JobInput): Promise<GuestOutcome> {
    if (this.isClosed) throw new AppError('UNAVAILABLE');
    if (this.waiting.length >= MAX_WAITING) throw new AppError('OVERLOADED', undefined, { retryAfterS: 1 });
    const id = this.nextId++;
    return new Promise((resolve, reject) => {
      this.waiting.push({ job: { ...input, id }, crashes: 0, resolve, reject });
      this.dispatch();
    });
  }

  async close(): Promise<void> {
    this.isClosed = true;
    clearTimeout(this.idleTimer);
    const { guest } = this;
    const ended = guest && new Promise((resolve) => guest.process.once('exit', resolve));
    this.endGuest();
    for (const task of this.waiting.splice(0)) task.reject(new AppError('UNAVAILABLE'));
    if (guest?.process.pid !== undefined) await ended;
  }

  private dispatch(): void {
    clearTimeout(this.idleTimer);
    if (this.waiting.length === 0) return this.scheduleIdleEnd();
    this.guest ??= this.start();
    const { guest } = this;
    while (guest.isReady && guest.tasks.size < MAX_CONCURRENT_JOBS) {
      const [task] = this.waiting;
      if (!task || !mayRunBesideOthers(task, guest)) return;
      this.waiting.shift();
      guest.tasks.set(task.job.id, task);
      guest.process.send(task.job, () => undefined);
      if (guest.tasks.size === 1) guest.lastProgressAtMs = Date.now();
      if (!guest.isMonitored) void this.monitor(guest);
    }
  }

  private scheduleIdleEnd(): void {
    if (!this.guest || this.guest.tasks.size > 0) return;
    this.idleTimer = setTimeout(() => this.endGuest(), this.limits.idleMs).unref();
  }

  private start(): Guest {
    const guest: Guest = { process: startGuest(), isReady: false, isMonitored: false, lastProgressAtMs: 0, tasks: new Map() };
    const startTimeout = setTimeout(() => guest.process.kill('SIGKILL'), UNRESPONSIVE_AFTER_MS).unref();
    guest.process.on('message', (message: unknown) => {
      clearTimeout(startTimeout);
      if (guest !== this.guest) return;
      if (guest.isReady) return this.onMessage(guest, message);
      guest.isReady = true;
      this.dispatch();
    });
    guest.process.once('error', (error) => this.onGuestEnded(guest, error));
    guest.process.once('exit', (code, signal) => {
      clearTimeout(startTimeout);
      this.onGuestEnded(guest, new Error(`the guest process ended with ${signal ?? String(code)}`));
    });
    return guest;
  }

  private onMessage(guest: Guest, message: unknown): void {
    const task = isGuestOutcome(message) && guest.tasks.get(message.id);
    if (!task) {
      this.logger.error('the guest process sent an invalid outcome');
      return void guest.process.kill('SIGKILL');
    }
    guest.tasks.delete(task.job.id);
    guest.lastProgressAtMs = Date.now();
    task.resolve(message);
    this.dispatch();
  }

  /** Retries the jobs of a guest process that ended, each alone in the next process, so that the one that ended it cannot affect others. */
  private onGuestEnded(guest: Guest, error: Error): void {
    if (guest !== this.guest) return;
    this.guest = undefined;
    if (!guest.isReady) {
      this.logger.error({ err: error }, 'the guest process did not start');
      for (const task of this.waiting.splice(0)) task.reject(new AppError('UNAVAILABLE'));
      return;
    }
    this.logger.warn({ err: error, jobs: guest.tasks.size }, 'the guest process ended and is replaced');
    for (const task of guest.tasks.values()) {
      task.crashes += 1;
      if (task.crashes < MAX_CRASHES) this.waiting.unshift(task);
      else task.resolve({ id: task.job.id, status: 'crashed', text: '', stack: '', log: [], durationMs: 0 });
    }
    this.dispatch();
  }

  /** Ends the guest process and rejects its jobs. */
  private endGuest(): void {
    const { guest } = this;
    this.guest = undefined;
    guest?.process.kill('SIGKILL');
    for (const task of guest?.tasks.values() ?? []) task.reject(new AppError('UNAVAILABLE'));
  }

  /** Checks the memory and the progress of the guest process while it has jobs. */
  private async monitor(guest: Guest): Promise<void> {
    guest.isMonitored = true;
    while (guest === this.guest && guest.tasks.size > 0) {
      await after(MONITOR_EVERY_MS, undefined, { ref: false });
      const rssKb = await residentKb(guest.process.pid);
      const isUnresponsive = guest.tasks.size > 0 && Date.now() - guest.lastProgressAtMs > UNRESPONSIVE_AFTER_MS;
      if (rssKb > this.limits.maxRssKb || isUnresponsive) {
        this.logger.warn({ rssKb, isUnresponsive }, 'the guest process exceeds its limits and is killed');
        return void guest.process.kill('SIGKILL');
      }
      if (rssKb > RECYCLE_RSS_KB && guest === this.guest && guest.tasks.size === 0) this.endGuest();
    }
    guest.isMonitored = false;
  }
}

/** A job during which a guest process ended is retried alone. */
function mayRunBesideOthers(task: Task, { tasks }: Guest): boolean {
  return tasks.size === 0 || (task.crashes === 0 && [...tasks.values()].every(({ crashes }) => crashes === 0));
}

/** 0 where the system has no such file; the limits inside the process apply there too. */
async function residentKb(pid: number | undefined): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(/^VmRSS:\s*(\d+)/m.exec(status)?.[1] ?? 0);
}

/** Whether a message of the guest process is an outcome within its bounds. The process is not trusted, because it runs users' code. */
export function isGuestOutcome(message: unknown): message is GuestOutcome {
  if (typeof message !== 'object' || message === null) return false;
  const { id, status, text, stack, log, durationMs } = message as Partial<Record<string, unknown>>;
  return (
    isOneOf(STATUSES, status) &&
    isText(text, BOUNDS.result) &&
    isText(stack, BOUNDS.stack) &&
    Number.isSafeInteger(id) &&
    Number.isFinite(durationMs) &&
    Array.isArray(log) &&
    log.length <= BOUNDS.lines &&
    log.every(isLine)
  );
}

function isLine(line: unknown): boolean {
  if (typeof line !== 'object' || line === null) return false;
  const { level, text } = line as Partial<Record<string, unknown>>;
  return isOneOf(LEVELS, level) && isText(text, BOUNDS.line);
}

function isText(value: unknown, maxLength: number): value is string {
  return typeof value === 'string' && value.length <= maxLength;
}

function isOneOf(list: readonly string[], value: unknown): boolean {
  return typeof value === 'string' && list.includes(value);
}
