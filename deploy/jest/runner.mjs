// Runs all test files in a few worker processes. jest-light-runner, which runs a file in plain Node, has workers of its own for each
// project: most of them would only load the same modules again, and the files of one project would all run before those of the next.
import { fork } from 'node:child_process';
import path from 'node:path';

const WORKER = path.join(import.meta.dirname, 'worker.mjs');
// Loading the packages of the web app takes as long as twenty of its test files, and they keep a processor busy: more workers than processors
// would only load them more often.
const MOST_WEB_WORKERS = 2;

export default class Runner {
  #globalConfig;
  #idle = [];

  constructor(globalConfig) {
    this.#globalConfig = globalConfig;
  }

  /** Called by Jest with the files of all projects, in the order in which they are to start. */
  async runTests(tests, _watcher, onStart, onResult, onFailure) {
    const queue = [...tests];
    const next = (slot) => {
      const at = queue.findIndex((test) => slot < MOST_WEB_WORKERS || test.context.config.displayName?.name !== 'web');
      return at === -1 ? undefined : queue.splice(at, 1)[0];
    };
    const runQueue = async (slot) => {
      for (let test = next(slot); test; test = next(slot)) {
        await onStart(test);
        await this.#runFile(test).then(
          (result) => onResult(test, result),
          (error) => onFailure(test, { message: error.message, stack: error.stack }),
        );
      }
    };
    await Promise.all(Array.from({ length: this.#globalConfig.maxWorkers }, (_, slot) => runQueue(slot)));
    this.#idle.splice(0).forEach(stopWorker);
  }

  async #runFile({ path: file, context: { config } }) {
    const worker = this.#workerFor(config);
    const { result, error, memoryBytes } = await worker.run({ file, config });
    const limit = this.#globalConfig.workerIdleMemoryLimit;
    if (limit && memoryBytes > limit) stopWorker(worker);
    else this.#idle.push(worker);
    if (error) throw error;
    return result;
  }

  // A worker sets itself up for its first file: only projects with the same setup can share it.
  #workerFor({ setupFiles, setupFilesAfterEnv }) {
    const setup = [...setupFiles, ...setupFilesAfterEnv].join();
    const index = this.#idle.findLastIndex((worker) => worker.setup === setup && worker.process.connected);
    return index === -1 ? startWorker(setup, this.#globalConfig) : this.#idle.splice(index, 1)[0];
  }
}

function startWorker(setup, globalConfig) {
  const process = fork(WORKER, { serialization: 'advanced' });
  return { setup, process, run: (job) => runInWorker(process, { ...job, globalConfig }) };
}

function stopWorker({ process }) {
  if (process.connected) process.disconnect();
}

/** Resolves with what the worker sends; rejects when its process ends before. */
function runInWorker(process, job) {
  return new Promise((resolve, reject) => {
    const onMessage = (message) => {
      process.off('exit', onExit);
      resolve(message);
    };
    const onExit = (code, signal) => {
      process.off('message', onMessage);
      reject(new Error(`The worker process ended (${signal ?? `exit code ${code}`}) while it ran ${job.file}.`));
    };
    process.once('message', onMessage);
    process.once('exit', onExit);
    process.send(job);
  });
}
