import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { ChannelRoutes } from './channel-routes.js';
import { GuildRoutes } from './guild-routes.js';
import type { Interactions } from './interactions.js';
import type { Announce, RestRequest, RestResponse } from './rest-types.js';
import { invalid } from './form-problems.js';
import { readBody } from './message-body.js';
import { blockedAnswer, globalLimit, RestLimits, type ChannelLimit } from './rest-limits.js';
import type { OAuth } from './oauth.js';
import { channelJson, userJson } from './payloads.js';
import { unknown } from './permissions.js';
import type { DiscordState } from './state.js';
import type { DiscordStats } from './stats.js';

/** Application flag: Message Content is switched on for a bot in fewer than 100 guilds. */
const MESSAGE_CONTENT_LIMITED = 1 << 19;
const MEMBERS_LIMITED = 1 << 15;
/** The flags that an application may change itself: presence, members and message content. */
const LIMITED_INTENTS = (1 << 13) | MEMBERS_LIMITED | MESSAGE_CONTENT_LIMITED;

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
  /** With the status 429: the bot has sent too many requests of any kind, and may send the next one after this. */
  readonly retryAfterS?: number;
  /** Discord does what is asked, and only its answer is another one: as if that was lost on the way. */
  readonly hasEffect?: boolean;
}

const notFound: RestResponse = { status: 404, body: { message: '404: Not Found', code: 0 } };

/** The REST API of the stand-in, version 10: the routes that a bot needs to receive and answer messages. */
export class RestApi {
  private rejections: { rejection: RequestRejection; left: number }[] = [];
  private delayMs = 0;
  private readonly limits: RestLimits;
  private blockedS: number | null = null;
  private identifyLimit = 1000;

  private readonly channels: ChannelRoutes;
  readonly guilds: GuildRoutes;

