import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import files from '@fastify/static';
import type { Config, Logger } from '@kith/kit';
import { AppError } from '@kith/proto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { cookieName } from './credentials.js';
import { PagePreloads } from './page-preloads.js';
import { WEB_APP_ROUTE } from './route.js';
import { contentPolicy, isApiPath } from './security-headers.js';

/** The build output of web, which lies beside the gateway in the repository and in the container image. */
export const WEB_DIST = join(import.meta.dirname, '../../../web/dist');

const PLACEHOLDER = '__CSP_NONCE__';
const YEAR_MS = 31_536_000_000;
const NOT_BUILT = 'The web app has not been built: run `npm run build`. The API is at work.';

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);
// A page is compressed for each visit, because it holds a nonce. It repeats nothing that the request said, so its size tells nothing.
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };

/** Serves the built web app: static files, and index.html for every other path. */
export function serveWebApp(fastify: FastifyInstance, dist: string, config: Config, logger: Logger): void {
  const index = join(dist, 'index.html');
  const html = existsSync(index) ? readFileSync(index, 'utf8') : undefined;
  if (html === undefined) logger.warn({ dist }, NOT_BUILT);
  const preloads = PagePreloads.of(dist);
  void fastify.register(files, { root: dist, serve: false, preCompressed: true, dotfiles: 'ignore' });
  fastify.get(WEB_APP_ROUTE, (request, reply) => {
    const path = pathOf(request);
    if (isApiPath(path)) throw new AppError('NOT_FOUND');
    if (isFile(path)) return sendFile(path, reply);
    if (html === undefined) return reply.code(503).type('text/plain; charset=utf-8').send(NOT_BUILT);
    const hasSession = request.cookies[cookieName(config)] !== undefined;
    return sendPage(preloads.addTo(html, path, hasSession), request, reply);
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

async function sendPage(html: string, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const nonce = randomBytes(16).toString('base64');
  void reply
    .header('content-security-policy', contentPolicy(nonce))
    .header('cache-control', 'no-store')
    .header('vary', 'accept-encoding')
    .type('text/html; charset=utf-8');
  const page = html.replaceAll(PLACEHOLDER, nonce);
  const accepted = String(request.headers['accept-encoding'] ?? '');
  if (accepts(accepted, 'br')) return reply.header('content-encoding', 'br').send(await brotli(page, BROTLI));
  if (accepts(accepted, 'gzip')) return reply.header('content-encoding', 'gzip').send(await gzipped(page));
  return reply.send(page);
}

/** Whether the header names the encoding without refusing it (`gzip;q=0`). */
const accepts = (header: string, encoding: string): boolean =>
  header.split(',').some((part) => {
    const [name = '', quality = ''] = part.split(';').map((piece) => piece.trim().toLowerCase());
    return name === encoding && !/^q=0(?:\.0*)?$/.test(quality);
  });
