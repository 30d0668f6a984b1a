import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { findBrokenCitations } from '../checks/citations.mjs';

// Not written out in the titles below, which are examples and prove nothing.
const PROMISE = 'S13';

let root;

beforeEach(() => {
  root = mkdtempSync(path.join(os.tmpdir(), 'kith-citations-'));
  execFileSync('git', ['init', '--quiet'], { cwd: root });
  write('docs/decisions.md', '# Decisions\n\n- **B5** Replies are counted.\n');
  write('docs/security.md', `# Security\n\n### S13 Logout\n\n- [ends the session \\[${PROMISE}\\]](../a.spec.ts)\n`);
  write('a.spec.ts', `it('ends the session [${PROMISE}]', () => {});\n`);
  write(
    'package.json',
    '{ "workspaces": ["services/*"], "scripts": { "bench": "node bench.mjs", "test:full": "node test.mjs" } }',
  );
  write('services/chat/package.json', '{ "name": "@kith/chat", "scripts": { "typecheck": "tsc" } }');
  write('services/chat/bench/first-token.bench.ts', '');
});

afterEach(() => rmSync(root, { recursive: true, force: true }));

it('accepts citations, links and promises that have a target', () => {
  write('a.ts', '// Counted once (docs/decisions.md B5).\n');
  write('README.md', '[the promise](docs/security.md#s13-logout), [a page](https://example.test/x)\n');
  expect(findBrokenCitations(root)).toEqual([]);
});

it('accepts commands that exist, of the root and of one project', () => {
  write('README.md', 'npm start, `npm run test:full`, `npm run bench`, `npm run bench first-token -- --slow`\n');
  write(
    'a.mjs',
    '// `npm run bench [part of a path…]`, `npm run typecheck -w @kith/chat`, `npm run typecheck -w services/chat`.\n',
  );
  expect(findBrokenCitations(root)).toEqual([]);
});

it.each([
  ['a.ts', '// docs/decisions.md B6\n', 'a.ts: docs/decisions.md has no B6'],
  ['a.ts', '// docs/missing.md\n', 'a.ts: docs/missing.md does not exist'],
  ['a.ts', '// Counted once (decision B5).\n', 'a.ts:1: cite as docs/decisions.md B5'],
  ['README.md', '[a file](gone.md)\n', 'README.md: links to gone.md, which does not exist'],
  ['README.md', '[a heading](docs/security.md#gone)\n', 'README.md: docs/security.md has no heading #gone'],
  [
    'a.spec.ts',
    `it('is called otherwise [${PROMISE}]', () => {});\n`,
    `docs/security.md: S13 links to "ends the session [${PROMISE}]"`,
  ],
  ['b.spec.ts', `it('ends it too [${PROMISE}]', () => {});\n`, 'b.spec.ts: names S13, and docs/security.md does not link'],
  ['README.md', 'Run `npm run tset`.\n', 'README.md: npm run tset is no script of package.json'],
  ['a.mjs', '// `npm run typecheck`\n', 'a.mjs: npm run typecheck is no script of package.json'],
  ['README.md', '`npm run bench -w @kith/chat`\n', 'README.md: npm run bench is no script of services/chat/package.json'],
  ['README.md', '`npm run typecheck -w @kith/none`\n', 'README.md: there is no project @kith/none'],
  ['README.md', '`npm run bench second-token`\n', 'README.md: npm run bench second-token finds no benchmark'],
  ['docs/security.md', '### S13 Logout\n', 'docs/security.md: S13 links to no test'],
])('reports %s holding %j', (file, text, problem) => {
  write(file, text);
  expect(findBrokenCitations(root)).toContainEqual(expect.stringContaining(problem));
});

function write(file, text) {
  mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
  writeFileSync(path.join(root, file), text);
}
