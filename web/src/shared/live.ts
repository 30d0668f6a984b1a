import type { OperationVariables, TypedDocumentNode, ApolloCache } from '@apollo/client';
import { createClient, type Client } from 'graphql-ws/client';
import { endSession, readToken } from '../lib/session.js';
import { subscriptionOf } from '../lib/trusted-documents.js';
import { notifyProblemsChanged, notifyServersChanged } from './bot-changes.js';
import { liveState, notifyReconnected, notifyUsageChanged, setLiveState } from './live-state.js';
import {
  BOT_STATUS,
  NOTIFICATIONS_CHANGED,
  PROBLEMS_CHANGED,
  SERVERS_CHANGED,
  USAGE_CHANGED,
  type LiveNotifications,
  type LiveStatus,
  type LiveUsage,
} from './live.graphql.js';
import { NOTIFICATION_FEED } from './notification-feed.graphql.js';

/** A connection counts as lost, and the user is told, after this long without one. */
const LOST_AFTER_MS = 2000;
const MIN_RETRY_DELAY_MS = 500;
const MAX_RETRY_DELAY_MS = 30_000;
/** Only a connection that lasted this long resets the backoff. */
const STABLE_AFTER_MS = 10_000;
const PING_INTERVAL_MS = 20_000;
const PONG_TIMEOUT_MS = 5000;
const ACK_TIMEOUT_MS = 10_000;
/** A logout in this tab closes the connection too. Its own messages come first, so the end of the session is handled a moment later. */
const SESSION_END_DELAY_MS = 1000;
const UNAUTHORIZED = 4401;
const FORBIDDEN = 4403;

export interface LiveHandlers {
  readonly onStatus: (status: LiveStatus) => void;
  readonly onUsage: (usage: LiveUsage) => void;
  readonly onNotifications: (notifications: LiveNotifications) => void;
}

type Timer = ReturnType<typeof setTimeout>;

/**
 * The GraphQL subscriptions of one session (docs/decisions.md M15). A broken connection is retried with exponential backoff and jitter, and
 * at once when the network or the user is back. It is not retried when its session has ended.
 */
export class LiveConnection {
  private client: Client | undefined;
  private unsubscribers: (() => void)[] = [];
  private token: string | null = null;
  private failures = 0;
  private liveSinceMs = 0;
  private wasConnected = false;
  private isClosed = false;
  private retryTimer: Timer | undefined;
  private lostTimer: Timer | undefined;
  private pongTimer: Timer | undefined;
  private sessionEndTimer: Timer | undefined;

  constructor(private readonly handlers: LiveHandlers) {
    addEventListener('online', this.reconnectNow);
    addEventListener('offline', this.onOffline);
    document.addEventListener('visibilitychange', this.reconnectNow);
    this.connect();
  }

  close(): void {
    this.isClosed = true;
    removeEventListener('online', this.reconnectNow);
    removeEventListener('offline', this.onOffline);
    document.removeEventListener('visibilitychange', this.reconnectNow);
    for (const timer of [this.retryTimer, this.lostTimer, this.pongTimer, this.sessionEndTimer]) clearTimeout(timer);
    this.unsubscribeAll();
    setLiveState('off');
  }

  private connect(): void {
    this.retryTimer = undefined;
    this.token = readToken();
    const client = createClient({
      url: `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/graphql`,
      connectionParams: this.token === null ? {} : { token: this.token },
      // Retried here instead, because the client gives up on some close codes that are temporary for us (the session store is down).
      retryAttempts: 0,
      keepAlive: PING_INTERVAL_MS,
      connectionAckWaitTimeout: ACK_TIMEOUT_MS,
      on: {
        connected: () => this.onConnected(),
        closed: (event) => this.onClosed(codeOf(event)),
        ping: (isReceived) => !isReceived && this.awaitPong(client),
        pong: (isReceived) => isReceived && clearTimeout(this.pongTimer),
      },
    });
    this.client = client;
    this.unsubscribers = [
      this.subscribe(client, BOT_STATUS, ({ botStatus }) => this.handlers.onStatus(botStatus)),
      this.subscribe(client, SERVERS_CHANGED, ({ serversChanged }) => notifyServersChanged(serversChanged)),
      this.subscribe(client, PROBLEMS_CHANGED, ({ problemsChanged }) => notifyProblemsChanged(problemsChanged)),
      this.subscribeUsage(client),
      this.subscribe(client, NOTIFICATIONS_CHANGED, ({ notificationsChanged }) =>
        this.handlers.onNotifications(notificationsChanged),
      ),
    ];
  }

  private subscribeUsage(client: Client): () => void {
    let isFirst = true;
    return this.subscribe(client, USAGE_CHANGED, ({ usageChanged }) => {
      this.handlers.onUsage(usageChanged);
      // The first value is what the usage is, and no change of it.
      if (!isFirst) notifyUsageChanged();
      isFirst = false;
    });
  }

