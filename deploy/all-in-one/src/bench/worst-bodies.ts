const MB = 1_048_576;
const KB = 1024;
const JSON_TYPE = { 'content-type': 'application/json' };
const BOUNDARY = 'kith-0123456789abcdef';
const FORM_TYPE = { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` };

/** A body of the largest size and worst shape that a parser accepts or refuses. */
export interface WorstBody {
  readonly parser: string;
  readonly shape: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  /** Read in pieces: the longest time without a pause counts, not the sum. */
  readonly isStreamed?: true;
  readonly isAnonymous?: true;
}

const filled = (unit: string, bytes: number): string => unit.repeat(Math.floor(bytes / unit.length));

/** Texts of JSON within the size, by what they make expensive. */
function shapes(bytes: number): Record<string, string> {
  const room = bytes - 10;
  return {
    'short keys': `{${Array.from({ length: Math.floor(room / 11) }, (_, at) => `"k${at.toString(36)}":1`).join(',')}}`.slice(
      0,
      bytes,
    ),
    '1900 keys': `{${Array.from({ length: 1900 }, (_, at) => `"k${at.toString(36)}":1`)
      .join(',')
      .slice(0, room)
      .replace(/,[^,]*$/, '')}}`,
    'empty objects': `[${filled('{},', room)}{}]`,
    numbers: `[${filled('1e308,', room)}1]`,
    '\\u escapes': `{"x":"${filled('\\u0041', room)}"}`,
    '\\u005f_proto__ keys': `[${filled('{"\\u005f_proto__":1},', room)}{}]`,
    quotes: `{"x":"${filled('\\"', room)}"}`,
    'spaces only': filled(' ', bytes),
    nesting: filled('[', bytes),
  };
}

const jsonBodies = (parser: string, path: string, bytes: number, isAnonymous?: true): WorstBody[] =>
  Object.entries(shapes(bytes)).map(([shape, text]) => ({
    parser,
    shape,
    path,
    headers: JSON_TYPE,
    body: Buffer.from(text),
    ...(isAnonymous && { isAnonymous }),
  }));

function graphqlBodies(): WorstBody[] {
  const login = 'mutation Login($input: CredentialsInput!) { login(input: $input) { token } }';
  const teach = 'mutation Teach($id: ID!, $input: CreateKnowledgeInput!) { addKnowledge(botId: $id, input: $input) { id } }';
  const keys = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, at) => [`k${at}`, at]));
  const graphql = (shape: string, value: object, isAnonymous?: true): WorstBody => ({
    parser: 'GraphQL body',
    shape,
    path: '/graphql',
    headers: JSON_TYPE,
    body: Buffer.from(JSON.stringify(value)),
    ...(isAnonymous && { isAnonymous }),
  });
  return [
    graphql('60,000 unknown keys, signed out', { query: login, variables: { input: keys(60_000) } }, true),
    graphql('1200 unknown keys, signed out', { query: login, variables: { input: keys(1200) } }, true),
    graphql('1900 unknown keys', { query: login, variables: { input: keys(1900) } }),
    graphql('a list of 1900 for a text', {
      query: login,
      variables: { input: { username: Array.from({ length: 1900 }, () => 'x') } },
    }),
    graphql('1 MB of text', { query: teach, variables: { id: '1', input: { title: 'x', content: filled('"', MB / 2 - KB) } } }),
    graphql('a document of one field 1400 times', { query: `{ me { ${filled('id ', 4200)}} }` }),
    graphql('a document of 120 KB of comments', { query: `${filled('# x\n', 120 * KB)}{ me { id } }` }),
  ];
}

function formBodies(botId: string): WorstBody[] {
  const part = (name: string, content: string | Buffer, file = '') =>
    Buffer.concat([
      Buffer.from(`--${BOUNDARY}\r\ncontent-disposition: form-data; name="${name}"${file}\r\n\r\n`),
      Buffer.from(content),
      Buffer.from('\r\n'),
    ]);
  const end = Buffer.from(`--${BOUNDARY}--\r\n`);
  const form = (shape: string, parts: readonly Buffer[]): WorstBody => ({
    parser: 'form',
    shape,
    path: `/api/bots/${botId}/knowledge/upload`,
    headers: FORM_TYPE,
    body: Buffer.concat([...parts, end]),
    isStreamed: true,
  });
  const file = '; filename="a.txt"';
  return [
    form(
      '20 fields of 32 KB',
      Array.from({ length: 20 }, (_, at) => part(`f${at}`, filled('x', 32_000))),
    ),
    form('10 MB of almost a boundary', [part('file', filled(`\r\n--${BOUNDARY.slice(0, -1)}`, 10 * MB - KB), file)]),
    form('10 MB of line breaks', [part('file', filled('\r\n', 10 * MB - KB), file)]),
    form('100,000 empty parts', [Buffer.from(filled(`--${BOUNDARY}\r\n\r\n\r\n`, 3 * MB))]),
  ];
}

function dataUrlBodies(botId: string): WorstBody[] {
  const content = Buffer.alloc(10 * MB - 10, 0xff).toString('base64');
  const message = (shape: string, data: string, files: number): WorstBody => ({
    parser: 'data URL',
    shape,
    path: `/api/bots/${botId}/chat`,
    headers: JSON_TYPE,
    body: Buffer.from(
      `{"message":"When?","attachments":[${Array.from({ length: files }, (_, at) => `{"name":"${at}.txt","type":"text/plain","data":"data:text/plain;base64,${data}"}`).join(',')}]}`,
    ),
    isStreamed: true,
  });
  return [
    message('five files of 10 MB', content, 5),
    message('five files of 10 MB with escaped slashes', content.replaceAll('/', '\\/').slice(0, 13 * MB), 5),
    {
      ...message('texts of quotation marks', '', 0),
      body: Buffer.from(`{"message":"${filled('\\"', 8000)}","x":[${filled('"x",', 110 * KB)}1]}`),
    },
  ];
}

/** The bodies of every parser of the gateway except that of subscriptions. */
export const worstBodies = (botId: string): WorstBody[] => [
  ...jsonBodies('JSON of sign-in, 16 KB', '/api/auth/login', 16 * KB, true),
  ...jsonBodies('JSON, 128 KB', '/api/bots', 128 * KB),
  ...jsonBodies('JSON of knowledge, 1 MB', `/api/bots/${botId}/knowledge`, MB),
  ...graphqlBodies(),
  ...formBodies(botId),
  ...dataUrlBodies(botId),
  {
    parser: 'webhook, 256 KB',
    shape: '\\u escapes',
    path: '/api/webhooks/stripe',
    headers: { ...JSON_TYPE, 'stripe-signature': 't=1,v1=0' },
    body: Buffer.from(`{"x":"${filled('\\u0001', 256 * KB - 20)}"}`),
    isAnonymous: true,
  },
];

/** Messages of a subscription, up to the largest; none is valid, so that each is answered. */
export const worstMessages = (): Record<string, string> => {
  const message = (payload: object) => JSON.stringify({ id: '1', type: 'subscribe', payload });
  return {
    'a document of one field 1400 times': message({ query: `subscription { botStatus { ${filled('botId ', 8400)}} }` }),
    'a document of comments': message({ query: `${filled('#\n', 10 * KB)}subscription { unknown }` }),
    'unknown keys': message({
      query: '{ me { id } }',
      variables: Object.fromEntries(Array.from({ length: 1200 }, (_, at) => [`k${at}`, at])),
    }),
  };
};
