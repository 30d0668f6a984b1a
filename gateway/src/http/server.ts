import { randomUUID } from 'node:crypto';
import { STATUS_CODES, type IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { Config } from '@kith/kit';
import { AppError, type ErrorCode } from '@kith/proto';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { securityHeaders } from './security-headers.js';

const REQUEST_ID = /^[\w.:-]{1,64}$/;
const REQUEST_TIMEOUT_MS = 60_000;

/** The HTTP server below Nest. */
export function createAdapter(config: Config): FastifyAdapter {
  return new FastifyAdapter({
    // A reverse proxy that the operator named may name the client; anybody else who claims to forward is not believed.
    trustProxy: config.TRUST_PROXY,
    // A client that sends its request drop by drop does not hold a connection for ever.
    requestTimeout: REQUEST_TIMEOUT_MS,
    // A longer part of an address would be taken for an unknown route instead of an unknown id.
    routerOptions: { maxParamLength: 2000 },
    genReqId: ({ headers }: IncomingMessage) => saneId(headers['x-request-id']) ?? randomUUID(),
    // Addresses that no router can read reach neither hook nor filter.
    frameworkErrors: (_error: FastifyError, _request: FastifyRequest, reply: FastifyReply) => {
      const failure = new AppError('MALFORMED', 'This address cannot be read.');
      void reply.code(failure.status).headers(headersOf(config)).send(JSON.stringify(failure.toBody()));
    },
    // Nor does what is no HTTP at all, or too slow, or all header.
    clientErrorHandler: ({ code }, socket) => refuseOnSocket(code, socket, config),
  });
}

// By the codes of Node; RFC 6585 and RFC 9110 have statuses of their own for two of them.
const REFUSALS: Readonly<Record<string, readonly [status: number, code: ErrorCode, message?: string]>> = {
  HPE_HEADER_OVERFLOW: [431, 'TOO_LARGE', 'The header of the request is too large.'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'DEADLINE'],
};
const NO_HTTP: readonly [number, ErrorCode, string] = [400, 'MALFORMED', 'This is not a request that can be read.'];

function refuseOnSocket(reason: string | undefined, socket: Socket, config: Config): void {
  if (reason === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const [status, code, message] = REFUSALS[reason ?? ''] ?? NO_HTTP;
  const body = JSON.stringify({ ...new AppError(code, message).toBody(), statusCode: status });
  const headers = { ...headersOf(config), 'content-length': Buffer.byteLength(body), connection: 'close' };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`);
  socket.destroySoon();
}

const headersOf = (config: Config) => ({
  ...securityHeaders(config),
  'cache-control': 'no-store',
  'content-type': 'application/json; charset=utf-8',
});

/** The caller's id when it is one, so that a trace can begin before us. */
function saneId(value: string | string[] | undefined): string | undefined {
  return typeof value === 'string' && REQUEST_ID.test(value) ? value : undefined;
}
