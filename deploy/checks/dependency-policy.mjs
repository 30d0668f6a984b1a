// The rules for third-party packages, dependency-policy.json, against the lock file; needs no network. Part of `npm run lint`.
//  - licence: `licences` for what the product contains, also `licencesOfTools` for what only builds and tests it
//    `bundled`: the licence of what a package contains beside that of its manifest; both must be allowed
//  - source: a version with a SHA-512 hash, from the registry; no URL, no folder, no second lock file
//  - script: a package with an install script is refused by `allowScripts` of package.json, and no project of ours has one
//  - lock: the lock file names exactly what the manifests ask for
// An exception names the package, the rule and the reason; one that nothing needs is a violation too.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { readProjects } from './projects.mjs';

const OTHER_LOCK_FILES = ['yarn.lock', 'pnpm-lock.yaml', 'npm-shrinkwrap.json', 'bun.lock', 'bun.lockb'];
const DEPENDENCY_FIELDS = ['dependencies', 'devDependencies', 'optionalDependencies'];
const INSTALL_SCRIPT = /^(?:(?:pre|post)?install|(?:pre|post)?prepare)$/;
const NOT_A_VERSION = /^(?:https?|git|git\+\w+|github|file|link):|^[\w-]+\/[\w-]+/;

/** Every violation below `root`, each as one sentence that begins with the package or file. */
export function findPolicyViolations(root) {
  const read = (file) => JSON.parse(readFileSync(path.join(root, file), 'utf8'));
  const policy = read('deploy/checks/dependency-policy.json');
  const projects = [{ folder: '' }, ...readProjects(root)].map(({ folder }) => ({
    folder,
    manifest: read(path.join(folder, 'package.json')),
  }));
  const lock = read('package-lock.json');
  const packages = Object.entries(lock.packages)
    .filter(([entry, { link }]) => entry.includes('node_modules/') && !link)
    .map(([entry, fields]) => ({ ...fields, name: fields.name ?? nameOf(entry), entryName: nameOf(entry) }))
    .map((one) => ({ ...one, license: withBundled(one, policy) }));
  const { allowScripts = {} } = projects[0].manifest;
  return [
    ...applyExceptions(
      policy,
      packages.flatMap((one) => checkPackage(one, policy, allowScripts)),
    ),
    ...(policy.bundled ?? [])
      .filter((bundled) => !packages.some(({ name }) => name === bundled.package))
      .map((bundled) => `${bundled.package}: is named as bundling ${bundled.licence}, and is not in the lock file`),
    ...projects.flatMap((project) => checkProject(project, lock.packages[project.folder])),
    ...OTHER_LOCK_FILES.filter((file) => existsSync(path.join(root, file))).map(
      (file) => `${file}: there is one lock file, of npm`,
    ),
  ];
}

/** The name of the folder of a lock file's entry. */
export const nameOf = (entry) => entry.slice(entry.lastIndexOf('node_modules/') + 'node_modules/'.length);

function withBundled({ name, license }, { bundled = [] }) {
  const licences = bundled.filter((one) => one.package === name).map(({ licence }) => licence);
  return [license, ...licences].filter(Boolean).join(' AND ') || undefined;
}

function checkPackage(
  { name, entryName, version, license, resolved, integrity, inBundle, hasInstallScript, dev },
  policy,
  allowScripts,
) {
  const { registry, licences, licencesOfTools } = policy;
  const found = (rule, text) => ({ name, rule, text: `${name}@${version}: ${text}` });
  const allowed = new Set(dev ? [...licences, ...licencesOfTools] : licences);
  const violations = [];
  if (!isAllowedLicence(license, allowed)) violations.push(found('licence', `the licence ${license ?? '(none)'} is not allowed`));
  // An entry without a URL is that of the registry which npm is set to; its hash pins it.
  if (!(resolved ?? registry).startsWith(registry)) violations.push(found('source', `comes from ${resolved}`));
  if (!inBundle && !/^sha512-[\w+/]{86}==$/.test(integrity ?? '')) violations.push(found('source', 'has no SHA-512 hash'));
  if (!/^\d+\.\d+\.\d+/.test(version ?? '')) violations.push(found('source', 'has no version'));
  if (hasInstallScript && allowScripts[entryName] !== false)
    violations.push(found('script', 'has an install script that allowScripts does not refuse'));
  return violations;
}

/** An SPDX expression: of licences joined by OR one must be allowed, of licences joined by AND all. One with both needs an exception. */
function isAllowedLicence(expression, allowed) {
  if (typeof expression !== 'string' || / AND .* OR | OR .* AND /.test(expression)) return false;
  return expression
    .replaceAll(/[()]/g, '')
    .split(' OR ')
    .some((alternative) => alternative.split(' AND ').every((licence) => allowed.has(licence)));
}

function applyExceptions({ exceptions }, violations) {
  const isExcused = ({ name, rule }) => exceptions.some((one) => one.package === name && one.rule === rule);
  const isNeeded = (one) => violations.some(({ name, rule }) => one.package === name && one.rule === rule);
  return [
    ...violations.filter((violation) => !isExcused(violation)).map(({ text }) => text),
    ...exceptions.filter((one) => !isNeeded(one)).map((one) => `${one.package}: nothing needs the exception "${one.rule}"`),
    ...exceptions.filter((one) => !one.reason).map((one) => `${one.package}: the exception "${one.rule}" has no reason`),
  ];
}

function checkProject({ folder, manifest }, locked = {}) {
  const file = path.posix.join(folder, 'package.json');
  const wanted = Object.assign({}, ...DEPENDENCY_FIELDS.map((field) => manifest[field]));
  const known = Object.assign({}, ...DEPENDENCY_FIELDS.map((field) => locked[field]));
  const names = [...new Set([...Object.keys(wanted), ...Object.keys(known)])];
  return [
    ...names.filter((name) => wanted[name] !== known[name]).map((name) => `${file}: the lock file has another ${name}`),
    ...names.filter((name) => NOT_A_VERSION.test(wanted[name] ?? '')).map((name) => `${file}: ${name} is not a version range`),
    ...Object.keys(manifest.scripts ?? {})
      .filter((name) => INSTALL_SCRIPT.test(name))
      .map((name) => `${file}: the script "${name}" runs at installation`),
  ];
}

if (path.resolve(process.argv[1]) === import.meta.filename) {
  const violations = findPolicyViolations(path.resolve(import.meta.dirname, '../..'));
  for (const violation of violations) console.error(violation);
  process.exitCode = violations.length > 0 ? 1 : 0;
}
