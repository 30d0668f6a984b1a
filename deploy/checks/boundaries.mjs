// The walls of the house, checked on the import statements of every file. Part of `npm run lint`.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import path from 'node:path';
import { importsOf, isBarrel, packageOf } from './imports.mjs';
import { readProjects, webLayer } from './zones.mjs';

const LONGEST_FILE = 300;
const CODE = /\.(ts|tsx|mjs)$/;
const COUNTED = /\.(ts|tsx|mjs|css|graphql|sql|sh)$/;
const SKIPPED = new Set(['node_modules', 'dist', '.git', '.nx', '.data', 'coverage', 'screenshots', 'gql']);
const TEST_FILE = /\.(spec|test|e2e|bench)\.tsx?$|\/(test|testing|e2e|bench)\//;
const ENUM = /^\s*(?:export\s+)?(?:declare\s+)?(?:const\s+)?enum\s+\w/m;

/** Every breach below `root`, each as one sentence that starts with the file. */
export function findBreaches(root) {
  const projects = readProjects(root);
  const context = { root, projects, rootTools: readRootTools(root) };
  return listFiles(root, '').flatMap((file) => {
    const source = readFileSync(path.join(root, file), 'utf8');
    const project = projects.find(({ folder }) => file.startsWith(`${folder}/`));
    return [...checkText(file, source, project), ...(CODE.test(file) ? checkImports({ ...context, file, source, project }) : [])];
  });
}

function checkText(file, source, project) {
  const breaches = [];
  const lines = source.split('\n').length - 1;
  if (lines > LONGEST_FILE) breaches.push(`${file}: ${lines} lines, at most ${LONGEST_FILE}`);
  if (!CODE.test(file)) return breaches;
  if (ENUM.test(source)) breaches.push(`${file}: an enum; write a const array or a union`);
  const isEntry = project && [...project.entries.values()].includes(file);
  if (!isEntry && isBarrel(source) && !file.startsWith('deploy/jest/'))
    breaches.push(`${file}: a barrel file; only a project's entry may be one`);
  return breaches;
}

function checkImports({ file, source, ...context }) {
  return importsOf(source).flatMap((specifier) => {
    const problem = specifier.startsWith('.')
      ? checkRelative({ file, specifier, ...context })
      : checkPackage({ file, specifier, ...context });
    return problem ? [`${file}: imports ${specifier}: ${problem}`] : [];
  });
}

function checkRelative({ root, file, specifier, project }) {
  const target = path.posix.join(path.posix.dirname(file), specifier);
  const home = project?.folder ?? 'deploy';
  if (file.includes('/') && !target.startsWith(`${home}/`)) return `leaves ${home}; import another project by its name`;
  const layer = webLayer(file);
  if (!layer || TEST_FILE.test(file)) return undefined;
  const source = sourceOf(root, target);
  const other = webLayer(source);
  if (other?.name === 'testing') return 'test code in the product';
  return other && !layer.mayImport(other.name, source) ? `${layer.name} may not see ${other.name}` : undefined;
}

function checkPackage({ file, specifier, project, projects, rootTools }) {
  if (!project) return undefined;
  const isTest = TEST_FILE.test(file);
  const name = packageOf(specifier);
  const other = projects.find((candidate) => candidate.name === name);
  if (other) return checkProject({ file, specifier, project, other });
  // Vite's virtual modules are made by its plugins.
  if (specifier.startsWith('virtual:')) return undefined;
  if (isBuiltin(specifier)) return project.folder === 'proto' && !isTest ? 'proto also runs in browsers' : undefined;
  const isConfig = !file.startsWith(`${project.folder}/src/`);
  const allowed = [...project.dependencies, ...(isTest || isConfig ? [...project.devDependencies, ...rootTools] : [])];
  return allowed.includes(name) ? undefined : `not a dependency in ${project.folder}/package.json`;
}

function checkProject({ file, specifier, project, other }) {
  const isJourney = file.startsWith('web/e2e/');
  if (!isJourney && !project.mayImport.includes(other.name)) return `${project.folder} may not see ${other.folder}`;
  if (!other.entries.has(specifier)) return `not an entry of ${other.folder}; only its index.ts is`;
  return specifier.endsWith('/testing') && !TEST_FILE.test(file) ? 'test code in the product' : undefined;
}

function sourceOf(root, target) {
  const base = target.replace(/\.js$/, '');
  return [`${base}.ts`, `${base}.tsx`].find((file) => existsSync(path.join(root, file))) ?? target;
}

function readRootTools(root) {
  const { devDependencies = {} } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
  return Object.keys(devDependencies);
}

function listFiles(root, folder) {
  return readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const file = path.posix.join(folder, entry.name);
    if (entry.isDirectory()) return SKIPPED.has(entry.name) ? [] : listFiles(root, file);
    return entry.isFile() && COUNTED.test(entry.name) ? [file] : [];
  });
}

if (path.resolve(process.argv[1]) === import.meta.filename) {
  const breaches = findBreaches(path.resolve(import.meta.dirname, '../..'));
  for (const breach of breaches) console.error(breach);
  if (breaches.length > 0) console.error(`\n${breaches.length} breaches of the boundaries (deploy/checks).`);
  process.exitCode = breaches.length > 0 ? 1 : 0;
}
