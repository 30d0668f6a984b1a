import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';

export interface SmtpStandIn {
  readonly url: string;
  /** The accepted mails as they were transferred. */
  readonly mails: string[];
  /** Replies to the next RCPT commands, one each; when empty, every mail is accepted. */
  readonly refusals: string[];
  close(): Promise<void>;
}

/** A mail server that implements only the SMTP commands needed to accept a mail. */
export async function smtpStandIn(): Promise<SmtpStandIn> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    converse(socket, standIn);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const standIn: SmtpStandIn = {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    mails: [],
    refusals: [],
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
  return standIn;
}

function converse(socket: Socket, standIn: SmtpStandIn): void {
  let pending = '';
  let isBody = false;
  const say = (line: string) => socket.write(`${line}\r\n`);
  socket.setEncoding('utf8');
  socket.on('error', () => undefined);
  socket.on('data', (chunk: string) => {
    pending += chunk;
    for (;;) {
      const end = isBody ? '\r\n.\r\n' : '\r\n';
      const at = pending.indexOf(end);
      if (at < 0) return;
      const part = pending.slice(0, at);
      pending = pending.slice(at + end.length);
      if (isBody) standIn.mails.push(part);
      isBody = !isBody && /^DATA/i.test(part);
      say(
        isBody
          ? '354 go on'
          : /^RCPT/i.test(part)
            ? (standIn.refusals.shift() ?? '250 ok')
            : /^QUIT/i.test(part)
              ? '221 bye'
              : '250 ok',
      );
    }
  });
  say('220 stand-in');
}
