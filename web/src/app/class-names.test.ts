import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from '@jest/globals';

const SOURCES = path.resolve(import.meta.dirname, '..');

/** The classes that a style sheet gives rules of their own. */
const classesOf = (css: string): Set<string> =>
  new Set([...css.matchAll(/^\s*\.([\w-]+)(?=[^{}]*\{)/gm)].map(([, name]) => name ?? ''));

// Style sheets stay when their page is left: two features with one name would dress each other's pages, one with a shared name all of
// them.
it('no two features share a CSS class, and none uses a shared class name', () => {
  const named = new Map<string, Set<string>>();
  for (const file of readdirSync(SOURCES, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.css'))) {
    const feature = path.dirname(file);
    for (const name of classesOf(readFileSync(path.join(SOURCES, file), 'utf8')))
      named.set(name, (named.get(name) ?? new Set()).add(feature));
  }
  const shared = [...named].filter(([, owners]) => owners.size > 1 && [...owners].some((owner) => owner.startsWith('features/')));
  expect(shared.map(([name, features]) => `${name}: ${[...features].join(', ')}`)).toEqual([]);
});
