import { networkOf } from '@kith/kit';
import { AppError } from '@kith/proto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isDoor } from './security-headers.js';

const PER_MINUTE = 1200;
const MINUTE_MS = 60_000;
const MOST_ADDRESSES = 20_000;

interface Budget {
  left: number;
  readonly untilMs: number;
}

/**
 * How much one network address may ask of the two doors (decision A11). Counted in this process, so that it costs nothing and holds while
 * Redis is away; what is dear has finer limits in the services. Pages and files are not counted.
 */
export function limitRequests(fastify: FastifyInstance, perMinute = PER_MINUTE): void {
  const budgets = new Map<string, Budget>();
  fastify.addHook('onRequest', async (request) => {
    if (!isCounted(request)) return;
    const budget = budgetOf(networkOf(request.ip), budgets, perMinute);
    budget.left -= 1;
    if (budget.left >= 0) return;
    const retryAfterS = Math.max(1, Math.ceil((budget.untilMs - Date.now()) / 1000));
    throw new AppError('RATE_LIMITED', undefined, { retryAfterS });
  });
}

/** A proxy on this machine names its clients; what comes without a name comes from this machine itself. */
export const isOwnMachine = (ip: string): boolean => ip === '127.0.0.1' || ip === '::1' || ip === '::ffff:127.0.0.1';

function isCounted({ ip, url, routeOptions }: FastifyRequest): boolean {
  const isHealth = routeOptions.url?.startsWith('/health/') ?? false;
  return !isOwnMachine(ip) && !isHealth && (isDoor(url) || isDoor(routeOptions.url ?? ''));
}

function budgetOf(network: string, budgets: Map<string, Budget>, perMinute: number): Budget {
  const known = budgets.get(network);
  const now = Date.now();
  if (known && known.untilMs > now) return known;
  const fresh = { left: perMinute, untilMs: now + MINUTE_MS };
  budgets.delete(network);
  budgets.set(network, fresh);
  // A Map keeps the order of insertion: the first entry is the one that ends first.
  const [oldest] = budgets.keys();
  if (budgets.size > MOST_ADDRESSES && oldest !== undefined) budgets.delete(oldest);
  return fresh;
}
