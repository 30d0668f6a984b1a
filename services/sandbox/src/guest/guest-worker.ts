// A thread of the guest process: one job at a time, a fresh engine for each.
import { parentPort, workerData } from 'node:worker_threads';
import type { GuestJob, GuestWorkerData } from './protocol.js';

const beside = (name: string) => new URL(`./${name}${import.meta.url.slice(-3)}`, import.meta.url).href;
const { createEngine } = (await import(beside('engine'))) as typeof import('./engine.js');
const { PRELUDE: prelude } = (await import(beside('prelude'))) as typeof import('./prelude.js');
const { checkScript, runScript } = (await import(beside('run-command'))) as typeof import('./run-command.js');

const { engine, bounds } = workerData as GuestWorkerData;
const means = { createEngine: (interrupt: () => boolean) => createEngine(engine, interrupt), prelude, bounds };

parentPort?.on('message', (job: GuestJob) => {
  void (job.kind === 'check' ? checkScript(job, means) : runScript(job, means)).then((outcome) =>
    parentPort?.postMessage(outcome),
  );
});
parentPort?.postMessage({ ready: true });
