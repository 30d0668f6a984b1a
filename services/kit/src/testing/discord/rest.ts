import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Interactions } from './interactions.js';
import { channelJson, messageJson, userJson } from './payloads.js';
import type { Stats } from './stats.js';
import type { Message, World } from './world.js';

const MESSAGE_MAX = 2000;
/** Application flag: Message Content is switched on for a bot in fewer than 100 guilds. */
const MESSAGE_CONTENT_LIMITED = 1 << 19;

/** How REST requests whose path contains `path` are refused, until `times` of them were. */
export interface Refusal {
  readonly path: string;
  readonly method?: string;
  readonly status: number;
  /** Discord's error code in the body, e.g. 50013 Missing Permissions. */
  readonly code?: number;
  readonly times?: number;
}

export interface Answer {
  readonly status: number;
  readonly body?: unknown;
}

export interface Asked {
  readonly method: string;
  readonly path: readonly string[];
  readonly applicationId: string;
  readonly host: string;
  readonly body: Record<string, unknown>;
}

const notFound: Answer = { status: 404, body: { message: '404: Not Found', code: 0 } };

/** The REST side, version 10: what a bot that receives and answers messages needs. */
export class RestApi {
  #refusals: { refusal: Refusal; left: number }[] = [];

  constructor(
    private readonly world: World,
    private readonly stats: () => Stats,
    private readonly interactions: Interactions,
  ) {}

  refuse(refusal: Refusal): void {
    this.#refusals.push({ refusal, left: refusal.times ?? Number.POSITIVE_INFINITY });
  }

  acceptAgain(): void {
    this.#refusals = [];
  }

