import type { ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { BOUNDS, LEVELS, STATUSES, type GuestJob, type GuestOutcome } from './guest/protocol.js';

export type JobInput = GuestJob extends infer Job ? (Job extends GuestJob ? Omit<Job, 'id'> : never) : never;

const MONITOR_EVERY_MS = 100;
/** A working guest process is ready, and answers, within a second whatever the code does. */
const UNRESPONSIVE_AFTER_MS = 10_000;
/** Linux counts CPU time in ticks. */
const MS_PER_TICK = 10;

/** One guest process. It runs one job at a time, so that a job which ends it ends no other. */
export class Guest {
  /** Resolves to why the process ended. */
  readonly ended: Promise<Error>;
  /** Resolves when the process can run jobs; rejects when it ended before. */
  readonly ready: Promise<void>;
  private jobs = 0;

  constructor(
    readonly process: ChildProcess,
    private readonly maxRssKb: number,
  ) {
    this.ended = new Promise((resolve) => {
      this.process.on('error', resolve);
      this.process.once('exit', (code, signal) => resolve(new Error(`the guest process ended with ${signal ?? String(code)}`)));
    });
    this.ready = this.nextMessage().then(() => undefined);
    this.ready.catch(() => undefined);
  }

  /** The outcome of the job; rejects when the process ended, exceeded its memory limit, did not answer or sent anything else. */
  async run(input: JobInput): Promise<GuestOutcome> {
    const id = ++this.jobs;
    const outcome = this.nextMessage();
    this.process.send({ ...input, id } satisfies GuestJob, () => undefined);
    const monitor = setInterval(() => this.enforceMemoryLimit(), MONITOR_EVERY_MS).unref();
    try {
      const message = await outcome;
      if (isGuestOutcome(message) && message.id === id) return message;
      this.end();
      throw new Error('the guest process sent an invalid outcome');
    } finally {
      clearInterval(monitor);
    }
  }

  end(): void {
    this.process.kill('SIGKILL');
  }

  /** The memory that the process holds, in kB. 0 where the system does not say; the limits inside the process apply there too. */
  residentKb(): number {
    return Number(/^VmRSS:\s*(\d+)/m.exec(this.stateFile('status'))?.[1] ?? 0);
  }

  /** The CPU time that the process has used, in milliseconds; undefined where the system does not say. */
  cpuMs(): number | undefined {
    // The fields after the name of the program, which may contain blanks, in parentheses: user time is the 12th, system time the 13th.
    const fields = this.stateFile('stat').split(') ').at(-1)?.split(' ') ?? [];
    const ticks = Number(fields[11]) + Number(fields[12]);
    return Number.isFinite(ticks) ? ticks * MS_PER_TICK : undefined;
  }

  // Synchronous, because the kernel answers from memory in a few microseconds; a thread of the pool would take a tenth of a run.
  private stateFile(name: 'stat' | 'status'): string {
    try {
      return readFileSync(`/proc/${this.process.pid}/${name}`, 'utf8');
    } catch {
      return '';
    }
  }

  private enforceMemoryLimit(): void {
    if (this.residentKb() > this.maxRssKb) this.end();
  }

  private async nextMessage(): Promise<unknown> {
    const timer = setTimeout(() => this.end(), UNRESPONSIVE_AFTER_MS).unref();
    let listener: ((message: unknown) => void) | undefined;
    try {
      return await new Promise((resolve, reject) => {
        listener = resolve;
        this.process.once('message', resolve);
        void this.ended.then(reject);
      });
    } finally {
      clearTimeout(timer);
      if (listener) this.process.off('message', listener);
    }
  }
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
