// Sweeps are the long tests: every state, outage, refusal, generated request, kind of file, payload and kill. Their files are named
// `*.sweep.spec.ts`, `*.sweep.spec.mjs` and `*.sweep.e2e.ts`; load tests among them `*.load.sweep.spec.ts`, those of more than two minutes `*.long.sweep.spec.ts`. `npm run test:full`
// runs all of them, the CI script as many as its time allows, without these two kinds.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import path from 'node:path';
import { runJest } from './jest.mjs';

const ROOT = path.resolve(import.meta.dirname, '../..');
// Many sweeps wait for something, and those of one run share its servers and workers.
const BATCH = 5;
const BATCH_WORKERS = 3;
// No batch takes longer on two cores: one that starts later than this before the limit may not finish in time.
const LONGEST_BATCH_MS = 180_000;

// They compare response times, so nothing else may run beside them: only `npm run test:full` has the time.
const LOAD_TEST = /\.load\.sweep\./;
const LONG_TEST = /\.long\.sweep\./;

/** Runs all sweeps, the load tests one at a time after the others; resolves with `{ passed, failed }`. */
export async function runAllSweeps(task) {
  const files = listSweeps();
  const others = files.filter((file) => !LOAD_TEST.test(file));
  // Each load test in a run of its own, so that it has a new process.
  const runs = [others, ...files.filter((file) => LOAD_TEST.test(file)).map((file) => [file])];
  const counts = { passed: 0, failed: 0 };
  for (const run of runs) {
    const { passed, failed } = await runFiles(task, run);
    counts.passed += passed;
    counts.failed += failed;
  }
  return counts;
}

const runFiles = (task, files, options = []) => runJest(task, { files, options, env: { TEST_SWEEPS: 'only' } });

/** Runs a few sweeps at a time, those of changed folders first, until `deadlineMs` (as Date.now()). Says which were left out. */
export async function runSweepsUntil(task, deadlineMs) {
  const counts = { passed: 0, failed: 0 };
  const files = orderByChange(
    inOrderOfCommit(listSweeps().filter((file) => !LOAD_TEST.test(file) && !LONG_TEST.test(file))),
    changedFolders(),
  );
  while (files.length > 0 && Date.now() + LONGEST_BATCH_MS < deadlineMs) {
    const { passed, failed } = await runFiles(task, files.splice(0, BATCH), [`--maxWorkers=${BATCH_WORKERS}`]);
    counts.passed += passed;
    counts.failed += failed;
  }
  task.log(files.length === 0 ? 'All sweeps were run.' : `Left out for lack of time (npm run test:full): ${files.join(', ')}`);
  return counts;
}

/** An order that differs for each commit, so that no sweep is always left out. */
function inOrderOfCommit(files) {
  const commit = git('rev-parse', 'HEAD');
  const placeOf = (file) => createHash('sha256').update(commit).update(file).digest('hex');
  return files.toSorted((a, b) => placeOf(a).localeCompare(placeOf(b)));
}

function listSweeps() {
  return git('ls-files', '*.sweep.spec.ts', '*.sweep.spec.mjs', '*.sweep.e2e.ts').split('\n').filter(Boolean);
}

/** Projects with a file that a commit of the last day changed, e.g. `services/bots`. */
function changedFolders() {
  const files = git('log', '--since=1.day', '--name-only', '--pretty=format:').split('\n').filter(Boolean);
  return new Set(files.map((file) => file.split('/', file.startsWith('services/') ? 2 : 1).join('/')));
}

function orderByChange(files, folders) {
  const isChanged = (file) => [...folders].some((folder) => file.startsWith(`${folder}/`));
  return files.toSorted((a, b) => Number(isChanged(b)) - Number(isChanged(a)));
}

function git(...args) {
  return execFileSync('git', args, { cwd: ROOT, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
}
