import { randomBytes } from 'node:crypto';
import { callScope, CLIENT_IP, type Logger } from '@kith/kit';
import type { FastifyInstance, FastifyRequest } from 'fastify';

// W3C Trace Context, version 00; ids of zeros only are invalid.
const TRACEPARENT = /^00-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/;

/** Returns the request id in each response and passes it, with the trace, to the calls that the request makes. */
export function traceRequests(fastify: FastifyInstance): void {
  fastify.addHook('onRequest', async (request, reply) => {
    void reply.header('x-request-id', request.id);
  });
  // Before authentication, and again after the body: reading it resumes in the async context of the connection, which has no scope.
  fastify.addHook('preParsing', (request, _reply, payload, done) => {
    callScope.run({ meta: metaOf(request) }, () => done(null, payload));
  });
  fastify.addHook('preHandler', (request, _reply, done) => callScope.run({ meta: metaOf(request) }, done));
}

const metaOf = (request: FastifyRequest): Record<string, string> => ({
  'x-request-id': request.id,
  traceparent: traceparentOf(request),
  [CLIENT_IP]: request.ip.slice(0, 64),
});

function traceparentOf({ headers }: FastifyRequest): string {
  const sent = headers['traceparent'];
  if (typeof sent === 'string' && TRACEPARENT.test(sent)) return sent;
  return `00-${randomBytes(16).toString('hex')}-${randomBytes(8).toString('hex')}-01`;
}

/** Logs each response with the pattern of its route; the URL itself would put ids and queries into the log. */
export function logResponses(fastify: FastifyInstance, logger: Logger): void {
  fastify.addHook('onResponse', async (request, reply) => {
    const { statusCode } = reply;
    const details = { requestId: request.id, method: request.method, route: request.routeOptions.url, statusCode };
    logger[statusCode >= 500 ? 'warn' : 'debug']({ ...details, ms: Math.round(reply.elapsedTime) }, 'request completed');
  });
}
