import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { rolldown } from 'rolldown';
import { NOT_BUNDLED } from '../all-in-one/bundle.mjs';
import { LOADED, READ_IN_PART, reducePackages } from '../docker/reduce-packages.mjs';

const ROOT = path.resolve(import.meta.dirname, '../..');
// What runs from `dist` and not from the bundle: guest processes, worker threads and the egress proxy, with the modules that they import by URL.
const OUTSIDE = [
  'services/kit/src/egress',
  'services/knowledge/src/extraction',
  'services/sandbox/src/guest',
  'services/bot-runner/src/systems/music-bot/sound-worker.ts',
  'services/bot-runner/src/systems/music-bot/sound.ts',
  'services/bot-runner/src/systems/music-bot/ogg.ts',
  'services/bot-runner/src/systems/music-bot/packets.ts',
  'services/bot-runner/src/systems/music-bot/resampler.ts',
];
// Starts such a process, and is in the bundle.
const PARENT = 'extractor.ts';

let root;

beforeEach(() => {
  root = mkdtempSync(path.join(os.tmpdir(), 'kith-image-'));
});

afterEach(() => rmSync(root, { recursive: true, force: true }));

it('the image keeps each package that the bundle does not contain', () => {
  expect(NOT_BUNDLED.filter((name) => !LOADED.includes(name))).toEqual([]);
});

it('the image keeps each package that a guest process, a worker thread or the egress proxy imports', async () => {
  const found = await packagesImportedBy(OUTSIDE.flatMap(modulesOf));
  expect([...found]).toEqual(expect.arrayContaining(['ipaddr.js', 'unpdf', 'quickjs-wasi', 'opusscript', 'pino']));
  expect([...found].filter((name) => !LOADED.includes(name))).toEqual([]);
});

it('the image keeps each file of a package whose path the sources look up', () => {
  const lookedUp = [
    ['@fontsource/noto-sans', 'unicode.json'],
    ['@fontsource/noto-sans', 'files/noto-sans-latin-ext-400-normal.woff2'],
    ['@fontsource/noto-sans', 'files/noto-sans-cyrillic-700-normal.woff2'],
    ['@tesseract.js-data/jpn', '4.0.0_best_int/jpn.traineddata.gz'],
    ['tesseract.js-core', 'tesseract-core-simd-lstm.js'],
    ['tesseract.js-core', 'tesseract-core-simd-lstm.wasm'],
    ['quickjs-wasi', 'quickjs.wasm'],
    ['quickjs-wasi', 'dist/wasi-shim.js'],
    ['discord-api-types', 'voice/v8.mjs'],
    ['discord-api-types', 'rest/v10/index.js'],
    ['discord-api-types', 'v10.mjs'],
    ['fflate', 'esm/index.mjs'],
    ['linkedom', 'esm/index.js'],
    ['linkedom', 'commonjs/canvas.cjs'],
    ['swagger-ui-dist', 'swagger-ui-bundle.js'],
    ['swagger-ui-dist', 'swagger-ui.css'],
    ['swagger-ui-dist', 'favicon-32x32.png'],
  ];
  for (const [name, file] of lookedUp) {
    expect(existsSync(path.join(ROOT, 'node_modules', name, file))).toBe(true);
    write(`node_modules/${name}/package.json`, '{}');
    write(`node_modules/${name}/${file}`, 'x');
    write(`node_modules/${name}/v9/other.txt`, 'x');
  }
  reducePackages(root);
  for (const [name, file] of lookedUp) expect(existsSync(at(`node_modules/${name}/${file}`))).toBe(true);
  for (const [name] of lookedUp) expect(existsSync(at(`node_modules/${name}/v9/other.txt`))).toBe(false);
  expect(READ_IN_PART).toHaveLength(new Set(lookedUp.map(([name]) => name)).size);
});

