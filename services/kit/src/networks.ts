import { isIPv6 } from 'node:net';
import type { Redis } from 'ioredis';
import { RateLimiter, type RateLimiterOptions } from './limits.js';

const BITS_PER_GROUP = 16;

/** A network around an address, for limits per network. */
export interface Network {
  /** The IPv4 address itself, the prefix of an IPv6 address in canonical form, or the given text when it is no IP address. */
  readonly network: string;
  /** How many times a subscriber's limit the network may use: one customer or many may have the whole of it. */
  readonly factor: 1 | 4;
}

/** The network that one subscriber controls, an IPv4 address or an IPv6 /56, and around an IPv6 one the /48. */
export function networksOf(ip: string): readonly Network[] {
  const ipv4 = /^(?:::ffff:)?(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1];
  if (ipv4 !== undefined || !isIPv6(ip)) return [{ network: ipv4 ?? ip, factor: 1 }];
  const groups = groupsOf(ip);
  return [
    { network: prefixOf(groups, 56), factor: 1 },
    { network: prefixOf(groups, 48), factor: 4 },
  ];
}

/** The network that one subscriber controls, as a key for limits. */
export const networkOf = (ip: string): string => networksOf(ip)[0]?.network ?? ip;

/** The eight groups of an IPv6 address in hex. */
function groupsOf(ip: string): readonly string[] {
  // The URL parser writes an IPv6 address in its canonical form.
  const [head = '', tail] = new URL(`http://[${ip.replace(/%.*$/, '')}]`).hostname.slice(1, -1).split('::');
  const first = head === '' ? [] : head.split(':');
  const last = tail ? tail.split(':') : [];
  return tail === undefined ? first : [...first, ...Array<string>(8 - first.length - last.length).fill('0'), ...last];
}

function prefixOf(groups: readonly string[], bits: number): string {
  const kept = groups.slice(0, Math.ceil(bits / BITS_PER_GROUP)).map((group, at) => {
    const keptBits = Math.min(BITS_PER_GROUP, bits - at * BITS_PER_GROUP);
    return (Number.parseInt(group, 16) & (0xffff << (BITS_PER_GROUP - keptBits))).toString(16);
  });
  return `${kept.join(':')}::/${bits}`;
}

/** A rate limit per address: for each of its networks, with `factor` times the points. `keyOf` makes the Redis key of a network. */
export class AddressLimiter {
  private readonly limiters: Readonly<Record<Network['factor'], RateLimiter>>;

  constructor(
    redis: Redis,
    options: RateLimiterOptions,
    private readonly keyOf: (network: string) => string,
  ) {
    const { name, points } = options;
    this.limiters = {
      1: new RateLimiter(redis, options),
      4: new RateLimiter(redis, { ...options, name: `${name}-48`, points: points * 4 }),
    };
  }

  /** Counts one attempt. Throws RATE_LIMITED with `retryAfterS` when none is left. */
  async consume(ip: string): Promise<void> {
    // One after the other: what the narrow limit refuses does not use up the share of the neighbours.
    for (const { network, factor } of networksOf(ip)) await this.limiters[factor].consume(this.keyOf(network));
  }

  /** Gives one attempt back, for an attempt that turned out to be legitimate. */
  async refund(ip: string): Promise<void> {
    await Promise.all(networksOf(ip).map(({ network, factor }) => this.limiters[factor].refund(this.keyOf(network))));
  }
}
