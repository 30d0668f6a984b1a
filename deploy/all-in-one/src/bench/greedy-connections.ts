import { Agent } from 'node:http';
import { connect } from 'node:net';
import { failuresIn, pause, send, type Repeatable } from '../../test/availability/load.js';
import { subscriptions } from '../../test/availability/subscriptions.js';
import { connectLive } from '../../test/security/live-socket.js';

/** Ends what somebody does beside others, and throws when a request of it failed. */
export type Stop = () => Promise<void>;

interface Person {
  readonly baseUrl: string;
  readonly token: string;
}

const TABS = 100;
const OPEN_MS = 300;
/** As many connections as one user may have. */
const LIVE_CONNECTIONS = 20;
const SLOW_READERS = 10;
/** Their answers are larger than the buffers of a socket. */
const ANSWERS_NOT_READ = 50;
const CHANGE_EVERY_MS = 100;
let networks = 0;

/** A browser with a hundred tabs opens them all again and again: each asks for its page and subscribes to all that changes. */
export function keepOpeningTabs({ baseUrl, token }: Person, page: readonly Repeatable[]): Stop {
  // From a network of its own: this machine has no limit, and the next round has not used up what this one may send.
  networks += 1;
  const headers = { 'x-forwarded-for': `198.19.${Math.floor(networks / 250)}.${(networks % 250) + 1}` };
  const requests = page.map((one) => ({ ...one, headers: { ...one.headers, ...headers } }));
  return repeat(async () => {
    const agent = new Agent({ keepAlive: true });
    const tab = async () => {
      const live = await connectLive(baseUrl, token);
      subscribe(live);
      const outcomes = await Promise.all(requests.map((one) => send(baseUrl, one, { agent })));
      const [failure] = failuresIn(outcomes);
      if (failure !== undefined) throw new Error(`a tab was answered ${failure}`);
      return live;
    };
    const tabs = await Promise.all(Array.from({ length: TABS }, tab));
    await pause(OPEN_MS);
    for (const live of tabs) live.close();
    agent.destroy();
  });
}

/** Connections that send the request over and over and read nothing. */
export function keepUnread({ baseUrl }: Person, { method, path, headers = {}, body }: Repeatable): Stop {
  const { hostname, port } = new URL(baseUrl);
  const payload = typeof body === 'string' ? body : '';
  const described = { host: hostname, 'content-type': 'application/json', 'content-length': payload.length, ...headers };
  const lines = Object.entries(described).map(([name, value]) => `${name}: ${value}`);
  const request = `${method} ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n${payload}`;
  const sockets = Array.from({ length: SLOW_READERS }, () => {
    const socket = connect(Number(port), hostname, () => socket.write(request.repeat(ANSWERS_NOT_READ)));
    // The server may end a connection that is not read.
    socket.on('error', () => undefined);
    return socket.pause();
  });
  return async () => sockets.forEach((socket) => socket.destroy());
}

/** Live connections that read nothing while `change` makes what they subscribed to. */
export function keepLiveUnread({ baseUrl, token }: Person, change: Repeatable): Stop {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const opened = Promise.all(
    Array.from({ length: LIVE_CONNECTIONS }, async () => {
      const live = await connectLive(baseUrl, token);
      subscribe(live);
      live.pause();
      return live;
    }),
  );
  const stop = repeat(async () => {
    await opened;
    await send(baseUrl, change, { agent });
    await pause(CHANGE_EVERY_MS);
  });
  return async () => {
    await stop();
    for (const live of await opened) live.close();
    agent.destroy();
  };
}

/** Does the work again and again; what is returned ends that. */
export function repeat(work: () => Promise<unknown>): Stop {
  let isEnded = false;
  const working = (async () => {
    while (!isEnded) await work();
  })();
  // Whoever ends it is told.
  working.catch(() => undefined);
  return () => {
    isEnded = true;
    return working;
  };
}

function subscribe(live: { send(message: object): void }): void {
  for (const [id, { extensions }] of subscriptions().entries())
    live.send({ type: 'subscribe', id: String(id), payload: { query: '', extensions } });
}