it('of a package that the bundle contains, only package.json and licences stay, also where a licence has another name', () => {
  write('node_modules/bundled/package.json', '{ "license": "MIT" }');
  for (const file of [
    'LICENSE',
    'NOTICE.md',
    'vendor/COPYING',
    'LICENSES/part.txt',
    'index.js',
    'README.md',
    'licenses.js',
    'data/big.json',
  ])
    write(`node_modules/bundled/${file}`, 'x');
  write('node_modules/readme-only/package.json', '{}');
  for (const file of ['README.md', 'CHANGELOG.md', 'index.js']) write(`node_modules/readme-only/${file}`, 'x');
  write('node_modules/.bin/bundled', 'x');
  reducePackages(root);
  expect(filesBelow(at('node_modules'))).toEqual([
    'bundled/LICENSE',
    'bundled/LICENSES/part.txt',
    'bundled/NOTICE.md',
    'bundled/package.json',
    'bundled/vendor/COPYING',
    'readme-only/README.md',
    'readme-only/package.json',
  ]);
});

it('of a package that is loaded all stays but types, source maps, tests and documents, and so do the versions of what it depends on, inside projects, too', () => {
  write('node_modules/unpdf/package.json', '{ "dependencies": { "@scope/needed": "1" } }');
  for (const file of ['index.mjs', 'index.mjs.map', 'index.d.mts', 'index.d.ts', 'LICENSE'])
    write(`node_modules/unpdf/${file}`, 'x');
  write('services/knowledge/node_modules/@scope/needed/package.json', '{ "peerDependencies": { "deep": "1" } }');
  write('services/knowledge/node_modules/@scope/needed/dist/native.node', 'x');
  write('node_modules/unpdf/node_modules/deep/package.json', '{}');
  write('node_modules/unpdf/node_modules/deep/index.js', 'x');
  write('services/knowledge/dist/main.js', 'x');
  reducePackages(root);
  expect(filesBelow(root)).toEqual([
    'node_modules/unpdf/LICENSE',
    'node_modules/unpdf/index.mjs',
    'node_modules/unpdf/node_modules/deep/index.js',
    'node_modules/unpdf/node_modules/deep/package.json',
    'node_modules/unpdf/package.json',
    'services/knowledge/dist/main.js',
    'services/knowledge/node_modules/@scope/needed/dist/native.node',
    'services/knowledge/node_modules/@scope/needed/package.json',
  ]);
});

const at = (file) => path.join(root, file);

function write(file, text) {
  mkdirSync(path.dirname(at(file)), { recursive: true });
  writeFileSync(at(file), text);
}

const filesBelow = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'))
    .toSorted();

function modulesOf(place) {
  if (place.endsWith('.ts')) return [path.join(ROOT, place)];
  return filesBelow(path.join(ROOT, place))
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.spec.ts') && file !== PARENT)
    .map((file) => path.join(ROOT, place, file));
}

/** Names of the packages that modules, and the modules of Kith that they import, import or require. */
async function packagesImportedBy(modules) {
  const found = new Set();
  const note = (id) => {
    if (/^(?:[./#]|@kith\/|\0)/.test(id) || path.isAbsolute(id) || isBuiltin(id)) return undefined;
    found.add(/^(?:@[^/]+\/)?[^/]+/.exec(id)[0]);
    return { id, external: true };
  };
  const input = await rolldown({
    input: modules,
    platform: 'node',
    treeshake: false,
    resolve: { conditionNames: ['@kith/source', 'node', 'import'], extensionAlias: { '.js': ['.ts', '.js'] } },
    plugins: [{ name: 'note', resolveId: note }],
    onLog: () => undefined,
  });
  await input.generate({ format: 'esm' });
  await input.close();
  for (const file of modules)
    for (const [, id] of readFileSync(file, 'utf8').matchAll(/\brequire(?:\.resolve)?\(\s*['"]([^'".][^'"]*)['"]/g)) note(id);
  return found;
}
