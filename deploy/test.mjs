// `npm test`: every check of the repository, on a machine with nothing installed. `--check` leaves out the browser journeys.
// Each step counts as one, each test of Jest as one; the last line is `N passed, N failed`.
import './prepare/require-node.mjs';
import path from 'node:path';
import { Refusal } from './infrastructure/refusal.mjs';
import { npm } from './infrastructure/npm.mjs';
import { buildProjects } from './prepare/build.mjs';
import { checkGenerated } from './prepare/generated.mjs';
import { installDependencies } from './prepare/install.mjs';
import { runJest } from './prepare/jest.mjs';
import { runSession } from './prepare/session.mjs';

const ROOT = path.resolve(import.meta.dirname, '..');
const ONE_PASSED = { passed: 1, failed: 0 };
const ONE_FAILED = { passed: 0, failed: 1 };

process.chdir(ROOT);
await runSession(async (session) => {
  await installDependencies(session);
  const results = [];
  for (const [title, step] of Object.entries(stepsOf(session))) {
    console.log(`\n── ${title} ${'─'.repeat(Math.max(0, 70 - title.length))}`);
    const startMs = Date.now();
    const counts = await step().catch(report);
    results.push({ title, ...counts, seconds: (Date.now() - startMs) / 1000 });
  }
  return { exitCode: summarise(results) };
});

function stepsOf(session) {
  const script = (...args) => runScript(session, args);
  const steps = {
    Format: () => script('run', '--silent', 'format:check'),
    Lint: () => script('run', '--silent', 'lint'),
    'Generated files': () => checkGenerated(session).then(() => ONE_PASSED),
    Types: () => script('run', '--silent', 'typecheck', '--', '--outputStyle=static'),
    Build: () => buildProjects(session).then(() => ONE_PASSED),
    Tests: () => runJest(session, ['--ignoreProjects', 'journeys']),
    'Browser journeys': () => runJest(session, ['--selectProjects', 'journeys']),
  };
  if (process.argv.includes('--check')) delete steps['Browser journeys'];
  return steps;
}

async function runScript({ run }, args) {
  const { isOk } = await run({ ...npm(args), isShown: true, env: { NX_DAEMON: 'false', NX_TUI: 'false' } });
  return isOk ? ONE_PASSED : ONE_FAILED;
}

function report(error) {
  console.error(error instanceof Refusal ? error.message : error);
  return ONE_FAILED;
}

function summarise(results) {
  console.log('\n── Summary ' + '─'.repeat(63));
  for (const { title, passed, failed, seconds } of results) {
    console.log(
      `${failed > 0 ? '✗' : '✓'} ${title.padEnd(18)} ${String(passed).padStart(5)} passed ${String(failed).padStart(4)} failed ${seconds.toFixed(1).padStart(8)} s`,
    );
  }
  const sum = (key) => results.reduce((total, result) => total + result[key], 0);
  console.log(`\n${sum('passed')} passed, ${sum('failed')} failed`);
  return sum('failed') > 0 ? 1 : 0;
}
