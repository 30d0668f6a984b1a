import type { Config } from '@kith/kit';
import type { FastifyRequest } from 'fastify';

const READS = new Set(['GET', 'HEAD', 'OPTIONS']);

export const isWrite = (request: FastifyRequest): boolean => !READS.has(request.method);

/**
 * What the browser says about the page that sent a request: Sec-Fetch-Site, which no page can set, else Origin against the host asked for
 * and PUBLIC_URL (decision A1). `unknown` when it says nothing: no browser, or one from before 2020 that sends neither.
 */
export function senderOf({ headers }: Pick<FastifyRequest, 'headers'>, config: Config): 'same' | 'foreign' | 'unknown' {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin' ? 'same' : 'foreign';
  const { origin, host } = headers;
  if (origin === undefined) return 'unknown';
  return origin === originOf(config.PUBLIC_URL) || hostOf(origin) === host?.toLowerCase() ? 'same' : 'foreign';
}

const originOf = (url: string): string | undefined => (URL.canParse(url) ? new URL(url).origin : undefined);
// An opaque origin is sent as "null", which has no host.
const hostOf = (origin: string): string | undefined => (URL.canParse(origin) ? new URL(origin).host : undefined);
