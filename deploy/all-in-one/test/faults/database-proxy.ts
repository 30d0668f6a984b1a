import { createServer, connect, type AddressInfo, type Server, type Socket } from 'node:net';

/** A TCP connection to Postgres that can be cut and restored, or held so that nothing passes it. */
export class DatabaseProxy {
  private server: Server | undefined;
  private readonly sockets = new Set<Socket>();
  private target = new URL('postgres://127.0.0.1');
  private port = 0;
  private isHeld = false;

  /** The address through the proxy, which listens already. */
  through(databaseUrl: string): string {
    this.target = new URL(databaseUrl);
    const proxied = new URL(databaseUrl);
    proxied.hostname = '127.0.0.1';
    proxied.port = String(this.port);
    return proxied.href;
  }

  async open(): Promise<void> {
    const server = createServer((client) => {
      const upstream = connect(Number(this.target.port || 5432), this.target.hostname);
      for (const [from, to] of [
        [client, upstream],
        [upstream, client],
      ] as const) {
        this.sockets.add(from);
        from.on('error', () => undefined);
        from.on('close', () => {
          this.sockets.delete(from);
          to.destroy();
        });
        from.pipe(to);
        if (this.isHeld) from.pause();
      }
    });
    await new Promise<void>((resolve, reject) => server.once('error', reject).listen(this.port, '127.0.0.1', resolve));
    this.port = (server.address() as AddressInfo).port;
    this.server = server;
  }

  hold(): void {
    this.isHeld = true;
    for (const socket of this.sockets) socket.pause();
  }

  release(): void {
    this.isHeld = false;
    for (const socket of this.sockets) socket.resume();
  }

  cut(): void {
    this.server?.close();
    for (const socket of this.sockets) socket.destroy();
  }
}
