// See engine.ts for why there are no relative imports of values.
import { EvalFlags, JSException, type JSValueHandle, type QuickJS } from 'quickjs-wasi';
import type { BOUNDS, GuestEnd, GuestJob, GuestOutcome } from './protocol.js';

const FILE = 'command.js';
/** Time of the processor, not of the clock: on a busy machine an honest command keeps its share. */
const BUDGET_MS = 250;
/** Time of the clock, well before the watchdog: who is stopped by it still tells what the guest logged. */
const PATIENCE_MS = 500;
/** What it means that the guest said nothing, by the state of its promise: pending, fulfilled, rejected. */
const SILENCE: readonly GuestEnd[] = ['pending', 'no-data', 'crashed'];

type Log = GuestOutcome['log'][number];
type Job<K extends GuestJob['kind']> = Extract<GuestJob, { kind: K }>;

interface Means {
  /** Makes a fresh engine that asks now and then whether it has to stop. */
  readonly createEngine: (mustStop: () => boolean) => Promise<QuickJS>;
  readonly prelude: string;
  readonly bounds: typeof BOUNDS;
}

/** Parses a script without running it. */
export function checkScript(job: Job<'check'>, means: Means): Promise<GuestOutcome> {
  return new Attempt(job.id, means).outcomeOf((vm) => {
    vm.evalCode(job.script, FILE, EvalFlags.COMPILE_ONLY | EvalFlags.ASYNC);
    return 'valid';
  });
}

/** Runs a script and the handler it leaves. */
export function runScript(job: Job<'run'>, means: Means): Promise<GuestOutcome> {
  const attempt = new Attempt(job.id, means);
  return attempt.outcomeOf((vm) => {
    const invoke = attempt.prepare(vm);
    const loaded = vm.evalCode(job.script, FILE, EvalFlags.ASYNC);
    const find = vm.evalCode(`() => (typeof ${job.handler} === 'undefined' ? undefined : ${job.handler})`, 'prelude.js');
    const settled = vm.callFunction(invoke, vm.undefined, loaded, find, vm.newString(job.context));
    vm.executePendingJobs();
    // Nothing can wake a guest that waits: it has no timers and nobody to ask.
    return SILENCE[settled.promiseState] ?? 'crashed';
  });
}

class Attempt {
  private end: GuestEnd | undefined;
  private text = '';
  private stack = '';
  private readonly log: Log[] = [];
  private isTimeUp = false;
  private startedAt = 0;
  private cpuAtStart = 0;

  // Spelled out: parameter properties are more than type stripping takes away.
  private readonly id: number;
  private readonly means: Means;

  constructor(id: number, means: Means) {
    this.id = id;
    this.means = means;
  }

  /** What came of the work in a fresh engine: what the guest said before all, else what `work` makes of its silence. */
  async outcomeOf(work: (vm: QuickJS) => GuestEnd): Promise<GuestOutcome> {
    let end: GuestEnd;
    try {
      const vm = await this.means.createEngine(() => this.mustStop());
      this.startClock();
      const otherwise = work(vm);
      end = this.end ?? otherwise;
    } catch (error) {
      end = this.endOf(error);
    }
    const { id, text, stack, log } = this;
    const durationMs = Math.round((performance.now() - this.startedAt) * 100) / 100;
    return { id, end: this.isTimeUp ? 'time' : end, text, stack, log, durationMs };
  }

  /** Evaluates the prelude; gives the function that runs the handler. From then on it is the guest's time. */
  prepare(vm: QuickJS): JSValueHandle {
    const { lines, line, message, stack, result } = this.means.bounds;
    const write = vm.newFunction('write', (kind, text) => {
      // An error that leaves this function would carry our stack trace into the guest.
      try {
        if (kind?.isString && text?.isString) this.hear(kind.toString(), text);
      } catch {
        this.end ??= 'memory';
      }
      return vm.undefined;
    });
    const numbers = [lines, line, message, stack, result].map((value) => vm.newNumber(value));
    const invoke = vm.callFunction(vm.evalCode(this.means.prelude, 'prelude.js'), vm.undefined, write, ...numbers);
    this.startClock();
    return invoke;
  }

  /** Everything of the guest reaches us here, as strings. */
  private hear(kind: string, text: JSValueHandle): void {
    const { bounds } = this.means;
    switch (kind) {
      case 'log':
      case 'info':
      case 'warn':
      case 'error':
        if (this.log.length < bounds.lines) this.log.push({ level: kind, text: text.toString().slice(0, bounds.line) });
        return;
      case 'stack':
        this.stack = text.toString().slice(0, bounds.stack);
        return;
      case 'threw':
        this.text = text.toString().slice(0, bounds.message);
        this.end = this.text.startsWith('InternalError: out of memory') ? 'memory' : 'threw';
        return;
      case 'returned': {
        const result = text.toString();
        this.end = result.length > bounds.result ? 'too-large' : 'returned';
        this.text = this.end === 'returned' ? result : '';
        return;
      }
      case 'no-handler':
      case 'no-data':
      case 'too-large':
        this.end = kind;
    }
  }

  private endOf(error: unknown): GuestEnd {
    if (!(error instanceof Error)) return 'crashed';
    const message = String(error.message);
    if (/out of memory|malloc failed/.test(message)) return 'memory';
    if (!(error instanceof JSException)) return 'crashed';
    this.text = `${error.name}: ${message}`.slice(0, this.means.bounds.message);
    this.stack = String(error.stack).slice(0, this.means.bounds.stack);
    return 'threw';
  }

  private startClock(): void {
    this.startedAt = performance.now();
    this.cpuAtStart = cpuMs();
  }

  private mustStop(): boolean {
    this.isTimeUp ||= cpuMs() - this.cpuAtStart > BUDGET_MS || performance.now() - this.startedAt > PATIENCE_MS;
    return this.isTimeUp;
  }
}

function cpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
