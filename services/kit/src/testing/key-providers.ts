import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What the provider does with requests that carry a key. */
export type KeyBehaviour =
  | 'working'
  | 'expired'
  | 'without credit'
  | 'forbidden'
  | 'without the model'
  | 'too busy'
  | 'down'
  | 'garbled'
  | 'cut'
  | 'overloaded'
  | 'refusing';

export interface ProviderRequest {
  readonly provider: 'openai' | 'anthropic';
  readonly path: string;
  readonly key: string;
  readonly body: Readonly<Record<string, unknown>>;
}

/** Stand-ins of OpenAI and Anthropic that speak their protocols and know the keys of users. */
export interface StandInKeyProviders {
  /** Variables that make a process use it for the keys of users. */
  readonly env: NodeJS.ProcessEnv;
  readonly openAiUrl: string;
  readonly anthropicUrl: string;
  /** What each key meets; other keys are refused with 401. */
  readonly keys: Map<string, KeyBehaviour>;
  /** What a working key gets to read. */
  reply: string;
  /** Runs before each answer, so that tests can hold requests back. */
  beforeAnswer: () => Promise<unknown>;
  readonly requests: ProviderRequest[];
  stop(): Promise<void>;
}

export const OPENAI_MODELS = ['gpt-6-luna', 'gpt-6.1-sol', 'text-embedding-4', 'gpt-image-2.5'];
export const ANTHROPIC_MODELS = ['claude-sonnet-5-5', 'claude-haiku-5-5'];

/** What every picture is: the first bytes of a PNG. */
const DRAWN = Buffer.from('89504e470d0a1a0a00', 'hex').toString('base64');

