import { FairScheduler, type FairSchedulerOptions } from '@kith/kit';
import { type ListedTool, MAX_LISTED_TOOLS, MAX_TOOL_TEXT_CHARS, type mcp, type OutputOf, type ParsedInputOf } from '@kith/proto';
import type { Response } from 'undici';
import { z } from 'zod';
import { EventStream } from './event-stream.js';
import { pageError } from './page-address.js';
import type { PageFetcher } from './page-fetcher.js';
import { isDeeper, parametersOf } from './tool-schema.js';

/** Of one answer of a server. */
const MAX_BYTES = 262_144;
const MAX_PAGES = 3;
const MAX_DESCRIPTION_CHARS = 500;
/** Of values that a tool answers. */
const MAX_VALUE_DEPTH = 100;
/** Of all requests together, shorter than whoever asks waits. */
const TIMEOUTS = { listMs: 10_000, callMs: 13_000 };
const GOODBYE_TIMEOUT_MS = 1000;
const PROTOCOL_VERSION = '2025-06-18';
/** How owners share the connections to MCP servers. */
const POOL = {
  capacity: 24,
  maxWaiting: 96,
  maxWaitingPerKey: 8,
  maxRunningPerKey: 4,
  maxRunningPerKeyWhileOthersWait: 2,
} satisfies FairSchedulerOptions;

const NOT_MCP = 'What this address answers is not the protocol of an MCP server (streamable HTTP).';
const SESSION_ID = /^[\x21-\x7E]{1,200}$/;
const NAME = /^[\w./-]{1,100}$/;

const Answer = z.object({
  id: z.union([z.number(), z.string(), z.null()]).optional(),
  result: z.record(z.string(), z.unknown()).optional(),
  error: z.object({ message: z.string() }).optional(),
});
type Answer = z.infer<typeof Answer>;

const Listed = z.object({ name: z.string(), description: z.string().nullish(), inputSchema: z.unknown().optional() });
const ToolList = z.object({ tools: z.array(z.unknown()).max(1000), nextCursor: z.string().max(1000).nullish() });
const Content = z.object({
  type: z.string(),
  text: z.string().nullish(),
  resource: z.object({ text: z.string().nullish() }).nullish(),
});
const ToolResult = z.object({
  content: z.array(Content).max(1000).default([]),
  structuredContent: z.unknown().optional(),
  isError: z.boolean().nullish(),
});

type Server = Pick<ParsedInputOf<typeof mcp.listTools>, 'address' | 'token'>;

/**
 * Calls MCP servers over streamable HTTP (JSON-RPC in POST requests, answered as JSON or as an event stream). A small client of its own: the
 * official one brings a web server and sign-in, and reads answers of any length. Redirects are not followed.
 */
export class McpClient {
  private readonly pool = new FairScheduler(POOL);

  constructor(
    private readonly pages: PageFetcher,
    private readonly timeouts = TIMEOUTS,
  ) {}

  listTools({ userId, plan, ...server }: ParsedInputOf<typeof mcp.listTools>): Promise<OutputOf<typeof mcp.listTools>> {
    return this.pool.run({ key: userId, plan }, async () => {
      const session = await this.open(server, this.timeouts.listMs);
      try {
        return { tools: await listed(session) };
      } finally {
        await session.close();
      }
    });
  }

  callTool({
    userId,
    plan,
    tool,
    arguments: given,
    ...server
  }: ParsedInputOf<typeof mcp.callTool>): Promise<OutputOf<typeof mcp.callTool>> {
    return this.pool.run({ key: userId, plan }, async () => {
      const session = await this.open(server, this.timeouts.callMs);
      try {
        const { result, error } = await session.ask('tools/call', { name: tool, arguments: JSON.parse(given) as unknown });
        return error ? { text: shortened(error.message, MAX_DESCRIPTION_CHARS), isError: true } : resultOf(result);
      } finally {
        await session.close();
      }
    });
  }

  private async open(server: Server, timeoutMs: number): Promise<Session> {
    const session = new Session(this.pages, server, Date.now() + timeoutMs);
    await session.begin();
    return session;
  }
}

/** One conversation with a server. */
class Session {
  private lastId = 0;
  private id: string | null = null;
  private version: string | null = null;

  constructor(
    private readonly pages: PageFetcher,
    private readonly server: Server,
    private readonly endsAt: number,
  ) {}

  async begin(): Promise<void> {
    const { result } = await this.ask('initialize', {
      protocolVersion: PROTOCOL_VERSION,
      capabilities: {},
      clientInfo: { name: 'Kith', version: '1' },
    });
    const version = result?.['protocolVersion'];
    if (typeof version !== 'string' || !/^[\d-]{1,20}$/.test(version)) throw pageError(NOT_MCP);
    this.version = version;
    await this.post({ jsonrpc: '2.0', method: 'notifications/initialized' }, async ({ body }) => {
      await body?.cancel();
    });
  }

  /** The answer to one request. */
  async ask(method: string, params: Readonly<Record<string, unknown>>): Promise<Answer> {
    this.lastId += 1;
    const id = this.lastId;
    return this.post({ jsonrpc: '2.0', id, method, params }, (response) => answerIn(response, id));
  }

