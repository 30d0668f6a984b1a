import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
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
    '@discordjs/voice',
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
  'services/auth': [...STORES, 'nodemailer', 'node:net', 'fetch'],
  'services/bots': STORES,
  'services/billing': [...STORES, 'stripe', 'node:https'],
  // Fetches files of Discord members, from Discord's file server only.
  'services/chat': [...STORES, 'openai', '@anthropic-ai/sdk', 'fetch'],
  // Fetches pages that users name, through an agent that connects to public addresses only (docs/security.md S50).
  'services/knowledge': [...STORES, 'undici', 'fetch', 'node:net'],
  // Fetches pictures of Discord members, from Discord's file server only, and radio stations that the operator allows. Voice only where the operator switched it on (docs/decisions.md X12).
  'services/bot-runner': [...STORES, '@discordjs/rest', '@discordjs/voice', 'ws', 'node:https', 'fetch'],
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

const SERVICES_WITH_A_WAY_OUT = ['auth', 'billing', 'bot-runner', 'chat', 'knowledge'];
const compose = readFileSync(path.join(ROOT, 'docker-compose.yml'), 'utf8');
const networkNames = new Set(
  [.../^networks:\n([^]*?)^volumes:/m.exec(compose)[1].matchAll(/^ {2}([\w-]+):/gm)].map(([, name]) => name),
);
/** Each container's text and networks. */
const containers = Object.fromEntries(
  [.../^services:\n([^]*?)^networks:/m.exec(compose)[1].matchAll(/^ {2}([\w-]+):\n((?: {4}.*\n|\n)*)/gm)].map(
    ([, name, text]) => [name, { text, networks: /^ {4}networks: \[([^\]]*)\]$/m.exec(text)?.[1].split(', ') ?? [] }],
  ),
);

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

  it('only the gateway, for its port, and the proxies have egress from the containers [S52]', () => {
    const membersOf = (network) =>
      Object.entries(containers).flatMap(([name, { networks }]) => (networks.includes(network) ? [name] : []));
    expect(membersOf('outside').toSorted()).toEqual(SERVICES_WITH_A_WAY_OUT.map((name) => `egress-${name}`).toSorted());
    // On a network of its own, so that it reaches no proxy.
    expect(membersOf('gateway')).toEqual(['gateway']);
    const open = [...compose.matchAll(/^ {2}([\w-]+): \{(.*)\}$/gm)].filter(
      ([, , options]) => !options.includes('internal: true'),
    );
    expect(open.map(([, name]) => name).filter((name) => networkNames.has(name))).toEqual(['outside', 'gateway']);
  });

  it.each(SERVICES_WITH_A_WAY_OUT)('the container of %s reaches the world through its own proxy only [S52]', (name) => {
    expect(containers[name].networks).toEqual(['stores', name]);
    expect(containers[name].text).toContain(`HTTPS_PROXY: http://egress-${name}:3128`);
    expect(containers[name].text).toContain(`HTTP_PROXY: http://egress-${name}:3128`);
    expect(containers[name].text).toContain('*outgoing');
    expect(containers[`egress-${name}`].networks).toEqual([name, 'outside']);
    const others = Object.entries(containers).filter(([, { networks }]) => networks.includes(name));
    expect(others.map(([other]) => other).toSorted()).toEqual([`egress-${name}`, name].toSorted());
  });

  it.each([
    ['auth', 'https://discord.com ${SMTP_URL:-} ${DISCORD_API_URL:-}'],
    ['billing', 'https://api.stripe.com ${STRIPE_API_URL:-}'],
    [
      'chat',
      'https://api.openai.com https://api.anthropic.com https://cdn.discordapp.com ${OPENAI_BASE_URL:-} ${OPENAI_API_URL:-} ${ANTHROPIC_BASE_URL:-} ${LOCAL_LLM_BASE_URL:-}',
    ],
    ['knowledge', 'public'],
    ['bot-runner', 'https://discord.com https://cdn.discordapp.com https://*.discord.gg ${DISCORD_API_URL:-} ${RADIO_ALLOW:-}'],
  ])('the proxy of %s knows its destinations only [S52]', (name, destinations) => {
    const allowed = /EGRESS_ALLOW: '?(.*?)'?(?: \})?$/m.exec(containers[`egress-${name}`].text)?.[1];
    expect(allowed).toBe(destinations);
  });

  it('every container without such a proxy has internal networks only [S52]', () => {
    for (const name of ['bots', 'sandbox', 'postgres', 'redis'])
      expect(containers[name].networks.filter((network) => !['stores', 'sandbox'].includes(network))).toEqual([]);
  });
});

describe('the clients of each service', () => {
  it.each([
    ['auth', ['discord.com:443', 'mail.test:465']],
    ['billing', ['api.stripe.com:443']],
    ['chat', ['api.anthropic.com:443', 'api.openai.com:443']],
    ['knowledge', ['page.test:80']],
    ['bot-runner', ['discord.com:443', 'gateway.discord.gg:443', 'radio.test:443']],
  ])(
    'in %s use the proxy of the environment for every connection [S52]',
    async (service, destinations) => {
      const asked = new Set();
      const proxy = createServer((request, response) => {
        asked.add(`${request.method} ${request.url}`);
        response.end();
      });
      proxy.on('connect', ({ url }, socket) => {
        asked.add(url);
        socket.end('HTTP/1.1 403 Forbidden\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
      });
      await once(proxy.listen(0, '127.0.0.1'), 'listening');
      const address = `http://127.0.0.1:${proxy.address().port}`;
      // As docker-compose.yml sets them for the containers.
      const env = { NODE_USE_ENV_PROXY: '1', HTTP_PROXY: address, HTTPS_PROXY: address, NO_PROXY: 'localhost,127.0.0.1' };
      const flags = [
        '--conditions=@kith/source',
        '--import',
        './deploy/register-swc.mjs',
        'deploy/test/fixtures/outgoing-client.mjs',
      ];
      const client = spawn(process.execPath, [...flags, service], { cwd: ROOT, env, stdio: 'ignore' });
      const [status] = await once(client, 'exit');
      proxy.close();
      expect([status, [...asked].toSorted()]).toEqual([0, destinations]);
    },
    60_000,
  );
});
