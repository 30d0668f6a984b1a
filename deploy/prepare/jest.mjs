import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { nodeProgram } from './node.mjs';

const ROOT = path.resolve(import.meta.dirname, '../..');
const REPORT = path.join(ROOT, '.nx/jest.json');

// More failed files than this have one cause: a second run would only take time.
const MOST_FILES_RUN_AGAIN = 5;

/**
 * Runs Jest with its output shown; resolves with `{ passed, failed }`. A file that does not load and a run that breaks count as failed.
 * In CI the few files that failed are run once more, alone; one that passes then is named as unstable and counts as passed.
 */
export async function runJest(task, { options = [], files = [], env = {} }) {
  const first = await runOnce(task, options, files, env);
  const failedFiles = first.failedFiles ?? [];
  if (!process.env.CI || first.failed === 0 || failedFiles.length === 0 || failedFiles.length > MOST_FILES_RUN_AGAIN)
    return first;
  const names = failedFiles.map((file) => path.relative(ROOT, file)).join(', ');
  task.log(`Run once more, alone: ${names}`);
  const counts = { passed: first.passed - first.passedInFailedFiles, failed: 0 };
  for (const file of failedFiles) {
    const { passed, failed } = await runOnce(task, options, [file], env);
    counts.passed += passed;
    counts.failed += failed;
    if (failed === 0) task.log(`Unstable, passed on the second run only: ${path.relative(ROOT, file)}`);
  }
  return counts;
}

async function runOnce({ run }, options, files, env) {
  mkdirSync(path.dirname(REPORT), { recursive: true });
  rmSync(REPORT, { force: true });
  const jest = ['--experimental-vm-modules', '--no-warnings', path.join(ROOT, 'node_modules/jest/bin/jest.js')];
  const paths = files.length > 0 ? ['--runTestsByPath', ...files] : [];
  const { isOk } = await run({
    command: nodeProgram(),
    args: [...jest, '--json', `--outputFile=${REPORT}`, ...options, ...paths],
    showOutput: true,
    env,
  });
  if (!existsSync(REPORT)) return { passed: 0, failed: 1 };
  const { numPassedTests, numFailedTests, numRuntimeErrorTestSuites, testResults } = JSON.parse(readFileSync(REPORT, 'utf8'));
  const failed = numFailedTests + numRuntimeErrorTestSuites;
  const failedSuites = testResults.filter(({ status }) => status === 'failed');
  return {
    passed: numPassedTests,
    failed: isOk ? failed : Math.max(failed, 1),
    failedFiles: failedSuites.map(({ name }) => name),
    passedInFailedFiles: failedSuites
      .flatMap(({ assertionResults }) => assertionResults)
      .filter(({ status }) => status === 'passed').length,
  };
}
