import type { RestResponse } from './rest-types.js';
import type { DiscordStats } from './stats.js';

/** As Discord limits the messages to a channel: `posts` in each window, which begins with the first of them. */
export interface ChannelLimit {
  readonly posts: number;
  readonly windowMs: number;
}

interface Limit {
  readonly requests: number;
  readonly windowMs: number;
}

interface Bucket extends Limit {
  readonly name: string;
  readonly methods: readonly string[];
  readonly path: RegExp;
}

/** Documented: over all routes but those of interactions. */
const PER_BOT: Limit = { requests: 50, windowMs: 1000 };
/**
 * Each bot has such a window per channel, or per token of an interaction. Discord publishes no numbers, because they may change: these are those
 * that its answers usually name. Deleting has a limit of its own, as documented.
 */
const BUCKETS: readonly Bucket[] = [
  { name: 'channel-messages', methods: ['POST'], path: /^channels\/(\d+)\/messages$/, requests: 5, windowMs: 5000 },
  { name: 'edited-messages', methods: ['PATCH'], path: /^channels\/(\d+)\/messages\/\d+$/, requests: 5, windowMs: 5000 },
  { name: 'deleted-messages', methods: ['DELETE'], path: /^channels\/(\d+)\/messages\/\d+$/, requests: 5, windowMs: 1000 },
  {
    name: 'reactions',
    methods: ['PUT', 'DELETE'],
    path: /^channels\/(\d+)\/messages\/\d+\/reactions\//,
    requests: 1,
    windowMs: 250,
  },
  {
    name: 'interaction-messages',
    methods: ['POST', 'PATCH', 'DELETE'],
    path: /^webhooks\/\d+\/([^/]+)(?:\/messages\/[^/]+)?$/,
    requests: 5,
    windowMs: 2000,
  },
];
/** Further edits of messages that are older than an hour: error 30046. */
const OLD_EDITS: Limit = { requests: 3, windowMs: 20_000 };
const OLD_MS = 3_600_000;
const TOO_MANY_OLD_EDITS = {
  code: 30_046,
  message: 'Maximum number of edits to messages older than 1 hour reached. Try again later',
} as const;

interface Window {
  readonly endsAtMs: number;
  left: number;
}

/** A request as its limits distinguish it. */
interface LimitedRequest {
  readonly method: string;
  readonly path: readonly string[];
  /** Who is limited; for interactions, whose token is in the path, the application. */
  readonly applicationId: string;
  /** Of the message that it changes, if any. */
  readonly messageAtMs: number | null;
}

/** Discord's rate limits: those of its buckets, with their headers, and the global one of a bot. */
export class RestLimits {
  private channelLimit: ChannelLimit | null = null;
  private perSecond: number | null = null;
  private readonly windows = new Map<string, Window>();

  /** `isOn` false: only what a test limits itself is limited. */
  constructor(
    private readonly stats: () => DiscordStats,
    private readonly isOn: boolean,
  ) {}

  limitChannels(limit: ChannelLimit | null): void {
    this.channelLimit = limit;
    this.windows.clear();
  }

  limitBots(perSecond: number | null): void {
    this.perSecond = perSecond;
    this.windows.clear();
  }

  /** The answer to a request above the global limit of its bot; null below it. */
  ofBot(applicationId: string): RestResponse | null {
    const limit = this.perSecond === null ? this.default(PER_BOT) : { requests: this.perSecond, windowMs: 1000 };
    if (!limit) return null;
    const { isAllowed, resetAfterS } = this.take(`bot:${applicationId}`, limit);
    return isAllowed ? null : globalLimit(resetAfterS);
  }

  /** Answers with the headers of the bucket of a request, and with 429 above its limit. */
  inBucket(request: LimitedRequest, answer: () => RestResponse): RestResponse {
    const path = request.path.join('/');
    const bucket = BUCKETS.find(({ methods, path: ofBucket }) => methods.includes(request.method) && ofBucket.test(path));
    const limit = bucket && this.limitOf(bucket);
    if (!limit) return answer();
    const owner = `${bucket.name}:${request.applicationId}:${bucket.path.exec(path)?.[1]}`;
    const { isAllowed, left, resetAfterS } = this.take(owner, limit);
    const headers = {
      'x-ratelimit-limit': String(limit.requests),
      'x-ratelimit-remaining': String(left),
      'x-ratelimit-reset': String(Date.now() / 1000 + Number(resetAfterS)),
      'x-ratelimit-reset-after': resetAfterS,
      'x-ratelimit-bucket': bucket.name,
    };
    if (!isAllowed) return tooMany(resetAfterS, { isGlobal: false, headers: { ...headers, 'x-ratelimit-scope': 'user' } });
    const refused = bucket.name === 'edited-messages' ? this.ofOldEdit(owner, request.messageAtMs) : null;
    return refused ?? { ...answer(), headers };
  }

  private ofOldEdit(owner: string, messageAtMs: number | null): RestResponse | null {
    const limit = this.default(OLD_EDITS);
    if (!limit || messageAtMs === null || messageAtMs > Date.now() - OLD_MS) return null;
    const { isAllowed, resetAfterS } = this.take(`old:${owner}`, limit);
    if (isAllowed) return null;
    return tooMany(resetAfterS, { isGlobal: false, headers: { 'x-ratelimit-scope': 'user' }, error: TOO_MANY_OLD_EDITS });
  }

  private limitOf(bucket: Bucket): Limit | null {
    if (this.channelLimit === null || bucket.name !== 'channel-messages') return this.default(bucket);
    return { requests: this.channelLimit.posts, windowMs: this.channelLimit.windowMs };
  }

  private default(limit: Limit): Limit | null {
    return this.isOn ? limit : null;
  }

  private take(key: string, { requests, windowMs }: Limit): { isAllowed: boolean; left: number; resetAfterS: string } {
    const known = this.windows.get(key);
    const window = known && known.endsAtMs > Date.now() ? known : { endsAtMs: Date.now() + windowMs, left: requests };
    this.windows.set(key, window);
    const isAllowed = window.left > 0;
    if (isAllowed) window.left -= 1;
    else this.stats().rateLimited++;
    return { isAllowed, left: window.left, resetAfterS: String((window.endsAtMs - Date.now()) / 1000) };
  }
}

const tooMany = (
  resetAfterS: string,
  {
    isGlobal,
    headers,
    error = { message: 'You are being rate limited.' },
  }: {
    readonly isGlobal: boolean;
    readonly headers: Readonly<Record<string, string>>;
    readonly error?: { readonly message: string; readonly code?: number };
  },
): RestResponse => ({
  status: 429,
  body: { ...error, retry_after: Number(resetAfterS), global: isGlobal },
  headers: { ...headers, 'retry-after': resetAfterS },
});

/** The answer to a bot that has sent too many requests, of whatever kind. */
export const globalLimit = (resetAfterS: string): RestResponse =>
  tooMany(resetAfterS, { isGlobal: true, headers: { 'x-ratelimit-global': 'true', 'x-ratelimit-scope': 'global' } });

/** What the firewall before Discord answers a blocked address: a page, and no header of Discord's. */
export const blockedAnswer = (seconds: number): RestResponse => ({
  status: 429,
  bytes: Buffer.from('<html><title>Access denied | Error 1015</title></html>'),
  headers: { 'content-type': 'text/html; charset=UTF-8', 'retry-after': String(seconds) },
});