/** Starts the stand-ins on one free loopback port. */
export async function startKeyProviders(): Promise<StandInKeyProviders> {
  const state = {
    keys: new Map<string, KeyBehaviour>(),
    reply: 'Hello from your own key.',
    beforeAnswer: (): Promise<unknown> => Promise.resolve(),
    requests: [] as ProviderRequest[],
  };
  const server = createServer((request, response) => {
    void read(request).then(async (received) => {
      state.requests.push(received);
      await state.beforeAnswer();
      const behaviour = state.keys.get(received.key);
      const answer = received.provider === 'openai' ? answerAsOpenAi : answerAsAnthropic;
      answer({ ...received, reply: state.reply }, behaviour, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const [openAiUrl, anthropicUrl] = [`${origin}/openai/v1`, `${origin}/anthropic`];
  return Object.assign(state, {
    openAiUrl,
    anthropicUrl,
    env: { OPENAI_API_URL: openAiUrl, ANTHROPIC_BASE_URL: anthropicUrl },
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  });
}

async function read(request: IncomingMessage): Promise<ProviderRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const { url = '', headers } = request;
  const apiKey = headers['x-api-key'];
  return {
    provider: url.startsWith('/openai/') ? 'openai' : 'anthropic',
    path: url.replace(/^\/\w+/, '').replace(/\?.*/, ''),
    key: typeof apiKey === 'string' ? apiKey : (headers.authorization ?? '').replace(/^Bearer /, ''),
    body: JSON.parse(Buffer.concat(chunks).toString() || '{}') as Record<string, unknown>,
  };
}

type Received = ProviderRequest & { readonly reply: string };

// Providers repeat parts of the key in their errors; here the whole key, so that tests notice where it would be passed on.
function answerAsOpenAi(received: Received, behaviour: KeyBehaviour | undefined, response: ServerResponse): void {
  const fail = (status: number, code: string, type = 'invalid_request_error') =>
    send(response, status, { error: { message: `${code}: ${received.key}`, type, param: null, code } });
  if (behaviour === undefined) return fail(401, 'invalid_api_key');
  if (behaviour === 'expired') return fail(401, 'expired_api_key');
  if (behaviour === 'down') return fail(503, 'service_unavailable', 'server_error');
  if (received.path.endsWith('/models'))
    return send(response, 200, { object: 'list', data: OPENAI_MODELS.map((id, created) => ({ id, created, object: 'model' })) });
  if (behaviour === 'without credit') return fail(429, 'insufficient_quota', 'insufficient_quota');
  if (behaviour === 'too busy') return fail(429, 'rate_limit_exceeded', 'requests');
  if (behaviour === 'forbidden') return fail(403, 'permission_denied');
  if (behaviour === 'without the model') return fail(404, 'model_not_found');
  if (behaviour === 'refusing') return fail(400, 'content_policy_violation');
  if (behaviour === 'overloaded') return fail(500, 'server_error', 'server_error');
  if (received.path.endsWith('/images/generations')) return send(response, 200, { created: 1, data: [{ b64_json: DRAWN }] });
  const chunk = (content: string, finish: string | null) =>
    `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content }, finish_reason: finish }] })}\n\n`;
  const usage = `data: ${JSON.stringify({ choices: [], usage: { prompt_tokens: 30, completion_tokens: 8 } })}\n\n`;
  stream(response, behaviour, {
    pieces: piecesOf(received.reply).map((piece) => chunk(piece, null)),
    end: `${chunk('', 'stop')}${usage}data: [DONE]\n\n`,
  });
}

function answerAsAnthropic(received: Received, behaviour: KeyBehaviour | undefined, response: ServerResponse): void {
  const fail = (status: number, type: string, message = type) =>
    send(response, status, { type: 'error', error: { type, message: `${message} ${received.key}` }, request_id: 'req_1' });
  if (behaviour === undefined) return fail(401, 'authentication_error', 'invalid x-api-key');
  if (behaviour === 'expired') return fail(401, 'authentication_error', 'API key has expired');
  if (behaviour === 'down') return fail(500, 'api_error');
  if (received.path.endsWith('/models')) return send(response, 200, anthropicModels());
  if (behaviour === 'without credit') return fail(400, 'invalid_request_error', 'Your credit balance is too low');
  if (behaviour === 'too busy') return fail(429, 'rate_limit_error');
  if (behaviour === 'forbidden') return fail(403, 'permission_error');
  if (behaviour === 'without the model') return fail(404, 'not_found_error');
  const event = (type: string, data: object) => `event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`;
  const start = event('message_start', {
    message: { id: 'm', role: 'assistant', content: [], usage: { input_tokens: 30, output_tokens: 1 } },
  });
  const delta = (text: string) => event('content_block_delta', { index: 0, delta: { type: 'text_delta', text } });
  const stop = behaviour === 'refusing' ? 'refusal' : 'end_turn';
  const overloaded = event('error', { error: { type: 'overloaded_error', message: `Overloaded ${received.key}` } });
  stream(response, behaviour, {
    pieces: [start, ...(behaviour === 'refusing' ? [] : piecesOf(received.reply).map(delta))],
    end:
      behaviour === 'overloaded'
        ? overloaded
        : `${event('message_delta', { delta: { stop_reason: stop }, usage: { output_tokens: 8 } })}${event('message_stop', {})}`,
  });
}

const anthropicModels = () => ({
  data: ANTHROPIC_MODELS.map((id) => ({ id, type: 'model', display_name: id, created_at: '2026-10-01T00:00:00Z' })),
  has_more: false,
  first_id: ANTHROPIC_MODELS[0],
  last_id: ANTHROPIC_MODELS.at(-1),
});

const piecesOf = (text: string): string[] => text.match(/[^]{1,6}/g) ?? [];

function stream(
  response: ServerResponse,
  behaviour: KeyBehaviour,
  { pieces, end }: { readonly pieces: readonly string[]; readonly end: string },
): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  if (behaviour === 'garbled') return void response.end('event: message_start\ndata: {oops\n\n');
  for (const piece of pieces.slice(0, behaviour === 'cut' ? 2 : undefined)) response.write(piece);
  if (behaviour === 'cut') response.end();
  else response.end(end);
}

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json', 'retry-after-ms': '1' }).end(JSON.stringify(body));
}
