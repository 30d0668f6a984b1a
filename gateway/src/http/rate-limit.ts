import { networksOf } from '@kith/kit';
import { AppError } from '@kith/proto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isApiPath } from './security-headers.js';

const PER_MINUTE = 1200;
const MINUTE_MS = 60_000;
const MAX_NETWORKS = 20_000;

interface Window {
  remaining: number;
  readonly endsAt: number;
}

/**
 * Limits how many REST and GraphQL requests one network may send per minute (docs/decisions.md A11), an IPv6 /48 four times as many as a
 * /56 in it. Counted in this process, so that it is cheap and works while Redis is down; services limit expensive calls themselves. Pages,
 * files and health checks are not counted.
 */
export function limitRequests(fastify: FastifyInstance, perMinute = PER_MINUTE): void {
  const windows = { 1: new Windows(perMinute), 4: new Windows(perMinute * 4) };
  fastify.addHook('onRequest', async (request) => {
    if (!isCounted(request)) return;
    for (const { network, factor } of networksOf(request.ip)) windows[factor].count(network);
  });
}

/** Whether a request comes from this machine itself. A proxy on this machine forwards the address of its client instead. */
export const isLoopback = (ip: string): boolean => ip === '127.0.0.1' || ip === '::1' || ip === '::ffff:127.0.0.1';

function isCounted({ ip, url, routeOptions }: FastifyRequest): boolean {
  const isHealth = routeOptions.url?.startsWith('/health/') ?? false;
  return !isLoopback(ip) && !isHealth && (isApiPath(url) || isApiPath(routeOptions.url ?? ''));
}

class Windows {
  private readonly byNetwork = new Map<string, Window>();

  constructor(private readonly perMinute: number) {}

  /** Counts one request. Throws RATE_LIMITED when the window of the network is used up. */
  count(network: string): void {
    const window = this.windowOf(network);
    window.remaining -= 1;
    if (window.remaining >= 0) return;
    const retryAfterS = Math.max(1, Math.ceil((window.endsAt - Date.now()) / 1000));
    throw new AppError('RATE_LIMITED', undefined, { retryAfterS });
  }

  private windowOf(network: string): Window {
    const current = this.byNetwork.get(network);
    const now = Date.now();
    if (current && current.endsAt > now) return current;
    const fresh = { remaining: this.perMinute, endsAt: now + MINUTE_MS };
    this.byNetwork.delete(network);
    this.byNetwork.set(network, fresh);
    // A Map iterates in insertion order: the first window is the one that ends first.
    const [oldest] = this.byNetwork.keys();
    if (this.byNetwork.size > MAX_NETWORKS && oldest !== undefined) this.byNetwork.delete(oldest);
    return fresh;
  }
}
