import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { waitUntilGone } from '../infrastructure/child-process.mjs';

const DEPLOY = path.resolve(import.meta.dirname, '..');

it.each(['SIGINT', 'SIGTERM'])(
  '%s stops everything the task started in reverse order and exits with status 0',
  async (signal) => {
    const command = start(`
    for (const name of ['database', 'app']) task.onStop(async () => console.log('stopped ' + name));
    const { child, stop } = startChild('sleep', ['600'], {});
    task.onStop(stop);
    console.log('pid ' + child.pid);
    await new Promise(() => setInterval(() => {}, 1000));`);
    const [first] = await once(command.stdout, 'data');
    command.kill(signal);
    const { status, output } = await endOf(command);
    expect(output).toBe('\nStopping.\nstopped app\nstopped database\n');
    expect(status).toBe(0);
    expect(await waitUntilGone(Number(String(first).split(' ')[1]), 'sleep')).toBe(true);
  },
);

it('a CommandError exits with status 1 and prints its message only', async () => {
  const command = start("task.onStop(async () => console.log('stopped')); throw new CommandError('Kith needs Redis.');");
  expect(await endOf(command)).toEqual({ status: 1, output: 'stopped\n', errors: '\nKith needs Redis.\n' });
});

it('any other error exits with status 1 and prints its stack', async () => {
  const { status, errors } = await endOf(start("throw new TypeError('a bug');"));
  expect(status).toBe(1);
  expect(errors).toMatch(/TypeError: a bug\n\s+at /);
});

it('run() resolves with the outcome of a command and the end of its output', async () => {
  const command = start(
    "console.log(JSON.stringify(await task.run({ command: 'sh', args: ['-c', 'echo out; echo err >&2; exit 3'] })));",
  );
  const { output } = await endOf(command);
  expect(JSON.parse(output)).toMatchObject({ isOk: false, tail: expect.stringContaining('(sh ended with status 3)') });
  expect(JSON.parse(output).tail).toMatch(/out[^]*err|err[^]*out/);
});

function start(work) {
  const script = `import { startChild } from '${DEPLOY}/infrastructure/child-process.mjs';
    import { CommandError } from '${DEPLOY}/infrastructure/command-error.mjs';
    import { runTask } from '${DEPLOY}/prepare/task.mjs';
    await runTask(async (task) => { ${work} });`;
  return spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['ignore', 'pipe', 'pipe'] });
}

async function endOf(command) {
  let output = '';
  let errors = '';
  command.stdout.on('data', (chunk) => (output += chunk));
  command.stderr.on('data', (chunk) => (errors += chunk));
  const [status] = await once(command, 'close');
  return { status, output, errors };
}
