import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { isPublicAddress } from '@kith/kit';
import { McpClient } from '../src/pages/mcp-client.js';
import { PageFetcher, PUBLIC_INTERNET } from '../src/pages/page-fetcher.js';

interface Message {
  readonly id?: number;
  readonly method: string;
  readonly params?: Record<string, unknown>;
}
type Answer = (message: Message, response: ServerResponse, request: IncomingMessage) => void;

let server: Server;
let port: number;
let seen: { message: Message | null; request: IncomingMessage }[] = [];
let answers: Record<string, Answer> = {};

const json = (response: ServerResponse, id: number | undefined, result: unknown, headers = {}) =>
  response.writeHead(200, { 'content-type': 'application/json', ...headers }).end(JSON.stringify({ jsonrpc: '2.0', id, result }));
const TIDES = {
  name: 'tides',
  description: 'Tells the tides.',
  inputSchema: { type: 'object', properties: { port: { type: 'string' } } },
};
const GOOD: Record<string, Answer> = {
  initialize: ({ id }, response) =>
    json(response, id, { protocolVersion: '2025-06-18', capabilities: {}, serverInfo: {} }, { 'mcp-session-id': 'session-1' }),
  'notifications/initialized': (_message, response) => response.writeHead(202).end(),
  'tools/list': ({ id }, response) => json(response, id, { tools: [TIDES] }),
  'tools/call': ({ id, params }, response) =>
    json(response, id, {
      content: [
        { type: 'text', text: `High in ${JSON.stringify(params)}` },
        { type: 'image', data: 'x' },
      ],
    }),
};

