import { randomUUID } from 'node:crypto';
import { callScope, CLIENT_IP, type Logger } from '@kith/kit';
import type { FastifyInstance, FastifyRequest } from 'fastify';

declare module 'fastify' {
  interface FastifyRequest {
    /** What the calls that the request makes inherit. */
    callMeta?: Readonly<Record<string, string>>;
  }
}

// W3C Trace Context, version 00; ids of zeros only are invalid.
const TRACEPARENT = /^00-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/;

/** Returns the request id in each response and passes it, with the trace, to the calls that the request makes. */
export function traceRequests(fastify: FastifyInstance): void {
  fastify.decorateRequest('callMeta', undefined);
  fastify.addHook('onRequest', async (request, reply) => {
    void reply.header('x-request-id', request.id);
  });
  // Before authentication, and again after the body: reading it resumes in the async context of the connection, which has no scope.
  fastify.addHook('preParsing', (request, _reply, payload, done) => {
    callScope.run({ meta: metaOf(request) }, () => done(null, payload));
  });
  fastify.addHook('preHandler', (request, _reply, done) => callScope.run({ meta: metaOf(request) }, done));
}

function metaOf(request: FastifyRequest): Readonly<Record<string, string>> {
  request.callMeta ??= {
    'x-request-id': request.id,
    traceparent: traceparentOf(request),
    [CLIENT_IP]: request.ip.slice(0, 64),
  };
  return request.callMeta;
}

function traceparentOf({ headers }: FastifyRequest): string {
  const sent = headers['traceparent'];
  if (typeof sent === 'string' && TRACEPARENT.test(sent)) return sent;
  // Node keeps random bytes for UUIDs in store: asking the system for some takes longer than anything else here.
  const [trace, parent] = [hexOf(randomUUID()), hexOf(randomUUID())];
  return `00-${trace}-${parent.slice(0, 16)}-01`;
}

const hexOf = (uuid: string): string => uuid.replaceAll('-', '');

/** Logs each response with the pattern of its route; the URL itself would put ids and queries into the log. */
export function logResponses(fastify: FastifyInstance, logger: Logger): void {
  fastify.addHook('onResponse', async (request, reply) => {
    const { statusCode } = reply;
    const details = { requestId: request.id, method: request.method, route: request.routeOptions.url, statusCode };
    logger[statusCode >= 500 ? 'warn' : 'debug']({ ...details, ms: Math.round(reply.elapsedTime) }, 'request completed');
  });
}
