// A worker thread of the guest process: runs one job at a time, each in a new engine, which was made while nobody waited for it.
import { parentPort, workerData } from 'node:worker_threads';
import type { GuestJob, GuestWorkerData } from './protocol.js';

const siblingUrl = (name: string) => new URL(`./${name}${import.meta.url.slice(-3)}`, import.meta.url).href;
const { createEngine, compile, newHost } = (await import(siblingUrl('engine'))) as typeof import('./engine.js');
const { PRELUDE: prelude } = (await import(siblingUrl('prelude'))) as typeof import('./prelude.js');
const { checkScript, runScript } = (await import(siblingUrl('run-command'))) as typeof import('./run-command.js');

const { engine, bounds } = workerData as GuestWorkerData;
const newEngine = () => {
  const host = newHost();
  const vm = createEngine(engine, host);
  // Told to the job that needs it.
  vm.catch(() => undefined);
  return { host, vm };
};
let next = newEngine();
const dependencies: Parameters<typeof runScript>[1] = {
  takeEngine: (forJob) => {
    Object.assign(next.host, forJob);
    return next.vm;
  },
  prelude: await compile(engine, prelude, 'prelude.js'),
  bounds,
};

parentPort?.on('message', (job: GuestJob) => {
  void (job.kind === 'check' ? checkScript(job, dependencies) : runScript(job, dependencies)).then((outcome) => {
    parentPort?.postMessage(outcome);
    next = newEngine();
  });
});
parentPort?.postMessage({ ready: true });
