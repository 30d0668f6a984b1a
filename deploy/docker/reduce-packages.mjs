// `node reduce-packages.mjs <folder>`: deletes from the node_modules of an installation what no process of the image reads. Processes run the bundle
// (deploy/all-in-one/bundle.mjs), which contains the code of most packages: of these only package.json and licences stay.
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';

// What stays, with all that these depend on: the packages that the bundle does not contain, those that guest processes, worker threads and the
// egress proxies import, as they run from `dist`, and pg, with which tests look into the database from inside a container.
export const LOADED = [
  '@discordjs/voice',
  '@napi-rs/canvas',
  '@node-rs/argon2',
  'msgpackr-extract',
  'unpdf',
  'tesseract.js-core',
  'saxes',
  'linkedom',
  'franc',
  'fflate',
  'chardet',
  '@mozilla/readability',
  'quickjs-wasi',
  'pino',
  'ipaddr.js',
  'mpg123-decoder',
  'opusscript',
  'pg',
];
// Packages of which some files are read, beside what LOADED says: fonts (services/bot-runner/src/systems/pictures), models and the engine that recognizes text in pictures
// (services/knowledge/src/extraction/text-recognition.ts), the page of the API's documentation (gateway/src/docs).
export const READ_IN_PART = [
  [/^@fontsource\/noto-sans$/, /^(?:unicode\.json|files\/noto-sans-[\w-]+-(?:400|700)-normal\.woff2)$/],
  [/^@tesseract\.js-data\//, /^4\.0\.0_best_int\//],
  // Without the older versions of Discord's API, which @discordjs/voice does not import.
  [/^discord-api-types$/, /^(?:voice\/|(?!.*\bv[6-9]\b)).*\.m?js$/],
  [/^quickjs-wasi$/, /^(?:dist\/.*\.js|quickjs\.wasm)$/],
  [/^fflate$/, /^(?:esm\/index\.mjs|lib\/(?:node|node-worker)\.cjs)$/],
  [/^linkedom$/, /^(?:esm|commonjs)\//],
  [/^swagger-ui-dist$/, /^(?:swagger-ui\.css|swagger-ui-bundle\.js|favicon-32x32\.png)$/],
  [/^tesseract\.js-core$/, /^tesseract-core-simd-lstm\.(?:js|wasm)$/],
];
const LICENCE = /^(?:copying|notice|copyright|authors|patents|third[-_]?party)|licen[cs]e/i;
const NOT_READ = /\.(?:map|md|d\.[cm]?ts)$|^(?:tests?|docs|benchmarks?|examples?)\//;

export function reducePackages(root) {
  const installed = packagesBelow(root);
  const loaded = withDependencies(installed, LOADED);
  for (const folder of foldersIn(path.join(root, 'node_modules')))
    if (path.basename(folder) === '.bin') rmSync(folder, { recursive: true });
  for (const { folder, name } of installed) {
    if (name.startsWith('@kith/')) continue;
    const inPart = READ_IN_PART.find(([names]) => names.test(name))?.[1];
    // Some packages have their licence in the README.
    const isLicence = readdirSync(folder).some(isLicenceFile)
      ? isLicenceFile
      : (file) => isLicenceFile(file) || /^readme/i.test(file);
    deleteFiles(folder, (file) => {
      if (file === 'package.json' || isLicence(file)) return true;
      if (inPart) return inPart.test(file);
      return loaded.has(name) && !NOT_READ.test(file);
    });
  }
}

const isLicenceFile = (file) => file.split('/').some((part) => LICENCE.test(part)) && !/\.[cm]?[jt]s$/.test(file);

/** The names of packages and of all that they depend on, in each installed version. */
function withDependencies(installed, names) {
  const found = new Set();
  const add = (name) => {
    if (found.has(name)) return;
    found.add(name);
    for (const { folder } of installed.filter((other) => other.name === name)) {
      const { dependencies, optionalDependencies, peerDependencies } = readPackage(folder);
      for (const needed of Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies })) add(needed);
    }
  };
  for (const name of names) add(name);
  return found;
}

const readPackage = (folder) => JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));

/** Folder and name of each package in a node_modules folder below. Links, which lead to Kith's projects, are not followed. */
function packagesBelow(root) {
  return foldersIn(root).flatMap((folder) => {
    const name = /.*\/node_modules\/((?:@[^/]+\/)?[^/@.][^/]*)$/.exec(folder.split(path.sep).join('/'))?.[1];
    const below = packagesBelow(folder);
    return name && existsSync(path.join(folder, 'package.json')) ? [{ folder, name }, ...below] : below;
  });
}

const foldersIn = (folder) =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => path.join(folder, name));

/** Deletes files of a package that `isKept` does not keep, and folders that are empty then. Packages inside it are looked at by themselves. */
function deleteFiles(root, isKept, folder = root) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const file = path.join(folder, entry.name);
    if (entry.name === 'node_modules') continue;
    if (entry.isDirectory()) deleteFiles(root, isKept, file);
    else if (!isKept(path.relative(root, file).split(path.sep).join('/'))) rmSync(file);
  }
  if (folder !== root && readdirSync(folder).length === 0) rmSync(folder, { recursive: true });
}

if (path.resolve(process.argv[1] ?? '') === import.meta.filename) reducePackages(path.resolve(process.argv[2] ?? '.'));
