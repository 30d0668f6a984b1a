import { connect } from 'node:net';
import { connectLive } from '../security/live-socket.js';
import type { Attacker } from './requests.js';
import { subscriptions } from './subscriptions.js';

const TABS = 100;
const MESSAGE_EVERY_MS = 500;
const SLOW_READERS = 5;
/** Answers of about 60 KB each: more than the buffers of a socket hold. */
const ANSWERS_NOT_READ = 200;

/** Opens the live connections of a hundred tabs of one user, each with all subscriptions of the web app, and writes messages that change what they show. */
export async function openTabs(baseUrl: string, { bearer, ids }: Attacker): Promise<() => void> {
  const subscribes = subscriptions().map(({ extensions }, id) => ({
    type: 'subscribe',
    id: String(id),
    payload: { query: '', extensions },
  }));
  const tabs = await Promise.allSettled(Array.from({ length: TABS }, () => connectLive(baseUrl, bearer)));
  // Those above the number of connections that a user may have are refused.
  const open = tabs.flatMap((tab) => (tab.status === 'fulfilled' ? [tab.value] : []));
  for (const live of open) for (const message of subscribes) live.send(message);
  const headers = { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' };
  const body = JSON.stringify({ message: 'When is high water?' });
  const timer = setInterval(
    () => void fetch(`${baseUrl}/api/bots/${ids['botId']}/chat`, { method: 'POST', headers, body }).catch(() => undefined),
    MESSAGE_EVERY_MS,
  );
  return () => {
    clearInterval(timer);
    for (const live of open) live.close();
  };
}

/** Connections that ask for the list of bots again and again and read no answer. */
export function openSlowReaders(baseUrl: string, { bearer }: Attacker): Promise<() => void> {
  const { hostname, port } = new URL(baseUrl);
  const request = `GET /api/bots HTTP/1.1\r\nhost: ${hostname}\r\nauthorization: Bearer ${bearer}\r\n\r\n`;
  const sockets = Array.from({ length: SLOW_READERS }, () => {
    const socket = connect(Number(port), hostname, () => socket.write(request.repeat(ANSWERS_NOT_READ)));
    // The server may end a connection that is not read.
    socket.on('error', () => undefined);
    return socket.pause();
  });
  return Promise.resolve(() => sockets.forEach((socket) => socket.destroy()));
}
