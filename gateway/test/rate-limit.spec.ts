import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { WebSocket } from 'ws';
import { gatewayUnderTest, type GatewayUnderTest } from './gateway-under-test.js';

describe('the rate limit per network', () => {
  let world: GatewayUnderTest;

  beforeAll(async () => {
    world = await gatewayUnderTest();
  });
  afterAll(() => world.close());

  const from = (address: string, path = '/api/nothing', method = 'GET') =>
    world.send(method, path, { headers: { 'x-forwarded-for': address } });
  const spend = async (address: string) => {
    for (let batch = 0; batch < 24; batch += 1) await Promise.all(Array.from({ length: 50 }, () => from(address)));
  };

  it('allows 1200 REST and GraphQL requests a minute, then answers 429 with Retry-After', async () => {
    await spend('203.0.113.7');
    const refused = await from('203.0.113.7', '/api/auth/login', 'POST');
    expect([refused.status, refused.body]).toMatchObject([429, { code: 'RATE_LIMITED', retryAfterS: expect.any(Number) }]);
    const seconds = Number(refused.headers['retry-after']);
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThanOrEqual(60);
    expect(refused.headers['x-content-type-options']).toBe('nosniff');
    const graphql = await from('203.0.113.7', '/graphql', 'POST');
    expect([graphql.status, graphql.body]).toMatchObject([
      429,
      { errors: [{ extensions: { code: 'RATE_LIMITED', statusCode: 429 } }] },
    ]);
    expect((await from('203.0.113.7', '/%61pi/auth/user')).status).toBe(429);
    const live = new WebSocket(`${world.baseUrl.replace('http', 'ws')}/graphql`, 'graphql-transport-ws', {
      headers: { 'x-forwarded-for': '203.0.113.7' },
    });
    const failed = new Promise<Error>((resolve) => live.once('error', resolve));
    expect((await failed).message).toContain('429');
  });

  it('does not apply to pages, files, health checks and other networks', async () => {
    for (const path of ['/', '/assets/index-abc.js', '/health/live']) expect((await from('203.0.113.7', path)).status).toBe(200);
    expect((await from('203.0.113.8')).status).toBe(404);
    expect((await world.send('GET', '/api/nothing')).status).toBe(404);
  });

  it('is shared by all addresses of an IPv6 /56 network', async () => {
    await spend('2001:db8:1:2::1');
    expect((await from('2001:db8:1:ff:ffff::9')).status).toBe(429);
    expect((await from('2001:db8:1:100::1')).status).toBe(404);
  });
});
