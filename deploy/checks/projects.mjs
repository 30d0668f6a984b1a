// The projects of the repository: every workspace of package.json that has a package.json of its own.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** Each project as `{ folder, name }`; `folder` is relative to `root`. */
export function readProjects(root) {
  const { workspaces } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
  return workspaces
    .flatMap((pattern) => expandPattern(root, pattern))
    .filter((folder) => existsSync(path.join(root, folder, 'package.json')))
    .map((folder) => ({ folder, name: JSON.parse(readFileSync(path.join(root, folder, 'package.json'), 'utf8')).name }));
}

function expandPattern(root, pattern) {
  if (!pattern.endsWith('/*')) return [pattern];
  const parent = pattern.slice(0, -2);
  return readdirSync(path.join(root, parent)).map((name) => `${parent}/${name}`);
}
