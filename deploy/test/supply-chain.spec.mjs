import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { readProjects } from '../checks/projects.mjs';
import { importsOf, packageOf, readSources, walk } from '../checks/sources.mjs';
import { npm } from '../infrastructure/npm.mjs';

const ROOT = path.resolve(import.meta.dirname, '../..');
const read = (file) => readFileSync(path.join(ROOT, file), 'utf8');
const lock = JSON.parse(read('package-lock.json'));
const manifest = JSON.parse(read('package.json'));
const packages = Object.entries(lock.packages).filter(([name, { link }]) => name.includes('node_modules/') && !link);

// The registry of packages whose lock entry has no URL.
const REGISTRY = 'https://registry.npmjs.org/';
const SBOM = 'npm sbom --sbom-format=cyclonedx --sbom-type=application --package-lock-only';
// Packages that claim to run foreign code safely inside the process; each had escapes. Custom code runs in a separate process.
const BANNED =
  /^(?:vm2|vm|isolated-vm|safe-eval|static-eval|notevil|jailed|sandboxjs|@nyariv\/sandboxjs|node-serialize|serialize-javascript)$/;

describe('third-party packages', () => {
  it('every package is locked by version and hash and comes from the public registry [S76]', () => {
    expect(packages.length).toBeGreaterThan(300);
    const loose = packages.filter(
      ([, { resolved, integrity, inBundle }]) =>
        !inBundle && (!(resolved ?? REGISTRY).startsWith(REGISTRY) || !integrity?.startsWith('sha512-')),
    );
    expect(loose.map(([name]) => name)).toEqual([]);
    expect(
      readdirSync(ROOT).filter((file) => /^(yarn\.lock|pnpm-lock\.yaml|npm-shrinkwrap\.json|bun\.lockb?)$/.test(file)),
    ).toEqual([]);
  });

  it('the lock file matches the manifests, and no dependency is a URL [S76]', () => {
    for (const { folder } of [{ folder: '' }, ...readProjects(ROOT)]) {
      const {
        dependencies = {},
        devDependencies = {},
        optionalDependencies = {},
      } = JSON.parse(read(path.join(folder, 'package.json')));
      const wanted = { ...dependencies, ...devDependencies, ...optionalDependencies };
      const locked = lock.packages[folder];
      expect({ ...locked?.dependencies, ...locked?.devDependencies, ...locked?.optionalDependencies }).toEqual(wanted);
      expect(Object.values(wanted).filter((range) => /^(?:https?|git|github|file):|\.git\b/.test(range))).toEqual([]);
    }
  });

  it('no install script of a package runs [S76]', () => {
    expect(read('deploy/prepare/install.mjs')).toMatch(/npm\(\['ci', '--ignore-scripts'/);
    for (const file of ['.ci/run', 'deploy/docker/Dockerfile']) {
      const commands = read(file).match(/\bnpm (?:ci|install|i|add|exec)\b.*|\bnpx .*/g) ?? [];
      expect([file, commands.length]).not.toEqual([file, 0]);
      expect([file, commands.filter((command) => !/^npm ci --ignore-scripts\b/.test(command))]).toEqual([file, []]);
    }
    const withScripts = new Set(packages.filter(([, { hasInstallScript }]) => hasInstallScript).map(([name]) => nameOf(name)));
    const refused = Object.entries(manifest.allowScripts).filter(([, isAllowed]) => !isAllowed);
    expect([...withScripts].filter((name) => !refused.some(([known]) => known === name) && !isOptional(name))).toEqual([]);
    for (const { folder } of readProjects(ROOT)) {
      const { scripts = {} } = JSON.parse(read(path.join(folder, 'package.json')));
      expect(Object.keys(scripts).filter((name) => /^(?:pre|post)?(?:install|prepare)$/.test(name))).toEqual([]);
    }
  });

  it('npm run sbom lists every package with version and hash [S76]', () => {
    expect(manifest.scripts.sbom).toBe(SBOM);
    const { components, bomFormat, metadata } = billOfMaterials();
    expect(bomFormat).toBe('CycloneDX');
    expect(metadata.component.purl).toMatch(/^pkg:npm\/kith@/);
    const listed = new Set(components.map(({ purl, hashes = [] }) => `${purl} ${hashes.map(({ content }) => content).join()}`));
    const expected = packages.map(([entry, { name = nameOf(entry), version, integrity, inBundle }]) => {
      const hash = inBundle ? '' : Buffer.from(integrity.slice('sha512-'.length), 'base64').toString('hex');
      return `pkg:npm/${name.replace('@', '%40')}@${version} ${hash}`;
    });
    expect(expected.filter((one) => !listed.has(one))).toEqual([]);
    const own = readProjects(ROOT).map(({ name }) => `pkg:npm/${name.replace('@', '%40')}@`);
    expect(own.filter((start) => !components.some(({ purl }) => purl.startsWith(start)))).toEqual([]);
    expect(JSON.stringify(components)).not.toMatch(/"file:|\/root\/|\/home\//);
  }, 60_000);

  it('no in-process sandbox is a dependency, and the product never evaluates strings as code [S76]', () => {
    expect(packages.map(([name]) => nameOf(name)).filter((name) => BANNED.test(name))).toEqual([]);
    const found = readSources(ROOT).flatMap(({ file, tree }) => {
      const names = importsOf(tree).filter((name) => /^(?:node:)?vm$/.test(name) || BANNED.test(packageOf(name)));
      walk(tree, (node) => {
        const callee = ts.isCallExpression(node) || ts.isNewExpression(node) ? node.expression.getText() : '';
        if (/^(?:globalThis\.)?(?:eval|Function)$/.test(callee)) names.push(callee);
      });
      return names.map((name) => `${file}: ${name}`);
    });
    expect(found).toEqual([]);
  });

  it('the repository holds no private key, certificate or filled .env [S76]', () => {
    const files = listFiles('');
    expect(
      files.filter((file) => /(^|\/)\.env$|\.(?:pem|p12|pfx|key)$|id_(?:rsa|ed25519)$/.test(file) && !isIgnored(file)),
    ).toEqual([]);
  });
});

/** What `npm run sbom` prints, from the lock file alone. */
function billOfMaterials() {
  const { command, args } = npm(SBOM.split(' ').slice(1));
  const { status, stdout, stderr } = spawnSync(command, args, { cwd: ROOT, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
  if (status !== 0) throw new Error(`${SBOM}: ${stderr}`);
  return JSON.parse(stdout);
}

const nameOf = (entry) => entry.slice(entry.lastIndexOf('node_modules/') + 'node_modules/'.length);
const isOptional = (name) => packages.some(([entry, { optional, dev }]) => nameOf(entry) === name && (optional || dev));
const isIgnored = (file) =>
  file.startsWith('.data/') || (existsSync(path.join(ROOT, '.gitignore')) && read('.gitignore').split('\n').includes(file));

function listFiles(folder) {
  return readdirSync(path.join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    const file = path.posix.join(folder, entry.name);
    if (entry.isDirectory()) return ['node_modules', '.git', '.nx', 'dist', '.data'].includes(entry.name) ? [] : listFiles(file);
    return entry.isFile() ? [file] : [];
  });
}
