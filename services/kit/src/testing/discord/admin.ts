import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { StandInDiscord } from './discord.js';

/** The methods of the stand-in that another process may call. */
export const REMOTE_METHODS = [
  'addBot',
  'addChannel',
  'say',
  'command',
  'commandsOf',
  'setCommand',
  'answerTo',
  'message',
  'messages',
  'repliesTo',
  'waitForReply',
  'typing',
  'isConnected',
  'hasSession',
  'intentsOf',
  'kick',
  'revoke',
  'resetToken',
  'silence',
  'speak',
  'closeAfterHello',
  'refuse',
  'acceptAgain',
  'resetStats',
  'goDown',
  'comeBack',
] as const satisfies readonly (keyof StandInDiscord)[];
export type RemoteMethod = (typeof REMOTE_METHODS)[number];

/**
 * Serves the stand-in's methods to other processes: POST /<method> with the arguments as a JSON list, GET /stats.
 * On a port of its own, so that it answers while the stand-in is down.
 */
export async function serveAdmin(
  discord: StandInDiscord,
  { host, port }: { host: string; port: number },
): Promise<{ url: string; server: Server }> {
  const server = createServer((request, response) => {
    answer(discord, request).then(
      (result) => response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ result })),
      (error: unknown) =>
        response.writeHead(400, { 'content-type': 'application/json' }).end(JSON.stringify({ error: String(error) })),
    );
  });
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, host, resolve));
  return { url: `http://${host}:${(server.address() as AddressInfo).port}`, server };
}

async function answer(discord: StandInDiscord, request: IncomingMessage): Promise<unknown> {
  const name = (request.url ?? '').slice(1);
  if (name === 'stats') return discord.stats;
  const method = REMOTE_METHODS.find((known) => known === name);
  if (!method) throw new Error(`the stand-in Discord has no method ${name}`);
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const callArguments = JSON.parse(Buffer.concat(chunks).toString() || '[]') as unknown[];
  const call = discord[method] as (...values: unknown[]) => unknown;
  return call.apply(discord, callArguments);
}
