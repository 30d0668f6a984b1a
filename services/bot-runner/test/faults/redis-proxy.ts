import { mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A way to Redis that can be cut: the connections of one runner go through it. */
export class RedisProxy {
  readonly path: string;
  private readonly folder: string;
  private readonly server: Server;
  private readonly sockets = new Set<Socket>();
  private isCut = false;
  private isClosed = false;

  constructor(redisPath: string) {
    this.folder = mkdtempSync(join(tmpdir(), 'kith-proxy-'));
    this.path = join(this.folder, 'redis.sock');
    this.server = createServer((socket) => this.accept(socket, redisPath));
    this.server.listen(this.path);
  }

  /** Nothing passes until `heal`; open connections stay open and silent, as when a network is cut. */
  cut(): void {
    this.isCut = true;
    for (const socket of this.sockets) socket.pause();
  }

  /** Ends the open connections, which both sides see, and refuses new ones until `heal`. */
  drop(): void {
    this.isClosed = true;
    for (const socket of this.sockets) socket.destroy();
  }

  heal(): void {
    this.isCut = false;
    this.isClosed = false;
    for (const socket of this.sockets) socket.resume();
  }

  close(): void {
    for (const socket of this.sockets) socket.destroy();
    this.server.close();
    rmSync(this.folder, { recursive: true, force: true });
  }

  private accept(socket: Socket, redisPath: string): void {
    if (this.isClosed) return void socket.destroy();
    const upstream = connect(redisPath);
    for (const [from, to] of [
      [socket, upstream],
      [upstream, socket],
    ] as const) {
      this.sockets.add(from);
      from.on('data', (chunk) => to.write(chunk));
      from.on('error', () => from.destroy());
      from.on('close', () => {
        this.sockets.delete(from);
        to.destroy();
      });
      if (this.isCut) from.pause();
    }
  }
}
