import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { PAGE, gatewayUnderTest, type Client, type GatewayUnderTest } from './gateway-under-test.js';

const NAMES = '{ __schema { types { name fields { name type { ofType { ofType { ofType { name } } } } } } } }';
const DOCUMENTS = {
  'sha256:usage': 'query Usage { usage { used credits } }',
  'sha256:bots': 'query Bots($limit: Int) { bots(limit: $limit) { total bots { ...Named } } } fragment Named on Bot { name }',
  'sha256:names': NAMES,
  'sha256:live': 'subscription Live { usageChanged { used } }',
};
const APP_KEYRING = `k1:${Buffer.alloc(32).toString('base64')}`;

describe.each([
  ['in production', { NODE_ENV: 'production', APP_KEYRING }, true],
  ['in development', {}, false],
])('trusted documents %s [S59]', (_where, env, isProduction) => {
  let world: GatewayUnderTest;
  let kim: Client;

  beforeAll(async () => {
    world = await gatewayUnderTest({
      env,
      web: { 'index.html': PAGE, 'trusted-documents.json': JSON.stringify(DOCUMENTS) },
    });
    kim = world.client();
  });
  afterAll(() => world.close());

  const byHash = (sha256Hash: unknown, more: object = {}) =>
    kim.ask('POST', '/graphql', { ...more, extensions: { persistedQuery: { version: 1, sha256Hash } } });
  const unknown = [400, { errors: [{ extensions: { code: 'DOCUMENT_UNKNOWN', statusCode: 400 } }] }];

  it('are executed by their hash, with __typename added', async () => {
    expect((await byHash('sha256:usage', { operationName: 'Usage' })).body).toEqual({
      data: { usage: { used: 3, credits: 12, __typename: 'Usage' } },
    });
    expect((await byHash('sha256:bots', { variables: { limit: 1 } })).body).toMatchObject({
      data: { bots: { __typename: 'BotList', bots: [{ name: 'Bot 0', __typename: 'Bot' }] } },
    });
  });

  it.each([['sha256:nothing'], [''], [null], [7], ['__proto__'], ['constructor']])(
    'are not found for the hash %j',
    async (hash) => {
      const answer = await byHash(hash);
      if (hash === null || hash === 7) expect(answer.status).toBe(400);
      else expect([answer.status, answer.body]).toMatchObject(unknown);
    },
  );

  it('require authentication like any other document', async () => {
    const body = { extensions: { persistedQuery: { version: 1, sha256Hash: 'sha256:usage' } } };
    expect((await world.send('POST', '/graphql', { body })).body).toMatchObject({
      errors: [{ extensions: { code: 'UNAUTHENTICATED' } }],
    });
  });

  it(`are ${isProduction ? 'the only documents that are executed' : 'executed beside any other document'}`, async () => {
    const query = '{ usage { used } }';
    const [plain, beside] = [await kim.graphql(query), await byHash('sha256:usage', { query: '{ me { id } }' })];
    if (isProduction) expect([plain.status, plain.body]).toMatchObject(unknown);
    else expect(plain.body).toEqual({ data: { usage: { used: 3 } } });
    // A document sent along with a known hash is ignored.
    expect(beside.body).toMatchObject({ data: { usage: { used: 3 } } });
    // In development the documents change without a build, so unknown hashes with a document are executed.
    const changed = await byHash('sha256:changed', { query });
    if (isProduction) expect([changed.status, changed.body]).toMatchObject(unknown);
    else expect(changed.body).toEqual({ data: { usage: { used: 3 } } });
  });

  it.each(['GET', 'HEAD'])('cannot be bypassed by %s requests', async (method) => {
    const headers = { authorization: `Bearer ${kim.token}`, 'apollo-require-preflight': 'yes' };
    const answer = await world.send(method, `/graphql?query=${encodeURIComponent('{ usage { used } }')}`, { headers });
    expect([answer.status, answer.text.includes('used')]).toEqual([405, false]);
  });

  it(`${isProduction ? 'cannot contain introspection' : 'may contain introspection'} [S58]`, async () => {
    const answer = await byHash('sha256:names');
    if (isProduction)
      expect([answer.status, answer.body]).toMatchObject([400, { errors: [{ extensions: { code: 'BAD_INPUT' } }] }]);
    else expect(answer.body).toMatchObject({ data: { __schema: {} } });
  });

  it('cannot be sent as a batch [S57]', async () => {
    const answer = await kim.ask('POST', '/graphql', [
      { extensions: { persistedQuery: { version: 1, sha256Hash: 'sha256:usage' } } },
    ]);
    expect(answer.status).toBe(400);
  });
});
