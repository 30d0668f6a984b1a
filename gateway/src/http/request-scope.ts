import { randomBytes } from 'node:crypto';
import { callScope, CLIENT_IP, type Logger } from '@kith/kit';
import type { FastifyInstance, FastifyRequest } from 'fastify';

// W3C Trace Context: version 00, neither id all zeros.
const TRACEPARENT = /^00-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/;

/** Names each request: in the answer, and in the calls that are made for it. */
export function openScope(fastify: FastifyInstance): void {
  fastify.addHook('onRequest', async (request, reply) => {
    void reply.header('x-request-id', request.id);
  });
  // After the body: what is read in between runs in the scope of the connection.
  fastify.addHook('preHandler', (request, _reply, done) => {
    const meta = { 'x-request-id': request.id, traceparent: traceparentOf(request), [CLIENT_IP]: request.ip.slice(0, 64) };
    callScope.run({ meta }, done);
  });
}

function traceparentOf({ headers }: FastifyRequest): string {
  const given = headers['traceparent'];
  if (typeof given === 'string' && TRACEPARENT.test(given)) return given;
  return `00-${randomBytes(16).toString('hex')}-${randomBytes(8).toString('hex')}-01`;
}

/** One line per answer, with the pattern of the route instead of its address: no id, no query. */
export function logAnswers(fastify: FastifyInstance, logger: Logger): void {
  fastify.addHook('onResponse', async (request, reply) => {
    const { statusCode } = reply;
    const facts = { requestId: request.id, method: request.method, route: request.routeOptions.url, statusCode };
    logger[statusCode >= 500 ? 'warn' : 'debug']({ ...facts, ms: Math.round(reply.elapsedTime) }, 'answered');
  });
}
