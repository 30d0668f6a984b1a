import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';

/** A mail server that accepts every mail. */
export interface Mailbox {
  readonly url: string;
  /** The decoded texts of the mails. */
  readonly mails: string[];
  close(): Promise<void>;
}

export async function openMailbox(): Promise<Mailbox> {
  const mails: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    receive(socket, mails);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    mails,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

/** The part of SMTP (RFC 5321) that delivers a mail. */
function receive(socket: Socket, mails: string[]): void {
  let held = '';
  let isText = false;
  const say = (line: string) => socket.write(`${line}\r\n`);
  socket.setEncoding('utf8').on('error', () => undefined);
  socket.on('data', (chunk: string) => {
    held += chunk;
    for (let end = isText ? '\r\n.\r\n' : '\r\n'; held.includes(end); end = isText ? '\r\n.\r\n' : '\r\n') {
      const part = held.slice(0, held.indexOf(end));
      held = held.slice(part.length + end.length);
      if (isText) mails.push(plain(part));
      isText = !isText && /^DATA/i.test(part);
      say(isText ? '354 go on' : /^QUIT/i.test(part) ? '221 bye' : '250 ok');
    }
  });
  say('220 mailbox');
}

/** Quoted-printable (RFC 2045, section 6.7). */
const plain = (text: string): string =>
  text.replace(/=\r\n/g, '').replace(/=([\dA-F]{2})/g, (_match, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
