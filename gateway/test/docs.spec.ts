import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ERRORS, isErrorCode } from '@kith/proto';
import { ALL_ROUTES } from '../src/docs/all-routes.js';
import { WEB_APP_ROUTE, RegisteredRoutes } from '../src/http/route.js';
import { gatewayUnderTest, type GatewayUnderTest } from './gateway-under-test.js';

const CONTRACTS = join(import.meta.dirname, '../../proto/src');
const SOURCES = readdirSync(CONTRACTS, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts'))
  .map((file) => readFileSync(join(CONTRACTS, file), 'utf8'));

/** The error codes in the doc comment of a call in proto. */
function codesIn(call: string): string[] {
  const [area = '', verb = ''] = call.split('.');
  const calls = SOURCES.flatMap((source) => source.split(/= area\(/).slice(1)).find((text) =>
    text.split('{')[0]?.includes(`, '${area}', `),
  );
  const comment = new RegExp(`/\\*\\*((?:(?!\\*/)[^])*)\\*/\\s*${verb}: \\{`).exec(calls ?? '')?.[1];
  if (comment === undefined) throw new Error(`no comment above ${call}`);
  return (comment.match(/\b[A-Z][A-Z_]{4,}\b/g) ?? []).filter(isErrorCode);
}

interface Operation {
  readonly security: unknown[];
  readonly parameters: { readonly name: string; readonly in: string }[];
  readonly requestBody?: {
    readonly content: {
      readonly 'application/json': { readonly schema: { readonly properties: object; readonly required: string[] } };
    };
  };
  readonly responses: Record<string, { readonly content?: Record<string, { readonly schema: Record<string, unknown> }> }>;
}

describe('the API documentation', () => {
  let world: GatewayUnderTest;
  let paths: Record<string, Record<string, Operation>>;

  beforeAll(async () => {
    world = await gatewayUnderTest();
    ({ paths } = (await world.send('GET', '/api/docs/openapi.json')).body as { paths: typeof paths });
  });
  afterAll(() => world.close());

  it('describes exactly the registered routes', () => {
    const registered = world.gateway.app
      .get(RegisteredRoutes)
      .all.filter(({ method, url }) => method !== 'HEAD' && url !== WEB_APP_ROUTE && url !== '/graphql')
      .map(({ method, url }) => `${method} ${url}`);
    const tables = Object.values(ALL_ROUTES).flatMap((routes) =>
      Object.values(routes).map(({ method, path }) => `${method} ${path}`),
    );
    expect(registered.toSorted()).toEqual(tables.toSorted());
    const documented = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(documented.toSorted()).toEqual(tables.map((line) => line.replace(/:(\w+)/g, '{$1}')).toSorted());
  });

  it('describes the input of clients without fields of the gateway', () => {
    const create = paths['/api/bots']?.['post'];
    const { properties, required } = create?.requestBody?.content['application/json'].schema ?? {};
    expect(Object.keys(properties ?? {})).toEqual(expect.arrayContaining(['name', 'discordToken', 'personality']));
    expect(properties).not.toHaveProperty('actor');
    expect(required).toEqual(['name']);
    const login = paths['/api/auth/login']?.['post'];
    expect(Object.keys(login?.requestBody?.content['application/json'].schema.properties ?? {})).toEqual([
      'username',
      'password',
    ]);
    expect(login?.security).toEqual([]);
    expect(create?.security).toEqual([{ bearer: [] }, { cookie: [] }, { accessKey: ['bots:write'] }]);
    expect(paths['/api/bots/{botId}']?.['delete']?.security).toEqual([{ bearer: [] }, { cookie: [] }]);
    expect(JSON.stringify(paths)).not.toContain('Surrogate');
    const list = paths['/api/bots']?.['get'];
    expect(list?.parameters.map(({ name }) => name)).toEqual(['search', 'limit', 'offset']);
    expect(paths['/api/bots/{botId}/knowledge/{itemId}']?.['patch']?.parameters).toMatchObject([
      { name: 'botId', in: 'path' },
      { name: 'itemId', in: 'path' },
    ]);
  });

  it('describes the responses', () => {
    expect(paths['/api/bots']?.['post']?.responses).toMatchObject({
      201: { content: { 'application/json': { schema: { type: 'object' } } } },
    });
    expect(paths['/api/bots']?.['get']?.responses).toMatchObject({
      200: { content: { 'application/json': { schema: { type: 'array' } } } },
    });
    expect(Object.keys(paths['/api/bots/{botId}/chat/stream']?.['post']?.responses['200']?.content ?? {})).toEqual([
      'text/event-stream',
    ]);
    const secrets = JSON.stringify(paths['/api/auth/login']?.['post']?.responses['200']);
    expect(secrets).not.toContain('cookie');
  });

  it.each(
    Object.values(ALL_ROUTES).flatMap((routes) =>
      Object.values(routes).flatMap((spec) => (spec.call ? [[`${spec.method} ${spec.path}`, spec.call.name] as const] : [])),
    ),
  )('describes for %s every error code of the contract of %s', (route, call) => {
    const [method = '', path = ''] = route.split(' ');
    const { responses } = paths[path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()] ?? { responses: {} };
    const text = JSON.stringify(responses);
    for (const code of codesIn(call)) expect(text).toContain(`${code}: `);
  });

  it('explains every error code', async () => {
    const { text } = await world.send('GET', '/api/docs/openapi.json');
    for (const code of Object.keys(ERRORS)) expect(text).toContain(`| ${code} |`);
  });

  it('is a page without inline scripts and styles whose files are served', async () => {
    const page = await world.send('GET', '/api/docs');
    expect([page.status, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect(page.text).not.toMatch(/<script>|<style|style=|https?:/);
    const names = [...page.text.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, name]) => String(name));
    expect(names).toHaveLength(5);
    for (const name of names) {
      const file = await world.send('GET', name);
      expect([file.status, file.headers['content-type']]).toEqual([200, expect.stringMatching(/css|javascript|png/)]);
    }
    expect((await world.send('GET', '/api/docs/assets/package.json')).status).toBe(404);
    expect((await world.send('GET', '/api/docs/assets/..%2fpackage.json')).status).toBe(404);
  });
});
