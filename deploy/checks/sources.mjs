// The product's source files as TypeScript syntax trees, for the checks that tests run.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { readProjects } from './projects.mjs';

const LEFT_OUT = /\.spec\.ts$|\.test\.tsx?$|\.bench\.ts$|\/testing\/|\/gql\//;

/** `{ file, tree }` of every source file of the product below `root`, tests left out. */
export function readSources(root) {
  return readProjects(root).flatMap(({ folder }) =>
    list(path.join(root, folder, 'src'))
      .map((file) => path.relative(root, file))
      .filter((file) => /\.tsx?$/.test(file) && !LEFT_OUT.test(file))
      .map((file) => ({ file, tree: parse(file, readFileSync(path.join(root, file), 'utf8')) })),
  );
}

export const parse = (file, text) => ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);

/** The specifiers that a source file imports or re-exports, dynamic imports included. */
export function importsOf(tree) {
  const specifiers = [];
  walk(tree, (node) => {
    const isStatement = ts.isImportDeclaration(node) || ts.isExportDeclaration(node);
    const isDynamic = ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword;
    const specifier = isStatement ? node.moduleSpecifier : isDynamic ? node.arguments[0] : undefined;
    if (specifier && ts.isStringLiteralLike(specifier)) specifiers.push(specifier.text);
  });
  return specifiers;
}

/** The package of an import specifier: `zod` of `zod/v4`, `@nestjs/core` of `@nestjs/core/x`. */
export const packageOf = (specifier) => specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');

/** Calls `visit` with `node` and every node below it. */
export function walk(node, visit) {
  visit(node);
  ts.forEachChild(node, (child) => walk(child, visit));
}

function list(folder) {
  try {
    return readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => path.join(entry.parentPath ?? entry.path, entry.name));
  } catch {
    return [];
  }
}
