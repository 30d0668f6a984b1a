import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { PAGE, gatewayUnderTest, type Client, type GatewayUnderTest } from './gateway-under-test.js';
import { withCpuTime, type Answer } from './http-client.js';

const KB = 1024;
const DOCUMENTS = {
  'sha256:login': 'mutation Login($input: CredentialsInput!) { login(input: $input) { token } }',
  'sha256:settings': 'mutation Settings($input: UpdateApiSettingsInput!) { updateApiSettings(input: $input) { id } }',
  'sha256:password': 'mutation Password($password: String!) { deleteAccount(password: $password) { message } }',
  'sha256:bot': 'mutation Bot($id: ID!, $input: UpdateBotInput!) { updateBot(id: $id, input: $input) { warnings } }',
  'sha256:teach': 'mutation Teach($id: ID!, $input: CreateKnowledgeInput!) { addKnowledge(botId: $id, input: $input) { title } }',
};
const APP_KEYRING = `k1:${Buffer.alloc(32).toString('base64')}`;
const PROBLEM = 'A value is missing or of the wrong kind.';
const unknownKeys = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, at) => [`k${at}`, at]));

describe.each([
  ['in production', { NODE_ENV: 'production', APP_KEYRING }, true],
  ['in development', {}, false],
])('GraphQL variables %s', (_where, env, isProduction) => {
  let world: GatewayUnderTest;
  let kim: Client;
  const id = randomUUID();

  beforeAll(async () => {
    world = await gatewayUnderTest({
      env,
      web: { 'index.html': PAGE, 'trusted-documents.json': JSON.stringify(DOCUMENTS) },
    });
    kim = world.client();
  });
  afterAll(() => world.close());

  const bodyOf = (document: keyof typeof DOCUMENTS, variables: unknown) => ({
    variables,
    extensions: { persistedQuery: { version: 1, sha256Hash: document } },
  });
  const signedOut = (document: keyof typeof DOCUMENTS, variables: unknown) =>
    world.send('POST', '/graphql', { body: bodyOf(document, variables) });
  const signedIn = (document: keyof typeof DOCUMENTS, variables: unknown) =>
    kim.ask('POST', '/graphql', bodyOf(document, variables));

  function expectRefused(answer: Answer, fields: readonly string[]): void {
    const named = isProduction ? {} : { fields: Object.fromEntries(fields.map((field) => [field, PROBLEM])) };
    expect([answer.status, answer.body]).toEqual([
      400,
      { errors: [{ message: PROBLEM, extensions: { code: 'BAD_INPUT', statusCode: 400, ...named } }] },
    ]);
  }

  it('with 60,000 unknown keys of nobody signed in are refused unread, in little time and with a small answer [S57]', async () => {
    const { result, cpuMs } = await withCpuTime(() => signedOut('sha256:login', { input: unknownKeys(60_000) }));
    expect([result.status, result.body]).toMatchObject([413, { errors: [{ extensions: { code: 'TOO_LARGE' } }] }]);
    expect(result.text.length).toBeLessThan(KB);
    expect(cpuMs).toBeLessThan(1000);
  });

  it('with as many unknown keys as fit into a body are refused at the first, in little time and with a small answer [S57]', async () => {
    for (const [send, count] of [
      [signedOut, 1200],
      [signedIn, 1900],
    ] as const) {
      const { result, cpuMs } = await withCpuTime(() => send('sha256:login', { input: unknownKeys(count) }));
      expectRefused(result, ['input']);
      expect(cpuMs).toBeLessThan(1000);
    }
  });

  it('with more than 2000 values are refused before the document is executed [S57]', async () => {
    for (const input of [unknownKeys(6000), { list: Array.from({ length: 6000 }, () => 1) }]) {
      const answer = await signedIn('sha256:login', { input });
      expect([answer.status, answer.text]).toEqual([400, expect.stringContaining('more than 2000 values')]);
    }
  });

  it.each<[string, keyof typeof DOCUMENTS, object, string]>([
    ['an API key in a list', 'sha256:settings', { input: { apiKey: ['sk-live-7f3a'] } }, 'input.apiKey'],
    ['a password in an object', 'sha256:password', { password: { value: 'sk-live-7f3a' } }, 'password'],
    [
      'a password in a misspelt field',
      'sha256:login',
      { input: { username: 'kim', password: 'x', pasword: 'sk-live-7f3a' } },
      'input',
    ],
    ['no value of an enum', 'sha256:bot', { id: randomUUID(), input: { responseStyle: 'sk-live-7f3a' } }, 'input.responseStyle'],
    ['no variable where one is required', 'sha256:password', { other: 'sk-live-7f3a' }, 'password'],
    ['null where a value is required', 'sha256:password', { password: null }, 'password'],
    [
      'a wrong value deep inside',
      'sha256:bot',
      { id: randomUUID(), input: { preferences: { maxTokens: 'sk-live-7f3a' } } },
      'input.preferences.maxTokens',
    ],
  ])(
    'with %s are refused with a fixed text: no value, no name, no suggestion [S58]',
    async (_name, document, variables, field) => {
      const answer = await signedIn(document, variables);
      expectRefused(answer, [field.replace(/^input\./, '')]);
      expect(answer.text).not.toMatch(/sk-live|Did you mean|Expected|concise/);
      expect(world.log.filter((line) => line.includes('sk-live'))).toEqual([]);
    },
  );

  it('of signed-in users may have 128 KB, and 1 MB where the input holds long texts [S57]', async () => {
    const content = 'ä'.repeat(200_000);
    const taught = await signedIn('sha256:teach', { id, input: { title: 'Tides', content } });
    expect([taught.status, taught.body]).toEqual([
      200,
      { data: { addKnowledge: { title: 'Tides', __typename: 'KnowledgeItem' } } },
    ]);
    const login = (length: number) => signedIn('sha256:login', { input: { username: 'x'.repeat(length), password: 'y' } });
    expect((await login(120 * KB)).status).toBe(200);
    const refused = await login(130 * KB);
    expect([refused.status, refused.body]).toMatchObject([413, { errors: [{ extensions: { code: 'TOO_LARGE' } }] }]);
    expect((await signedOut('sha256:teach', { id, input: { title: 'Tides', content: 'x'.repeat(17 * KB) } })).status).toBe(413);
  });
});
