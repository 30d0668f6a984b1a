// The import statements of a source file. Strings that only look like one would have to stand at the start of a line.
const STATEMENT = /^\s*(?:import|export)\b(?:[^'"`;]*?\bfrom)?\s*['"]([^'"]+)['"]/gm;
const DYNAMIC = /\bimport\(\s*['"]([^'"]+)['"]/g;
const REEXPORT = /^export\s+(?:type\s+)?(?:\*|\{[^}]*\})(?:\s+as\s+\w+)?\s+from\s+['"][^'"]+['"];?/gm;

/** The specifiers a source imports or re-exports, in order. */
export function importsOf(source) {
  return [...source.matchAll(STATEMENT), ...source.matchAll(DYNAMIC)].map(([, specifier]) => specifier);
}

/** True for a file that only hands on what others export. */
export function isBarrel(source) {
  const code = source.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
  return REEXPORT.test(code) && code.replace(REEXPORT, '').trim() === '';
}

/** `zod` of `zod/v4`, `@nestjs/core` of `@nestjs/core/x`. */
export function packageOf(specifier) {
  return specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');
}
