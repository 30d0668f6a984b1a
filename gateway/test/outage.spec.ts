import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { waitFor } from '@kith/kit/testing';
import { SERVICES } from '@kith/proto';
import { startGateway } from '../src/index.js';
import { gatewayUnderTest, type Client, type GatewayUnderTest } from './gateway-under-test.js';
import { open } from './http-client.js';
import { TALK_ON } from './stubs/values.js';

const PATH = '/api/bots/7d3d4a1e-5f0c-4d2a-9c1b-2f6f0a5e8b11';

describe('when a part of the house is down', () => {
  let world: GatewayUnderTest;
  let kim: Client;

  beforeAll(async () => {
    world = await gatewayUnderTest();
    kim = world.client();
  });
  afterAll(() => world.close());

  const withinASecond = async <T>(work: () => Promise<T>): Promise<T> => {
    const start = performance.now();
    const result = await work();
    expect(performance.now() - start).toBeLessThan(1000);
    return result;
  };

  it('is ready while everything is there', async () => {
    const answer = await world.send('GET', '/health/ready');
    const checks = Object.fromEntries(['redis', ...SERVICES].map((name) => [name, 'ok']));
    expect([answer.status, answer.body]).toMatchObject([200, { ready: true, checks }]);
  });

  it('says so when its port is taken', async () => {
    const { port } = new URL(world.baseUrl);
    const taken = { ...world.runtime, config: { ...world.runtime.config, PORT: Number(port) } };
    await expect(startGateway(taken)).rejects.toMatchObject({ code: 'EADDRINUSE' });
  });

  it('says which service is missing, and answers for the others', async () => {
    await world.stop('knowledge');
    const answer = await withinASecond(() => kim.ask('GET', `${PATH}/knowledge`));
    expect([answer.status, answer.headers['retry-after'], answer.body]).toMatchObject([
      503,
      '2',
      { code: 'UNAVAILABLE', retryAfterS: 2 },
    ]);
    const graphql = await withinASecond(() =>
      kim.graphql('{ knowledge(botId: "7d3d4a1e-5f0c-4d2a-9c1b-2f6f0a5e8b11") { total } }'),
    );
    expect(graphql.body).toMatchObject({ errors: [{ extensions: { code: 'UNAVAILABLE', statusCode: 503, retryAfterS: 2 } }] });
    expect((await kim.ask('GET', PATH)).status).toBe(200);
    const ready = await world.send('GET', '/health/ready');
    expect([ready.status, ready.body]).toMatchObject([503, { ready: false, checks: { knowledge: 'failed', bots: 'ok' } }]);
    expect((await world.send('GET', '/health/live')).body).toEqual({ status: 'ok' });
  });

  it('does not take a missing auth service for a missing session', async () => {
    await world.stop('auth');
    const stranger = world.client();
    const sent: Record<string, string>[] = [{ authorization: `Bearer ${stranger.token}` }, { cookie: `kith=${stranger.cookie}` }];
    for (const headers of sent) {
      const answer = await withinASecond(() => world.send('GET', '/api/credits', { headers }));
      expect([answer.status, answer.body]).toMatchObject([503, { code: 'UNAVAILABLE' }]);
    }
    // Who was here a moment ago goes on for seconds.
    expect((await kim.ask('GET', '/api/credits')).status).toBe(200);
  });

  it('cuts no answer off when it is told to stop', async () => {
    const response = await open(world.baseUrl, 'POST', `${PATH}/chat/stream`, {
      headers: { authorization: `Bearer ${kim.token}` },
      body: { message: TALK_ON },
    });
    let text = '';
    response.on('data', (chunk: Buffer) => (text += chunk.toString()));
    const stopping = world.gateway.stopWork();
    await waitFor('a closed door', () =>
      world.send('GET', '/health/live').then(
        () => false,
        () => true,
      ),
    );
    const words = text.length;
    await waitFor('more words', () => text.length > words + 100);
    response.destroy();
    await stopping;
    await world.gateway.close();
  });
});
