import { isUtf8 } from 'node:buffer';
import multipart from '@fastify/multipart';
import { AppError } from '@kith/proto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ANONYMOUS_BYTES, MAX_JSON_BYTES } from './body-limits.js';
import { BodyMemoryBudget } from './body-memory.js';
import { BodyPace } from './body-pace.js';
import { BodyRate } from './body-rate.js';
import { withMinimumSpeed } from './body-speed.js';
import { checkShape } from './json-shape.js';
import { FORM_TYPE, JSON_TYPE } from './route.js';
import { REPORTS_PATH } from './security-headers.js';

// Bytes above the limit are read and discarded up to here: closing the connection at once would keep the client from reading the 413.
const MAX_DISCARDED_BYTES = 32 * MAX_JSON_BYTES;
const REPORT_TYPES = ['application/reports+json', 'application/csp-report'];

declare module 'fastify' {
  interface FastifyInstance {
    bodyMemory: BodyMemoryBudget;
    bodyRate: BodyRate;
  }
  interface FastifyRequest {
    /** The size of a body that was parsed as JSON. */
    jsonBytes: number;
  }
}

/**
 * Accepts JSON bodies up to the limit of each route (an empty body counts as none), forms and raw bodies where a route declares them.
 *
 * Fastify parses the JSON but does not collect the bytes: its collector (`parseAs`) has no memory budget and no minimum speed, and closes
 * the connection on a body that is too large.
 */
export async function registerBodyParsers(fastify: FastifyInstance): Promise<void> {
  fastify.decorate('bodyMemory', new BodyMemoryBudget());
  fastify.decorate('bodyRate', new BodyRate());
  fastify.decorateRequest('jsonBytes', 0);
  fastify.removeAllContentTypeParsers();
  fastify.addContentTypeParser(JSON_TYPE, async (request: FastifyRequest) => {
    const { accepts = [JSON_TYPE], rawBytes } = request.routeOptions.config;
    if (!accepts.includes(JSON_TYPE)) throw new AppError('UNSUPPORTED_MEDIA', `Please send ${FORM_TYPE}.`);
    // Such a route reads its body in the handler.
    if (accepts.includes(FORM_TYPE)) return undefined;
    return rawBytes === undefined ? readJson(request) : readBody(request, rawBytes);
  });
  fastify.addContentTypeParser(REPORT_TYPES, async (request: FastifyRequest) => {
    if (request.routeOptions.url !== REPORTS_PATH) throw new AppError('UNSUPPORTED_MEDIA');
    return readJson(request);
  });
  await fastify.register(multipart);
  fastify.addHook('preValidation', async (request) => {
    const { accepts = [] } = request.routeOptions.config;
    if (request.isMultipart() && !accepts.includes(FORM_TYPE)) throw new AppError('UNSUPPORTED_MEDIA');
  });
  const pace = new BodyPace();
  fastify.addHook('onSend', async (request, reply) => {
    if (!request.raw.complete && reply.getHeader('connection') !== 'close') void discardRest(request, pace);
  });
}

/**
 * Reads what is left of a body that is answered before it was read to its end, and drops it: closing the connection would keep the client
 * from reading the response. Node itself would read it as fast as it comes.
 */
async function discardRest(request: FastifyRequest, pace: BodyPace): Promise<void> {
  request.raw.unpipe();
  try {
    for await (const chunk of chunksOf(request)) await pace.take(request.actor?.userId ?? request.ip, chunk.length);
  } catch {
    // The client has gone.
  }
}

async function readJson(request: FastifyRequest): Promise<unknown> {
  const body = await readBody(request, maxBytesOf(request));
  request.jsonBytes = body.length;
  return parseJson(body, request);
}

/** How large a GraphQL body may be depends on its document too; what exceeds that is refused once the document is known. */
function maxBytesOf({ actor, routeOptions: { url, config } }: FastifyRequest): number {
  if (url === '/graphql') return actor ? MAX_JSON_BYTES : ANONYMOUS_BYTES;
  return config.maxBytes ?? ANONYMOUS_BYTES;
}

/**
 * The bytes of a body. Throws TOO_LARGE above `maxBytes`, CANCELLED when the client disconnects, REQUEST_TIMEOUT when it sends too slowly,
 * RATE_LIMITED or OVERLOADED when bodies under way already hold too much memory, RATE_LIMITED when the user has sent too many large ones.
 */
export async function readBody(request: FastifyRequest, maxBytes: number): Promise<Buffer> {
  return withMinimumSpeed(request, collect(request, maxBytes));
}

async function collect(request: FastifyRequest, maxBytes: number): Promise<Buffer> {
  const { reserve, release } = request.server.bodyMemory.open(request);
  const contentLength = Number(request.raw.headers['content-length'] ?? 0);
  if (contentLength > maxBytes + MAX_DISCARDED_BYTES) throw new AppError('TOO_LARGE');
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of chunksOf(request)) {
      if (bytes + chunk.length <= maxBytes) {
        reserve(chunk.length);
        if (request.actor && bytes + chunk.length > ANONYMOUS_BYTES)
          request.server.bodyRate.take(request.actor.userId, chunk.length);
        chunks.push(chunk);
      }
      bytes += chunk.length;
      if (bytes > maxBytes + MAX_DISCARDED_BYTES) break;
    }
    if (bytes > maxBytes) throw new AppError('TOO_LARGE');
    return Buffer.concat(chunks);
  } finally {
    release();
  }
}

/** The chunks of a body as they arrive. Throws CANCELLED when the client disconnects. A reader that stops early leaves the connection open. */
export async function* chunksOf({ raw }: Pick<FastifyRequest, 'raw'>): AsyncGenerator<Buffer, void> {
  const chunks = (raw.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>)[Symbol.asyncIterator]();
  try {
    for (;;) {
      const next = await chunks.next().catch(() => {
        throw new AppError('CANCELLED');
      });
      if (next.done) return;
      yield next.value;
    }
  } finally {
    await chunks.return?.();
  }
}

/**
 * The value of a JSON body, undefined for an empty one. Fastify's parser removes `__proto__` keys; the checks for UTF-8 (MALFORMED) and for
 * nesting depth and number of values (BAD_INPUT), which it does not have, come first. Throws MALFORMED for invalid JSON.
 */
export function parseJson(body: Buffer, { server }: Pick<FastifyRequest, 'server'>): unknown {
  if (body.length === 0) return undefined;
  if (!isUtf8(body)) throw new AppError('MALFORMED', 'The request body is not valid UTF-8.');
  checkShape(body);
  return fastifyParse(server, body.toString('utf8'));
}

// Made once: an error takes the stack of where it is made, which costs more than parsing a small body.
const NOT_PARSED = { error: new AppError('INTERNAL') };

function fastifyParse(server: FastifyInstance, json: string): unknown {
  let result: { readonly error: Error | null; readonly value?: unknown } = NOT_PARSED;
  const parse = server.getDefaultJsonParser('remove', 'ignore') as unknown as JsonParser;
  // Calls back synchronously and ignores the request.
  parse(undefined, json, (error, value) => (result = { error, value }));
  if (result.error) throw new AppError('MALFORMED');
  return result.value;
}

type JsonParser = (request: undefined, json: string, done: (error: Error | null, value?: unknown) => void) => void;
