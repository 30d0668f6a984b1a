// `npm test`: the tests that protect behaviour, on a machine with nothing installed.
//   --check              the checks of the sources instead (`npm run check`)
//   --full               with these checks and all sweeps (`npm run test:full`)
//   --sweeps-until=20    with these checks and the sweeps that fit into 20 minutes since the start (.ci/run)
// Each step counts as one, each test of Jest as one; the last line is `N passed, N failed`.
import './prepare/require-node.mjs';
import path from 'node:path';
import { CommandError } from './infrastructure/command-error.mjs';
import { npm } from './infrastructure/npm.mjs';
import { buildProjects } from './prepare/build.mjs';
import { checkGenerated } from './prepare/generated.mjs';
import { installDependencies } from './prepare/install.mjs';
import { runJest } from './prepare/jest.mjs';
import { runTask } from './prepare/task.mjs';
import { runAllSweeps, runSweepsUntil } from './prepare/sweeps.mjs';

const ROOT = path.resolve(import.meta.dirname, '..');
const ONE_PASSED = { passed: 1, failed: 0 };
const ONE_FAILED = { passed: 0, failed: 1 };
const TEST_WORKERS = 5;
const startMs = Date.now();

process.chdir(ROOT);
await runTask(async (task) => {
  const results = [];
  for (const steps of groupsOf(task)) {
    // The steps of a list run one after the other, beside those of the other lists of the group.
    await Promise.all(steps.map((list) => runInTurn(list, results)));
    if (results.some(({ title, failed }) => title === 'Install' && failed > 0)) break;
  }
  return { exitCode: printSummary(results) };
});

async function runInTurn(list, results) {
  for (const [title, step] of Object.entries(list)) {
    console.log(`\n── ${title} ${'─'.repeat(Math.max(0, 70 - title.length))}`);
    const stepStartMs = Date.now();
    const counts = await step().catch(reportError);
    results.push({ title, ...counts, seconds: (Date.now() - stepStartMs) / 1000 });
  }
}

function groupsOf(task) {
  const script = (...args) => runScript(task, args);
  const minutes = process.argv.map((arg) => /^--sweeps-until=(\d+)$/.exec(arg)?.[1]).find(Boolean);
  const isFull = process.argv.includes('--full');
  const isCheck = process.argv.includes('--check');

  const install = { Install: () => installDependencies(task).then(() => ONE_PASSED) };
  const types = { Types: () => script('run', '--silent', 'typecheck') };
  const lint = {
    Lint: () => script('run', '--silent', 'lint'),
    'Generated files': () => checkGenerated(task).then(() => ONE_PASSED),
  };
  // It uses one processor only, and says nothing unless it fails.
  const format = { Format: () => script('run', '--silent', 'format:check') };
  const build = { Build: () => buildProjects(task).then(() => ONE_PASSED) };
  // Many of them wait for something: more workers than processors are faster.
  const tests = { Tests: () => runJest(task, { options: [`--maxWorkers=${TEST_WORKERS}`] }) };
  if (isFull) tests.Sweeps = () => runAllSweeps(task);
  else if (minutes) tests.Sweeps = () => runSweepsUntil(task, startMs + Number(minutes) * 60_000);

  if (isCheck) return [[install], [format, { ...lint, ...types }]];
  if (isFull || minutes) return [[install], [format, { ...lint, ...types, ...build }], [tests]];
  return [[install], [build], [tests]];
}

async function runScript({ run }, args) {
  const { isOk } = await run({ ...npm(args), showOutput: true, env: { NX_DAEMON: 'false', NX_TUI: 'false' } });
  return isOk ? ONE_PASSED : ONE_FAILED;
}

function reportError(error) {
  console.error(error instanceof CommandError ? error.message : error);
  return ONE_FAILED;
}

function printSummary(results) {
  const sum = (key) => results.reduce((total, result) => total + result[key], 0);
  console.log('\n── Summary ' + '─'.repeat(63));
  for (const { title, passed, failed, seconds } of results) {
    const mark = failed > 0 ? '✗' : '✓';
    const figures = `${String(passed).padStart(5)} passed ${String(failed).padStart(4)} failed ${seconds.toFixed(1).padStart(8)} s`;
    console.log(`${mark} ${title.padEnd(20)} ${figures}`);
  }
  console.log(`  ${'All'.padEnd(20)} ${((Date.now() - startMs) / 60_000).toFixed(1)} min`);
  console.log(`\n${sum('passed')} passed, ${sum('failed')} failed`);
  return sum('failed') > 0 ? 1 : 0;
}
