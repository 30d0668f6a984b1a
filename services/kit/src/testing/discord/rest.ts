import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Interactions, RestRequest, RestResponse } from './interactions.js';
import type { OAuth } from './oauth.js';
import { channelJson, messageJson, userJson } from './payloads.js';
import type { DiscordStats, Message, DiscordState } from './state.js';

const MESSAGE_MAX = 2000;
/** Application flag: Message Content is switched on for a bot in fewer than 100 guilds. */
const MESSAGE_CONTENT_LIMITED = 1 << 19;

/** Rejects REST requests whose path contains `path`; the first `times` of them, or all when it is absent. */
export interface RequestRejection {
  readonly path: string;
  readonly method?: string;
  /** Only requests of this bot. */
  readonly applicationId?: string;
  /** `none`: the request is never answered. */
  readonly status: number | 'none';
  /** Discord's error code in the body, e.g. 50013 Missing Permissions. */
  readonly code?: number;
  readonly times?: number;
}

/** As Discord limits the messages to a channel: `posts` in each window, which begins with the first of them. */
export interface ChannelLimit {
  readonly posts: number;
  readonly windowMs: number;
}

const notFound: RestResponse = { status: 404, body: { message: '404: Not Found', code: 0 } };

/** The REST API of the stand-in, version 10: the routes that a bot needs to receive and answer messages. */
export class RestApi {
  private rejections: { rejection: RequestRejection; left: number }[] = [];
  private delayMs = 0;
  private channelLimit: ChannelLimit | null = null;
  private readonly windows = new Map<string, { endsAtMs: number; left: number }>();

  constructor(
    private readonly state: DiscordState,
    private readonly stats: () => DiscordStats,
    private readonly interactions: Interactions,
    private readonly oauth: OAuth,
  ) {}

  rejectRequests(rejection: RequestRejection): void {
    this.rejections.push({ rejection, left: rejection.times ?? Number.POSITIVE_INFINITY });
  }

  acceptRequests(): void {
    this.rejections = [];
  }

  delayRequests(ms: number): void {
    this.delayMs = ms;
  }

  limitChannels(limit: ChannelLimit | null): void {
    this.channelLimit = limit;
    this.windows.clear();
  }

