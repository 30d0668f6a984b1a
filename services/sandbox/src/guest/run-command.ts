// Runs from source by Node's type stripping: see engine.ts for why values are not imported by relative paths.
import { EvalFlags, JSException, type JSValueHandle, type QuickJS } from 'quickjs-wasi';
import type { Host } from './engine.js';
import type { BOUNDS, GuestStatus, GuestJob, GuestOutcome } from './protocol.js';

const FILE_NAME = 'command.js';
/** CPU time, so that a command is not stopped because the machine is busy. */
const CPU_LIMIT_MS = 250;
/** Well below the watchdog of the guest process: a command stopped here still reports what it logged. */
const WALL_CLOCK_LIMIT_MS = 500;
const PENDING = 0;
/** The status of a command that reported nothing, by the state of its promise: pending, fulfilled, rejected. */
const STATUS_BY_PROMISE_STATE: readonly GuestStatus[] = ['pending', 'no-data', 'crashed'];

type Log = GuestOutcome['log'][number];
type Job<K extends GuestJob['kind']> = Extract<GuestJob, { kind: K }>;

interface Dependencies {
  /** A new engine for one job, which asks this host. */
  readonly takeEngine: (host: Host) => Promise<QuickJS>;
  /** Its bytecode. */
  readonly prelude: Uint8Array;
  readonly bounds: typeof BOUNDS;
}

/** Parses a script without running it. */
export function checkScript(job: Job<'check'>, dependencies: Dependencies): Promise<GuestOutcome> {
  return new JobExecution(job.id, dependencies).outcomeOf((vm) => {
    vm.evalCode(job.script, FILE_NAME, EvalFlags.COMPILE_ONLY | EvalFlags.ASYNC);
    return 'valid';
  });
}

/**
 * Runs a script and the handler that it defines. Wherever the code waits it gets the answers of the next round, all at once and in the order of
 * its requests, so that it goes the same way each time it is run.
 */
export function runScript(job: Job<'run'>, dependencies: Dependencies): Promise<GuestOutcome> {
  const execution = new JobExecution(job.id, dependencies, job);
  return execution.outcomeOf((vm) => {
    const prelude = execution.prepare(vm);
    const loaded = vm.evalCode(job.script, FILE_NAME, EvalFlags.ASYNC);
    const find = vm.evalCode(`() => (typeof ${job.handler} === 'undefined' ? undefined : ${job.handler})`, 'prelude.js');
    const settled = vm.callFunction(prelude.run, vm.undefined, loaded, find, vm.newString(job.context));
    vm.executePendingJobs();
    for (const { atMs, answers } of job.rounds) {
      if (settled.promiseState !== PENDING) break;
      execution.setClock(atMs);
      vm.callFunction(prelude.deliver, vm.undefined, vm.newString(answers));
      vm.executePendingJobs();
    }
    // A promise that is pending now, without a request, stays pending: the engine has no timers and no I/O.
    if (settled.promiseState === PENDING) vm.callFunction(prelude.report, vm.undefined);
    return STATUS_BY_PROMISE_STATE[settled.promiseState] ?? 'crashed';
  });
}

type Beginning = Pick<Job<'run'>, 'seed' | 'startedAtMs'>;

/** The functions that the prelude returns. */
type Prelude = Readonly<Record<'run' | 'deliver' | 'report', JSValueHandle>>;

class JobExecution {
  private status: GuestStatus | undefined;
  private text = '';
  private stack = '';
  private readonly log: Log[] = [];
  private isTimeUp = false;
  private startedAt = 0;
  private cpuAtStart = 0;

  // Not parameter properties, because type stripping does not support them.
  private readonly id: number;
  private readonly dependencies: Dependencies;
  private readonly seed: string;
  private nowMs: number;

  constructor(id: number, dependencies: Dependencies, { seed, startedAtMs }: Beginning = { seed: '', startedAtMs: 0 }) {
    this.id = id;
    this.dependencies = dependencies;
    this.seed = seed;
    this.nowMs = startedAtMs;
  }

  /** In Unix milliseconds. */
  setClock(nowMs: number): void {
    this.nowMs = nowMs;
  }

  /** Runs `work` in a new engine. The status is what the code reported, or else what `work` returns. */
  async outcomeOf(work: (vm: QuickJS) => GuestStatus): Promise<GuestOutcome> {
    let status: GuestStatus;
    try {
      const vm = await this.dependencies.takeEngine({ nowMs: () => this.nowMs, mustStop: () => this.mustStop() });
      this.startClock();
      const unreported = work(vm);
      status = this.status ?? unreported;
    } catch (error) {
      status = this.statusOf(error);
    }
    const { id, text, stack, log } = this;
    const durationMs = Math.round((performance.now() - this.startedAt) * 100) / 100;
    return { id, status: this.isTimeUp ? 'time' : status, text, stack, log, durationMs };
  }

  /** Evaluates the prelude. The time limits begin after it. */
  prepare(vm: QuickJS): Prelude {
    const { bounds, prelude } = this.dependencies;
    const write = vm.newFunction('write', (kind, text) => {
      // An error thrown to the user's code would contain a stack trace of the host.
      try {
        if (kind?.isString && text?.isString) this.onMessage(kind.toString(), text);
      } catch {
        this.status ??= 'memory';
      }
      return vm.undefined;
    });
    const limits = vm.newString(JSON.stringify(bounds));
    const provided = vm.callFunction(vm.evalBytecode(prelude), vm.undefined, write, limits, vm.newString(this.seed));
    this.startClock();
    return { run: provided.getProp('run'), deliver: provided.getProp('deliver'), report: provided.getProp('report') };
  }

  /** Receives everything that the code reports, as strings. */
  private onMessage(kind: string, text: JSValueHandle): void {
    const { bounds } = this.dependencies;
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
        this.status = this.text.startsWith('InternalError: out of memory') ? 'memory' : 'threw';
        return;
      case 'returned':
      case 'waiting': {
        const result = text.toString();
        this.status = result.length > bounds.result ? 'too-large' : kind;
        this.text = this.status === kind ? result : '';
        return;
      }
      case 'no-handler':
      case 'no-data':
      case 'too-large':
        this.status = kind;
    }
  }

  private statusOf(error: unknown): GuestStatus {
    if (!(error instanceof Error)) return 'crashed';
    const message = String(error.message);
    if (/out of memory|malloc failed/.test(message)) return 'memory';
    if (!(error instanceof JSException)) return 'crashed';
    this.text = `${error.name}: ${message}`.slice(0, this.dependencies.bounds.message);
    this.stack = String(error.stack).slice(0, this.dependencies.bounds.stack);
    return 'threw';
  }

  private startClock(): void {
    this.startedAt = performance.now();
    this.cpuAtStart = cpuMs();
  }

  private mustStop(): boolean {
    this.isTimeUp ||= cpuMs() - this.cpuAtStart > CPU_LIMIT_MS || performance.now() - this.startedAt > WALL_CLOCK_LIMIT_MS;
    return this.isTimeUp;
  }
}

function cpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
