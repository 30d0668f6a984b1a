import { existsSync, readFileSync } from 'node:fs';

const ROOT = new URL('../../../', import.meta.url);
// Also behind `it.each(…)`, which is a call whose result is called.
const TITLE = /(?:\b(?:it|test)|\))\(\s*(['"`])((?:\\.|(?!\1)[^\\])*)\1\s*,/g;
const GROUP_OR_TEST = /(?:\b(?:it|test|describe)|\))\(\s*(['"`])((?:\\.|(?!\1)[^\\])*)\1\s*,/g;
const titles = new Map<string, ReadonlySet<string>>();

/** Why a table may not name this test: the file does not exist, or has no test with exactly this title (without that of its `describe`). */
export function missingTest(file: string, title: string): string | undefined {
  if (!existsSync(new URL(file, ROOT))) return `${file} does not exist`;
  return titlesIn(file).has(title) ? undefined : `${file} has no test "${title}"`;
}

/** The tests, and groups of tests, of a file whose title contains the words; none when the file does not exist. */
export function testsNamed(file: string, words: string): string[] {
  if (!existsSync(new URL(file, ROOT))) return [];
  const source = readFileSync(new URL(file, ROOT), 'utf8');
  return [...source.matchAll(GROUP_OR_TEST)].flatMap(([, , title = '']) => (unescaped(title).includes(words) ? [title] : []));
}

const unescaped = (title: string): string => title.replaceAll(/\\(.)/g, '$1');

function titlesIn(file: string): ReadonlySet<string> {
  const known = titles.get(file);
  if (known) return known;
  const source = readFileSync(new URL(file, ROOT), 'utf8');
  const found = new Set([...source.matchAll(TITLE)].map(([, , title = '']) => unescaped(title)));
  titles.set(file, found);
  return found;
}
