import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { nodeProgram } from './node.mjs';

const ROOT = path.resolve(import.meta.dirname, '../..');
const REPORT = path.join(ROOT, '.nx/jest.json');

/** Runs Jest with its output shown; resolves with `{ passed, failed }`. A file that does not load and a run that breaks count as failed. */
export async function runJest({ run }, args, env = {}) {
  mkdirSync(path.dirname(REPORT), { recursive: true });
  rmSync(REPORT, { force: true });
  const jest = ['--experimental-vm-modules', '--no-warnings', path.join(ROOT, 'node_modules/jest/bin/jest.js')];
  const { isOk } = await run({
    command: nodeProgram(),
    args: [...jest, '--json', `--outputFile=${REPORT}`, ...args],
    showOutput: true,
    env,
  });
  if (!existsSync(REPORT)) return { passed: 0, failed: 1 };
  const { numPassedTests, numFailedTests, numRuntimeErrorTestSuites } = JSON.parse(readFileSync(REPORT, 'utf8'));
  const failed = numFailedTests + numRuntimeErrorTestSuites;
  return { passed: numPassedTests, failed: isOk ? failed : Math.max(failed, 1) };
}
