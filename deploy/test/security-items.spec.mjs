import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.resolve(import.meta.dirname, '../..');
const ITEMS = 76;
const TEST_FILE = /\.(?:spec|test|e2e)\.(?:mjs|tsx?)$/;
const SKIPPED = new Set(['node_modules', 'dist', '.git', '.nx', '.data', 'coverage', 'screenshots', 'gql']);
// What the name of a test or group begins with: one number or several, then a colon.
const NAMED = /['"`]((?:S\d{1,2}(?:, | ))*S\d{1,2}): /g;

function listTests(folder) {
  return readdirSync(path.join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    const file = path.posix.join(folder, entry.name);
    if (entry.isDirectory()) return SKIPPED.has(entry.name) ? [] : listTests(file);
    return TEST_FILE.test(entry.name) ? [file] : [];
  });
}

it('has a test for each item of the list of security, named by its number', () => {
  const named = new Set(
    listTests('').flatMap((file) =>
      [...readFileSync(path.join(ROOT, file), 'utf8').matchAll(NAMED)].flatMap(([, numbers]) =>
        [...numbers.matchAll(/\d+/g)].map(([number]) => Number(number)),
      ),
    ),
  );
  const all = Array.from({ length: ITEMS }, (_value, at) => at + 1);
  expect(all.filter((number) => !named.has(number))).toEqual([]);
});
