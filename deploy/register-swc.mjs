// Runs TypeScript sources directly. swc emits the decorator metadata that Nest and TypeORM need, which Node's type stripping does not.
import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';
import { transformSync } from '@swc/core';

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
    const filename = fileURLToPath(url);
    return {
      format: 'module',
      shortCircuit: true,
      source: transformSync(readFileSync(filename, 'utf8'), optionsFor(filename)).code,
    };
  },
});