  constructor(
    private readonly state: DiscordState,
    private readonly stats: () => DiscordStats,
    private readonly interactions: Interactions,
    private readonly oauth: OAuth,
    { announce, isRateLimited }: { readonly announce: Announce; readonly isRateLimited: boolean },
  ) {
    this.limits = new RestLimits(stats, isRateLimited);
    this.channels = new ChannelRoutes(state, stats, announce);
    this.guilds = new GuildRoutes(state, announce);
  }

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
    this.limits.limitChannels(limit);
  }

  /** Requests of each bot in a second, over all routes but those of interactions; null: as many as by default. */
  limitBots(perSecond: number | null): void {
    this.limits.limitBots(perSecond);
  }

  /** Answers every request as the firewall before Discord answers a blocked address, for so many seconds; null ends that. */
  blockAddress(seconds: number | null): void {
    this.blockedS = seconds;
  }

  /** How many sessions Discord lets all bots of the stand-in start in a day. */
  limitIdentifies(total: number): void {
    this.identifyLimit = total;
  }

  async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (this.delayMs > 0) await sleep(this.delayMs);
    const answer = await this.respond(request);
    if (!answer) return;
    const { status, body, bytes, headers = {} } = answer;
    const text = bytes ?? (body === undefined ? '' : JSON.stringify(body));
    const type = bytes ? {} : { 'content-type': 'application/json' };
    const ofBody = text.length > 0 ? { ...type, 'content-length': Buffer.byteLength(text) } : {};
    response.writeHead(status, { ...ofBody, ...headers }).end(text);
  }

  /** Null for a request that is never answered. */
  private async respond(request: IncomingMessage): Promise<RestResponse | null> {
    this.stats().restRequests++;
    if (this.blockedS !== null) return blockedAnswer(this.blockedS);
    const method = request.method ?? 'GET';
    const url = (request.url ?? '').split('?')[0] ?? '';
    const { json: body, text, files } = await readBody(request);
    const fullUrl = new URL(request.url ?? '', 'http://discord');
    const path = url
      .replace(/^\/api(\/v10)?\//, '')
      .split('/')
      .filter(Boolean)
      .map(decodeURIComponent);
    const signIn = this.oauth.serve({
      method,
      url: fullUrl,
      authorization: request.headers.authorization,
      contentType: request.headers['content-type'],
      text,
    });
    if (signIn) {
      const rejection = this.rejectionOf(method, url, undefined);
      return rejection ? rejectedAs(rejection) : signIn;
    }
    if (path[0] === 'attachments' && method === 'GET') return this.file(url);
    if (path[0] === 'interactions' || path[0] === 'webhooks')
      return this.respondToInteraction(url, { method, path, body, files });
    const bot = this.state.botByToken(request.headers.authorization);
    if (!bot) {
      this.stats().unauthorized++;
      return { status: 401, body: { message: '401: Unauthorized', code: 0 } };
    }
    const rejection = this.rejectionOf(method, url, bot.applicationId);
    if (rejection && !rejection.hasEffect) return rejectedAs(rejection);
    const tooMany = this.limits.ofBot(bot.applicationId);
    if (tooMany) return tooMany;
    if (!body) return { status: 400, body: { message: 'Invalid JSON', code: 50109 } };
    const host = request.headers.host ?? '';
    const { applicationId } = bot;
    const routed = { method, path, applicationId, host, body, files, query: fullUrl.searchParams };
    const messageAtMs = this.state.message(path[3] ?? '')?.postedAtMs ?? null;
    const answer = this.limits.inBucket({ method, path, applicationId, messageAtMs }, () => this.route(routed));
    return rejection ? rejectedAs(rejection) : answer;
  }

  /** Responses to interactions carry no bot token. */
  private respondToInteraction(
    url: string,
    { body, ...request }: Pick<RestRequest, 'method' | 'path' | 'files'> & { readonly body: RestRequest['body'] | null },
  ): RestResponse | null {
    const { method, path } = request;
    const rejection = this.rejectionOf(method, url, undefined);
    if (rejection && !rejection.hasEffect) return rejectedAs(rejection);
    if (!body) return { status: 400, body: { message: 'Invalid JSON', code: 50109 } };
    const limited = { method, path, applicationId: path[1] ?? '', messageAtMs: null };
    const answer = this.limits.inBucket(limited, () => this.served(path, { ...request, body }));
    return rejection ? rejectedAs(rejection) : answer;
  }

  private served(path: readonly string[], request: Pick<RestRequest, 'method' | 'path' | 'files' | 'body'>): RestResponse {
    if (path[0] === 'webhooks') return this.interactions.serveFollowUp(request);
    const isResponse = request.method === 'POST' && path[3] === 'callback';
    return isResponse ? this.interactions.serveResponse(path, request.body) : notFound;
  }

  private file(url: string): RestResponse {
    const found = this.state.file(url);
    if (!found) return notFound;
    return { status: 200, bytes: found.content, headers: { 'content-type': found.type } };
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
    if (area === 'users' && id !== undefined && request.method === 'GET') return this.user(request, id);
    if (area === 'applications' && id === '@me') return this.ownApplication(request);
    if (area === 'applications' && request.path[2] === 'commands') return this.interactions.commands.serve(request);
    if (area === 'channels' && id !== undefined) return this.inChannel(request, id);
    if (area === 'guilds' && id !== undefined) return this.guilds.serve(request);
    return notFound;
  }

  private gatewayAddress({ host, applicationId }: RestRequest): RestResponse {
    const remaining = Math.max(0, this.identifyLimit - this.stats().identifies);
    const limit = { total: 1000, remaining, reset_after: 86_400_000, max_concurrency: 1 };
    return {
      status: 200,
      body: { url: `ws://${host}/gateway`, shards: this.state.bot(applicationId).shards, session_start_limit: limit },
    };
  }

  private ownUser(request: RestRequest): RestResponse {
    const { method, path, applicationId, body } = request;
    const bot = this.state.bot(applicationId);
    if (path[2] === 'guilds' && method === 'GET') return this.ownGuilds(request);
    if (path[2] === 'channels' && method === 'POST') {
      const channel = this.state.directChannel(applicationId, String(body['recipient_id']));
      return { status: 200, body: channelJson(channel) };
    }
    if (path[2] !== undefined) return notFound;
    if (method === 'PATCH') {
      const name = body['username'];
      if (name !== undefined && !/^.{2,32}$/u.test(String(name)))
        return invalid('username', 'BASE_TYPE_BAD_LENGTH', 'Must be between 2 and 32 in length.');
      if (name !== undefined) bot.name = String(name);
      if (body['avatar'] !== undefined) bot.avatar = body['avatar'] === null ? null : 'a0b1c2d3e4f5a6b7c8d9e0f1a2b3c4d5';
    }
    return { status: 200, body: { ...userJson(applicationId, bot.name, !bot.isUserAccount), avatar: bot.avatar } };
  }

  /** Somebody in a server of the bot. */
  private user({ applicationId }: RestRequest, id: string): RestResponse {
    const [member] = this.state.guilds.of(applicationId).flatMap(({ members }) => members.get(id) ?? []);
    return member ? { status: 200, body: userJson(id, `member-${id.slice(-4)}`, member.isBot) } : unknown('User', 10_013);
  }

  private ownGuilds({ applicationId, query }: RestRequest): RestResponse {
    const after = query.get('after');
    const guilds = this.state.guilds
      .of(applicationId)
      .filter(({ id }) => after === null || BigInt(id) > BigInt(after))
      .slice(0, Number(query.get('limit') ?? 200));
    const withCounts = query.get('with_counts') === 'true';
    const body = guilds.map((guild) => ({
      id: guild.id,
      name: guild.name,
      icon: null,
      banner: null,
      owner: false,
      permissions: String(this.state.guilds.permissions(guild, applicationId)),
      features: [],
      ...(withCounts ? { approximate_member_count: guild.members.size, approximate_presence_count: guild.members.size } : {}),
    }));
    return { status: 200, body };
  }

  private ownApplication({ method, applicationId, body }: RestRequest): RestResponse {
    const bot = this.state.bot(applicationId);
    if (method === 'PATCH') {
      const { flags, description } = body as { flags?: number; description?: string };
      if (flags !== undefined && (flags & ~LIMITED_INTENTS) !== 0) return invalid('flags', 'INVALID_FLAGS', 'Invalid flags');
      if (flags !== undefined) bot.hasMessageContentIntent = (flags & MESSAGE_CONTENT_LIMITED) !== 0;
      if (flags !== undefined) bot.hasMembersIntent = (flags & MEMBERS_LIMITED) !== 0;
      if (description !== undefined && description.length > 400)
        return invalid('description', 'BASE_TYPE_MAX_LENGTH', 'Must be 400 or fewer in length.');
      if (description !== undefined) bot.description = description;
    }
    const flags = (bot.hasMessageContentIntent ? MESSAGE_CONTENT_LIMITED : 0) | (bot.hasMembersIntent ? MEMBERS_LIMITED : 0);
    const user = userJson(applicationId, bot.name, !bot.isUserAccount);
    const guilds = this.state.guilds.of(applicationId).length;
    const { name, description } = bot;
    return {
      status: 200,
      body: { id: applicationId, name, description, flags, bot: user, bot_public: true, approximate_guild_count: guilds },
    };
  }

  private inChannel(request: RestRequest, channelId: string): RestResponse {
    const channel = this.state.channel(channelId);
    if (!channel) return unknown('Channel', 10_003);
    return this.channels.serve(request, channel);
  }
}

function rejectedAs({ status, code = 0, retryAfterS }: RequestRejection): RestResponse | null {
  if (status === 'none') return null;
  return retryAfterS === undefined
    ? { status, body: { message: 'Refused by the test', code } }
    : globalLimit(String(retryAfterS));
}
