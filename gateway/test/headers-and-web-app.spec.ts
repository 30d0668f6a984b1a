import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ALL_ROUTES } from '../src/docs/all-routes.js';
import { gatewayUnderTest, PAGE, type GatewayUnderTest } from './gateway-under-test.js';

const UUID = '7d3d4a1e-5f0c-4d2a-9c1b-2f6f0a5e8b11';
const PATHS = Object.values(ALL_ROUTES).flatMap((routes) =>
  Object.values(routes).map(({ method, path }): [string, string] => [method, path.replace(/:\w+/g, UUID)]),
);
const SECURITY = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
};

describe('HTTP responses', () => {
  let world: GatewayUnderTest;
  let secure: GatewayUnderTest;

  beforeAll(async () => {
    world = await gatewayUnderTest();
    secure = await gatewayUnderTest({ env: { PUBLIC_URL: 'https://kith.example' }, web: {} });
  });
  afterAll(() => Promise.all([world.close(), secure.close()]));

  it.each([
    ...PATHS,
    ['GET', '/'],
    ['GET', '/bots/1'],
    ['GET', '/theme.js'],
    ['GET', '/assets/index-abc.js'],
    ['GET', '/nothing.js'],
    ['GET', '/api/nothing'],
    ['GET', '/api/bots/%'],
    ['POST', '/graphql'],
    ['GET', '/graphql'],
    ['OPTIONS', '/api/bots'],
  ])('have security headers and no CORS headers on %s %s [S24] [S26]', async (method, path) => {
    const senders: Record<string, string>[] = [
      {},
      { authorization: `Bearer ${world.client().token}` },
      { origin: 'https://evil.example' },
    ];
    for (const headers of senders) {
      const answer = await world.send(method, path, { headers });
      expect(answer.headers).toMatchObject(SECURITY);
      expect(answer.headers['permissions-policy']).toContain('camera=()');
      expect(answer.headers['strict-transport-security']).toBeUndefined();
      const policy = answer.headers['content-security-policy'];
      if (answer.headers['content-type']?.startsWith('text/csv')) {
        // A file that is downloaded runs nothing at all.
        expect(policy).toBe("default-src 'none'; sandbox; frame-ancestors 'none'");
      } else {
        expect(policy).toContain("default-src 'self'; script-src 'self'; style-src 'self'");
        expect(policy).toMatch(/object-src 'none'; base-uri 'none'; frame-ancestors 'none'; form-action 'self'/);
      }
      expect(policy).not.toMatch(/unsafe|\*|http:/);
      if (/^\/(api|graphql)/.test(path)) expect(answer.headers['cache-control']).toBe('no-store');
      expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
      expect(answer.headers['x-powered-by']).toBeUndefined();
    }
  });

  it.each(['/%61pi/auth/user', '/api/%61uth/user', 'http://kith.example/api/auth/user'])(
    'of the API are not cacheable when requested as %s',
    async (path) => {
      const answer = await world.send('GET', path, { headers: { authorization: `Bearer ${world.client().token}` } });
      expect([answer.status, answer.headers['cache-control']]).toEqual([200, 'no-store']);
    },
  );

  it('have Strict-Transport-Security only when PUBLIC_URL is https', async () => {
    const answer = await secure.send('GET', '/api/auth/user');
    expect(answer.headers['strict-transport-security']).toBe('max-age=63072000; includeSubDomains');
  });

  describe('request ids', () => {
    it('are taken from the client and passed to calls with a trace', async () => {
      const headers = { authorization: `Bearer ${world.client().token}`, 'x-request-id': 'abc-123:4' };
      const answer = await world.send('GET', '/api/credits', { headers });
      expect(answer.headers['x-request-id']).toBe('abc-123:4');
      const { meta } = world.stubs.calls.at(-1) ?? {};
      expect(meta).toMatchObject({
        'x-request-id': 'abc-123:4',
        traceparent: expect.stringMatching(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/),
      });
    });

    it('pass the traceparent of the client to calls', async () => {
      const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
      await world.client().ask('GET', '/api/credits');
      const headers = { authorization: `Bearer ${world.client().token}`, traceparent };
      // With a body, because reading it resumes in another async context.
      await world.send('POST', '/api/bots', { headers, body: { name: 'Amber' } });
      expect(world.stubs.calls.at(-1)).toMatchObject({ name: 'bots.create', meta: { traceparent } });
    });

    it.each(['', 'x'.repeat(65), 'a b', 'a"b', '<b>'])('are generated in place of the invalid %j', async (id) => {
      const answer = await world.send('GET', '/health/live', { headers: { 'x-request-id': id } });
      expect(answer.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
    });
  });

  describe('the web app', () => {
    it.each(['/', '/dashboard', `/bots/${UUID}/chat`, '/index.html', '/auth?tab=login'])(
      'answers %s with its page and a new nonce',
      async (path) => {
        const [one, two] = await Promise.all([world.send('GET', path), world.send('GET', path)]);
        const nonceOf = ({ text }: { text: string }) => /content="([^"]+)"/.exec(text)?.[1] ?? '';
        expect(nonceOf(one)).toMatch(/^[A-Za-z0-9+/=]{20,}$/);
        expect(nonceOf(one)).not.toBe(nonceOf(two));
        expect(one.headers['content-security-policy']).toContain(`style-src 'self' 'nonce-${nonceOf(one)}';`);
        expect(one.text).toBe(PAGE.replace('__CSP_NONCE__', nonceOf(one)));
        expect([one.status, one.headers['cache-control'], one.headers['content-type']]).toEqual([
          200,
          'no-store',
          'text/html; charset=utf-8',
        ]);
      },
    );

    it('lets browsers cache hashed files for a year and revalidate others', async () => {
      const hashed = await world.send('GET', '/assets/index-abc.js');
      expect([hashed.status, hashed.headers['cache-control']]).toEqual([200, 'public, max-age=31536000, immutable']);
      expect(hashed.headers['content-type']).toMatch(/javascript/);
      const plain = await world.send('GET', '/theme.js');
      expect([plain.status, plain.headers['cache-control']]).toEqual([200, 'no-cache']);
      const again = await world.send('GET', '/theme.js', { headers: { 'if-none-match': plain.headers.etag ?? '' } });
      expect([again.status, again.text]).toEqual([304, '']);
    });

    it('sends the compressed form of a file to browsers that accept it, and the plain one to others', async () => {
      const compressed = await world.send('GET', '/assets/index-abc.js', { headers: { 'accept-encoding': 'gzip, br' } });
      expect([compressed.headers['content-encoding'], compressed.text]).toEqual(['br', 'in brotli']);
      expect(compressed.headers['cache-control']).toBe('public, max-age=31536000, immutable');
      expect(compressed.headers['vary']).toMatch(/accept-encoding/i);
      const plain = await world.send('GET', '/assets/index-abc.js');
      expect([plain.headers['content-encoding'], plain.text]).toEqual([undefined, 'export const answer = 42;']);
    });

    it.each([
      '/nothing.js',
      '/assets/nothing.css',
      '/.vite/manifest.json',
      '/../package.json',
      '/%2e%2e/package.json',
      '/..%2fpackage.json',
      '/.env',
    ])('answers 404 for %s', async (path) => {
      const answer = await world.send('GET', path);
      expect([answer.status, answer.body]).toMatchObject([404, { code: 'NOT_FOUND' }]);
    });

    it('answers HEAD without a body', async () => {
      const answer = await world.send('HEAD', '/dashboard');
      expect([answer.status, answer.text]).toEqual([200, '']);
    });

    it('answers 503 with a hint when it has not been built, while the API works', async () => {
      const page = await secure.send('GET', '/');
      expect([page.status, page.headers['content-type']]).toEqual([503, 'text/plain; charset=utf-8']);
      expect(page.text).toContain('npm run build');
      expect(secure.log.join('')).toContain('npm run build');
      expect((await secure.send('GET', '/health/ready')).status).toBe(200);
    });
  });
});
