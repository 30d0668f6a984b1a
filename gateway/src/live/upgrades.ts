import { ServerResponse, type IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { Config } from '@kith/kit';
import { AppError } from '@kith/proto';
import type { FastifyInstance } from 'fastify';
import { isWrite, senderOf } from '../http/same-origin.js';

interface Upgrade {
  readonly socket: Socket;
  readonly head: Buffer;
  readonly response: ServerResponse;
}

/**
 * Hands WebSockets at `path` to `open`, after what every request passes: its Host, its budget. Node takes a request that asks for another
 * protocol out of the hands of its HTTP server, time limits and shutdown included: whatever is not opened here is answered and closed.
 */
export function acceptUpgrades(
  fastify: FastifyInstance,
  { path, config }: { readonly path: string; readonly config: Config },
  open: (request: IncomingMessage, socket: Socket, head: Buffer) => void,
): void {
  const upgrades = new WeakMap<IncomingMessage, Upgrade>();
  fastify.server.on('upgrade', (request: IncomingMessage, socket: Socket, head: Buffer) => {
    // A connection that breaks meanwhile is nobody's error.
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
      // RFC 9110, section 7.8: who asks for what we do not speak is answered all the same. A body cannot be read any more.
      if (isWrite(request)) throw new AppError('MALFORMED', 'Please send this without asking for another protocol.');
      return;
    }
    if (request.url.split('?', 1)[0] !== path) throw new AppError('NOT_FOUND');
    // S62: a page of another site is not let in, whatever it carries.
    if (senderOf(request, config) === 'foreign') throw new AppError('CROSS_ORIGIN');
    reply.hijack();
    upgrade.response.detachSocket(upgrade.socket);
    open(request.raw, upgrade.socket, upgrade.head);
  });
}
