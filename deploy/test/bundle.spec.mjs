import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { bundle } from '../all-in-one/bundle.mjs';

let root;

beforeEach(() => {
  root = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'kith-bundle-')));
});

afterEach(() => rmSync(root, { recursive: true, force: true }));

it('a bundled module knows the place of the file that it was bundled from, as ES module and as CommonJS', async () => {
  write('package.json', '{ "type": "module" }');
  write(
    'src/deep/own.js',
    'export const own = { url: import.meta.url, dirname: import.meta.dirname, filename: import.meta.filename };',
  );
  write('src/old/old.cjs', 'module.exports = { dirname: __dirname, filename: __filename };');
  write(
    'src/main.js',
    `import { own } from './deep/own.js'; import old from './old/old.cjs'; console.log(JSON.stringify({ own, old }));`,
  );
  const filename = path.join(root, 'src/deep/own.js');
  expect(JSON.parse(await bundledOutput())).toEqual({
    own: { url: pathToFileURL(filename).href, dirname: path.dirname(filename), filename },
    old: { dirname: path.join(root, 'src/old'), filename: path.join(root, 'src/old/old.cjs') },
  });
});

it('texts, patterns and names in all scripts mean the same in a bundle, whose chunks are ASCII', async () => {
  write('package.json', '{ "type": "module" }');
  write(
    'src/main.js',
    `const größe = { 'ключ': \`\${1}日本\` };
     console.log(JSON.stringify([größe, /^[😀-😂]$/u.test('😁'), /é/.test('café'), '\\\\é', "line\u2028end"]));`,
  );
  expect(JSON.parse(await bundledOutput())).toEqual([{ ключ: '1日本' }, true, true, '\\é', 'line\u2028end']);
  for (const name of readdirSync(path.join(root, 'out')))
    expect(readFileSync(path.join(root, 'out', name), 'latin1')).not.toMatch(/[^\0-\x7f]/);
});

it('classes of equal names keep their names', async () => {
  write('package.json', '{ "type": "module" }');
  write('src/one.js', 'export class Service {}');
  write('src/two.js', 'export class Service {}');
  write(
    'src/main.js',
    `import * as one from './one.js'; import * as two from './two.js'; console.log(one.Service.name, two.Service.name);`,
  );
  expect(await bundledOutput()).toBe('Service Service\n');
});

it('a bundle whose module uses a property of import.meta without a meaning there is refused', async () => {
  write('package.json', '{ "type": "module" }');
  write('src/main.js', `console.log(import.meta.resolve('x'));`);
  await expect(bundledOutput()).rejects.toThrow('uses import.meta.resolve, which has no meaning in a bundle');
});

it('a bundle has of the databases that TypeORM and BullMQ know those alone that Kith uses', async () => {
  const factory = 'node_modules/typeorm/driver/DriverFactory.js';
  const queues = 'node_modules/bullmq/dist/cjs/index.js';
  for (const [file, loaded] of [
    [factory, ['./postgres/PostgresDriver', './mysql/MysqlDriver']],
    [queues, ['./classes', './postgres']],
  ]) {
    const real = readFileSync(path.join(import.meta.dirname, '../..', file), 'utf8');
    for (const each of loaded) expect(real).toContain(`require("${each}")`);
    write(file, `module.exports = [${loaded.map((each) => `require("${each}")`).join(', ')}];`);
    for (const each of loaded) write(path.join(path.dirname(file), `${each}.js`), `module.exports = '${each}';`);
  }
  write('src/main.cjs', `console.log(JSON.stringify([require('../${factory}'), require('../${queues}')]));`);
  expect(JSON.parse(await bundledOutput('src/main.cjs'))).toEqual([
    ['./postgres/PostgresDriver', {}],
    ['./classes', {}],
  ]);
});

function write(file, text) {
  mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
  writeFileSync(path.join(root, file), text);
}

async function bundledOutput(main = 'src/main.js') {
  const folder = path.join(root, 'out');
  await bundle({ main: path.join(root, main) }, folder);
  return execFileSync(process.execPath, [path.join(folder, 'main.js')], { encoding: 'utf8' });
}
