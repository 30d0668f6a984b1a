import { existsSync, readFileSync } from 'node:fs';

const ROOT = new URL('../../../', import.meta.url);
// Also behind `it.each(…)`, which is a call whose result is called.
const TITLE = /(?:\b(?:it|test)|\))\(\s*(['"`])((?:\\.|(?!\1)[^\\])*)\1\s*,/g;
const titles = new Map<string, ReadonlySet<string>>();

/** Why a table may not name this test: the file does not exist, or has no test with exactly this title (without that of its `describe`). */
export function missingTest(file: string, title: string): string | undefined {
  if (!existsSync(new URL(file, ROOT))) return `${file} does not exist`;
  return titlesIn(file).has(title) ? undefined : `${file} has no test "${title}"`;
}

function titlesIn(file: string): ReadonlySet<string> {
  const known = titles.get(file);
  if (known) return known;
  const source = readFileSync(new URL(file, ROOT), 'utf8');
  const found = new Set([...source.matchAll(TITLE)].map(([, , title = '']) => title.replaceAll(/\\(.)/g, '$1')));
  titles.set(file, found);
  return found;
}
