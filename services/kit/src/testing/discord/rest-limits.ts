import type { RestResponse } from './rest-types.js';
import type { DiscordStats } from './stats.js';

/** As Discord limits the messages to a channel: `posts` in each window, which begins with the first of them. */
export interface ChannelLimit {
  readonly posts: number;
  readonly windowMs: number;
}

interface Window {
  readonly endsAtMs: number;
  left: number;
}

/** Discord's rate limits: those of a channel, with the headers of its bucket, and the global one of a bot. */
export class RestLimits {
  private channelLimit: ChannelLimit | null = null;
  private perSecond: number | null = null;
  private readonly windows = new Map<string, Window>();

  constructor(private readonly stats: () => DiscordStats) {}

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
    if (this.perSecond === null) return null;
    const { isAllowed, resetAfterS } = this.take(`bot:${applicationId}`, { posts: this.perSecond, windowMs: 1000 });
    if (isAllowed) return null;
    return globalLimit(resetAfterS);
  }

  /** Answers with the headers of the bucket of a channel, and with 429 above its limit. */
  inChannel(channelId: string, answer: () => RestResponse): RestResponse {
    if (!this.channelLimit) return answer();
    const { isAllowed, left, resetAfterS } = this.take(channelId, this.channelLimit);
    const headers = {
      'x-ratelimit-limit': String(this.channelLimit.posts),
      'x-ratelimit-remaining': String(left),
      'x-ratelimit-reset-after': resetAfterS,
      'x-ratelimit-bucket': 'channel-messages',
    };
    if (isAllowed) return { ...answer(), headers };
    return tooMany(resetAfterS, { isGlobal: false, headers: { ...headers, 'x-ratelimit-scope': 'user' } });
  }

  private take(key: string, { posts, windowMs }: ChannelLimit): { isAllowed: boolean; left: number; resetAfterS: string } {
    const known = this.windows.get(key);
    const window = known && known.endsAtMs > Date.now() ? known : { endsAtMs: Date.now() + windowMs, left: posts };
    this.windows.set(key, window);
    const isAllowed = window.left > 0;
    if (isAllowed) window.left -= 1;
    else this.stats().rateLimited++;
    return { isAllowed, left: window.left, resetAfterS: String((window.endsAtMs - Date.now()) / 1000) };
  }
}

const tooMany = (
  resetAfterS: string,
  { isGlobal, headers }: { readonly isGlobal: boolean; readonly headers: Readonly<Record<string, string>> },
): RestResponse => ({
  status: 429,
  body: { message: 'You are being rate limited.', retry_after: Number(resetAfterS), global: isGlobal },
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