  /** A server keeps a session until it is told that it is over. Whether it heard does not matter. */
  async close(): Promise<void> {
    if (this.id === null) return;
    await this.send('DELETE', undefined, GOODBYE_TIMEOUT_MS, async ({ body }) => {
      await body?.cancel();
    }).catch(() => undefined);
  }

  private post<T>(message: object, read: (response: Response) => Promise<T>): Promise<T> {
    const leftMs = this.endsAt - Date.now();
    if (leftMs <= 0) throw pageError('This server took too long to answer.');
    return this.send('POST', JSON.stringify(message), leftMs, async (response) => {
      if (!response.ok) throw pageError(refusalOf(response.status));
      const given = response.headers.get('mcp-session-id');
      if (given !== null && SESSION_ID.test(given)) this.id = given;
      return read(response);
    });
  }

  private send<T>(
    method: 'POST' | 'DELETE',
    body: string | undefined,
    timeoutMs: number,
    read: (response: Response) => Promise<T>,
  ): Promise<T> {
    const { address, token } = this.server;
    const headers = {
      'user-agent': 'Kith (tools)',
      accept: 'application/json, text/event-stream',
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(token !== null && { authorization: `Bearer ${token}` }),
      ...(this.id !== null && { 'mcp-session-id': this.id }),
      ...(this.version !== null && { 'mcp-protocol-version': this.version }),
    };
    return this.pages.read({ address, headers, method, body, timeoutMs, isAllowedHost: () => true }, read);
  }
}

function refusalOf(status: number): string {
  if (status === 401 || status === 403) return 'This server does not accept the token, or needs one.';
  if (status === 404 || status === 405) return 'There is no MCP server at this address.';
  return `This server answered with an error (${status}).`;
}

/** The answer to the request with this id; servers may send other messages before it in the same stream. */
async function answerIn(response: Response, id: number): Promise<Answer> {
  const type = (response.headers.get('content-type') ?? '').toLowerCase();
  const isStream = type.startsWith('text/event-stream');
  if (!isStream && !type.startsWith('application/json')) throw pageError(NOT_MCP);
  const decoder = new TextDecoder();
  const events = isStream ? new EventStream() : undefined;
  let text = '';
  let bytes = 0;
  for await (const piece of response.body ?? []) {
    bytes += (piece as Uint8Array).length;
    if (bytes > MAX_BYTES) throw pageError('The answer of this server is too long.');
    const decoded = decoder.decode(piece as Uint8Array, { stream: true });
    const found = events && answerAmong(events.push(decoded), id);
    if (found) return found;
    if (!events) text += decoded;
  }
  const found = answerAmong(events ? events.end() : [text], id);
  if (!found) throw pageError(NOT_MCP);
  return found;
}

const answerAmong = (messages: readonly string[], id: number): Answer | undefined =>
  messages.map(parsed).find((answer) => answer?.id === id);

function parsed(text: string): Answer | undefined {
  try {
    const answer = Answer.safeParse(JSON.parse(text));
    return answer.success ? answer.data : undefined;
  } catch {
    return undefined;
  }
}

async function listed(session: Session): Promise<ListedTool[]> {
  const found = new Map<string, ListedTool>();
  let cursor: string | undefined;
  for (let page = 0; page < MAX_PAGES; page += 1) {
    // Each page contains where the next one begins.
    // oxlint-disable-next-line no-await-in-loop
    const { result } = await session.ask('tools/list', cursor === undefined ? {} : { cursor });
    const list = ToolList.safeParse(result);
    if (!list.success) throw pageError(NOT_MCP);
    for (const tool of list.data.tools.flatMap(usable)) found.set(tool.name, tool);
    cursor = list.data.nextCursor ?? undefined;
    if (cursor === undefined || found.size >= MAX_LISTED_TOOLS) break;
  }
  return [...found.values()].slice(0, MAX_LISTED_TOOLS);
}

/** None for a tool whose name or parameters no language model can be given. */
function usable(tool: unknown): ListedTool[] {
  const known = Listed.safeParse(tool);
  if (!known.success || !NAME.test(known.data.name)) return [];
  const { name, description, inputSchema } = known.data;
  const parameters = parametersOf(inputSchema);
  if (parameters === null) return [];
  return [{ name, description: shortened(description ?? '', MAX_DESCRIPTION_CHARS), parameters }];
}

function resultOf(result: unknown): OutputOf<typeof mcp.callTool> {
  const known = ToolResult.safeParse(result);
  // Writing a value that is nested thousands of times exceeds the stack.
  if (!known.success || isDeeper(known.data.structuredContent, MAX_VALUE_DEPTH)) throw pageError(NOT_MCP);
  const { content, structuredContent, isError } = known.data;
  const texts = content.map(({ type, text, resource }) => text ?? resource?.text ?? `(${type.slice(0, 40)}: not shown)`);
  const written = texts.join('\n') || (structuredContent === undefined ? '' : JSON.stringify(structuredContent));
  return { text: shortened(written, MAX_TOOL_TEXT_CHARS), isError: isError ?? false };
}

// Characters that neither Postgres nor a prompt needs.
const CONTROLS = /[^\P{Cc}\n\t]/gu;
const shortened = (text: string, maxChars: number): string =>
  text
    .replaceAll(CONTROLS, ' ')
    .slice(0, maxChars)
    .replaceAll(/\p{Cs}/gu, '');
