// Fails the build when the files that the gateway preloads for a page are not those that it needs, when a first load (gzip of all its JavaScript) or
// a lazy chunk exceeds its budget, or when a heavy package is reachable from a page that does not need it. The first argument is the path of another
// build.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';

const DIST = path.resolve(process.argv[2] ?? path.join(import.meta.dirname, 'dist'));
const KB = 1024;
const ROUTES = { landing: 'landing-page', auth: 'auth-page', shell: 'shell', dashboard: 'dashboard-page' };
const LATER_KB = 60;
const EDITOR = { name: 'code-mirror', budgetKb: 160 };
// Recognised by strings that survive minification.
const HEAVY = [
  { what: 'CodeMirror', word: 'cm-lineWrapping', page: 'custom-commands-page' },
  { what: 'd3-force', word: 'velocityDecay', page: 'knowledge-page' },
];

const manifest = JSON.parse(readFileSync(path.join(DIST, '.vite/manifest.json'), 'utf8'));
const keys = Object.keys(manifest).filter((key) => manifest[key].file.endsWith('.js'));
const entryKey = keys.find((key) => manifest[key].isEntry);

const staticOf = (key) => manifest[key].imports ?? [];
const laterOf = (key) => manifest[key].dynamicImports ?? [];

/** A chunk and everything that it imports. */
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
// The public routes are in the entry, all others in the router chunk.
const lists = [entryKey, pageKey('router')];
const routes = lists.flatMap(laterOf).filter((key) => key.endsWith('-page.tsx'));
const frames = new Set([...lists, pageKey(ROUTES.shell)]);
const isOwnPlace = (key) => frames.has(key) || routes.includes(key);

/** Lazy chunks that are no pages, each with the chunks that its page has not loaded yet. */
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
  ...later.map(({ name, bytes }) => [`${name}.tsx, lazy`, bytes, name === EDITOR.name ? EDITOR.budgetKb : LATER_KB]),
];

const report = (isHeld, line) => {
  if (!isHeld) process.exitCode = 1;
  console.log(line);
};
for (const [name, bytes, budgetKb] of loads) {
  const isHeld = bytes <= budgetKb * KB;
  report(isHeld, `${isHeld ? 'ok   ' : 'OVER '} ${(bytes / KB).toFixed(1).padStart(7)} of ${budgetKb} KB gzip  ${name}`);
}

// What the gateway has the browser load at once is what the page needs beyond the entry, and nothing else.
const preloads = JSON.parse(readFileSync(path.join(DIST, 'page-preloads.json'), 'utf8'));
const filesOf = (chunks) => [...chunks].flatMap((key) => [manifest[key].file, ...(manifest[key].css ?? [])]);
const first = new Set(filesOf(closure(entryKey)));
for (const [route, visit, names] of [
  ['/', 'visitor', [ROUTES.landing]],
  ['/auth', 'visitor', [ROUTES.auth]],
  ['/dashboard', 'visitor', ['router', ROUTES.auth]],
  ['/dashboard', 'signedIn', ['router', ROUTES.shell, ROUTES.dashboard]],
]) {
  const listed = preloads.routes.find((one) => one.path === route)[visit].map((place) => preloads.files[place]);
  const needed = filesOf(union(...names)).filter((file) => !first.has(file));
  const wrong = [
    ...listed.filter((file) => !needed.includes(file)).map((file) => `${file} in vain`),
    ...needed.filter((file) => !listed.includes(file)).map((file) => `${file} is missing`),
  ];
  const isHeld = wrong.length === 0 && needed.length > 0;
  const state = isHeld ? 'all that it needs' : wrong.join(', ');
  report(isHeld, `${isHeld ? 'ok   ' : 'WRONG'} preloaded for ${route} (${visit}): ${state}`);
}

// Without following links to other pages.
const fromHere = (key) => [...staticOf(key), ...laterOf(key).filter((next) => !isOwnPlace(next))];
const places = [...new Set([...frames, ...routes])];
for (const { what, word, page } of HEAVY) {
  const holders = keys.filter((key) => codeOf(key).includes(word));
  const users = places.filter((place) => holders.some((key) => closure(place, fromHere).has(key))).map(nameOf);
  const isHeld = users.length === 1 && users[0] === page;
  report(
    isHeld,
    `${isHeld ? 'ok   ' : 'WRONG'} ${what} is reached from ${users.join(', ') || 'no page'}, and belongs to ${page}`,
  );
}