beforeAll(async () => {
  server = createServer((request, response) => {
    void text(request).then((body) => {
      const message = body === '' ? null : (JSON.parse(body) as Message);
      seen.push({ message, request });
      if (message === null) return response.writeHead(200).end();
      return answers[message.method]?.(message, response, request);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  port = (server.address() as AddressInfo).port;
});
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});
beforeEach(() => {
  seen = [];
  answers = { ...GOOD };
});

/** The real rules, except that the test server is reached under every name. */
const rules = (isTestServerAllowed = true) => ({
  ...PUBLIC_INTERNET,
  ports: [80, 443, port],
  isAllowed: (address: string) => (isTestServerAllowed && address === '127.0.0.1') || isPublicAddress(address),
  lookup: ((_host, answer) => answer(null, [{ address: '127.0.0.1', family: 4 }])) satisfies typeof PUBLIC_INTERNET.lookup,
  unreachableAfterMs: 1,
});
const client = (isTestServerAllowed = true) => new McpClient(new PageFetcher(rules(isTestServerAllowed)));
const named = (token: string | null = null) => ({
  userId: '00000000-0000-4000-8000-0000000000a1',
  plan: 'free' as const,
  address: `http://mcp.test:${port}/mcp`,
  token,
});
const list = (from = client(), token: string | null = null) => from.listTools(named(token)).then((answer) => answer.tools);
const call = (given = '{"port":"Amber"}') => client().callTool({ ...named(), tool: 'tides', arguments: given });
const refusal = (words: string) => ({ code: 'UNSUPPORTED_MEDIA', message: expect.stringContaining(words) });

describe('an MCP server', () => {
  it('lists its tools within a session, which is ended, and sees the token in each request', async () => {
    expect(await list(client(), 't0ken')).toEqual([
      { name: 'tides', description: 'Tells the tides.', parameters: JSON.stringify(TIDES.inputSchema) },
    ]);
    expect(seen.map(({ request, message }) => message?.method ?? request.method)).toEqual([
      'initialize',
      'notifications/initialized',
      'tools/list',
      'DELETE',
    ]);
    expect(seen.every(({ request }) => request.headers.authorization === 'Bearer t0ken')).toBe(true);
    expect(seen.slice(1).map(({ request }) => request.headers['mcp-session-id'])).toEqual(Array(3).fill('session-1'));
    expect(seen[2]?.request.headers['mcp-protocol-version']).toBe('2025-06-18');
  });

  it.each([
    ['with a character that no header may have', 'session é'],
    ['of more than 200 characters', 'x'.repeat(201)],
  ])('names no session %s in later requests [S50]', async (_what, session) => {
    answers['initialize'] = ({ id }, response) =>
      json(response, id, { protocolVersion: '2025-06-18' }, { 'mcp-session-id': Buffer.from(session).toString('latin1') });
    expect(await list()).toHaveLength(1);
    expect(seen.map(({ request }) => request.headers['mcp-session-id'])).toEqual(Array(3).fill(undefined));
  });

  it('answers a call as text, also in an event stream behind other messages', async () => {
    const result = { text: 'High in {"name":"tides","arguments":{"port":"Amber"}}\n(image: not shown)', isError: false };
    expect(await call()).toEqual(result);
    answers['tools/call'] = ({ id, params }, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' });
      response.write(': ping\n\nevent: message\r\ndata: {"jsonrpc":"2.0","method":"notifications/progress"}\r\n\r\n');
      const content = [{ type: 'text', text: `High in ${JSON.stringify(params)}` }, { type: 'image' }];
      // The stream stays open, as servers may keep it.
      response.write(`data: ${JSON.stringify({ jsonrpc: '2.0', id, result: { content } })}\n\n`);
    };
    expect(await call()).toEqual(result);
  });

  it('may say that a call failed, in its own words', async () => {
    answers['tools/call'] = ({ id }, response) =>
      json(response, id, { isError: true, content: [{ type: 'text', text: 'No port.' }] });
    expect(await call()).toEqual({ text: 'No port.', isError: true });
    answers['tools/call'] = ({ id }, response) =>
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify({ jsonrpc: '2.0', id, error: { code: -32_602, message: `Bad\0 ${'x'.repeat(2000)}` } }));
    const { text: told, isError } = await call();
    expect([told.startsWith('Bad  x'), told.length, isError]).toEqual([true, 500, true]);
  });

  it('may answer values instead of texts, but not nested without bounds', async () => {
    const answer = (value: string) => {
      answers['tools/call'] = ({ id }, response) =>
        response
          .writeHead(200, { 'content-type': 'application/json' })
          .end(`{"jsonrpc":"2.0","id":${id},"result":{"structuredContent":${value}}}`);
    };
    answer('{"high":[4]}');
    expect(await call()).toEqual({ text: '{"high":[4]}', isError: false });
    answer(`${'['.repeat(60_000)}${']'.repeat(60_000)}`);
    await expect(call()).rejects.toMatchObject(refusal('not the protocol'));
  });

  it('lists only tools that a model can be given: no schema bombs, no endless or hostile names and descriptions', async () => {
    const deep = Array.from({ length: 1000 }).reduce<object>((inner) => ({ properties: { a: inner } }), {});
    const wide = { type: 'object', properties: Object.fromEntries(Array.from({ length: 500 }, (_value, at) => [`p${at}`, {}])) };
    const tools = [
      { name: 'deep', inputSchema: deep },
      { name: 'wide', inputSchema: wide },
      { name: 'a b\n', inputSchema: {} },
      { name: 'x'.repeat(101), inputSchema: {} },
      { name: 'list', inputSchema: [] },
      { nothing: true },
      'text',
      { name: 'good', description: `Good\u0007 ${'d'.repeat(900)}`, inputSchema: null },
      { name: 'good' },
    ];
    answers['tools/list'] = ({ id }, response) => json(response, id, { tools });
    const found = await list();
    expect(found).toEqual([{ name: 'good', description: '', parameters: '{"type":"object"}' }]);
    answers['tools/list'] = ({ id, params }, response) => {
      const page = Number(params?.['cursor'] ?? 0);
      const many = Array.from({ length: 15 }, (_value, at) => ({ name: `t${page}-${at}` }));
      json(response, id, { tools: many, nextCursor: String(page + 1) });
    };
    expect(await list()).toHaveLength(45);
  });

  it.each<[string, Answer, string]>([
    ['HTML', (_m, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<html>'), 'not the protocol'],
    [
      'garbage',
      (_m, response) => response.writeHead(200, { 'content-type': 'application/json' }).end('{oops'),
      'not the protocol',
    ],
    ['the answer to another request', (_m, response) => json(response, 99, { tools: [] }), 'not the protocol'],
    ['another shape', ({ id }, response) => json(response, id, { tools: 'many' }), 'not the protocol'],
    ['a huge answer', ({ id }, response) => json(response, id, { tools: ['x'.repeat(300_000)] }), 'too long'],
    ['an endless stream', endless, 'too long'],
    [
      'an empty stream',
      (_m, response) => response.writeHead(200, { 'content-type': 'text/event-stream' }).end(),
      'not the protocol',
    ],
    ['401', (_m, response) => response.writeHead(401).end(), 'does not accept the token'],
    ['404', (_m, response) => response.writeHead(404).end(), 'no MCP server'],
    ['500', (_m, response) => response.writeHead(500).end('stack trace'), 'answered with an error (500)'],
    ['a cut', (_m, response) => response.destroy(), 'could not be reached'],
    ['a redirect', (_m, response) => response.writeHead(307, { location: 'http://127.0.0.1/' }).end(), 'leads to another one'],
  ])('that answers %s is refused in words for the owner', async (_what, answer, words) => {
    answers['tools/list'] = answer;
    await expect(list()).rejects.toMatchObject(refusal(words));
  });

  it('that redirects, even to a public address, gets the token nowhere else [S50]', async () => {
    answers['initialize'] = (_message, response) => response.writeHead(308, { location: `http://other.test:${port}/mcp` }).end();
    await expect(list(client(), 't0ken')).rejects.toMatchObject(refusal('leads to another one'));
    expect(seen).toHaveLength(1);
  });

  it('whose name leads to this machine or a private network gets no request [S50]', async () => {
    await expect(list(client(false))).rejects.toMatchObject(refusal('could not be reached'));
    for (const host of ['127.0.0.1', '169.254.169.254', '10.0.0.1', 'localhost'])
      await expect(client(false).listTools({ ...named(), address: `https://${host}/` })).rejects.toMatchObject(
        refusal('not on the public internet'),
      );
    expect(seen).toEqual([]);
  });

  it('that hangs is left within its time, and others are answered meanwhile', async () => {
    answers['tools/list'] = () => undefined;
    const hanging = new McpClient(new PageFetcher(rules()), { listMs: 300, callMs: 300 });
    const other = list();
    void other.catch(() => undefined);
    await expect(hanging.listTools(named())).rejects.toMatchObject(refusal('too long'));
    answers['tools/list'] = GOOD['tools/list'] as Answer;
    expect(await list()).toHaveLength(1);
    server.closeAllConnections();
    await expect(other).rejects.toMatchObject({ code: 'UNSUPPORTED_MEDIA' });
  });
});

function endless(_message: Message, response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const piece = `data: ${'x'.repeat(30_000)}\n`;
  const more = (): void => {
    if (!response.destroyed) response.write(piece, () => setImmediate(more));
  };
  more();
}
