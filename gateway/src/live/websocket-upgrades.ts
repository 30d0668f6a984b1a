import { ServerResponse, type IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { Config } from '@kith/kit';
import { AppError } from '@kith/proto';
import type { FastifyInstance } from 'fastify';
import { isWrite, originOf } from '../http/authentication.js';

interface Upgrade {
  readonly socket: Socket;
  readonly head: Buffer;
  readonly response: ServerResponse;
}

/**
 * Passes WebSocket upgrades at `path` to `open` after the hooks of every request, such as the Host check and the rate limit. Node removes a
 * connection with an upgrade request from its HTTP server, including timeouts and shutdown, so every other upgrade is answered and closed.
 */
export function handleUpgrades(
  fastify: FastifyInstance,
  { path, config }: { readonly path: string; readonly config: Config },
  open: (request: IncomingMessage, socket: Socket, head: Buffer) => void,
): void {
  const upgrades = new WeakMap<IncomingMessage, Upgrade>();
  fastify.server.on('upgrade', (request: IncomingMessage, socket: Socket, head: Buffer) => {
    // Without a listener, a connection that breaks now would crash the process.
    socket.on('error', () => undefined);
    const response = new ServerResponse(request);
    response.shouldKeepAlive = false;
    response.assignSocket(socket);
    response.once('finish', () => socket.destroySoon());
    upgrades.set(request, { socket, head, response });
    fastify.routing(request, response);
  });
  fastify.addHook('onRequest', async (request, reply) => {
    const upgrade = upgrades.get(request.raw);
    if (!upgrade) return;
    if (request.headers.upgrade?.toLowerCase() !== 'websocket') {
      // RFC 9110 (7.8): an unknown protocol is ignored and the request is answered. Its body cannot be read any more.
      if (isWrite(request)) throw new AppError('MALFORMED', 'Please send this without asking for another protocol.');
      return;
    }
    if (request.url.split('?', 1)[0] !== path) throw new AppError('NOT_FOUND');
    // docs/security.md S62: pages of other sites are rejected, whatever credential they send.
    if (originOf(request, config) === 'foreign') throw new AppError('CROSS_ORIGIN');
    reply.hijack();
    upgrade.response.detachSocket(upgrade.socket);
    open(request.raw, upgrade.socket, upgrade.head);
  });
}