  async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (this.delayMs > 0) await sleep(this.delayMs);
    const answer = await this.respond(request);
    if (!answer) return;
    const { status, body, headers = {} } = answer;
    const text = body === undefined ? '' : JSON.stringify(body);
    const ofBody = text ? { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) } : {};
    response.writeHead(status, { ...headers, ...ofBody }).end(text);
  }

  /** Null for a request that is never answered. */
  private async respond(request: IncomingMessage): Promise<RestResponse | null> {
    this.stats().restRequests++;
    const method = request.method ?? 'GET';
    const url = (request.url ?? '').split('?')[0] ?? '';
    const text = await readText(request);
    const body = parsedJson(text);
    const path = url
      .replace(/^\/api(\/v10)?\//, '')
      .split('/')
      .filter(Boolean);
    const signIn = this.oauth.serve({
      method,
      url: new URL(request.url ?? '', 'http://discord'),
      authorization: request.headers.authorization,
      contentType: request.headers['content-type'],
      text,
    });
    if (signIn) {
      const rejection = this.rejectionOf(method, url, undefined);
      return rejection ? rejectedAs(rejection) : signIn;
    }
    if (path[0] === 'interactions') return this.respondToInteraction(method, url, path, body);
    const bot = this.state.botByToken(request.headers.authorization);
    if (!bot) {
      this.stats().unauthorized++;
      return { status: 401, body: { message: '401: Unauthorized', code: 0 } };
    }
    const rejection = this.rejectionOf(method, url, bot.applicationId);
    if (rejection) return rejectedAs(rejection);
    if (!body) return { status: 400, body: { message: 'Invalid JSON', code: 50109 } };
    return this.route({ method, path, applicationId: bot.applicationId, host: request.headers.host ?? '', body });
  }

  /** Responses to interactions carry no bot token. */
  private respondToInteraction(
    method: string,
    url: string,
    path: readonly string[],
    body: Record<string, unknown> | null,
  ): RestResponse | null {
    const rejection = this.rejectionOf(method, url, undefined);
    if (rejection) return rejectedAs(rejection);
    return method === 'POST' && path[3] === 'callback' && body ? this.interactions.serveResponse(path, body) : notFound;
  }

  private rejectionOf(method: string, url: string, applicationId: string | undefined): RequestRejection | undefined {
    const found = this.rejections.find(
      ({ rejection, left }) =>
        left > 0 &&
        url.includes(rejection.path) &&
        (rejection.method ?? method) === method &&
        (rejection.applicationId ?? applicationId) === applicationId,
    );
    if (found) found.left--;
    return found?.rejection;
  }

  private route(request: RestRequest): RestResponse {
    const [area, id] = request.path;
    if (area === 'gateway') return this.gatewayAddress(request);
    if (area === 'users' && id === '@me') return this.ownUser(request);
    if (area === 'applications' && id === '@me') return this.ownApplication(request);
    if (area === 'applications' && request.path[2] === 'commands') return this.interactions.serveCommands(request);
    if (area === 'channels' && id !== undefined) return this.inChannel(request, id);
    return notFound;
  }

  private gatewayAddress({ host }: RestRequest): RestResponse {
    const limit = {
      total: 1000,
      remaining: Math.max(0, 1000 - this.stats().identifies),
      reset_after: 86_400_000,
      max_concurrency: 1,
    };
    return { status: 200, body: { url: `ws://${host}/gateway`, shards: 1, session_start_limit: limit } };
  }

  private ownUser({ applicationId }: RestRequest): RestResponse {
    const { name, isUserAccount } = this.state.bot(applicationId);
    return { status: 200, body: userJson(applicationId, name, !isUserAccount) };
  }

  private ownApplication({ applicationId }: RestRequest): RestResponse {
    const bot = this.state.bot(applicationId);
    const flags = bot.hasMessageContentIntent ? MESSAGE_CONTENT_LIMITED : 0;
    const user = userJson(applicationId, bot.name, !bot.isUserAccount);
    return { status: 200, body: { id: applicationId, name: bot.name, flags, bot: user } };
  }

  private inChannel(request: RestRequest, channelId: string): RestResponse {
    const channel = this.state.channel(channelId);
    if (!channel) return { status: 404, body: { message: 'Unknown Channel', code: 10_003 } };
    const { method, path } = request;
    const [, , what, messageId] = path;
    if (what === undefined && method === 'GET') return { status: 200, body: channelJson(channel) };
    if (what === 'typing' && method === 'POST') {
      this.state.recordTyping(channelId);
      return { status: 204 };
    }
    if (what !== 'messages') return notFound;
    if (messageId === undefined && method === 'POST') return this.limited(channelId, () => this.post(request, channelId));
    const message = messageId === undefined ? undefined : this.state.message(messageId);
    if (!message) return { status: 404, body: { message: 'Unknown Message', code: 10_008 } };
    if (method === 'GET') return { status: 200, body: this.json(message) };
    return method === 'PATCH' ? this.edit(request, message) : notFound;
  }

  /** Answers with the headers of Discord's rate limit, and with 429 above it. */
  private limited(channelId: string, answer: () => RestResponse): RestResponse {
    if (!this.channelLimit) return answer();
    const { posts, windowMs } = this.channelLimit;
    let window = this.windows.get(channelId);
    if (!window || window.endsAtMs <= Date.now()) window = { endsAtMs: Date.now() + windowMs, left: posts };
    this.windows.set(channelId, window);
    const isAllowed = window.left > 0;
    if (isAllowed) window.left -= 1;
    const resetAfterS = String((window.endsAtMs - Date.now()) / 1000);
    const headers = {
      'x-ratelimit-limit': String(posts),
      'x-ratelimit-remaining': String(window.left),
      'x-ratelimit-reset-after': resetAfterS,
      'x-ratelimit-bucket': 'channel-messages',
    };
    if (isAllowed) return { ...answer(), headers };
    this.stats().rateLimited++;
    const body = { message: 'You are being rate limited.', retry_after: Number(resetAfterS), global: false };
    return { status: 429, body, headers: { ...headers, 'retry-after': resetAfterS, 'x-ratelimit-scope': 'user' } };
  }

  private post({ body, applicationId }: RestRequest, channelId: string): RestResponse {
    this.stats().posts++;
    const content = String(body['content'] ?? '');
    const problem = contentProblem(content);
    if (problem) return problem;
    const { message, repeated } = this.state.post({
      channelId,
      guildId: this.state.channel(channelId)?.guildId ?? null,
      authorId: applicationId,
      isBot: true,
      content,
      replyTo: referencedMessage(body['message_reference']),
      nonce: body['enforce_nonce'] === true ? String(body['nonce']) : null,
      allowedMentions: body['allowed_mentions'],
    });
    if (repeated) this.stats().repeatedNonces++;
    return { status: 200, body: this.json(message) };
  }

  private edit({ body, applicationId }: RestRequest, message: Message): RestResponse {
    if (message.authorId !== applicationId)
      return { status: 403, body: { message: 'Cannot edit a message authored by another user', code: 50_005 } };
    const content = String(body['content'] ?? message.content);
    const problem = contentProblem(content);
    if (problem) return problem;
    message.content = content;
    return { status: 200, body: this.json(message) };
  }

  private json(message: Message): unknown {
    const name = message.isBot ? this.state.bot(message.authorId).name : `member-${message.authorId.slice(-4)}`;
    return messageJson(message, { author: { name }, channelType: this.state.channel(message.channelId)?.type ?? 0 });
  }
}

const rejectedAs = ({ status, code = 0 }: RequestRejection): RestResponse | null =>
  status === 'none' ? null : { status, body: { message: 'Refused by the test', code } };

function contentProblem(content: string): RestResponse | null {
  if (content.trim() === '') return { status: 400, body: { message: 'Cannot send an empty message', code: 50_006 } };
  if (content.length <= MESSAGE_MAX) return null;
  const errors = { content: { _errors: [{ code: 'BASE_TYPE_MAX_LENGTH', message: 'Must be 2000 or fewer in length.' }] } };
  return { status: 400, body: { message: 'Invalid Form Body', code: 50_035, errors } };
}

function referencedMessage(reference: unknown): string | null {
  const isReference = typeof reference === 'object' && reference !== null && 'message_id' in reference;
  return isReference ? String(reference.message_id) : null;
}

async function readText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

function parsedJson(text: string): Record<string, unknown> | null {
  if (text === '') return {};
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return null;
  }
}
