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

/** A build in small, of chunks by the names of their sources. */
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
  'custom-commands-page': { later: ['code-editor-mirror'] },
  'code-editor-mirror': { code: 'cm-lineWrapping', kb: 150 },
});
const keyOf = (name) => (name === 'index.html' ? name : `src/${name}.tsx`);

function check(build) {
  const manifest = Object.entries(build).map(([name, { isEntry, now = [], later = [], code = '', kb = 1 }]) => {
    // Nothing that gzip could make smaller than its bytes.
    writeFileSync(path.join(folder, `${name}.js`), code + randomBytes(kb * 1024).toString('base64'));
    return [keyOf(name), { file: `${name}.js`, isEntry, imports: now.map(keyOf), dynamicImports: later.map(keyOf) }];
  });
  writeFileSync(path.join(folder, '.vite/manifest.json'), JSON.stringify(Object.fromEntries(manifest)));
  const { status, stdout } = spawnSync(process.execPath, [SCRIPT, folder], { encoding: 'utf8' });
  return { status, complaints: stdout.split('\n').filter((line) => line !== '' && !line.startsWith('ok')), stdout };
}

it('passes a build within all budgets, and prints each figure', () => {
  const { status, stdout, complaints } = check(aBuild());
  expect({ status, complaints }).toEqual({ status: 0, complaints: [] });
  expect(stdout).toMatch(/ok +15\d\.\d of 160 KB gzip {2}code-editor-mirror/);
  expect(stdout).toMatch(/ok +1\.\d of 60 KB gzip {2}tour/);
  expect(stdout).toMatch(/of 380 KB gzip {2}dashboard, first load/);
});

it.each([
  ['a page with what it imports', 'knowledge-page', 125, /of 120 KB gzip {2}knowledge-page/],
  ['the public pages', 'landing-page', 135, /of 130 KB gzip {2}landing \+ auth/],
  ['the code editor', 'code-editor-mirror', 170, /of 160 KB gzip {2}code-editor-mirror/],
  ['what comes for the shell later', 'tour', 70, /of 60 KB gzip {2}tour/],
  ['what comes for a page later', 'brain-view', 70, /of 60 KB gzip {2}brain-view/],
])('fails when it is too large: %s', (_what, name, kb, words) => {
  const build = aBuild();
  build[name].kb = kb;
  const { status, complaints } = check(build);
  expect(status).toBe(1);
  expect(complaints).toContainEqual(expect.stringMatching(words));
  expect(complaints.every((line) => line.startsWith('OVER'))).toBe(true);
});

it('counts what a later chunk brings along, but not what its page has already', () => {
  const build = { ...aBuild(), fields: { kb: 50 } };
  build.tour = { now: ['fields'], kb: 20 };
  expect(check(build).complaints).toEqual([expect.stringMatching(/OVER +7\d\.\d of 60 KB gzip {2}tour/)]);
  build.shell.now = ['fields'];
  expect(check(build).status).toBe(0);
});

it.each([
  ['d3-force', 'imports', 'dashboard-page', { now: ['brain-view'] }],
  ['d3-force', 'asks for', 'dashboard-page', { later: ['brain-view'] }],
  ['CodeMirror', 'asks for', 'shell', { later: ['tour', 'code-editor-mirror'] }],
  ['CodeMirror', 'holds', 'tour', { code: 'cm-lineWrapping' }],
])('fails when another page brings %s: it %s it', (what, _how, name, chunk) => {
  const { status, complaints } = check({ ...aBuild(), [name]: chunk });
  expect(status).toBe(1);
  expect(complaints).toContainEqual(expect.stringMatching(`WRONG ${what} is reached from .*(shell|dashboard-page)`));
});

it('fails when a package is found nowhere: its word has changed', () => {
  const build = aBuild();
  build['brain-view'].code = '';
  expect(check(build)).toMatchObject({
    status: 1,
    complaints: ['WRONG d3-force is reached from nowhere, and belongs to knowledge-page'],
  });
});
