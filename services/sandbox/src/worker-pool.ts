import { Worker } from 'node:worker_threads';
import type { Logger } from '@kith/kit';
import { AppError, type AnswerOf, type sandbox } from '@kith/proto';

type SyntaxReport = AnswerOf<typeof sandbox.checkSyntax>;
interface Job {
  readonly id: number;
  readonly code: string;
  readonly settle: (report: SyntaxReport) => void;
}

// Beside this file: TypeScript when we run from source, else compiled.
const WORKER = new URL(import.meta.url.endsWith('.ts') ? './syntax-worker.ts' : './syntax-worker.js', import.meta.url);
const LIMITS = { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 8, stackSizeMb: 4 };
const WATCHDOG_MS = 1500;
const MAX_WAITING = 64;
const TOO_COMPLEX: SyntaxReport = { valid: false, message: 'The code is too complex to be checked', line: null, column: null };

/** One killable worker and a bounded queue before it. A check that takes too long costs the worker its life, never the service. */
export class WorkerPool {
  private worker: Promise<Worker> | undefined;
  private readonly waiting: Job[] = [];
  private current: Job | undefined;
  private watchdog: NodeJS.Timeout | undefined;
  private nextId = 1;

  constructor(private readonly logger: Logger) {}

  /** Never rejects for what the code is; OVERLOADED when too many wait. */
  compile(code: string): Promise<SyntaxReport> {
    if (this.waiting.length >= MAX_WAITING) throw new AppError('OVERLOADED', undefined, { retryAfterS: 1 });
    return new Promise((settle) => {
      this.waiting.push({ id: this.nextId, code, settle });
      this.nextId += 1;
      void this.next();
    });
  }

  async close(): Promise<void> {
    clearTimeout(this.watchdog);
    for (const job of [this.current, ...this.waiting.splice(0)]) job?.settle(TOO_COMPLEX);
    this.current = undefined;
    await this.kill();
  }

  private async next(): Promise<void> {
    if (this.current) return;
    const job = this.waiting.shift();
    if (!job) return;
    this.current = job;
    try {
      this.worker ??= this.spawn();
      const worker = await this.worker;
      if (this.current !== job) return;
      this.watchdog = setTimeout(() => void this.replace(job), WATCHDOG_MS);
      worker.postMessage({ id: job.id, code: job.code });
    } catch (error) {
      this.logger.error({ err: error }, 'the syntax worker did not start');
      this.worker = undefined;
      this.settle(job, TOO_COMPLEX);
    }
  }

  private spawn(): Promise<Worker> {
    const worker = new Worker(WORKER, {
      env: {},
      argv: [],
      execArgv: [],
      stdin: false,
      stdout: true,
      stderr: true,
      resourceLimits: LIMITS,
    });
    worker.unref();
    worker.on('message', (message: { id?: number; report?: SyntaxReport }) => {
      if (this.current && message.id === this.current.id && message.report) this.settle(this.current, message.report);
    });
    const starting = new Promise<Worker>((resolve, reject) => {
      worker.once('message', () => resolve(worker));
      worker.once('error', reject);
      // Also without a job: an idle worker that died must not be given the next one.
      worker.once('exit', () => {
        reject(new Error('the syntax worker ended'));
        if (this.worker !== starting) return;
        this.worker = undefined;
        if (this.current) this.settle(this.current, TOO_COMPLEX);
      });
    });
    return starting;
  }

  /** The worker hangs or died over this job: a new one for the rest. */
  private async replace(job: Job): Promise<void> {
    await this.kill();
    if (this.current === job) this.settle(job, TOO_COMPLEX);
  }

  private settle(job: Job, report: SyntaxReport): void {
    clearTimeout(this.watchdog);
    this.current = undefined;
    job.settle(report);
    void this.next();
  }

  private async kill(): Promise<void> {
    const worker = await this.worker?.catch(() => undefined);
    this.worker = undefined;
    await worker?.terminate();
  }
}
