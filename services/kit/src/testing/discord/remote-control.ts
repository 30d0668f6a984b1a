import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { StandInDiscord } from './discord.js';
import type { DiscordStats } from './stats.js';

/** Methods of the stand-in that another process can call. */
export const REMOTE_METHODS = [
  'offerSignIn',
  'confirmSignInsAs',
  'addBot',
  'addGuild',
  'addBotToGuild',
  'removeBotFromGuild',
  'addRole',
  'moveRole',
  'deleteRole',
  'setMember',
  'setSystemChannel',
  'removeMember',
  'member',
  'setOverwrites',
  'changeChannel',
  'addChannel',
  'deleteChannel',
  'channelState',
  'sendMessage',
  'editMessage',
  'deleteMessage',
  'react',
  'invokeCommand',
  'invokeOnMessage',
  'pressButton',
  'repeatInteraction',
  'presenceOf',
  'limitIdentifies',
  'commandsOf',
  'setCommand',
  'responseTo',
  'message',
  'messages',
  'repliesTo',
  'waitForReply',
  'typingCount',
  'isConnected',
  'hasSession',
  'intentsOf',
  'interruptSession',
  'revokeToken',
  'resetToken',
  'muteGateway',
  'unmuteGateway',
  'closeAfterHello',
  'rejectRequests',
  'acceptRequests',
  'limitChannels',
  'limitBots',
  'blockAddress',
  'requireShards',
  'connectedShards',
  'dispatch',
  'delayRequests',
  'resetStats',
  'startOutage',
  'endOutage',
] as const satisfies readonly (keyof StandInDiscord)[];
export type RemoteMethod = (typeof REMOTE_METHODS)[number];

/**
 * Serves the stand-in's methods to other processes: POST /<method> with the arguments as a JSON list, GET /stats. Uses a separate port,
 * which stays reachable during a simulated outage.
 */
export async function serveRemoteControl(
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

type AsyncMethod<F> = F extends (...values: infer A) => infer R ? (...values: A) => Promise<Awaited<R>> : never;

/** A stand-in Discord that runs in another process: the same methods, each returning a promise. */
export type RemoteDiscord = { readonly [M in RemoteMethod]: AsyncMethod<StandInDiscord[M]> } & {
  readonly apiUrl: string;
  readonly stats: () => Promise<DiscordStats>;
};

/** Controls a stand-in that runs in a process of its own; takes the addresses that `main.ts` prints. */
export function remoteDiscord({ apiUrl, adminUrl }: { apiUrl: string; adminUrl: string }): RemoteDiscord {
  const ask = async (method: string, values?: unknown[]): Promise<unknown> => {
    const response = await fetch(`${adminUrl}/${method}`, values ? { method: 'POST', body: JSON.stringify(values) } : {});
    const answer = (await response.json()) as { result?: unknown; error?: string };
    if (answer.error !== undefined) throw new Error(answer.error);
    return answer.result;
  };
  const methods = REMOTE_METHODS.map((method) => [method, (...values: unknown[]) => ask(method, values)]);
  return {
    ...(Object.fromEntries(methods) as Pick<RemoteDiscord, RemoteMethod>),
    apiUrl,
    stats: () => ask('stats') as Promise<DiscordStats>,
  };
}
