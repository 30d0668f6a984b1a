import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startStack, type Stack } from '@kith/all-in-one/testing';
import { aClient, createRoleUser, type RoleUser } from '../matrix/roles.js';

const PUBLIC = 'https://kith.example';
const ORIGINS = [
  'null',
  'https://evil.example',
  'https://sub.kith.example',
  'https://kith.example.evil.example',
  'https://evilkith.example',
  'http://kith.example',
  'https://kith.example:444',
  'https://kith.example@evil.example',
  'file://',
];
const ALWAYS = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'strict-transport-security': expect.stringMatching(/^max-age=\d{8}/),
};

/** The product as it is served in public, over https. */
describe('security headers and cookies over https', () => {
  let stack: Stack;
  let roleUser: RoleUser;
  let routes: { method: string; path: string }[];

  beforeAll(async () => {
    stack = await startStack({ PUBLIC_URL: PUBLIC });
    roleUser = await createRoleUser(stack);
    const document = (await aClient(stack).get('/api/docs/openapi.json')).body as { paths: Record<string, object> };
    routes = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => ({ method: method.toUpperCase(), path: path.replace(/\{\w+\}/g, 'x') })),
    );
  }, 120_000);
  afterAll(() => stack.stop());

  const signIn = async () => {
    const { username, password } = roleUser;
    const answer = await aClient(stack).post('/api/auth/login', { username, password });
    return { answer, cookie: attributesOf(answer.headers['set-cookie']?.[0]) };
  };

  it('the cookie is __Host-, HttpOnly and Secure, and has another value than the bearer [S20]', async () => {
    const { answer, cookie } = await signIn();
    expect(answer.headers['set-cookie']).toHaveLength(1);
    expect(cookie.name).toBe('__Host-kith');
    expect(cookie.attributes).toEqual(expect.arrayContaining(['HttpOnly', 'Path=/', 'SameSite=Lax', 'Secure']));
    expect(cookie.attributes.filter((one) => /^Domain/i.test(one))).toEqual([]);
    expect(cookie.value.length).toBeGreaterThanOrEqual(43);
    expect(cookie.value).not.toBe(answer.body['token']);
    expect(answer.text).not.toContain(cookie.value);
  });

  it('logout clears the cookie with the attributes it was set with [S13]', async () => {
    const { answer, cookie } = await signIn();
    const bearer = aClient(stack).with({ authorization: `Bearer ${String(answer.body['token'])}` });
    const gone = attributesOf((await bearer.post('/api/auth/logout')).headers['set-cookie']?.[0]);
    const lasting = (attributes: readonly string[]) => attributes.filter((one) => !/^(Max-Age|Expires)=/.test(one)).sort();
    expect([gone.name, gone.value, lasting(gone.attributes)]).toEqual([cookie.name, '', lasting(cookie.attributes)]);
    expect(gone.attributes.join()).toMatch(/Max-Age=0|Expires=Thu, 01 Jan 1970/);
  });

  it.each(ORIGINS)('no response allows a page of %s to read it [S24]', async (origin) => {
    const visitor = roleUser.client.with({ origin });
    const preflight = visitor.with({
      'access-control-request-method': 'PATCH',
      'access-control-request-headers': 'authorization',
    });
    for (const answer of await Promise.all([
      visitor.get('/api/auth/user'),
      visitor.get('/api/bots'),
      visitor.graphql('{ me { id } }'),
      visitor.get('/api/nothing'),
      visitor.get('/'),
      preflight.send('OPTIONS', '/api/bots'),
      preflight.send('OPTIONS', '/graphql'),
    ]))
      expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control-'))).toEqual([]);
  });

  it('the content security policy allows only our own script files, no plugin, base or frame, and reports violations [S25]', async () => {
    for (const path of ['/', '/dashboard', '/bots/x/chat', '/api/bots', '/nothing.js']) {
      const policy = String((await roleUser.client.get(path)).headers['content-security-policy']);
      const rules = Object.fromEntries(
        policy.split('; ').map((rule) => [rule.split(' ')[0], rule.split(' ').slice(1).join(' ')]),
      );
      expect(rules).toMatchObject({
        'default-src': "'self'",
        'script-src': "'self'",
        'object-src': "'none'",
        'base-uri': "'none'",
        'frame-ancestors': "'none'",
        'form-action': "'self'",
        'connect-src': "'self'",
        'require-trusted-types-for': "'script'",
        'report-to': 'csp',
      });
      expect(policy).not.toMatch(/unsafe-|\*|https?:/);
    }
  });

  it('every published route answers with the security headers, and API responses are not cached [S26]', async () => {
    expect(routes.length).toBeGreaterThan(60);
    for (const { method, path } of [...routes, { method: 'POST', path: '/graphql' }, { method: 'GET', path: '/api/nothing' }]) {
      for (const client of [aClient(stack), roleUser.client]) {
        if (client === roleUser.client && /logout|end-all/.test(path)) continue;
        const { headers } = await client.send(method, path);
        expect({ method, path, ...headers }).toMatchObject({ method, path, ...ALWAYS });
        if (!path.startsWith('/health') && !path.startsWith('/api/docs')) expect(headers['cache-control']).toBe('no-store');
        expect(headers['x-powered-by']).toBeUndefined();
        expect(headers['server']).toBeUndefined();
      }
    }
  });

  it('a hundred login mutations in one request are refused before the first is executed [S6]', async () => {
    const input = { username: roleUser.username, password: 'a guess' };
    const attempt = (n: number) => `a${n}: login(input: $input) { token }`;
    const many = Array.from({ length: 100 }, (_value, n) => attempt(n));
    const aliased = await aClient(stack).graphql(`mutation Many($input: CredentialsInput!) { ${many.join('\n')} }`, { input });
    expect([aliased.status, aliased.text]).toEqual([400, expect.stringContaining('At most 15 aliases')]);
    // As many as fit into a body of nobody signed in.
    const batch = many
      .slice(0, 60)
      .map((one) => ({ query: `mutation One($input: CredentialsInput!) { ${one} }`, variables: { input } }));
    expect((await aClient(stack).post('/graphql', batch)).status).toBe(400);
    // Ten wrong passwords would have been throttled.
    expect((await signIn()).answer.status).toBe(200);
  });
});

function attributesOf(header = ''): { name: string; value: string; attributes: string[] } {
  const [pair = '', ...attributes] = header.split('; ');
  const at = pair.indexOf('=');
  return { name: pair.slice(0, at), value: pair.slice(at + 1), attributes };
}