  async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { status, body } = await this.#answer(request);
    const text = body === undefined ? '' : JSON.stringify(body);
    response
      .writeHead(status, text ? { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) } : {})
      .end(text);
  }

  async #answer(request: IncomingMessage): Promise<Answer> {
    this.stats().restRequests++;
    const method = request.method ?? 'GET';
    const url = (request.url ?? '').split('?')[0] ?? '';
    const body = await readJson(request);
    const path = url
      .replace(/^\/api(\/v10)?\//, '')
      .split('/')
      .filter(Boolean);
    if (path[0] === 'interactions') return this.#answerInteraction(method, url, path, body);
    const bot = this.world.botByToken(request.headers.authorization);
    if (!bot) {
      this.stats().unauthorized++;
      return { status: 401, body: { message: '401: Unauthorized', code: 0 } };
    }
    const refusal = this.#refusalOf(method, url);
    if (refusal) return { status: refusal.status, body: { message: 'Refused by the test', code: refusal.code ?? 0 } };
    if (!body) return { status: 400, body: { message: 'Invalid JSON', code: 50109 } };
    return this.#route({ method, path, applicationId: bot.applicationId, host: request.headers.host ?? '', body });
  }

  /** Who answers shows no token of the bot. */
  #answerInteraction(method: string, url: string, path: readonly string[], body: Record<string, unknown> | null): Answer {
    const refusal = this.#refusalOf(method, url);
    if (refusal) return { status: refusal.status, body: { message: 'Refused by the test', code: refusal.code ?? 0 } };
    return method === 'POST' && path[3] === 'callback' && body ? this.interactions.serveAnswer(path, body) : notFound;
  }

  #refusalOf(method: string, url: string): Refusal | undefined {
    const found = this.#refusals.find(
      ({ refusal, left }) => left > 0 && url.includes(refusal.path) && (refusal.method ?? method) === method,
    );
    if (found) found.left--;
    return found?.refusal;
  }

  #route(asked: Asked): Answer {
    const [area, id] = asked.path;
    if (area === 'gateway') return this.#gatewayAddress(asked);
    if (area === 'users' && id === '@me') return this.#ownUser(asked);
    if (area === 'applications' && id === '@me') return this.#ownApplication(asked);
    if (area === 'applications' && asked.path[2] === 'commands') return this.interactions.serveCommands(asked);
    if (area === 'channels' && id !== undefined) return this.#inChannel(asked, id);
    return notFound;
  }

  #gatewayAddress({ host }: Asked): Answer {
    const limit = {
      total: 1000,
      remaining: Math.max(0, 1000 - this.stats().identifies),
      reset_after: 86_400_000,
      max_concurrency: 1,
    };
    return { status: 200, body: { url: `ws://${host}/gateway`, shards: 1, session_start_limit: limit } };
  }

  #ownUser({ applicationId }: Asked): Answer {
    const { name, isPerson } = this.world.bot(applicationId);
    return { status: 200, body: userJson(applicationId, name, !isPerson) };
  }

  #ownApplication({ applicationId }: Asked): Answer {
    const bot = this.world.bot(applicationId);
    const flags = bot.messageContent ? MESSAGE_CONTENT_LIMITED : 0;
    return { status: 200, body: { id: applicationId, name: bot.name, flags, bot: userJson(applicationId, bot.name, true) } };
  }

  #inChannel(asked: Asked, channelId: string): Answer {
    const channel = this.world.channel(channelId);
    if (!channel) return { status: 404, body: { message: 'Unknown Channel', code: 10_003 } };
    const { method, path } = asked;
    const [, , what, messageId] = path;
    if (what === undefined && method === 'GET') return { status: 200, body: channelJson(channel) };
    if (what === 'typing' && method === 'POST') {
      this.world.noteTyping(channelId);
      return { status: 204 };
    }
    if (what !== 'messages') return notFound;
    if (messageId === undefined && method === 'POST') return this.#post(asked, channelId);
    const message = messageId === undefined ? undefined : this.world.message(messageId);
    if (!message) return { status: 404, body: { message: 'Unknown Message', code: 10_008 } };
    if (method === 'GET') return { status: 200, body: this.#json(message) };
    return method === 'PATCH' ? this.#edit(asked, message) : notFound;
  }

  #post({ body, applicationId }: Asked, channelId: string): Answer {
    this.stats().posts++;
    const content = String(body['content'] ?? '');
    const problem = contentProblem(content);
    if (problem) return problem;
    const { message, repeated } = this.world.post({
      channelId,
      guildId: this.world.channel(channelId)?.guildId ?? null,
      authorId: applicationId,
      isBot: true,
      content,
      replyTo: referencedMessage(body['message_reference']),
      nonce: body['enforce_nonce'] === true ? String(body['nonce']) : null,
      allowedMentions: body['allowed_mentions'],
    });
    if (repeated) this.stats().repeatedNonces++;
    return { status: 200, body: this.#json(message) };
  }

  #edit({ body, applicationId }: Asked, message: Message): Answer {
    if (message.authorId !== applicationId)
      return { status: 403, body: { message: 'Cannot edit a message authored by another user', code: 50_005 } };
    const content = String(body['content'] ?? message.content);
    const problem = contentProblem(content);
    if (problem) return problem;
    message.content = content;
    return { status: 200, body: this.#json(message) };
  }

  #json(message: Message): unknown {
    const name = message.isBot ? this.world.bot(message.authorId).name : `member-${message.authorId.slice(-4)}`;
    return messageJson(message, { author: { name }, channelType: this.world.channel(message.channelId)?.type ?? 0 });
  }
}

function contentProblem(content: string): Answer | null {
  if (content.trim() === '') return { status: 400, body: { message: 'Cannot send an empty message', code: 50_006 } };
  if (content.length <= MESSAGE_MAX) return null;
  const errors = { content: { _errors: [{ code: 'BASE_TYPE_MAX_LENGTH', message: 'Must be 2000 or fewer in length.' }] } };
  return { status: 400, body: { message: 'Invalid Form Body', code: 50_035, errors } };
}

function referencedMessage(reference: unknown): string | null {
  const isReference = typeof reference === 'object' && reference !== null && 'message_id' in reference;
  return isReference ? String(reference.message_id) : null;
}

async function readJson(request: IncomingMessage): Promise<Record<string, unknown> | null> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  if (chunks.length === 0) return {};
  try {
    return JSON.parse(Buffer.concat(chunks).toString()) as Record<string, unknown>;
  } catch {
    return null;
  }
}
