import { randomBytes } from 'node:crypto';
import { request } from 'node:http';
import type { Duplex } from 'node:stream';

const TEXT = 1;
const CLOSE = 8;

/** A WebSocket connection for GraphQL subscriptions that can send what our own client never would. */
export interface LiveSocket {
  /** Parsed messages. */
  readonly messages: { readonly type: string; readonly payload?: unknown }[];
  /** When the connection ended, by Date.now(). */
  endedAtMs?: number;
  /** With which the server ended the connection; 1013: too many in a short time. */
  closeCode?: number;
  send(message: object): void;
  /** Reads nothing more, so that what the server sends has to wait there. */
  pause(): void;
  close(): void;
}

/** Connects to /graphql with `token` in the first message. Resolves when the server has acknowledged or closed the connection. */
export async function connectLive(baseUrl: string, token: string): Promise<LiveSocket> {
  const socket = await upgrade(baseUrl);
  const live: LiveSocket = {
    messages: [],
    send: (message) => socket.write(frameOf(JSON.stringify(message))),
    pause: () => void socket.pause(),
    close: () => socket.destroy(),
  };
  const ended = (): void => void (live.endedAtMs ??= Date.now());
  socket.on('close', ended).on('error', ended);
  const isAnswered = new Promise<void>((resolve) => {
    socket.on('close', resolve);
    socket.on(
      'data',
      readFrames(({ opcode, text, code }) => {
        if (opcode === CLOSE) {
          live.closeCode ??= code;
          return socket.destroy();
        }
        if (opcode === TEXT) live.messages.push(JSON.parse(text) as LiveSocket['messages'][number]);
        resolve();
      }),
    );
  });
  live.send({ type: 'connection_init', payload: { token } });
  await isAnswered;
  return live;
}

const upgrade = (baseUrl: string): Promise<Duplex> =>
  new Promise((resolve, reject) => {
    const headers = {
      connection: 'Upgrade',
      upgrade: 'websocket',
      'sec-websocket-version': '13',
      'sec-websocket-key': randomBytes(16).toString('base64'),
      'sec-websocket-protocol': 'graphql-transport-ws',
    };
    request(new URL('/graphql', baseUrl), { headers, agent: false })
      .on('upgrade', (_response, socket) => resolve(socket))
      .on('response', ({ statusCode }) => reject(new Error(`answered ${statusCode}`)))
      .on('error', reject)
      .end();
  });

/** A masked text frame (RFC 6455, section 5.2) for texts below 64 KB. */
function frameOf(text: string): Buffer {
  const payload = Buffer.from(text);
  const mask = randomBytes(4);
  const length =
    payload.length < 126
      ? Buffer.from([0x80 | payload.length])
      : Buffer.from([0x80 | 126, payload.length >> 8, payload.length & 255]);
  return Buffer.concat([Buffer.from([0x80 | TEXT]), length, mask, payload.map((byte, at) => byte ^ (mask[at % 4] ?? 0))]);
}

function readFrames(onFrame: (frame: { opcode: number; text: string; code: number }) => void): (chunk: Buffer) => void {
  let held = Buffer.alloc(0);
  return (chunk) => {
    held = Buffer.concat([held, chunk]);
    while (held.length >= 2) {
      const short = held.readUInt8(1) & 127;
      const start = short === 126 ? 4 : 2;
      if (held.length < start) return;
      const end = start + (short === 126 ? held.readUInt16BE(2) : short);
      if (held.length < end) return;
      onFrame({
        opcode: held.readUInt8(0) & 15,
        text: held.toString('utf8', start, end),
        code: end - start < 2 ? 0 : held.readUInt16BE(start),
      });
      held = held.subarray(end);
    }
  };
}
