import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const SCRIPT = path.resolve(import.meta.dirname, '../../web/check-sizes.mjs');
let folder;
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'kith-sizes-'));
  mkdirSync(path.join(folder, '.vite'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A small build: chunks by the names of their sources. */
const aBuild = () => ({
  'index.html': { isEntry: true, later: ['landing-page', 'auth-page', 'router'] },
  'landing-page': {},
  'auth-page': {},
  router: { later: ['shell', 'dashboard-page', 'knowledge-page', 'custom-commands-page'] },
  shell: { later: ['tour'] },
  tour: {},
  'dashboard-page': {},
  'knowledge-page': { later: ['brain-view'] },
  'brain-view': { code: 'velocityDecay' },
  'custom-commands-page': { later: ['code-mirror'] },
  'code-mirror': { code: 'cm-lineWrapping', kb: 150 },
});
const keyOf = (name) => (name === 'index.html' ? name : `src/${name}.tsx`);

/** What a build writes for the gateway, by route, as signed in and as a visitor. */
const PAGES = {
  '/': [['landing-page'], ['landing-page']],
  '/auth': [['auth-page'], ['auth-page']],
  '/dashboard': [
    ['router', 'shell', 'dashboard-page'],
    ['router', 'auth-page'],
  ],
};

function preloadsOf(build) {
  const files = Object.keys(build).map((name) => `${name}.js`);
  const withImports = (name) => [name, ...(build[name].now ?? []).flatMap(withImports)];
  const placesOf = (names) => [...new Set(names.flatMap(withImports))].map((name) => files.indexOf(`${name}.js`));
  const routes = Object.entries(PAGES).map(([route, [signedIn, visitor]]) => ({
    path: route,
    signedIn: placesOf(signedIn),
    visitor: placesOf(visitor),
  }));
  return { files, routes };
}

function check(build, preloads = preloadsOf(build)) {
  const manifest = Object.entries(build).map(([name, { isEntry, now = [], later = [], code = '', kb = 1 }]) => {
    // Nothing that gzip could make smaller than its bytes.
    writeFileSync(path.join(folder, `${name}.js`), code + randomBytes(kb * 1024).toString('base64'));
    return [keyOf(name), { file: `${name}.js`, isEntry, imports: now.map(keyOf), dynamicImports: later.map(keyOf) }];
  });
  writeFileSync(path.join(folder, '.vite/manifest.json'), JSON.stringify(Object.fromEntries(manifest)));
  writeFileSync(path.join(folder, 'page-preloads.json'), JSON.stringify(preloads));
  const { status, stdout } = spawnSync(process.execPath, [SCRIPT, folder], { encoding: 'utf8' });
  return { status, complaints: stdout.split('\n').filter((line) => line !== '' && !line.startsWith('ok')), stdout };
}

it('a build within all budgets passes, and every size is printed', () => {
  const { status, stdout, complaints } = check(aBuild());
  expect({ status, complaints }).toEqual({ status: 0, complaints: [] });
  expect(stdout).toMatch(/ok +15\d\.\d of 160 KB gzip {2}code-mirror/);
  expect(stdout).toMatch(/ok +1\.\d of 60 KB gzip {2}tour/);
  expect(stdout).toMatch(/of 380 KB gzip {2}dashboard, first load/);
});

it.each([
  ['a page with its imports', 'knowledge-page', 125, /of 120 KB gzip {2}knowledge-page/],
  ['the public pages', 'landing-page', 135, /of 130 KB gzip {2}landing \+ auth/],
  ['the code editor', 'code-mirror', 170, /of 160 KB gzip {2}code-mirror/],
  ['a lazily loaded part of the shell', 'tour', 70, /of 60 KB gzip {2}tour/],
  ['a lazily loaded part of a page', 'brain-view', 70, /of 60 KB gzip {2}brain-view/],
])('the check fails when %s is too large', (_what, name, kb, words) => {
  const build = aBuild();
  build[name].kb = kb;
  const { status, complaints } = check(build);
  expect(status).toBe(1);
  expect(complaints).toContainEqual(expect.stringMatching(words));
  expect(complaints.every((line) => line.startsWith('OVER'))).toBe(true);
});

it('a lazily loaded chunk counts with its own imports, without those that its page has loaded', () => {
  const build = { ...aBuild(), fields: { kb: 50 } };
  build.tour = { now: ['fields'], kb: 20 };
  expect(check(build).complaints).toEqual([expect.stringMatching(/OVER +7\d\.\d of 60 KB gzip {2}tour/)]);
  build.shell.now = ['fields'];
  expect(check(build).status).toBe(0);
});

it.each([
  ['d3-force', 'imports', 'dashboard-page', { now: ['brain-view'] }],
  ['d3-force', 'asks for', 'dashboard-page', { later: ['brain-view'] }],
  ['CodeMirror', 'asks for', 'shell', { later: ['tour', 'code-mirror'] }],
  ['CodeMirror', 'holds', 'tour', { code: 'cm-lineWrapping' }],
])('the check fails when another page loads %s: %s it (%s)', (what, _how, name, chunk) => {
  const { status, complaints } = check({ ...aBuild(), [name]: chunk });
  expect(status).toBe(1);
  expect(complaints).toContainEqual(expect.stringMatching(`WRONG ${what} is reached from .*(shell|dashboard-page)`));
});

it('the check fails when a package is not found by its marker', () => {
  const build = aBuild();
  build['brain-view'].code = '';
  expect(check(build)).toMatchObject({
    status: 1,
    complaints: ['WRONG d3-force is reached from no page, and belongs to knowledge-page'],
  });
});

it.each([
  ['lacks the frame of the page', (places) => places.filter((place) => place !== 4), /shell\.js is missing/],
  ['has the landing page', (places) => [...places, 1], /landing-page\.js in vain/],
])('the check fails when what is preloaded for the dashboard %s', (_what, change, words) => {
  const build = aBuild();
  const preloads = preloadsOf(build);
  expect(preloads.files.slice(0, 5)).toEqual(['index.html.js', 'landing-page.js', 'auth-page.js', 'router.js', 'shell.js']);
  const dashboard = preloads.routes.find((route) => route.path === '/dashboard');
  dashboard.signedIn = change(dashboard.signedIn);
  const { status, complaints } = check(build, preloads);
  expect(status).toBe(1);
  expect(complaints).toEqual([expect.stringMatching(words)]);
});
