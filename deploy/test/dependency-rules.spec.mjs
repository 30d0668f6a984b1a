import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const ROOT = path.resolve(import.meta.dirname, '../..');
const PROJECTS = ['proto', 'gateway', 'services/kit', 'services/bots', 'services/chat', 'web', 'deploy/all-in-one'];
let root;

// One small repository for all cases: each case has files of its own, and the tool is run once.
const CASES = [
  ['services/bots/src/other-service.ts', '@kith/chat', 'service-imports-no-service'],
  ['services/kit/src/service.ts', '@kith/bots', 'kit-imports-proto-only'],
  ['gateway/src/service.ts', '@kith/bots', 'gateway-asks-services'],
  ['web/src/lib/kit.ts', '@kith/kit', 'web-imports-proto-only'],
  ['proto/src/kit.ts', '@kith/kit', 'proto-imports-nothing-of-ours'],
  ['proto/src/node.ts', 'node:fs', 'proto-runs-in-browsers'],
  ['services/bots/src/inside.ts', '../../kit/src/inner.js', 'import-projects-by-entry'],
  ['services/bots/src/test-code.ts', '@kith/kit/testing', 'no-test-code-in-the-product'],
  ['services/bots/src/undeclared.ts', 'pg', 'declared-dependencies'],
  ['services/bots/src/circle-a.ts', './circle-b.js', 'no-circular'],
  ['web/src/ui/product.ts', '../features/bots/page.js', 'ui-knows-no-product'],
  ['web/src/lib/above.ts', '../ui/button.js', 'lib-is-the-lowest-layer'],
  ['web/src/features/bots/other.ts', '../chat/page.js', 'feature-knows-no-feature'],
];
const ALLOWED = [
  ['services/bots/src/kit.ts', '@kith/kit'],
  ['services/bots/test/kit.spec.ts', '@kith/kit/testing'],
  ['deploy/all-in-one/src/service.ts', '@kith/chat'],
  ['web/src/features/bots/ui.ts', '../../ui/button.js'],
  ['web/src/app/router.ts', '../features/bots/page.js'],
];
let violations;

beforeAll(() => {
  root = mkdtempSync(path.join(os.tmpdir(), 'kith-boundaries-'));
  write('package.json', '{ "private": true }');
  for (const folder of PROJECTS) writeProject(folder);
  write('node_modules/pg/package.json', '{ "name": "pg", "main": "index.js" }');
  for (const file of ['node_modules/pg/index.js', 'services/kit/src/inner.ts', 'web/src/ui/button.ts']) write(file, '');
  for (const feature of ['bots', 'chat']) write(`web/src/features/${feature}/page.ts`, '');
  for (const [file, specifier] of [...CASES, ...ALLOWED]) write(file, `export * from '${specifier}';\n`);
  write('services/bots/src/circle-b.ts', "export * from './circle-a.js';\n");
  const args = [path.join(ROOT, 'node_modules/.bin/depcruise'), '--config', path.join(ROOT, '.dependency-cruiser.mjs')];
  const { stdout, stderr } = spawnSync(
    process.execPath,
    [...args, '--output-type', 'json', ...new Set(PROJECTS.map((one) => one.split('/')[0]))],
    {
      cwd: root,
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
    },
  );
  if (!stdout) throw new Error(stderr);
  violations = JSON.parse(stdout).summary.violations.map(({ from, rule }) => `${from}: ${rule.name}`);
}, 60_000);

afterAll(() => rmSync(root, { recursive: true, force: true }));

it.each(CASES)('%s may not import %s: %s', (file, _specifier, rule) => {
  expect(violations).toContain(`${file}: ${rule}`);
});

it.each(ALLOWED)('%s may import %s', (file) => {
  expect(violations.filter((violation) => violation.startsWith(`${file}:`))).toEqual([]);
});

function writeProject(folder) {
  const name = `@kith/${path.basename(folder)}`;
  const exports = { '.': { '@kith/source': './src/index.ts' }, './testing': { '@kith/source': './src/testing/index.ts' } };
  write(`${folder}/package.json`, JSON.stringify({ name, exports }));
  write(`${folder}/src/index.ts`, '');
  write(`${folder}/src/testing/index.ts`, '');
  mkdirSync(path.join(root, 'node_modules/@kith'), { recursive: true });
  symlinkSync(path.join(root, folder), path.join(root, 'node_modules', name));
}

function write(file, text) {
  mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
  writeFileSync(path.join(root, file), text);
}