  private subscribe<Data, Variables extends OperationVariables>(
    client: Client,
    document: TypedDocumentNode<Data, Variables>,
    onData: (data: Data) => void,
  ): () => void {
    return client.subscribe<Data>(subscriptionOf(document), {
      next: ({ data }) => {
        if (data) onData(data);
      },
      // GraphQL errors arrive as an array. Any other error closes the connection, which `closed` handles.
      error: (error) => {
        if (Array.isArray(error)) client.terminate();
      },
      complete: () => undefined,
    });
  }

  private onConnected(): void {
    if (this.isClosed) return;
    clearTimeout(this.lostTimer);
    this.liveSinceMs = Date.now();
    setLiveState('live');
    if (this.wasConnected) notifyReconnected();
    this.wasConnected = true;
  }

  private onClosed(code: number): void {
    clearTimeout(this.pongTimer);
    this.client = undefined;
    this.unsubscribeAll();
    if (this.isClosed) return;
    if (code === UNAUTHORIZED) return this.onSessionEnd();
    // The user has too many tabs connected. This one polls instead, without a message.
    if (code === FORBIDDEN) this.turnOff();
    if (liveState() === 'live') {
      if (Date.now() - this.liveSinceMs > STABLE_AFTER_MS) this.failures = 0;
      setLiveState('interrupted');
      this.lostTimer = setTimeout(() => setLiveState('lost'), LOST_AFTER_MS);
    }
    const delayMs = Math.min(MAX_RETRY_DELAY_MS, MIN_RETRY_DELAY_MS * 2 ** this.failures);
    this.failures += 1;
    // Jitter: after a restart of the server its clients must not all reconnect at the same moment.
    this.retryTimer = setTimeout(() => this.connect(), delayMs * (0.5 + Math.random() / 2));
  }

  /** The tab may have signed in again meanwhile, with another token. If not, the session is over here too. */
  private onSessionEnd(): void {
    this.turnOff();
    this.sessionEndTimer = setTimeout(() => (readToken() === this.token ? endSession() : this.connect()), SESSION_END_DELAY_MS);
  }

  private turnOff(): void {
    clearTimeout(this.lostTimer);
    setLiveState('off');
  }

  private awaitPong(client: Client): void {
    clearTimeout(this.pongTimer);
    this.pongTimer = setTimeout(() => client.terminate(), PONG_TIMEOUT_MS);
  }

  private unsubscribeAll(): void {
    for (const unsubscribe of this.unsubscribers.splice(0)) unsubscribe();
  }

  private readonly reconnectNow = (): void => {
    if (document.hidden || this.retryTimer === undefined) return;
    clearTimeout(this.retryTimer);
    this.connect();
  };

  // A socket can take minutes to notice that the network is gone.
  private readonly onOffline = (): void => this.client?.terminate();
}

const codeOf = (event: unknown): number =>
  typeof event === 'object' && event !== null && 'code' in event && typeof event.code === 'number' ? event.code : 0;

/** After a restart of the server a status arrives for each bot: they are written together, so that the screen renders once. */
const BATCH_MS = 50;

/** Writes live updates into entities that are in the Apollo cache. Bots and usage that no query has loaded are not added. */
export class LiveCache {
  private readonly statuses = new Map<string, LiveStatus>();
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly cache: ApolloCache) {}

  readonly updateStatus = (status: LiveStatus): void => {
    this.statuses.set(status.botId, status);
    this.timer ??= setTimeout(() => this.write(), BATCH_MS);
  };

  readonly updateUsage = ({ used, dailyLimit, credits, plan, resetsAt }: LiveUsage): void => {
    this.replace('Usage', undefined, { used, dailyLimit, credits, plan, resetsAt });
  };

  readonly updateNotifications = (notificationFeed: LiveNotifications): void => {
    this.cache.writeQuery({ query: NOTIFICATION_FEED, data: { notificationFeed } });
  };

  stop(): void {
    clearTimeout(this.timer);
  }

  private write(): void {
    this.timer = undefined;
    this.cache.batch({
      update: () => {
        for (const { botId, status, runtimeState, statusReason, isResetting } of this.statuses.values())
          this.replace('Bot', botId, { status, runtimeState, statusReason, isResetting });
      },
    });
    this.statuses.clear();
  }

  private replace(typename: string, id: string | undefined, values: Readonly<Record<string, unknown>>): void {
    const fields = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, () => value]));
    const entity = this.cache.identify({ __typename: typename, ...(id !== undefined && { id }) });
    if (entity !== undefined) this.cache.modify({ id: entity, fields });
  }
}
