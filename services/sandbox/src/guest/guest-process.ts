// The process that users' code runs in: no environment, no stdin, no file but its own, and worker threads that can be killed.
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import type { GuestJob, GuestOutcome, GuestWorkerData } from './protocol.js';

const EXTENSION = import.meta.url.slice(-3);
const beside = (name: string) => new URL(`./${name}${EXTENSION}`, import.meta.url);
const { capMemory } = (await import(beside('engine').href)) as typeof import('./engine.js');
const { BOUNDS } = (await import(beside('protocol').href)) as typeof import('./protocol.js');

const MAX_PAGES = 320;
/** A guest asks for itself whether its time is up; this is for a thread that does not come to that. */
const WATCHDOG_MS = 800;
const LIMITS = { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 8, stackSizeMb: 4 };
const OVERDUE = new Error('the thread did not answer in time');

const wasm = readFileSync(new URL(import.meta.resolve('quickjs-wasi/quickjs.wasm')));
const workerData: GuestWorkerData = {
  engine: new WebAssembly.Module(Uint8Array.from(capMemory(wasm, MAX_PAGES))),
  bounds: BOUNDS,
};
const idle: Worker[] = [];

process.on('message', (job: GuestJob) => void work(job));
process.on('disconnect', () => process.exit());
// Ctrl-C reaches the whole group; the service says when we end.
process.on('SIGINT', () => undefined);
process.send?.({ ready: true });

async function work(job: GuestJob): Promise<void> {
  let worker: Worker | undefined;
  try {
    worker = idle.pop() ?? (await spawn());
    const outcome = await answerOf(worker, job);
    idle.push(worker);
    process.send?.(outcome);
  } catch (error) {
    // Whatever a thread hung or died over, the next job gets another one.
    void worker?.terminate();
    const failure =
      error === OVERDUE ? ({ end: 'time', durationMs: WATCHDOG_MS } as const) : ({ end: 'crashed', durationMs: 0 } as const);
    process.send?.({ id: job.id, text: '', stack: '', log: [], ...failure } satisfies GuestOutcome);
  }
}

async function answerOf(worker: Worker, job: GuestJob): Promise<GuestOutcome> {
  const watchdog = new AbortController();
  const timer = setTimeout(() => watchdog.abort(), WATCHDOG_MS);
  try {
    worker.postMessage(job);
    // Rejects when the thread fails; one that ends without a word is overdue.
    const [outcome] = (await once(worker, 'message', { signal: watchdog.signal })) as [GuestOutcome];
    return outcome;
  } catch (error) {
    throw watchdog.signal.aborted ? OVERDUE : error;
  } finally {
    clearTimeout(timer);
  }
}

async function spawn(): Promise<Worker> {
  const worker = new Worker(beside('guest-worker'), {
    env: {},
    argv: [],
    workerData,
    stdin: false,
    stdout: true,
    stderr: true,
    resourceLimits: LIMITS,
  });
  // An idle thread that died must not be given the next job.
  worker.on('exit', () => {
    if (idle.includes(worker)) idle.splice(idle.indexOf(worker), 1);
  });
  worker.on('error', () => undefined);
  await once(worker, 'message');
  return worker;
}
