// The process that runs users' code: without environment, stdin and access to other files, with worker threads that can be terminated.
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import type { GuestJob, GuestOutcome, GuestWorkerData } from './protocol.js';

const EXTENSION = import.meta.url.slice(-3);
const siblingUrl = (name: string) => new URL(`./${name}${EXTENSION}`, import.meta.url);
const { capMemory } = (await import(siblingUrl('engine').href)) as typeof import('./engine.js');
const { BOUNDS } = (await import(siblingUrl('protocol').href)) as typeof import('./protocol.js');

/** Engines check their time limits themselves; this is for a thread that does not reach such a check, in a native loop. */
const WATCHDOG_MS = 800;
const RESOURCE_LIMITS = { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 8, stackSizeMb: 4 };
const TIMED_OUT = new Error('the worker thread did not finish in time');

const wasm = readFileSync(new URL(import.meta.resolve('quickjs-wasi/quickjs.wasm')));
const workerData: GuestWorkerData = {
  engine: new WebAssembly.Module(Uint8Array.from(capMemory(wasm))),
  bounds: BOUNDS,
};
const idle: Worker[] = [];

process.on('message', (job: GuestJob) => void handleJob(job));
process.on('disconnect', () => process.exit());
// Ctrl-C is sent to the whole process group; the service ends this process when it stops.
process.on('SIGINT', () => undefined);
process.send?.({ ready: true });

async function handleJob(job: GuestJob): Promise<void> {
  let worker: Worker | undefined;
  try {
    worker = idle.pop() ?? (await spawn());
    const outcome = await outcomeOf(worker, job);
    idle.push(worker);
    process.send?.(outcome);
  } catch (error) {
    // The thread hung or died: the next job gets another one.
    void worker?.terminate();
    const failure =
      error === TIMED_OUT
        ? ({ status: 'time', durationMs: WATCHDOG_MS } as const)
        : ({ status: 'crashed', durationMs: 0 } as const);
    process.send?.({ id: job.id, text: '', stack: '', log: [], ...failure } satisfies GuestOutcome);
  }
}

async function outcomeOf(worker: Worker, job: GuestJob): Promise<GuestOutcome> {
  const watchdog = new AbortController();
  const timer = setTimeout(() => watchdog.abort(), WATCHDOG_MS);
  try {
    worker.postMessage(job);
    // Rejects when the thread fails; a thread that exits without a message runs into the watchdog.
    const [outcome] = (await once(worker, 'message', { signal: watchdog.signal })) as [GuestOutcome];
    return outcome;
  } catch (error) {
    throw watchdog.signal.aborted ? TIMED_OUT : error;
  } finally {
    clearTimeout(timer);
  }
}

async function spawn(): Promise<Worker> {
  const worker = new Worker(siblingUrl('guest-worker'), {
    env: {},
    argv: [],
    workerData,
    stdin: false,
    stdout: true,
    stderr: true,
    resourceLimits: RESOURCE_LIMITS,
  });
  // An idle thread that died must not get the next job.
  worker.on('exit', () => {
    if (idle.includes(worker)) idle.splice(idle.indexOf(worker), 1);
  });
  worker.on('error', () => undefined);
  await once(worker, 'message');
  return worker;
}
