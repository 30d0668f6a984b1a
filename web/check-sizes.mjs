// Fails the build when it has grown: a first load (gzip of all JavaScript that the browser fetches for it) or a chunk that comes later is
// over its budget, or a heavy package is reached from a page that is not its own. The first argument names another build.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';

const DIST = path.resolve(process.argv[2] ?? path.join(import.meta.dirname, 'dist'));
const KB = 1024;
const ROUTES = { landing: 'landing-page', auth: 'auth-page', shell: 'shell', dashboard: 'dashboard-page' };
const LATER_KB = 60;
const EDITOR = { name: 'code-mirror', budgetKb: 160 };
// By words that are in their code, and stay in it when it is minified.
const HEAVY = [
  { what: 'CodeMirror', word: 'cm-lineWrapping', page: 'custom-commands-page' },
  { what: 'd3-force', word: 'velocityDecay', page: 'knowledge-page' },
];

const manifest = JSON.parse(readFileSync(path.join(DIST, '.vite/manifest.json'), 'utf8'));
const keys = Object.keys(manifest).filter((key) => manifest[key].file.endsWith('.js'));
const entryKey = keys.find((key) => manifest[key].isEntry);

const staticOf = (key) => manifest[key].imports ?? [];
const laterOf = (key) => manifest[key].dynamicImports ?? [];

/** A chunk and everything that it leads to. */
function closure(key, next = staticOf, seen = new Set()) {
  if (!seen.has(key)) {
    seen.add(key);
    for (const further of next(key)) closure(further, next, seen);
  }
  return seen;
}

const nameOf = (key) => path.basename(key, '.tsx');
const pageKey = (name) => {
  const key = keys.find((candidate) => candidate.endsWith(`/${name}.tsx`));
  if (!key) throw new Error(`no chunk for ${name}`);
  return key;
};
const codeOf = (key) => readFileSync(path.join(DIST, manifest[key].file));
const sum = (chunks) => [...chunks].reduce((total, key) => total + gzipSync(codeOf(key)).length, 0);
const union = (...names) => new Set([entryKey, ...names.map(pageKey)].flatMap((key) => [...closure(key)]));

const base = union('router', ROUTES.shell);
// The public routes are in the entry, all others in the chunk that it loads for the first of them.
const lists = [entryKey, pageKey('router')];
const routes = lists.flatMap(laterOf).filter((key) => key.endsWith('-page.tsx'));
const frames = new Set([...lists, pageKey(ROUTES.shell)]);
const isOwnPlace = (key) => frames.has(key) || routes.includes(key);

/** What comes later, for something on a page that is there already: each with what that page has not loaded. */
const later = keys
  .filter((key) => !isOwnPlace(key))
  .flatMap((key) => {
    const openers = keys.filter((opener) => laterOf(opener).includes(key));
    const costs = openers.map((opener) => {
      const loaded = closure(opener, staticOf, closure(entryKey));
      return sum([...closure(key)].filter((chunk) => !loaded.has(chunk)));
    });
    return openers.length > 0 ? [{ name: nameOf(key), bytes: Math.max(...costs) }] : [];
  });
pageKey(EDITOR.name);

const loads = [
  ['landing + auth', sum(union(ROUTES.landing, ROUTES.auth)), 130],
  ['dashboard, first load', sum(union('router', ROUTES.shell, ROUTES.dashboard)), 380],
  ...routes.map((key) => [
    `${nameOf(key)}.tsx, beyond the shell`,
    sum([...closure(key)].filter((chunk) => !base.has(chunk))),
    120,
  ]),
  ...later.map(({ name, bytes }) => [
    `${name}.tsx, when it is asked for`,
    bytes,
    name === EDITOR.name ? EDITOR.budgetKb : LATER_KB,
  ]),
];

const say = (isHeld, words) => {
  if (!isHeld) process.exitCode = 1;
  console.log(words);
};
for (const [name, bytes, budgetKb] of loads) {
  const isHeld = bytes <= budgetKb * KB;
  say(isHeld, `${isHeld ? 'ok   ' : 'OVER '} ${(bytes / KB).toFixed(1).padStart(7)} of ${budgetKb} KB gzip  ${name}`);
}

// Not through a link to another page, which is that page's matter.
const fromHere = (key) => [...staticOf(key), ...laterOf(key).filter((next) => !isOwnPlace(next))];
const places = [...new Set([...frames, ...routes])];
for (const { what, word, page } of HEAVY) {
  const holders = keys.filter((key) => codeOf(key).includes(word));
  const users = places.filter((place) => holders.some((key) => closure(place, fromHere).has(key))).map(nameOf);
  const isHeld = users.length === 1 && users[0] === page;
  say(isHeld, `${isHeld ? 'ok   ' : 'WRONG'} ${what} is reached from ${users.join(', ') || 'nowhere'}, and belongs to ${page}`);
}
