import { networksOf } from '@kith/kit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { MinuteWindows } from './minute-windows.js';
import { isApiPath } from './security-headers.js';

const PER_MINUTE = 1200;

/**
 * Limits how many REST and GraphQL requests one network may send per minute (docs/decisions.md A11), an IPv6 /48 four times as many as a
 * /56 in it. Counted in this process, so that it is cheap and works while Redis is down; services limit expensive calls themselves. Pages,
 * files and health checks are not counted.
 */
export function limitRequests(fastify: FastifyInstance, perMinute = PER_MINUTE): void {
  const windows = { 1: new MinuteWindows(perMinute), 4: new MinuteWindows(perMinute * 4) };
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
