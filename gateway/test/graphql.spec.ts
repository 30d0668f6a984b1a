import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { initialBotSettings } from '@kith/proto';
import { GraphQLSchemaHost } from '@nestjs/graphql';
import { isEnumType, isInputObjectType, isListType, isNonNullType, type GraphQLInputType } from 'graphql';
import { gatewayUnderTest, type Client, type GatewayUnderTest } from './gateway-under-test.js';
import { withCpuTime } from './http-client.js';
import { USER_WITH_INVALID_ANSWERS, TAKEN_TOKEN } from './stubs/values.js';

interface Reply {
  readonly data?: Record<string, unknown> | null;
  readonly errors?: { readonly message: string; readonly path?: unknown; readonly extensions: Record<string, unknown> }[];
}

describe('GraphQL', () => {
  let world: GatewayUnderTest;
  let kim: Client;
  const botId = randomUUID();
  const itemId = randomUUID();

  beforeAll(async () => {
    world = await gatewayUnderTest();
    kim = world.client({ username: 'kim' });
  });
  afterAll(() => world.close());

  const ask = async (query: string, variables?: object, client = kim): Promise<Reply> =>
    (await client.graphql(query, variables)).body as Reply;
  const lastCall = (name: string) => world.stubs.calls.findLast((call) => call.name === name)?.input;

  describe('queries', () => {
    it('several queries in one document are all answered', async () => {
      const query = `query All($botId: ID!) {
        me { username isAdmin impersonatedBy { id } }
        bots(limit: 2, search: null) { total bots { name personality } }
        bot(id: $botId) { id channelSettings { customPrefix } preferences { maxTokens } messageCount }
        knowledge(botId: $botId, limit: 1) { total items { title position { x y } } }
        usage { used dailyLimit credits resetsAt }
        chatEngine(botId: $botId) { engine label }
      }`;
      const { data, errors } = await ask(query, { botId });
      expect(errors).toBeUndefined();
      expect(data).toMatchObject({
        me: { username: 'kim', isAdmin: false, impersonatedBy: null },
        bots: { total: 230, bots: [{ name: 'Bot 0', personality: { humor: true, empathy: 40 } }, { name: 'Bot 1' }] },
        bot: { id: botId, channelSettings: { customPrefix: '!' }, preferences: { maxTokens: 1000 }, messageCount: 0 },
        knowledge: { total: 3, items: [{ title: 'Port Amber', position: { x: 350, y: 250 } }] },
        usage: { used: 3, dailyLimit: 50, credits: 12 },
        chatEngine: { engine: 'builtin' },
      });
    });

    it.each([
      ['{ bots { bots { name status } } }', ['name', 'status']],
      ['{ list: bots { total } }', ['id']],
      [
        '{ bots { bots { ...A ... on Bot { dailyCaps { perBot } } } } } fragment A on Bot { title: name __typename ...B } fragment B on Bot { version }',
        ['name', 'dailyCaps', 'version'],
      ],
      ['query Q($no: Boolean = false) { bots { bots { id @skip(if: $no) model @include(if: $no) } } }', ['id', 'model']],
    ])('the list of bots is asked for the selected fields only: %s', async (query, fields) => {
      expect((await ask(query)).errors).toBeUndefined();
      const asked = (lastCall('bots.listFields') as { fields: string[] }).fields;
      expect(asked.toSorted()).toEqual(fields.toSorted());
    });

    it.each([
      ['knowledge.summaries', '{ knowledge(botId: $botId, search: "tide") { total items { id title excerpt } } }'],
      ['knowledge.summaries', '{ knowledge(botId: $botId, search: "tide") { total isMoreThanTotal } }'],
      ['knowledge.list', '{ knowledge(botId: $botId, search: "tide") { total items { id content } } }'],
      ['knowledge.list', '{ knowledge(botId: $botId, search: "tide") { items { ... on KnowledgeItem { text: content } } } }'],
      [
        'knowledge.list',
        '{ knowledge(botId: $botId, search: "tide") { ...A } } fragment A on KnowledgeList { items { ...B } } fragment B on KnowledgeItem { id ...C ...C } fragment C on KnowledgeItem { content }',
      ],
      [
        'knowledge.summaries',
        '{ knowledge(botId: $botId, search: "tide") { items { ...A } } knowledgeItem(botId: $botId, itemId: $botId) { content } } fragment A on KnowledgeItem { ...B ...B } fragment B on KnowledgeItem { excerpt }',
      ],
    ])('the call %s is chosen for %s: item contents are read only when selected [S57]', async (call, query) => {
      const before = world.stubs.calls.length;
      const { data, errors } = await ask(`query Q($botId: ID!) ${query}`, { botId });
      expect([errors, data]).toMatchObject([undefined, { knowledge: {} }]);
      const lists = world.stubs.calls.slice(before).filter(({ name }) => /^knowledge\.(list|summaries)$/.test(name));
      expect(lists).toMatchObject([{ name: call, input: { botId, search: 'tide', limit: 100, offset: 0 } }]);
    });

    it('signed out, me is null and every other field is UNAUTHENTICATED', async () => {
      const query = '{ me { id } usage { used } bots { total } }';
      const answer = await world.send('POST', '/graphql', { body: { query } });
      expect(answer.status).toBe(200);
      const { data, errors } = answer.body as Reply;
      expect(data).toBeNull();
      expect(errors).toHaveLength(1);
      expect(errors?.[0]).toMatchObject({ message: 'Please sign in.', extensions: { code: 'UNAUTHENTICATED', statusCode: 401 } });
      const signedOut = await world.send('POST', '/graphql', { body: { query: '{ me { id } }' } });
      expect(signedOut.body).toEqual({ data: { me: null } });
    });

    it('every field except the sign-in fields requires a user', async () => {
      const { schema } = world.gateway.app.get(GraphQLSchemaHost);
      const fields = [schema.getQueryType(), schema.getMutationType()].flatMap((type) =>
        Object.values(type?.getFields() ?? {}).map((field) => ({ type, field })),
      );
      const before = world.stubs.calls.length;
      for (const { type, field } of fields) {
        const args = field.args.filter((arg) => isNonNullType(arg.type)).map((arg) => `${arg.name}: ${literal(arg.type)}`);
        const list = args.length > 0 ? `(${args.join(', ')})` : '';
        const query = `${type?.name.toLowerCase()} { ${field.name}${list} { __typename } }`;
        const { errors } = (await world.send('POST', '/graphql', { body: { query } })).body as Reply;
        if (OPEN.has(field.name)) expect(errors?.[0]?.extensions['code']).not.toBe('UNAUTHENTICATED');
        else expect(errors?.[0]?.extensions['code']).toBe('UNAUTHENTICATED');
      }
      expect(fields.length).toBeGreaterThan(60);
      const asked = world.stubs.calls.slice(before).map(({ name }) => name);
      expect(
        asked.filter(
          (name) => !/^(?:chat\.models|auth\.(?:signInOptions|register|login|requestPasswordReset|resetPassword))$/.test(name),
        ),
      ).toEqual([]);
    });

    it('an unknown bearer answers 401 for any document', async () => {
      const answer = await world.send('POST', '/graphql', {
        headers: { authorization: 'Bearer gone' },
        body: { query: '{ me { id } }' },
      });
      expect([answer.status, answer.body]).toMatchObject([
        401,
        { errors: [{ extensions: { code: 'UNAUTHENTICATED', statusCode: 401 } }] },
      ]);
    });
  });

  describe('mutations', () => {
    it('a bot is created, changed, started, stopped and deleted', async () => {
      const input = { name: 'Amber', personality: { humor: 80 }, description: 'Knows the coast' };
      const created = await ask(
        'mutation M($input: CreateBotInput!) { createBot(input: $input) { bot { name personality } droppedTraits warnings } }',
        { input },
      );
      expect(created.data).toEqual({
        createBot: { bot: { name: 'Amber', personality: { humor: 80 } }, droppedTraits: [], warnings: [] },
      });
      const changed = await ask(
        `mutation { updateBot(id: "${botId}", input: { name: "Beryl", instructions: null, personality: { wit: true } }) { bot { id name } droppedTraits } }`,
      );
      expect(changed.data).toEqual({ updateBot: { bot: { id: botId, name: 'Beryl' }, droppedTraits: ['witty'] } });
      expect(lastCall('bots.update')).toMatchObject({ botId, actor: kim.actor, instructions: null, personality: { wit: true } });
      const power = await ask(`mutation { startBot(id: "${botId}") { runtimeState } stopBot(id: "${botId}") { runtimeState } }`);
      expect(power.data).toEqual({ startBot: { runtimeState: 'online' }, stopBot: { runtimeState: 'stopped' } });
      const deleted = await ask(`mutation { deleteBot(id: "${botId}") { message } }`);
      expect(deleted.data).toEqual({ deleteBot: { message: 'Bot deleted' } });
    });

    it('a knowledge item is created, changed and deleted', async () => {
      const input = { title: 'Tides', content: 'Twice a day.', tags: ['sea'], position: { x: 1, y: 2 } };
      const taught = await ask(
        'mutation M($id: ID!, $input: CreateKnowledgeInput!) { addKnowledge(botId: $id, input: $input) { botId title tags position { x } } }',
        { id: botId, input },
      );
      expect(taught.data).toEqual({ addKnowledge: { botId, title: 'Tides', tags: ['sea'], position: { x: 1 } } });
      const changed = await ask(
        `mutation { updateKnowledge(botId: "${botId}", itemId: "${itemId}", input: { title: "Ebb" }) { id title } }`,
      );
      expect(changed.data).toEqual({ updateKnowledge: { id: itemId, title: 'Ebb' } });
      const forgotten = await ask(`mutation { deleteKnowledge(botId: "${botId}", itemId: "${itemId}") { message } }`);
      expect(forgotten.data).toEqual({ deleteKnowledge: { message: 'Knowledge deleted' } });
    });
  });

  describe('errors', () => {
    it('carry the same code, status and details as REST', async () => {
      const query = 'mutation M($input: CreateBotInput!) { createBot(input: $input) { bot { id } } }';
      const message = 'Bot name must be at least 3 characters';
      const { data, errors } = await ask(query, { input: { name: 'ab' } });
      expect(data).toBeNull();
      expect(errors).toEqual([
        expect.objectContaining({
          message,
          path: ['createBot'],
          extensions: { code: 'BAD_INPUT', statusCode: 400, fields: { name: message } },
        }),
      ]);
      const conflict = await ask(query, { input: { name: 'abc', discordToken: TAKEN_TOKEN } });
      expect(conflict.errors?.[0]?.extensions).toEqual({ code: 'TOKEN_IN_USE', statusCode: 409 });
    });

    it('a malformed id is NOT_FOUND, and the null bot has an error that says why', async () => {
      const { data, errors } = await ask('{ bot(id: "nobody") { id } }');
      expect(data).toEqual({ bot: null });
      expect(errors?.[0]?.extensions).toEqual({ code: 'NOT_FOUND', statusCode: 404 });
    });

    it.each([
      ['preferences.maxTokens', { preferences: { maxTokens: 'many' } }],
      ['preferences.contextRetention', { preferences: { contextRetention: 'all' } }],
      ['channelSettings.allowedChannels.1', { channelSettings: { allowedChannels: ['1', 7] } }],
      ['responseStyle', { responseStyle: 7 }],
      ['input', { nickname: 'Al' }],
    ])('a variable of the wrong type is rejected with a message at its field: %s', async (field, changes) => {
      const query = 'mutation M($id: ID!, $input: UpdateBotInput!) { updateBot(id: $id, input: $input) { warnings } }';
      const { errors } = await ask(query, { id: botId, input: changes });
      const message = 'A value is missing or of the wrong kind.';
      expect(errors).toEqual([
        expect.objectContaining({ message, extensions: { code: 'BAD_INPUT', statusCode: 400, fields: { [field]: message } } }),
      ]);
    });

    it('an input passes null on as null, and leaves out what is absent, in nested objects too', async () => {
      const query = 'mutation M($id: ID!, $input: UpdateBotInput!) { updateBot(id: $id, input: $input) { warnings } }';
      const input = { description: null, preferences: { shareLinks: true }, channelSettings: {} };
      expect((await ask(query, { id: botId, input })).errors).toBeUndefined();
      expect(lastCall('bots.update')).toEqual({ ...input, botId, actor: kim.actor });
      const { errors } = await ask(query, { id: botId, input: { preferences: { maxTokens: null } } });
      expect(errors?.[0]?.extensions).toMatchObject({
        code: 'BAD_INPUT',
        fields: { 'preferences.maxTokens': expect.any(String) },
      });
    });

    it('the message of an unexpected error is hidden', async () => {
      const { errors } = await ask('{ bots(search: "a bug") { total } }');
      expect(errors?.[0]).toMatchObject({
        message: 'Something went wrong on our side.',
        extensions: { code: 'INTERNAL', statusCode: 500 },
      });
      expect(Object.keys(errors?.[0]?.extensions ?? {}).toSorted()).toEqual(['code', 'statusCode']);
    });

    it.each([
      ['{', 400, 'MALFORMED'],
      ['', 400, 'BAD_INPUT'],
      ['{ nothing }', 400, 'BAD_INPUT'],
      ['{ bot { id } }', 400, 'BAD_INPUT'],
      ['{ __typename @skip(if: "x") }', 400, 'BAD_INPUT'],
      ['subscription { bots }', 400, 'BAD_INPUT'],
      ['mutation { createBot(input: { name: 7 }) { bot { id } } }', 400, 'BAD_INPUT'],
      ['mutation { createBot(input: { name: "abc", isAdmin: true }) { bot { id } } }', 400, 'BAD_INPUT'],
    ])('the document %j is refused', async (query, status, code) => {
      const answer = await kim.graphql(query);
      expect([answer.status, answer.body]).toMatchObject([status, { errors: [{ extensions: { code, statusCode: status } }] }]);
      expect(answer.text).not.toMatch(/stacktrace|node_modules|\.ts:\d+|Did you mean/);
    });

    it('errors suggest no field names', async () => {
      const answer = await kim.graphql('{ usages { used } bots { totl } }');
      expect(answer.text).toContain('Cannot query field');
      expect(answer.text).not.toMatch(/Did you mean|"usage"|"total"/);
    });

    it.each([
      ['a batch', [{ query: '{ me { id } }' }, { query: '{ me { id } }' }]],
      ['no query', {}],
      ['wrong variables', { query: '{ me { id } }', variables: 'x' }],
    ])('the body %s is refused', async (_name, body) => {
      const answer = await kim.ask('POST', '/graphql', body);
      expect([answer.status, answer.body]).toMatchObject([400, { errors: [{ extensions: { code: 'BAD_INPUT' } }] }]);
    });

    it('a query above the cost limit is refused and the largest query of a page is answered [S57]', async () => {
      const namesIn = (settings: object) => `{ ${Object.keys(settings).join(' ')} }`;
      const { preferences, channelSettings } = initialBotSettings();
      const settings = namesIn(channelSettings).replace('proactiveMessages', 'proactiveMessages { channelId }');
      const fields = `id name description personality preferences ${namesIn(preferences)} channelSettings ${settings} status created version`;
      const page = `bots(limit: 200) { total bots { ${fields} } }`;
      expect((await ask(`{ ${page} }`)).errors).toBeUndefined();
      const several = Array.from({ length: 12 }, (_, at) => `a${at}: ${page}`).join(' ');
      const message = expect.stringMatching(/^The query costs \d+ points, at most \d+ are allowed\.$/);
      expect((await ask(`{ ${several} }`)).errors).toMatchObject([{ message, extensions: { code: 'BAD_INPUT' } }]);
      // A variable may be anything up to the most that a list answers.
      const unknown = Array.from({ length: 12 }, (_, at) => `a${at}: bots(limit: $limit) { bots { ${fields} } }`).join(' ');
      expect((await ask(`query Q($limit: Int) { ${unknown} }`, { limit: 1 })).errors).toMatchObject([{ message }]);
      const few = Array.from({ length: 12 }, (_, at) => `a${at}: bots(limit: 5) { bots { ${fields} } }`).join(' ');
      expect((await ask(`{ ${few} }`)).errors).toBeUndefined();
    });

    it('only unexpected errors are logged, once, with the request id of the answer', async () => {
      expect(world.log.filter((line) => line.includes('request failed'))).toEqual([]);
      const odd = world.client({ username: USER_WITH_INVALID_ANSWERS });
      const answer = await odd.graphql('{ bots { total } }');
      expect(answer.body).toMatchObject({ errors: [{ extensions: { code: 'INTERNAL', statusCode: 500 } }] });
      expect(answer.text).not.toContain('non-nullable');
      const lines = world.log.filter((line) => line.includes('request failed'));
      expect(lines).toHaveLength(1);
      expect(JSON.parse(lines[0] ?? '')).toMatchObject({ requestId: answer.headers['x-request-id'], route: '/graphql' });
    });

    it('GET requests and forms are refused and change nothing', async () => {
      const before = world.stubs.calls.length;
      const mutation = encodeURIComponent(`mutation { deleteBot(id: "${botId}") { message } }`);
      const headers = { authorization: `Bearer ${kim.token}`, 'apollo-require-preflight': 'yes' };
      expect((await world.send('GET', `/graphql?query=${mutation}`, { headers })).status).toBe(405);
      const simple = await world.send('GET', `/graphql?query=${encodeURIComponent('{ usage { used } }')}`, {
        headers: { authorization: headers.authorization },
      });
      expect([simple.status, simple.headers.allow]).toEqual([405, 'POST']);
      expect(world.stubs.calls.slice(before).map(({ name }) => name)).not.toContain('bots.remove');
    });
  });

  describe('limits', () => {
    const aliases = (count: number) => `{ ${Array.from({ length: count }, (_, at) => `a${at}: usage { used }`).join(' ')} }`;

    it('15 aliases are allowed and 16 are refused [S57]', async () => {
      expect((await kim.graphql(aliases(15))).status).toBe(200);
      const before = world.stubs.calls.length;
      const answer = await kim.graphql(aliases(16));
      expect([answer.status, answer.body]).toMatchObject([400, { errors: [{ extensions: { code: 'BAD_INPUT' } }] }]);
      expect(world.stubs.calls.length).toBe(before);
    });

    it('depth 8 is allowed and 9 is refused, through fragments too; endless fragments are refused [S57]', async () => {
      const deep = (levels: number) => `{ ${'bots { '.repeat(levels - 1)} id ${' }'.repeat(levels - 1)} }`;
      expect((await ask(deep(8))).errors?.some(({ message }) => message.includes('deep'))).toBe(false);
      expect((await ask(deep(9))).errors?.some(({ message }) => message.includes('9 levels deep'))).toBe(true);
      const fragments = Array.from({ length: 9 }, (_, at) => `fragment F${at} on BotList { bots { ...F${at + 1} } }`).join(' ');
      const through = await ask(`{ bots { ...F0 } } ${fragments} fragment F9 on BotList { total }`);
      expect(through.errors?.some(({ message }) => message.includes('levels deep'))).toBe(true);
      expect((await kim.graphql('{ bots { ...F } } fragment F on BotList { bots { ...F } }')).status).toBe(400);
    });

    it('fragments that double at each step are refused without executing them [S57]', async () => {
      const steps = Array.from({ length: 140 }, (_, at) => `fragment F${at} on Query { ...F${at + 1} ...F${at + 1} }`).join(' ');
      const answer = await kim.graphql(`{ ...F0 } ${steps} fragment F140 on Query { __typename }`);
      expect([answer.status, answer.body]).toMatchObject([400, { errors: [{ extensions: { code: 'BAD_INPUT' } }] }]);
    });

    it('fragments with fields that double at each step are refused after visiting each fragment once [S57]', async () => {
      const steps = Array.from({ length: 27 }, (_, at) => `fragment F${at} on Query { ...F${at + 1} ...F${at + 1} }`).join(' ');
      const query = `{ ...F0 } ${steps} fragment F27 on Query { usage { used } }`;
      const { result, cpuMs } = await withCpuTime(() => kim.graphql(query));
      expect([result.status, result.body]).toMatchObject([400, { errors: [{ extensions: { code: 'BAD_INPUT' } }] }]);
      // Visiting a fragment for each of its 134 million occurrences takes many seconds.
      expect(cpuMs).toBeLessThan(1000);
    });

    it('too many tokens or directives are refused [S57]', async () => {
      const tokens = await kim.graphql(`{ ${'me { id } '.repeat(500)} }`);
      expect([tokens.status, tokens.body]).toMatchObject([400, { errors: [{ extensions: { code: 'MALFORMED' } }] }]);
      const directives = Array.from({ length: 16 }, () => '... @include(if: true) { __typename }').join(' ');
      expect((await kim.graphql(`{ ${directives} }`)).status).toBe(400);
    });
  });
});

/** What works without a session. */
const OPEN = new Set(['me', 'signInOptions', 'modelCatalogue', 'register', 'login', 'requestPasswordReset', 'resetPassword']);

/** A value that parses for any argument we have. */
function literal(type: GraphQLInputType): string {
  if (isNonNullType(type)) return literal(type.ofType);
  if (isListType(type)) return '[]';
  if (isEnumType(type)) return String(type.getValues()[0]?.name);
  if (!isInputObjectType(type)) return type.name === 'Int' ? '7' : JSON.stringify(randomUUID());
  const fields = Object.values(type.getFields()).filter((field) => isNonNullType(field.type));
  return `{ ${fields.map((field) => `${field.name}: ${literal(field.type)}`).join(', ')} }`;
}
