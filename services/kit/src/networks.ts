import { isIPv6 } from 'node:net';
import type { Redis } from 'ioredis';
import { RateLimiter, type RateLimiterOptions } from './limits.js';

const BITS_PER_GROUP = 16;
/** How many times as much as one /56 network a whole /48 network may use: it may be one customer or many. */
export const WIDE_NETWORK_FACTOR = 4;

/**
 * The network that one subscriber controls, as a key for limits: the IPv4 address itself, or the /56 prefix of an IPv6 address. Text that
 * is no IP address is returned unchanged.
 */
export const networkOf = (ip: string): string => ipv4Of(ip) ?? prefixOf(ip, 56) ?? ip;

/** The /48 prefix around an IPv6 address, which one customer can have as a whole; undefined for every other address. */
export const wideNetworkOf = (ip: string): string | undefined => (ipv4Of(ip) === undefined ? prefixOf(ip, 48) : undefined);

const ipv4Of = (ip: string): string | undefined => /^(?:::ffff:)?(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1];

/** The first `bits` bits of an IPv6 address in canonical form; undefined for text that is none. */
function prefixOf(ip: string, bits: number): string | undefined {
  if (!isIPv6(ip)) return undefined;
  // The URL parser writes an IPv6 address in its canonical form.
  const [head = '', tail] = new URL(`http://[${ip.replace(/%.*$/, '')}]`).hostname.slice(1, -1).split('::');
  const first = head === '' ? [] : head.split(':');
  const last = tail ? tail.split(':') : [];
  const groups = tail === undefined ? first : [...first, ...Array<string>(8 - first.length - last.length).fill('0'), ...last];
  const kept = groups.slice(0, Math.ceil(bits / BITS_PER_GROUP)).map((group, at) => {
    const keptBits = Math.min(BITS_PER_GROUP, bits - at * BITS_PER_GROUP);
    return (Number.parseInt(group, 16) & (0xffff << (BITS_PER_GROUP - keptBits))).toString(16);
  });
  return `${kept.join(':')}::/${bits}`;
}

/**
 * A rate limit per address: per IPv4 address, per IPv6 /56, and with `WIDE_NETWORK_FACTOR` times the points per IPv6 /48. `keyOf` makes
 * the Redis key of a network.
 */
export class AddressLimiter {
  private readonly own: RateLimiter;
  private readonly wide: RateLimiter;

  constructor(
    redis: Redis,
    options: RateLimiterOptions,
    private readonly keyOf: (network: string) => string,
  ) {
    const { name, points } = options;
    this.own = new RateLimiter(redis, options);
    this.wide = new RateLimiter(redis, { ...options, name: `${name}-48`, points: points * WIDE_NETWORK_FACTOR });
  }

  /** Counts one attempt. Throws RATE_LIMITED with `retryAfterS` when none is left. */
  async consume(ip: string): Promise<void> {
    // One after the other: what the narrow limit refuses does not use up the share of the neighbours.
    await this.own.consume(this.keyOf(networkOf(ip)));
    const wide = wideNetworkOf(ip);
    if (wide !== undefined) await this.wide.consume(this.keyOf(wide));
  }

  /** Gives one attempt back, for an attempt that turned out to be legitimate. */
  async refund(ip: string): Promise<void> {
    const wide = wideNetworkOf(ip);
    await Promise.all([
      this.own.refund(this.keyOf(networkOf(ip))),
      ...(wide === undefined ? [] : [this.wide.refund(this.keyOf(wide))]),
    ]);
  }
}
