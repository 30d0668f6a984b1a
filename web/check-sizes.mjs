// Fails the build when a first load grows over its budget: gzip of all JavaScript that the browser fetches for it.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

const DIST = join(import.meta.dirname, 'dist');
const KB = 1024;
const ROUTES = { landing: 'landing-page', auth: 'auth-page', shell: 'shell', dashboard: 'dashboard-page' };

const manifest = JSON.parse(readFileSync(join(DIST, '.vite/manifest.json'), 'utf8'));
const entryKey = Object.keys(manifest).find((key) => manifest[key].isEntry);

/** A chunk and everything it imports statically. */
function closure(key, seen = new Set()) {
  if (!seen.has(key)) {
    seen.add(key);
    for (const next of manifest[key].imports ?? []) closure(next, seen);
  }
  return seen;
}

const pageKey = (name) => {
  const key = Object.keys(manifest).find((candidate) => candidate.endsWith(`/${name}.tsx`));
  if (!key) throw new Error(`no chunk for ${name}`);
  return key;
};
const gzipOf = (key) => gzipSync(readFileSync(join(DIST, manifest[key].file))).length;
const sum = (keys) => [...keys].reduce((total, key) => total + gzipOf(key), 0);
const union = (...names) => new Set([entryKey, ...names.map(pageKey)].flatMap((key) => [...closure(key)]));

const base = union('router', ROUTES.shell);
// The public routes are in the entry, all others in the chunk that it loads for the first of them.
const lists = [entryKey, pageKey('router')];
const routes = lists.flatMap((key) => manifest[key].dynamicImports ?? []).filter((key) => key.endsWith('-page.tsx'));
const loads = [
  ['landing + auth', sum(union(ROUTES.landing, ROUTES.auth)), 130],
  ['dashboard, first load', sum(union('router', ROUTES.shell, ROUTES.dashboard)), 380],
  ...routes.map((key) => [
    `${key.split('/').at(-1)}, beyond the shell`,
    sum([...closure(key)].filter((chunk) => !base.has(chunk))),
    120,
  ]),
];

let isOver = false;
for (const [name, bytes, budgetKb] of loads) {
  const mark = bytes > budgetKb * KB ? 'OVER' : 'ok';
  isOver ||= mark === 'OVER';
  console.log(`${mark.padEnd(5)} ${(bytes / KB).toFixed(1).padStart(7)} of ${budgetKb} KB gzip  ${name}`);
}
process.exitCode = isOver ? 1 : 0;
