import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A way to Postgres that counts what a client asks for. */
export interface StatementCounter {
  /** The address of the database through it. */
  readonly url: string;
  /** How many statements were executed so far, those of transactions included. */
  readonly statements: () => number;
  stop(): void;
}

// https://www.postgresql.org/docs/current/protocol-message-formats.html: a statement is one message Query, or ends with Execute.
const QUERY = 'Q'.charCodeAt(0);
const EXECUTE = 'E'.charCodeAt(0);
const TYPE_BYTES = 1;
const LENGTH_BYTES = 4;

/** Finds the messages of a client in what it sends, wherever that is cut. The first one, of the start of a connection, has no type. */
export class ClientMessages {
  private pending = Buffer.alloc(0);
  private typeBytes = 0;
  /** Bytes of the current message that are still to come. */
  private left = 0;
  statements = 0;

  read(chunk: Buffer): void {
    let data = Buffer.concat([this.pending, chunk]);
    for (;;) {
      const skipped = Math.min(this.left, data.length);
      this.left -= skipped;
      data = data.subarray(skipped);
      const headBytes = this.typeBytes + LENGTH_BYTES;
      if (this.left > 0 || data.length < headBytes) break;
      if (this.typeBytes > 0 && (data[0] === QUERY || data[0] === EXECUTE)) this.statements += 1;
      this.left = data.readUInt32BE(this.typeBytes) - LENGTH_BYTES;
      data = data.subarray(headBytes);
      this.typeBytes = TYPE_BYTES;
    }
    this.pending = Buffer.from(data);
  }
}

/** The address of a database by TCP; `npm run bench` names its Unix socket too, which the driver prefers. */
export function overTcp(databaseUrl: string): string {
  const url = new URL(databaseUrl);
  url.searchParams.delete('host');
  return url.href;
}

/** Passes connections to the Postgres of `databaseUrl`, unencrypted, and counts the statements. */
export async function countStatements(databaseUrl: string): Promise<StatementCounter> {
  const target = new URL(databaseUrl);
  const counted: ClientMessages[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const database = connect(Number(target.port || 5432), target.hostname);
    const messages = new ClientMessages();
    counted.push(messages);
    for (const [from, to] of [
      [client, database],
      [database, client],
    ] as const) {
      sockets.add(from);
      from.on('error', () => to.destroy());
      from.on('close', () => sockets.delete(from));
      from.pipe(to);
    }
    client.on('data', (chunk) => messages.read(Buffer.from(chunk)));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(overTcp(databaseUrl));
  url.hostname = '127.0.0.1';
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    statements: () => counted.reduce((sum, { statements }) => sum + statements, 0),
    stop: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
