import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Config } from '@kith/kit';
import { AppError } from '@kith/proto';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { securityHeaders } from './security-headers.js';

const REQUEST_ID = /^[\w.:-]{1,64}$/;
const REQUEST_TIMEOUT_MS = 60_000;

/** The HTTP server below Nest. */
export function createAdapter(config: Config): FastifyAdapter {
  return new FastifyAdapter({
    // A reverse proxy on the same host may name the client; anybody else who claims to forward is not believed.
    trustProxy: 'loopback',
    // A client that sends its request drop by drop does not hold a connection for ever.
    requestTimeout: REQUEST_TIMEOUT_MS,
    genReqId: ({ headers }: IncomingMessage) => saneId(headers['x-request-id']) ?? randomUUID(),
    // Addresses that no router can read reach neither hook nor filter.
    frameworkErrors: (_error: FastifyError, _request: FastifyRequest, reply: FastifyReply) => {
      const failure = new AppError('MALFORMED', 'This address cannot be read.');
      const headers = {
        ...securityHeaders(config),
        'cache-control': 'no-store',
        'content-type': 'application/json; charset=utf-8',
      };
      void reply.code(failure.status).headers(headers).send(JSON.stringify(failure.toBody()));
    },
  });
}

/** The caller's id when it is one, so that a trace can begin before us. */
function saneId(value: string | string[] | undefined): string | undefined {
  return typeof value === 'string' && REQUEST_ID.test(value) ? value : undefined;
}
