import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import files from '@fastify/static';
import type { Logger } from '@kith/kit';
import { AppError } from '@kith/proto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { WEB_APP_ROUTE } from './route.js';
import { contentPolicy, isApiPath } from './security-headers.js';

/** The build output of web, which lies beside the gateway in the repository and in the container image. */
export const WEB_DIST = join(import.meta.dirname, '../../../web/dist');

const PLACEHOLDER = '__CSP_NONCE__';
const YEAR_MS = 31_536_000_000;
const NOT_BUILT = 'The web app has not been built: run `npm run build`. The API is at work.';

/** Serves the built web app: static files, and index.html for every other path. */
export function serveWebApp(fastify: FastifyInstance, dist: string, logger: Logger): void {
  const isBuilt = existsSync(join(dist, 'index.html'));
  if (!isBuilt) logger.warn({ dist }, NOT_BUILT);
  void fastify.register(files, { root: dist, serve: false, preCompressed: true, dotfiles: 'ignore' });
  fastify.get(WEB_APP_ROUTE, (request, reply) => {
    const path = pathOf(request);
    if (isApiPath(path)) throw new AppError('NOT_FOUND');
    if (isFile(path)) return sendFile(path, reply);
    return isBuilt
      ? sendPage(join(dist, 'index.html'), reply)
      : reply.code(503).type('text/plain; charset=utf-8').send(NOT_BUILT);
  });
}

/** Decoded once, by the router. */
const pathOf = (request: FastifyRequest): string => `/${(request.params as { '*': string })['*']}`;

const isFile = (path: string): boolean => path !== '/index.html' && /\.\w+$/.test(path);

/** File names in assets/ contain a hash of the content, so these files never change. */
function sendFile(path: string, reply: FastifyReply): FastifyReply {
  const isHashed = path.startsWith('/assets/');
  return isHashed
    ? reply.sendFile(path, { maxAge: YEAR_MS, immutable: true })
    : reply.header('cache-control', 'no-cache').sendFile(path, { cacheControl: false });
}

async function sendPage(index: string, reply: FastifyReply): Promise<FastifyReply> {
  const nonce = randomBytes(16).toString('base64');
  const html = await readFile(index, 'utf8');
  return reply
    .header('content-security-policy', contentPolicy(nonce))
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(html.replaceAll(PLACEHOLDER, nonce));
}
