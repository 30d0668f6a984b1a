import { readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { packageOf } from '../checks/sources.mjs';
import { readSources, walk } from '../checks/sources.mjs';

const ROOT = path.resolve(import.meta.dirname, '../..');

// Modules that can open connections, and the projects that may import them.
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
  // Fetches pages that users name, through an agent that connects to public addresses only (docs/security.md S50).
  'services/knowledge': [...STORES, 'undici', 'fetch', 'node:net'],
  'services/bot-runner': [...STORES, '@discordjs/rest', 'ws'],
  'services/sandbox': ['ioredis', 'bullmq'],
  'deploy/all-in-one': [],
};

/** `<project>: <module>` for every import of a network module, without type imports, and every call of `fetch`. */
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

describe('outbound connections of each service', () => {
  it('no service imports a network client that it is not there for [S52]', () => {
    expect([...new Set(findOpeners())]).toEqual([]);
  });

  it('containers that need no outside network have none [S52]', () => {
    const compose = readFileSync(path.join(ROOT, 'docker-compose.yml'), 'utf8');
    const networksOf = (service) =>
      /networks: \[([^\]]*)\]/.exec(compose.slice(compose.indexOf(`\n  ${service}:\n`)))?.[1].split(', ') ?? [];
    expect(networksOf('bots')).toEqual(['stores']);
    expect(networksOf('sandbox')).not.toContain('outside');
    expect(compose).toMatch(/\n {2}stores:[^\n]*internal: true|\n {2}stores:\n(?: {4}.*\n)*? {4}internal: true/);
  });
});
