import type { WebSocket } from 'ws';

/** Connections whose client receives nothing for a while, as when the network between the two is down in one direction. */
export class HalfOpenSockets {
  /** By socket, what it was not sent. */
  private readonly held = new Map<WebSocket, string[]>();

  add(socket: WebSocket): void {
    this.held.set(socket, []);
  }

  has(socket: WebSocket): boolean {
    return this.held.has(socket);
  }

  /** Sends a text, or holds it back. */
  send(socket: WebSocket, text: string): void {
    const held = this.held.get(socket);
    if (held) held.push(text);
    else socket.send(text);
  }

  /** The client receives everything again: what was held back first, in order, as TCP does it. */
  heal(socket: WebSocket): void {
    const held = this.held.get(socket) ?? [];
    this.held.delete(socket);
    for (const text of held) socket.send(text);
  }

  forget(socket: WebSocket): void {
    this.held.delete(socket);
  }
}
