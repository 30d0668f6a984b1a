// The product's own source files, as trees. Only for checks that tests run: it needs the installed TypeScript.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { readProjects } from './zones.mjs';

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

/** Calls `visit` with every node below `node`, itself included. */
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
