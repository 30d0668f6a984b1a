import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import ts from 'typescript';
import { findPolicyViolations, nameOf } from '../checks/dependency-policy.mjs';
import { readProjects } from '../checks/projects.mjs';
import { importsOf, packageOf, readSources, walk } from '../checks/sources.mjs';

const ROOT = path.resolve(import.meta.dirname, '../..');
const read = (file) => readFileSync(path.join(ROOT, file), 'utf8');
const lock = JSON.parse(read('package-lock.json'));
const manifest = JSON.parse(read('package.json'));
const packages = Object.entries(lock.packages).filter(([name, { link }]) => name.includes('node_modules/') && !link);

// Packages that claim to run foreign code safely inside the process; each had escapes. Custom code runs in a separate process.
const BANNED =
  /^(?:vm2|vm|isolated-vm|safe-eval|static-eval|notevil|jailed|sandboxjs|@nyariv\/sandboxjs|node-serialize|serialize-javascript)$/;

describe('third-party packages', () => {
  it('every package is locked by version and hash, comes from the public registry and has an allowed licence [S76]', () => {
    expect(packages.length).toBeGreaterThan(300);
    expect(findPolicyViolations(ROOT)).toEqual([]);
    expect(manifest.scripts.lint).toContain('node deploy/checks/dependency-policy.mjs');
  });

  it('no install script of a package runs [S76]', () => {
    expect(read('deploy/prepare/install.mjs')).toMatch(/npm\(\['ci', '--ignore-scripts'/);
    for (const file of ['.ci/run', 'deploy/docker/Dockerfile']) {
      const commands = read(file).match(/\bnpm (?:ci|install|i|add|exec)\b.*|\bnpx .*/g) ?? [];
      expect([file, commands.length]).not.toEqual([file, 0]);
      expect([file, commands.filter((command) => !/^npm ci --ignore-scripts\b/.test(command))]).toEqual([file, []]);
    }
  });

  it('npm run sbom lists every package with version and hash [S76]', () => {
    expect(manifest.scripts.sbom).toBe('node deploy/sbom.mjs');
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

describe('the policy for third-party packages', () => {
  let folder;

  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'kith-policy-'));
    for (const file of ['package.json', 'package-lock.json', 'deploy/checks/dependency-policy.json'])
      cpSync(path.join(ROOT, file), path.join(folder, file));
    for (const project of readProjects(ROOT)) {
      mkdirSync(path.join(folder, project.folder), { recursive: true });
      cpSync(path.join(ROOT, project.folder, 'package.json'), path.join(folder, project.folder, 'package.json'));
    }
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const edit = (file, change) => {
    const content = JSON.parse(readFileSync(path.join(folder, file), 'utf8'));
    change(content);
    writeFileSync(path.join(folder, file), JSON.stringify(content));
  };
  const editPackage = (fields) => edit('package-lock.json', (lock) => Object.assign(lock.packages['node_modules/zod'], fields));

  it.each([
    ['a licence that is not allowed', { license: 'AGPL-3.0-only' }, 'the licence AGPL-3.0-only is not allowed'],
    ['a licence for tools in what the product contains', { license: 'MPL-2.0' }, 'the licence MPL-2.0 is not allowed'],
    ['two licences of which one is not allowed', { license: '(MIT AND GPL-3.0-only)' }, 'the licence (MIT AND GPL-3.0-only)'],
    ['no licence', { license: undefined }, 'the licence (none) is not allowed'],
    ['no hash', { integrity: undefined }, 'has no SHA-512 hash'],
    ['an outdated hash', { integrity: 'sha1-2jmj7l5rSw0yVb/vlWAYkK/YBwk=' }, 'has no SHA-512 hash'],
    ['another source', { resolved: 'https://example.com/zod.tgz' }, 'comes from https://example.com/zod.tgz'],
    ['an install script', { hasInstallScript: true }, 'has an install script that allowScripts does not refuse'],
  ])('is violated by a package with %s [S76]', (_name, fields, text) => {
    editPackage(fields);
    expect(findPolicyViolations(folder)).toEqual([expect.stringMatching(/^zod@/)]);
    expect(findPolicyViolations(folder)[0]).toContain(text);
  });

  it('allows licences of which one is allowed, and licences of tools for what only builds the product', () => {
    editPackage({ license: '(GPL-3.0-only OR MIT)' });
    expect(findPolicyViolations(folder)).toEqual([]);
    editPackage({ license: 'MPL-2.0', dev: true });
    expect(findPolicyViolations(folder)).toEqual([]);
  });

  it('is violated by a manifest that the lock file does not match, a URL, an own install script and a second lock file [S76]', () => {
    edit('package.json', (manifest) => {
      manifest.devDependencies.nx = 'github:example/nx';
      manifest.scripts.postinstall = 'true';
    });
    writeFileSync(path.join(folder, 'yarn.lock'), '');
    expect(findPolicyViolations(folder)).toEqual([
      'package.json: the lock file has another nx',
      'package.json: nx is not a version range',
      'package.json: the script "postinstall" runs at installation',
      'yarn.lock: there is one lock file, of npm',
    ]);
  });

  it('is violated by what a package contains under another licence, unless an exception says why, and by one that is not there', () => {
    edit('deploy/checks/dependency-policy.json', (policy) => {
      policy.bundled.push({ package: 'absent', licence: 'MIT', what: 'nothing' });
      policy.exceptions = policy.exceptions.filter((one) => one.package !== 'mpg123-decoder');
    });
    expect(findPolicyViolations(folder)).toEqual([
      expect.stringMatching(/^mpg123-decoder@[\d.]+: the licence MIT AND LGPL-2\.1-only is not allowed$/),
      'absent: is named as bundling MIT, and is not in the lock file',
    ]);
  });

  it('is violated by an exception that nothing needs or that has no reason', () => {
    edit('deploy/checks/dependency-policy.json', ({ exceptions }) => {
      exceptions.push({ package: 'zod', rule: 'licence', reason: 'none is needed' });
      delete exceptions.find((one) => one.package === 'buildcheck').reason;
    });
    expect(findPolicyViolations(folder)).toEqual([
      'zod: nothing needs the exception "licence"',
      expect.stringMatching(/^buildcheck: the exception "licence" has no reason$/),
    ]);
  });
});

/** What `npm run sbom` writes, from the lock file alone. */
function billOfMaterials() {
  const folder = mkdtempSync(path.join(tmpdir(), 'kith-sbom-'));
  try {
    const { status, stdout, stderr } = spawnSync(process.execPath, ['deploy/sbom.mjs', folder], { cwd: ROOT, encoding: 'utf8' });
    expect([status, stderr, stdout.trim()]).toEqual([0, '', path.join(folder, `kith-${manifest.version}.cdx.json`)]);
    return JSON.parse(readFileSync(stdout.trim(), 'utf8'));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const isIgnored = (file) =>
  file.startsWith('.data/') || (existsSync(path.join(ROOT, '.gitignore')) && read('.gitignore').split('\n').includes(file));

function listFiles(folder) {
  return readdirSync(path.join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    const file = path.posix.join(folder, entry.name);
    if (entry.isDirectory()) return ['node_modules', '.git', '.nx', 'dist', '.data'].includes(entry.name) ? [] : listFiles(file);
    return entry.isFile() ? [file] : [];
  });
}
