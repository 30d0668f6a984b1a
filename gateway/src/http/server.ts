import { randomUUID } from 'node:crypto';
import { createServer, STATUS_CODES, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Config } from '@kith/kit';
import { AppError, type ErrorCode } from '@kith/proto';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { securityHeaders } from './security-headers.js';

const REQUEST_ID = /^[\w.:-]{1,64}$/;
const REQUEST_TIMEOUT_MS = 60_000;
const KEEP_ALIVE_MS = 72_000;
/** Browsers and proxies send no request on a connection before the one before it is answered. */
const MAX_PIPELINED_REQUESTS = 10;

/** The Fastify server behind Nest. */
export function createAdapter(config: Config): FastifyAdapter {
  return new FastifyAdapter({
    // X-Forwarded-For counts only from a proxy that the operator has configured.
    trustProxy: config.TRUST_PROXY,
    serverFactory: (handle: RequestListener) => createHttpServer(handle),
    // Beyond this length the router answers "unknown route" although the id is what is unknown.
    routerOptions: { maxParamLength: 2000 },
    genReqId: ({ headers }: IncomingMessage) => validRequestId(headers['x-request-id']) ?? randomUUID(),
    // A URL that the router cannot decode reaches neither hooks nor the error filter.
    frameworkErrors: (_error: FastifyError, _request: FastifyRequest, reply: FastifyReply) => {
      const failure = new AppError('MALFORMED', 'This address cannot be read.');
      void reply.code(failure.status).headers(headersOf(config)).send(JSON.stringify(failure.toBody()));
    },
    // Nor does a request that Node rejects: invalid HTTP, too slow, or with too large a header.
    clientErrorHandler: ({ code }, socket) => rejectOnSocket(code, socket, config),
  });
}

/** Ends a connection on which too many requests wait for their answers: Node reads and begins all of them, however slow the first one is. */
function createHttpServer(handle: RequestListener): Server {
  const waiting = new WeakMap<Socket, number>();
  // A client that sends its request very slowly must not hold a connection forever.
  const options = { requestTimeout: REQUEST_TIMEOUT_MS, keepAliveTimeout: KEEP_ALIVE_MS };
  const server = createServer(options, (request, response) => {
    const { socket } = request;
    const count = (waiting.get(socket) ?? 0) + 1;
    waiting.set(socket, count);
    if (count > MAX_PIPELINED_REQUESTS) return void socket.destroy();
    response.once('close', () => waiting.set(socket, (waiting.get(socket) ?? 1) - 1));
    handle(request, response);
  });
  // A closed socket forgets its address, by which the limits count requests that are still being answered.
  server.on('connection', (socket) => Object.defineProperty(socket, 'remoteAddress', { value: socket.remoteAddress }));
  return server;
}

// By Node's error code. RFC 6585 defines a status for the first that our error codes do not have.
const REJECTIONS: Readonly<Record<string, readonly [status: number, code: ErrorCode, message?: string]>> = {
  HPE_HEADER_OVERFLOW: [431, 'TOO_LARGE', 'The header of the request is too large.'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'REQUEST_TIMEOUT'],
};
const INVALID_HTTP: readonly [number, ErrorCode, string] = [400, 'MALFORMED', 'This is not a request that can be read.'];

function rejectOnSocket(reason: string | undefined, socket: Socket, config: Config): void {
  if (reason === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const [status, code, message] = REJECTIONS[reason ?? ''] ?? INVALID_HTTP;
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

/** The request id that the client sent, if it is well-formed: logs of the client and of Kith can then be joined. */
function validRequestId(value: string | string[] | undefined): string | undefined {
  return typeof value === 'string' && REQUEST_ID.test(value) ? value : undefined;
}
