// `npm run sizes`: how large the repository is, by area. With --check it fails on files above the caps; part of `npm run lint`.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.resolve(import.meta.dirname, '../..');
const PRODUCT_CAP = 300;
const TEST_CAP = 400;
const COUNTED = /\.(ts|tsx|mjs|css|graphql|sql)$/;
const GENERATED = /^web\/src\/gql\/|^gateway\/schema\.graphql$/;
const TEST = /\.(spec|test|e2e|bench)\.(ts|tsx|mjs)$|\/(test|testing|e2e|bench)\//;
const AREAS = ['proto', 'gateway', 'services', 'web', 'deploy'];

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { cwd: ROOT, encoding: 'utf8' })
  .split('\n')
  .filter((file) => COUNTED.test(file) && !GENERATED.test(file))
  .flatMap(readSize);

function readSize(file) {
  try {
    return [{ file, isTest: TEST.test(file), lines: readFileSync(path.join(ROOT, file), 'utf8').split('\n').length - 1 }];
  } catch {
    // Deleted in the working tree and not yet in the index.
    return [];
  }
}

const overCap = files.filter(({ lines, isTest }) => lines > (isTest ? TEST_CAP : PRODUCT_CAP));
for (const { file, lines, isTest } of overCap)
  console.error(`${file}: ${lines} lines, at most ${isTest ? TEST_CAP : PRODUCT_CAP}`);
process.exitCode = overCap.length > 0 ? 1 : 0;
if (!process.argv.includes('--check')) printTable();

function printTable() {
  const row = (name, own) => {
    const product = own.filter(({ isTest }) => !isTest);
    const tests = own.filter(({ isTest }) => isTest);
    return { area: name, ...statistics(product), 'test files': tests.length, 'test lines': sum(tests) };
  };
  console.table([
    ...AREAS.map((area) =>
      row(
        area,
        files.filter(({ file }) => file.startsWith(`${area}/`)),
      ),
    ),
    row('all', files),
  ]);
}

function statistics(product) {
  const sorted = product.map(({ lines }) => lines).toSorted((a, b) => a - b);
  const quantile = (share) => sorted[Math.floor(share * (sorted.length - 1))] ?? 0;
  return {
    'product files': product.length,
    'product lines': sum(product),
    median: quantile(0.5),
    p90: quantile(0.9),
    'under 30 lines': sorted.filter((lines) => lines < 30).length,
  };
}

function sum(list) {
  return list.reduce((total, { lines }) => total + lines, 0);
}
