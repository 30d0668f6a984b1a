// Who may import whom, worked out from the folders, so that a new service or feature has its walls from its first file.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** All projects: `{ folder, name, entries, dependencies, mayImport }`, where entries maps import names to source files. */
export function readProjects(root) {
  const { workspaces } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
  const folders = workspaces
    .flatMap((pattern) => expand(root, pattern))
    .filter((folder) => existsSync(path.join(root, folder, 'package.json')));
  const projects = folders.map((folder) => readProject(root, folder));
  const named = (folder) => projects.filter((project) => project.folder === folder).map(({ name }) => name);
  const [proto, kit, all] = [named('proto'), named('services/kit'), projects.map(({ name }) => name)];
  const rules = { proto: [], web: proto, 'services/kit': proto, 'deploy/all-in-one': all };
  return projects.map((project) => ({ ...project, mayImport: [project.name, ...(rules[project.folder] ?? [...proto, ...kit])] }));
}

/**
 * The layer of a file inside web: `{ name, mayImport(other) }`, or undefined for what is no layer. lib and ui are the ground, features
 * stand on it and do not see each other, app composes them.
 */
export function webLayer(file) {
  const [, area, feature] = /^web\/src\/([^/]+)(?:\/([^/]+))?/.exec(file) ?? [];
  if (!area) return undefined;
  const ground = ['ui', 'lib', 'gql'];
  if (area === 'gql') return { name: area, mayImport: (other) => other === 'gql' };
  if (area === 'ui' || area === 'lib') return { name: area, mayImport: (other) => ground.includes(other) };
  if (area !== 'features') return { name: area, mayImport: () => true };
  const name = `features/${feature}`;
  // Paths are names, not pages: a feature links to another one without importing it.
  return { name, mayImport: (other, target) => other === name || ground.includes(other) || target === 'web/src/app/paths.ts' };
}

function expand(root, pattern) {
  if (!pattern.endsWith('/*')) return [pattern];
  const parent = pattern.slice(0, -2);
  return readdirSync(path.join(root, parent)).map((name) => `${parent}/${name}`);
}

function readProject(root, folder) {
  const {
    name,
    exports = {},
    dependencies = {},
    devDependencies = {},
  } = JSON.parse(readFileSync(path.join(root, folder, 'package.json'), 'utf8'));
  const entries = Object.entries(exports).map(([key, target]) => [
    path.posix.join(name, key),
    path.posix.join(folder, target['@kith/source']),
  ]);
  return {
    folder,
    name,
    entries: new Map(entries),
    dependencies: Object.keys(dependencies),
    devDependencies: Object.keys(devDependencies),
  };
}
