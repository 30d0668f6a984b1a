import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { findBreaches } from '../checks/boundaries.mjs';
import { importsOf, isBarrel } from '../checks/imports.mjs';

const WORKSPACES = ['proto', 'gateway', 'services/*', 'web', 'deploy/all-in-one'];
let root;

beforeEach(() => {
  root = mkdtempSync(path.join(os.tmpdir(), 'kith-walls-'));
  write('package.json', JSON.stringify({ workspaces: WORKSPACES, devDependencies: { jest: '*' } }));
  for (const folder of ['proto', 'gateway', 'services/kit', 'services/bots', 'services/chat', 'web', 'deploy/all-in-one'])
    project(folder);
});

afterEach(() => rmSync(root, { recursive: true, force: true }));

describe('between projects', () => {
  it.each([
    ['services/bots/src/a.ts', '@kith/chat', 'services/bots may not see services/chat'],
    ['services/kit/src/a.ts', '@kith/bots', 'services/kit may not see services/bots'],
    ['gateway/src/a.ts', '@kith/bots', 'gateway may not see services/bots'],
    ['web/src/lib/a.ts', '@kith/kit', 'web may not see services/kit'],
    ['proto/src/a.ts', '@kith/kit', 'proto may not see services/kit'],
    ['proto/src/a.ts', 'node:fs', 'proto also runs in browsers'],
    ['services/bots/src/a.ts', '../../chat/src/index.js', 'leaves services/bots; import another project by its name'],
    ['services/bots/src/a.ts', '@kith/kit/src/rpc.js', 'not an entry of services/kit; only its index.ts is'],
    ['services/bots/src/a.ts', '@kith/kit/testing', 'test code in the product'],
    ['services/bots/src/a.ts', 'pg', 'not a dependency in services/bots/package.json'],
  ])('%s may not import %s', (file, specifier, problem) => {
    write(file, `import { a } from '${specifier}';\nexport const b = a;\n`);
    expect(findBreaches(root)).toEqual([`${file}: imports ${specifier}: ${problem}`]);
  });

  it.each([
    ['services/bots/src/a.ts', '@kith/kit'],
    ['services/bots/src/a.ts', 'zod/v4'],
    ['services/bots/test/a.spec.ts', '@kith/kit/testing'],
    ['services/bots/test/a.spec.ts', 'jest'],
    ['deploy/all-in-one/src/a.ts', '@kith/chat'],
    ['web/e2e/a.e2e.ts', '@kith/all-in-one'],
  ])('%s may import %s', (file, specifier) => {
    write(file, `import { a } from '${specifier}';\nexport const b = a;\n`);
    expect(findBreaches(root)).toEqual([]);
  });

  it('knows a service that was added a moment ago', () => {
    project('services/voice');
    write('services/voice/src/a.ts', "import '@kith/chat';\n");
    expect(findBreaches(root)).toEqual(['services/voice/src/a.ts: imports @kith/chat: services/voice may not see services/chat']);
  });
});

describe('inside web', () => {
  it.each([
    ['web/src/ui/a.ts', '../features/bots/b.js', 'ui may not see features/bots'],
    ['web/src/lib/a.ts', '../app/router.js', 'lib may not see app'],
    ['web/src/features/bots/a.ts', '../chat/b.js', 'features/bots may not see features/chat'],
    ['web/src/features/bots/a.ts', '../../app/router.js', 'features/bots may not see app'],
    ['web/src/features/bots/a.ts', '../../testing/render.js', 'test code in the product'],
  ])('%s may not import %s', (file, specifier, problem) => {
    write(file, `import { a } from '${specifier}';\nexport const b = a;\n`);
    expect(findBreaches(root)).toEqual([`${file}: imports ${specifier}: ${problem}`]);
  });

  it('lets a feature use paths, ground and itself, and the app everything', () => {
    write('web/src/app/paths.ts', 'export const paths = 1;\n');
    write('web/src/features/bots/a.tsx', "import '../../app/paths.js';\nimport '../../ui/button.js';\nimport './b.js';\n");
    write('web/src/app/router.tsx', "import '../features/bots/a.js';\n");
    write('web/src/features/bots/a.test.tsx', "import '../../testing/render.js';\n");
    expect(findBreaches(root)).toEqual([]);
  });
});

describe('style of files', () => {
  it('refuses a file of more than 300 lines', () => {
    write('services/bots/src/a.ts', '// line\n'.repeat(301));
    expect(findBreaches(root)).toEqual(['services/bots/src/a.ts: 301 lines, at most 300']);
  });

  it('refuses an enum and a barrel that is no entry', () => {
    write('services/bots/src/a.ts', 'export enum Colour { red }\n');
    write('services/bots/src/b.ts', "export * from './a.js';\n");
    write('services/bots/src/index.ts', "export * from './a.js';\n");
    expect(findBreaches(root)).toEqual([
      'services/bots/src/a.ts: an enum; write a const array or a union',
      "services/bots/src/b.ts: a barrel file; only a project's entry may be one",
    ]);
  });
});

it('reads imports over several lines, of types, for effect and dynamic ones', () => {
  const source =
    "import a from 'a';\nimport {\n  b,\n} from 'b';\nimport type { C } from 'c';\nimport 'd';\nexport * from 'e';\nawait import('f');\nconst text = \"import 'g'\";\n";
  expect(importsOf(source)).toEqual(['a', 'b', 'c', 'd', 'e', 'f']);
});

it('calls a file with code of its own no barrel', () => {
  expect(isBarrel("// why\nexport { a } from './a.js';\n")).toBe(true);
  expect(isBarrel("export { a } from './a.js';\nexport const b = 1;\n")).toBe(false);
  expect(isBarrel('')).toBe(false);
});

function project(folder) {
  const name = `@kith/${path.basename(folder)}`;
  const exports = { '.': { '@kith/source': './src/index.ts' }, './testing': { '@kith/source': './src/testing/index.ts' } };
  write(`${folder}/package.json`, JSON.stringify({ name, exports, dependencies: { zod: '*' } }));
}

function write(file, text) {
  mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
  writeFileSync(path.join(root, file), text);
}
