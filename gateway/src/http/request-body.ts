import { isUtf8 } from 'node:buffer';
import multipart from '@fastify/multipart';
import { networkOf } from '@kith/kit';
import { AppError } from '@kith/proto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isLoopback } from './rate-limit.js';
import { FORM_TYPE, JSON_TYPE } from './route.js';
import { REPORTS_PATH } from './security-headers.js';

export const MAX_JSON_BYTES = 1_048_576;
// Bytes above the limit are read and discarded up to here: closing the connection at once would keep the client from reading the 413.
const MAX_DISCARDED_BYTES = 32 * MAX_JSON_BYTES;
// Our deepest input has fewer than half as many levels. Much deeper values exhaust the stack of code that serializes them recursively.
const MAX_DEPTH = 32;
const REPORT_TYPES = ['application/reports+json', 'application/csp-report'];

declare module 'fastify' {
  interface FastifyInstance {
    bodyMemory: BodyMemoryBudget;
  }
}

/**
 * Accepts JSON bodies up to 1 MiB on every route (an empty body counts as none), forms and raw bodies where a route declares them.
 *
 * Fastify parses the JSON but does not collect the bytes: its collector (`parseAs`) has no memory budget, closes the connection on a
 * body that is too large, and runs before authentication also on the routes whose messages may have 70 MiB.
 */
export async function registerBodyParsers(fastify: FastifyInstance): Promise<void> {
  fastify.decorate('bodyMemory', new BodyMemoryBudget());
  fastify.removeAllContentTypeParsers();
  fastify.addContentTypeParser(JSON_TYPE, async (request: FastifyRequest) => {
    const { accepts = [JSON_TYPE], rawBytes } = request.routeOptions.config;
    if (!accepts.includes(JSON_TYPE)) throw new AppError('UNSUPPORTED_MEDIA', `Please send ${FORM_TYPE}.`);
    // Such a route reads its body in the handler, after authentication.
    if (accepts.includes(FORM_TYPE)) return undefined;
    if (rawBytes !== undefined) return readBody(request, rawBytes);
    return parseJson(await readBody(request, MAX_JSON_BYTES), request);
  });
  fastify.addContentTypeParser(REPORT_TYPES, async (request: FastifyRequest) => {
    if (request.routeOptions.url !== REPORTS_PATH) throw new AppError('UNSUPPORTED_MEDIA');
    return parseJson(await readBody(request, MAX_JSON_BYTES), request);
  });
  await fastify.register(multipart);
  fastify.addHook('preValidation', async (request) => {
    const { accepts = [] } = request.routeOptions.config;
    if (request.isMultipart() && !accepts.includes(FORM_TYPE)) throw new AppError('UNSUPPORTED_MEDIA');
  });
}

/**
 * The bytes of a body. Throws TOO_LARGE above `maxBytes`, CANCELLED when the client disconnects, RATE_LIMITED or OVERLOADED when bodies
 * under way already hold too much memory. The budget does not cover bodies above 1 MiB: callers limit how many they read at once.
 */
export async function readBody(request: FastifyRequest, maxBytes: number): Promise<Buffer> {
  if (maxBytes > MAX_JSON_BYTES) return collect(request, maxBytes, () => undefined);
  const { reserve, release } = request.server.bodyMemory.open(request);
  try {
    return await collect(request, maxBytes, reserve);
  } finally {
    release();
  }
}

async function collect({ raw: payload }: FastifyRequest, maxBytes: number, reserve: (bytes: number) => void): Promise<Buffer> {
  const contentLength = Number(payload.headers['content-length'] ?? 0);
  if (contentLength > maxBytes + MAX_DISCARDED_BYTES) throw new AppError('TOO_LARGE');
  // A large body of known length goes into one allocation; chunks and their concatenation would need twice the memory.
  const whole = contentLength > MAX_JSON_BYTES && contentLength <= maxBytes ? Buffer.allocUnsafeSlow(contentLength) : undefined;
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of payload.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      if (whole) chunk.copy(whole, bytes);
      else if (bytes + chunk.length <= maxBytes) {
        reserve(chunk.length);
        chunks.push(chunk);
      }
      bytes += chunk.length;
      if (bytes > maxBytes + MAX_DISCARDED_BYTES) break;
    }
  } catch (error) {
    throw error instanceof AppError ? error : new AppError('CANCELLED');
  }
  if (bytes > maxBytes) throw new AppError('TOO_LARGE');
  return whole?.subarray(0, bytes) ?? Buffer.concat(chunks);
}

