import { Agent } from 'node:http';
import { connect } from 'node:net';
import { failuresIn, pause, send, type Outcome, type Repeatable } from '../../test/availability/load.js';
import { subscriptions } from '../../test/availability/subscriptions.js';
import { connectLive } from '../../test/security/live-socket.js';

/** Ends what somebody does beside others, and throws when a request of it failed. */
export type Stop = () => Promise<void>;

/** Who does it; `network` makes the address that the requests come from. */
export interface Person {
  readonly baseUrl: string;
  readonly token: string;
  readonly network: number;
}

const TABS = 100;
const OPEN_MS = 300;
/** As many connections as one user may have. */
const LIVE_CONNECTIONS = 20;
const SLOW_READERS = 10;
/** As many as may wait on one connection (gateway/src/http/server.ts); it is closed above that. */
const ANSWERS_NOT_READ = 10;
const CHANGE_EVERY_MS = 100;
/** A network may send 1,200 requests a minute (gateway/src/http/rate-limit.ts). */
const PACE_MS = 50;

/** A browser with a hundred tabs opens them all again and again: each asks for its page and subscribes to all that changes. */
function keepOpeningTabs({ baseUrl, token, network }: Person, page: readonly Repeatable[]): Stop {
  const headers = { 'x-forwarded-for': `198.19.${Math.floor(network / 250)}.${(network % 250) + 1}` };
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
function keepUnread({ baseUrl }: Person, [one]: readonly Repeatable[]): Stop {
  const { method, path, headers = {}, body } = one ?? { method: 'GET', path: '/' };
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
function keepLiveUnread({ baseUrl, token }: Person, [change]: readonly Repeatable[]): Stop {
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
    if (change) await send(baseUrl, change, { agent });
    await pause(CHANGE_EVERY_MS);
  });
  return async () => {
    await stop();
    for (const live of await opened) live.close();
    agent.destroy();
  };
}

/** Sends the requests one after the other, in turn, as often as they are accepted. */
function keepSending({ baseUrl }: Person, requests: readonly Repeatable[]): Stop {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  let at = 0;
  const stop = repeat(async () => {
    const next = performance.now() + PACE_MS;
    const one = requests[at % requests.length];
    at += 1;
    if (one) accepted(await send(baseUrl, one, { agent }));
    await pause(Math.max(0, next - performance.now()));
  });
  return () => stop().finally(() => agent.destroy());
}

export const ACTIONS = {
  send: keepSending,
  'open tabs': keepOpeningTabs,
  'read nothing': keepUnread,
  'read no changes': keepLiveUnread,
} as const;

/** Throws when it was refused. */
export function accepted(outcome: Outcome): void {
  const { status, text } = outcome;
  if (status >= 300 || text.startsWith('{"errors"')) throw new Error(`answered ${status}: ${text.slice(0, 300)}`);
}

/** Does the work again and again; what is returned ends that. */
function repeat(work: () => Promise<unknown>): Stop {
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
