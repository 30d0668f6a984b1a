// A command of ours as people meet it: what it prints, its status, and that nothing of it stays.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { isGone } from '../infrastructure/child.mjs';

const DEPLOY = path.resolve(import.meta.dirname, '..');

it.each(['SIGINT', 'SIGTERM'])('stops what it started, last first, and ends well on %s', async (signal) => {
  const command = start(`
    for (const name of ['database', 'app']) session.onStop(async () => console.log('stopped ' + name));
    const { child, stop } = startChild('sleep', ['600'], {});
    session.onStop(stop);
    console.log('pid ' + child.pid);
    await new Promise(() => setInterval(() => {}, 1000));`);
  const [first] = await once(command.stdout, 'data');
  command.kill(signal);
  const { status, output } = await endOf(command);
  expect(output).toBe('\nStopping.\nstopped app\nstopped database\n');
  expect(status).toBe(0);
  expect(await isGone(Number(String(first).split(' ')[1]), 'sleep')).toBe(true);
});

it('ends with status 1 and one sentence when something is missing', async () => {
  const command = start("session.onStop(async () => console.log('stopped')); throw new Refusal('Kith needs Redis.');");
  expect(await endOf(command)).toEqual({ status: 1, output: 'stopped\n', errors: '\nKith needs Redis.\n' });
});

it('shows the stack of a mistake of its own', async () => {
  const { status, errors } = await endOf(start("throw new TypeError('a bug');"));
  expect(status).toBe(1);
  expect(errors).toMatch(/TypeError: a bug\n\s+at /);
});

it('tells how a short command went, with the end of its output', async () => {
  const command = start(
    "console.log(JSON.stringify(await session.run({ command: 'sh', args: ['-c', 'echo out; echo err >&2; exit 3'] })));",
  );
  const { output } = await endOf(command);
  expect(JSON.parse(output)).toMatchObject({ isOk: false, tail: expect.stringContaining('(sh ended with status 3)') });
  expect(JSON.parse(output).tail).toMatch(/out[^]*err|err[^]*out/);
});

function start(work) {
  const script = `import { startChild } from '${DEPLOY}/infrastructure/child.mjs';
    import { Refusal } from '${DEPLOY}/infrastructure/refusal.mjs';
    import { runSession } from '${DEPLOY}/prepare/session.mjs';
    await runSession(async (session) => { ${work} });`;
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
