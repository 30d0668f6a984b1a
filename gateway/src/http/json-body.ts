import { isUtf8 } from 'node:buffer';
import multipart from '@fastify/multipart';
import { AppError } from '@kith/proto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { BodyBudget } from './body-budget.js';
import { FORM_TYPE, JSON_TYPE } from './route.js';
import { REPORTS_PATH } from './security-headers.js';

export const BODY_BYTES = 1_048_576;
// What a client goes on sending is read and thrown away up to here: cutting it off would hide the answer from it.
const DISCARD_BYTES = 32 * BODY_BYTES;
// Nothing of ours is nested half as deep; far deeper ones exhaust the stack of whoever writes them out again.
const DEPTH = 32;
const REPORTS = ['application/reports+json', 'application/csp-report'];

declare module 'fastify' {
  interface FastifyInstance {
    bodyBudget: BodyBudget;
  }
}

/** Makes JSON the only body that is understood, at most 1 MiB of it; an empty one counts as none. Some routes take forms as well. */
export async function acceptBodies(fastify: FastifyInstance): Promise<void> {
  fastify.decorate('bodyBudget', new BodyBudget());
  fastify.removeAllContentTypeParsers();
  fastify.addContentTypeParser(JSON_TYPE, async (request: FastifyRequest) => {
    const { accepts = [JSON_TYPE], rawBytes } = request.routeOptions.config;
    if (!accepts.includes(JSON_TYPE)) throw new AppError('UNSUPPORTED_MEDIA', `Please send ${FORM_TYPE}.`);
    // Left alone: the handler reads it when it is known who asks.
    if (accepts.includes(FORM_TYPE)) return undefined;
    if (rawBytes !== undefined) return readBody(request, rawBytes);
    return parseJson(await readBody(request, BODY_BYTES));
  });
  // Browsers send their reports under names of their own.
  fastify.addContentTypeParser(REPORTS, async (request: FastifyRequest) => {
    if (request.routeOptions.url !== REPORTS_PATH) throw new AppError('UNSUPPORTED_MEDIA');
    return parseJson(await readBody(request, BODY_BYTES));
  });
  await fastify.register(multipart);
  fastify.addHook('preValidation', async (request) => {
    const { accepts = [] } = request.routeOptions.config;
    if (request.isMultipart() && !accepts.includes(FORM_TYPE)) throw new AppError('UNSUPPORTED_MEDIA');
  });
}

/**
 * The bytes of a body. Throws TOO_LARGE above `maxBytes`, CANCELLED when the client goes away, RATE_LIMITED or OVERLOADED when too much is
 * on its way already. Whoever takes larger ones than usual sees to it that they are few.
 */
export async function readBody(request: FastifyRequest, maxBytes: number): Promise<Buffer> {
  if (maxBytes > BODY_BYTES) return bytesOf(request, maxBytes, () => undefined);
  const { take, free } = request.server.bodyBudget.open(request);
  try {
    return await bytesOf(request, maxBytes, take);
  } finally {
    free();
  }
}

async function bytesOf({ raw: payload }: FastifyRequest, maxBytes: number, take: (bytes: number) => void): Promise<Buffer> {
  const stated = Number(payload.headers['content-length'] ?? 0);
  if (stated > maxBytes + DISCARD_BYTES) throw new AppError('TOO_LARGE');
  // One piece of memory, where the length is known, instead of many and their sum.
  const whole = stated > BODY_BYTES && stated <= maxBytes ? Buffer.allocUnsafeSlow(stated) : undefined;
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of payload.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      if (whole) chunk.copy(whole, bytes);
      else if (bytes + chunk.length <= maxBytes) {
        take(chunk.length);
        chunks.push(chunk);
      }
      bytes += chunk.length;
      if (bytes > maxBytes + DISCARD_BYTES) break;
    }
  } catch (error) {
    throw error instanceof AppError ? error : new AppError('CANCELLED');
  }
  if (bytes > maxBytes) throw new AppError('TOO_LARGE');
  return whole?.subarray(0, bytes) ?? Buffer.concat(chunks);
}

/** The value of a body, undefined for an empty one. Throws MALFORMED, and BAD_INPUT for one that is nested too deeply. */
export function parseJson(body: Buffer): unknown {
  if (body.length === 0) return undefined;
  if (!isUtf8(body)) throw new AppError('MALFORMED', 'The request body is not valid UTF-8.');
  const json = body.toString('utf8');
  if (isDeeperThan(DEPTH, json)) throw new AppError('BAD_INPUT', 'The request body is nested too deeply.');
  try {
    // The slow way only for a body that may name a prototype, in plain letters or escaped.
    return json.includes('__proto__') || json.includes('\\u') ? JSON.parse(json, withoutPrototype) : JSON.parse(json);
  } catch {
    throw new AppError('MALFORMED');
  }
}

const withoutPrototype = (key: string, value: unknown): unknown => (key === '__proto__' ? undefined : value);

function isDeeperThan(limit: number, json: string): boolean {
  let depth = 0;
  for (let at = 0; at < json.length; at += 1) {
    const character = json[at];
    if (character === '"') at = endOfString(json, at);
    else if (character === '[' || character === '{') depth += 1;
    else if (character === ']' || character === '}') depth -= 1;
    if (depth > limit) return true;
  }
  return false;
}

function endOfString(json: string, start: number): number {
  for (let at = start + 1; at < json.length; at += 1) {
    if (json[at] === '\\') at += 1;
    else if (json[at] === '"') return at;
  }
  return json.length;
}
