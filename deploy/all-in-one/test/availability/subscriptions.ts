import { readFileSync } from 'node:fs';
import { Kind, OperationTypeNode, parse } from 'graphql';
import { connectLive, type LiveSocket } from '../security/live-socket.js';
import { pause, type Outcome, type Repeatable } from './load.js';
import { TRUSTED_DOCUMENTS, type Attacker } from './requests.js';

// What one user may have at once, and what one connection may send in a minute (gateway/src/live/subscription-server.ts).
const CONNECTIONS = 20;
const SUBSCRIPTIONS = 10;
const MESSAGES = 120;
const ANSWER_CHECK_MS = 5;
/** The close code with which the server refuses more connections of a user than a minute allows. */
const TRY_AGAIN_LATER = 1013;

/**
 * For each subscription of the web app the most expensive uses that the limits allow: new connections with the most subscriptions,
 * connections that subscribe and unsubscribe as often as they may, and changes that reach the most subscriptions of one user.
 */
export function subscriptionRequests({ bearer, ids }: Attacker): Repeatable[] {
  const request = { method: 'POST', path: `/api/bots/${ids['botId']}/chat`, headers: { authorization: `Bearer ${bearer}` } };
  return subscriptions().flatMap(({ name, extensions }) => {
    const subscribe = (id: number) => ({ type: 'subscribe', id: String(id), payload: { query: '', extensions } });
    const subscribes = Array.from({ length: SUBSCRIPTIONS }, (_, id) => subscribe(id));
    const pairs = Array.from({ length: MESSAGES / 2 - 1 }, (_, id) => [
      subscribe(id),
      { type: 'complete', id: String(id) },
    ]).flat();
    return [
      {
        ...request,
        name: `${name} (new connections)`,
        sendOnce: (baseUrl: string) => connection(baseUrl, bearer, subscribes),
      },
      {
        ...request,
        name: `${name} (subscribe and complete)`,
        sendOnce: (baseUrl: string) => connection(baseUrl, bearer, pairs),
      },
      {
        ...request,
        name: `${name} (messages that change the usage of ${CONNECTIONS * SUBSCRIPTIONS} subscriptions)`,
        body: JSON.stringify({ message: 'When is high water?' }),
        prepare: (baseUrl: string) => keepOpen(baseUrl, bearer, subscribes),
      },
    ];
  });
}

interface TrustedSubscription {
  readonly name: string;
  readonly extensions: object;
}

/** The subscriptions of the web app, as it sends them. */
export function subscriptions(): TrustedSubscription[] {
  const documents = Object.entries(JSON.parse(readFileSync(TRUSTED_DOCUMENTS, 'utf8')) as Record<string, string>);
  return documents.flatMap(([sha256Hash, text]) => {
    const operation = parse(text).definitions.find((one) => one.kind === Kind.OPERATION_DEFINITION);
    if (operation?.operation !== OperationTypeNode.SUBSCRIPTION) return [];
    return [{ name: `subscription ${operation.name?.value}`, extensions: { persistedQuery: { version: 1, sha256Hash } } }];
  });
}

/** Opens a connection, sends the messages, waits until the server has read them, and ends the connection. */
async function connection(baseUrl: string, bearer: string, messages: readonly object[]): Promise<Outcome> {
  const start = performance.now();
  const live = await connectLive(baseUrl, bearer);
  try {
    messages.forEach((message) => live.send(message));
    live.send({ type: 'ping' });
    while (!hasPong(live) && live.endedAtMs === undefined) await pause(ANSWER_CHECK_MS);
    const errors = live.messages.filter(({ type }) => type === 'error');
    const refused = live.closeCode === TRY_AGAIN_LATER ? 429 : 403;
    return { status: hasPong(live) ? 101 : refused, ms: performance.now() - start, text: JSON.stringify(errors) };
  } finally {
    live.close();
  }
}

const hasPong = ({ messages }: LiveSocket): boolean => messages.some(({ type }) => type === 'pong');

/** Opens as many connections as one user may have; returns what ends them. */
async function keepOpen(baseUrl: string, bearer: string, messages: readonly object[]): Promise<() => void> {
  const open = await Promise.all(Array.from({ length: CONNECTIONS }, () => connectLive(baseUrl, bearer)));
  for (const live of open) messages.forEach((message) => live.send(message));
  return () => open.forEach((live) => live.close());
}
