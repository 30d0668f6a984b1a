import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import { AppError } from '@kith/proto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { REPORTS_PATH } from './security-headers.js';

const BODY_BYTES = 1_048_576;
// What a client goes on sending is read and thrown away up to here: cutting it off would hide the answer from it.
const DISCARD_BYTES = 32 * BODY_BYTES;
// Nothing of ours is nested half as deep; far deeper ones exhaust the stack of whoever writes them out again.
const DEPTH = 32;
const REPORTS = ['application/reports+json', 'application/csp-report'];

/** Makes JSON the only body that is understood, at most 1 MiB of it; an empty one counts as none. */
export function acceptJson(fastify: FastifyInstance): void {
  fastify.removeAllContentTypeParsers();
  fastify.addContentTypeParser('application/json', async (_request: FastifyRequest, payload: IncomingMessage) =>
    parseJson(await readBody(payload)),
  );
  // Browsers send their reports under names of their own.
  fastify.addContentTypeParser(REPORTS, async (request: FastifyRequest, payload: IncomingMessage) => {
    if (request.routeOptions.url !== REPORTS_PATH) throw new AppError('UNSUPPORTED_MEDIA');
    return parseJson(await readBody(payload));
  });
}

async function readBody(payload: IncomingMessage): Promise<Buffer> {
  if (Number(payload.headers['content-length'] ?? 0) > DISCARD_BYTES) throw new AppError('TOO_LARGE');
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of payload.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes > DISCARD_BYTES) break;
      if (bytes <= BODY_BYTES) chunks.push(chunk);
    }
  } catch {
    throw new AppError('CANCELLED');
  }
  if (bytes > BODY_BYTES) throw new AppError('TOO_LARGE');
  return Buffer.concat(chunks);
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
