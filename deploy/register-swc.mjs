// Runs TypeScript sources directly. swc emits the decorator metadata that Nest and TypeORM need, which Node's type stripping does not.
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire, registerHooks } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const require = createRequire(import.meta.url);
const { version } = require('@swc/core/package.json');

const optionsFor = (filename) => ({
  filename,
  swcrc: false,
  sourceMaps: 'inline',
  jsc: {
    target: 'es2023',
    parser: { syntax: 'typescript', decorators: true, tsx: filename.endsWith('.tsx') },
    transform: {
      legacyDecorator: true,
      decoratorMetadata: true,
      useDefineForClassFields: false,
      react: { runtime: 'automatic' },
    },
    keepClassNames: true,
  },
  module: { type: 'es6' },
});

// jest-light-runner puts the test functions into globals and a query behind the address of a test file.
const TEST_FUNCTIONS = ['describe', 'it', 'test', 'expect', 'beforeAll', 'beforeEach', 'afterAll', 'afterEach', 'jest'];
const JEST_GLOBALS = `data:text/javascript,${encodeURIComponent(`export const { ${TEST_FUNCTIONS.join(', ')} } = globalThis;`)}`;
const TYPESCRIPT = /\.tsx?(?:\?|$)/;

registerHooks({
  resolve(specifier, context, next) {
    if (specifier === '@jest/globals') return { url: JEST_GLOBALS, shortCircuit: true };
    if (!/^\.{1,2}\/.*\.js$/.test(specifier) || !TYPESCRIPT.test(context.parentURL ?? '')) return next(specifier, context);
    for (const ending of ['.ts', '.tsx']) {
      try {
        return next(specifier.replace(/\.js$/, ending), context);
      } catch {
        // There is no such file.
      }
    }
    return next(specifier, context);
  },
  load(url, context, next) {
    if (!url.startsWith('file:') || !TYPESCRIPT.test(url)) return next(url, context);
    return { format: 'module', shortCircuit: true, source: compiled(fileURLToPath(url)) };
  },
});

// Tests start hundreds of processes: without it, compiling takes half of the time until such a process is up.
const CACHE = path.join(import.meta.dirname, '../node_modules/.cache/register-swc');

/** The JavaScript of a file, from the cache where it was compiled before. */
function compiled(filename) {
  const source = readFileSync(filename, 'utf8');
  const options = optionsFor(filename);
  const key = createHash('sha256')
    .update(JSON.stringify([version, options, source]))
    .digest('hex');
  const cached = path.join(CACHE, `${key}.js`);
  try {
    return readFileSync(cached, 'utf8');
  } catch {
    // Loaded for the first file that is not in the cache only: most processes find all of theirs there.
    const { code } = require('@swc/core').transformSync(source, options);
    store(cached, code);
    return code;
  }
}

function store(file, code) {
  try {
    mkdirSync(path.dirname(file), { recursive: true });
    // Other processes never see half a file.
    writeFileSync(`${file}.${process.pid}`, code);
    renameSync(`${file}.${process.pid}`, file);
  } catch {
    // Some processes may not write files.
  }
}
