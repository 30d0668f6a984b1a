// One run of a command line tool: whatever it started is stopped in reverse order, however the run ends.
import path from 'node:path';
import { startChild } from '../infrastructure/child-process.mjs';
import { exitWithError } from '../infrastructure/command-error.mjs';

const ROOT = path.resolve(import.meta.dirname, '../..');
const TAIL_LINES = 200;

/**
 * Runs `work(task)`; a signal, an error or the end of the work stops everything that was started. The task has
 * `onStop(stop)`, `log(text)` and `run({ command, args, env, showOutput })`, which resolves with `{ isOk, tail }` of a short command.
 */
export async function runTask(work) {
  const stops = [];
  const stopAll = async () => {
    for (let stop = stops.pop(); stop; stop = stops.pop()) await stop();
  };
  const stopped = listenForSignals();
  const onStop = (stop) => stops.push(stop);
  const task = { onStop, log: (sentence) => console.log(sentence), run: (command) => runCommand(onStop, command) };
  const outcome = await Promise.race([work(task).catch((error) => ({ error })), stopped]);
  await stopAll();
  if (outcome?.error) exitWithError(outcome.error);
  process.exit(outcome?.exitCode ?? 0);
}

// A second signal exits at once; the guard processes of the children clean up.
function listenForSignals() {
  return new Promise((resolve) => {
    let isStopping = false;
    const stop = () => {
      if (isStopping) process.exit(1);
      isStopping = true;
      console.log('\nStopping.');
      resolve({ exitCode: 0 });
    };
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop);
  });
}

async function runCommand(onStop, { command, args, env, showOutput }) {
  const stdio = showOutput ? ['pipe', 'inherit', 'inherit'] : 'pipe';
  const started = startChild(command, args, { cwd: ROOT, env: { ...process.env, ...env }, isGroup: true, stdio });
  onStop(started.stop);
  const end = await started.exited;
  const tail = [...started.tail().split('\n').slice(-TAIL_LINES), `(${path.basename(command)} ${end})`].join('\n');
  return { isOk: started.child.exitCode === 0, tail };
}
