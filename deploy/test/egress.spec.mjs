import { readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { packageOf } from '../checks/sources.mjs';
import { readSources, walk } from '../checks/sources.mjs';

const ROOT = path.resolve(import.meta.dirname, '../..');

// What can open a connection, and who may have it for what.
const OPENERS = new Set(
  [
    'node:net',
    'node:tls',
    'node:http',
    'node:https',
    'node:http2',
    'node:dgram',
    'undici',
    'ws',
    'axios',
    'got',
    'node-fetch',
  ].concat([
    'openai',
    '@anthropic-ai/sdk',
    'stripe',
    'nodemailer',
    '@discordjs/rest',
    '@discordjs/ws',
    'discord.js',
    'pg',
    'ioredis',
    'bullmq',
  ]),
);
const STORES = ['pg', 'ioredis', 'bullmq'];
const MAY = {
  proto: [],
  gateway: [...STORES, 'node:http', 'node:net', 'ws'],
  'services/kit': [...STORES, 'node:http', 'node:net'],
  'services/auth': [...STORES, 'nodemailer', 'node:net'],
  'services/bots': STORES,
  'services/billing': [...STORES, 'stripe'],
  'services/chat': [...STORES, 'openai', '@anthropic-ai/sdk'],
  // Users name pages: through an agent that connects to public addresses only (S50).
  'services/knowledge': [...STORES, 'undici', 'fetch', 'node:net'],
  'services/bot-runner': [...STORES, '@discordjs/rest', 'ws'],
  'services/sandbox': ['ioredis', 'bullmq'],
  'deploy/all-in-one': [],
};

/** `<project>: <module>` for every module that opens connections, types left out, and `fetch` where it is called. */
function findOpeners() {
  const found = readSources(ROOT).flatMap(({ file, tree }) => {
    const folder = Object.keys(MAY).find((one) => file.startsWith(`${one}/`));
    if (!folder || file.includes('/bench/')) return [];
    const names = [];
    walk(tree, (node) => {
      const isImport = ts.isImportDeclaration(node) && !isOfTypes(node);
      const isDynamic = ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword;
      const specifier = isImport ? node.moduleSpecifier : isDynamic ? node.arguments[0] : undefined;
      if (specifier && ts.isStringLiteralLike(specifier) && OPENERS.has(packageOf(specifier.text)))
        names.push(packageOf(specifier.text));
      if (ts.isCallExpression(node) && /^(?:globalThis\.)?fetch$/.test(node.expression.getText())) names.push('fetch');
    });
    return names.map((name) => ({ folder, name }));
  });
  return found.filter(({ folder, name }) => !MAY[folder].includes(name)).map(({ folder, name }) => `${folder}: ${name}`);
}

const isOfTypes = ({ importClause }) =>
  importClause?.isTypeOnly ||
  (importClause?.namedBindings &&
    !importClause.name &&
    ts.isNamedImports(importClause.namedBindings) &&
    importClause.namedBindings.elements.every((element) => element.isTypeOnly));

describe('S52: the way out of each service', () => {
  it('is only what it is there for: no service has a client for anybody else', () => {
    expect([...new Set(findOpeners())]).toEqual([]);
  });

  it('is closed in containers for those that need none', () => {
    const compose = readFileSync(path.join(ROOT, 'docker-compose.yml'), 'utf8');
    const networksOf = (service) =>
      /networks: \[([^\]]*)\]/.exec(compose.slice(compose.indexOf(`\n  ${service}:\n`)))?.[1].split(', ') ?? [];
    expect(networksOf('bots')).toEqual(['stores']);
    expect(networksOf('sandbox')).not.toContain('outside');
    expect(compose).toMatch(/\n {2}stores:[^\n]*internal: true|\n {2}stores:\n(?: {4}.*\n)*? {4}internal: true/);
  });
});