// Each body may hold this much without being counted: small requests succeed while large ones exhaust the budget.
const UNCOUNTED_BYTES = 16_384;
const MAX_BYTES_PER_NETWORK = 16 * 1_048_576;
const MAX_BYTES = 128 * 1_048_576;
const RETRY_AFTER_S = 5;

/** Limits the memory of bodies that are still being received: a client can begin a thousand requests and finish none (docs/security.md S39). */
class BodyMemoryBudget {
  private readonly bytesPerNetwork = new Map<string, number>();
  private totalBytes = 0;

  /** Accounts for one body: `reserve` each chunk (RATE_LIMITED or OVERLOADED when there is no room), `release` everything at its end. */
  open({ ip }: Pick<FastifyRequest, 'ip'>): { reserve(bytes: number): void; release(): void } {
    const network = isLoopback(ip) ? undefined : networkOf(ip);
    let [received, reserved] = [0, 0];
    return {
      reserve: (bytes) => {
        received += bytes;
        if (received <= UNCOUNTED_BYTES) return;
        this.requireRoom(network, bytes);
        reserved += bytes;
        this.add(network, bytes);
      },
      release: () => this.add(network, -reserved),
    };
  }

  private requireRoom(network: string | undefined, bytes: number): void {
    const used = network === undefined ? 0 : (this.bytesPerNetwork.get(network) ?? 0);
    if (used + bytes > MAX_BYTES_PER_NETWORK) throw new AppError('RATE_LIMITED', undefined, { retryAfterS: RETRY_AFTER_S });
    if (this.totalBytes + bytes > MAX_BYTES) throw new AppError('OVERLOADED', undefined, { retryAfterS: RETRY_AFTER_S });
  }

  private add(network: string | undefined, bytes: number): void {
    this.totalBytes += bytes;
    if (network === undefined) return;
    const used = (this.bytesPerNetwork.get(network) ?? 0) + bytes;
    if (used > 0) this.bytesPerNetwork.set(network, used);
    else this.bytesPerNetwork.delete(network);
  }
}

/**
 * The value of a JSON body, undefined for an empty one. Fastify's parser removes `__proto__` keys; the checks for UTF-8 (MALFORMED) and
 * nesting depth (BAD_INPUT), which it does not have, come first. Throws MALFORMED for invalid JSON.
 */
export function parseJson(body: Buffer, { server }: FastifyRequest): unknown {
  if (body.length === 0) return undefined;
  if (!isUtf8(body)) throw new AppError('MALFORMED', 'The request body is not valid UTF-8.');
  if (isDeeperThan(MAX_DEPTH, body)) throw new AppError('BAD_INPUT', 'The request body is nested too deeply.');
  return fastifyParse(server, body.toString('utf8'));
}

function fastifyParse(server: FastifyInstance, json: string): unknown {
  let result: { readonly error: Error | null; readonly value?: unknown } = { error: new AppError('INTERNAL') };
  const parse = server.getDefaultJsonParser('remove', 'ignore') as unknown as JsonParser;
  // Calls back synchronously and ignores the request.
  parse(undefined, json, (error, value) => (result = { error, value }));
  if (result.error) throw new AppError('MALFORMED');
  return result.value;
}

type JsonParser = (request: undefined, json: string, done: (error: Error | null, value?: unknown) => void) => void;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];

function isDeeperThan(limit: number, json: Buffer): boolean {
  let depth = 0;
  for (let at = 0; at < json.length; at += 1) {
    const byte = json[at];
    if (byte === QUOTE) at = endOfString(json, at);
    else if (byte === OPEN_LIST || byte === OPEN_OBJECT) depth += 1;
    else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) depth -= 1;
    if (depth > limit) return true;
  }
  return false;
}

function endOfString(json: Buffer, start: number): number {
  for (let at = start + 1; at < json.length; at += 1) {
    if (json[at] === BACKSLASH) at += 1;
    else if (json[at] === QUOTE) return at;
  }
  return json.length;
}
