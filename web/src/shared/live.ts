import type { OperationVariables, TypedDocumentNode, ApolloCache } from '@apollo/client';
import { createClient, type Client } from 'graphql-ws/client';
import { endSession, readToken } from '../lib/session.js';
import { subscriptionOf } from '../lib/trusted-documents.js';
import { liveState, setLiveState, tellHealed } from './live-state.js';
import { BOT_STATUS, USAGE_CHANGED, type LiveStatus, type LiveUsage } from './live.graphql.js';

const LOST_AFTER_MS = 2000;
const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 30_000;
/** A connection that broke sooner did not stand: the waits go on growing. */
const STEADY_MS = 10_000;
const PING_EVERY_MS = 20_000;
const PONG_WITHIN_MS = 5000;
const ACKNOWLEDGED_WITHIN_MS = 10_000;
/** A session ends with a word from whoever ended it, which may be this very tab: that comes first. */
const FAREWELL_MS = 1000;
const UNAUTHORIZED = 4401;
const FORBIDDEN = 4403;

export interface LiveEars {
  readonly onStatus: (status: LiveStatus) => void;
  readonly onUsage: (usage: LiveUsage) => void;
}

type Timer = ReturnType<typeof setTimeout>;

/**
 * The subscriptions of one session (decision M15). A connection that breaks comes back by itself, with growing waits, at once when the
 * network or the user is back; one whose session is over does not.
 */
export class LiveConnection {
  private client: Client | undefined;
  private ends: (() => void)[] = [];
  private token: string | null = null;
  private failures = 0;
  private liveSinceMs = 0;
  private wasLive = false;
  private isClosed = false;
  private retry: Timer | undefined;
  private loss: Timer | undefined;
  private patience: Timer | undefined;
  private farewell: Timer | undefined;

  constructor(private readonly ears: LiveEars) {
    addEventListener('online', this.hurry);
    addEventListener('offline', this.cut);
    document.addEventListener('visibilitychange', this.hurry);
    this.connect();
  }

  close(): void {
    this.isClosed = true;
    removeEventListener('online', this.hurry);
    removeEventListener('offline', this.cut);
    document.removeEventListener('visibilitychange', this.hurry);
    for (const timer of [this.retry, this.loss, this.patience, this.farewell]) clearTimeout(timer);
    this.release();
    setLiveState('off');
  }

  private connect(): void {
    this.retry = undefined;
    this.token = readToken();
    const client = createClient({
      url: `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/graphql`,
      connectionParams: this.token === null ? {} : { token: this.token },
      // We wait and try again ourselves: also after what the client takes for final, such as a server without its sessions.
      retryAttempts: 0,
      keepAlive: PING_EVERY_MS,
      connectionAckWaitTimeout: ACKNOWLEDGED_WITHIN_MS,
      on: {
        connected: () => this.stand(),
        closed: (event) => this.break(codeOf(event)),
        ping: (isReceived) => !isReceived && this.awaitPong(client),
        pong: (isReceived) => isReceived && clearTimeout(this.patience),
      },
    });
    this.client = client;
    this.ends = [
      this.listen(client, BOT_STATUS, ({ botStatus }) => this.ears.onStatus(botStatus)),
      this.listen(client, USAGE_CHANGED, ({ usageChanged }) => this.ears.onUsage(usageChanged)),
    ];
  }

  private listen<Data, Variables extends OperationVariables>(
    client: Client,
    document: TypedDocumentNode<Data, Variables>,
    onData: (data: Data) => void,
  ): () => void {
    return client.subscribe<Data>(subscriptionOf(document), {
      next: ({ data }) => {
        if (data) onData(data);
      },
      // A list is the server's refusal; all else is the end of the connection, which is heard of there.
      error: (error) => {
        if (Array.isArray(error)) client.terminate();
      },
      complete: () => undefined,
    });
  }

  private stand(): void {
    if (this.isClosed) return;
    clearTimeout(this.loss);
    this.liveSinceMs = Date.now();
    setLiveState('live');
    if (this.wasLive) tellHealed();
    this.wasLive = true;
  }

  private break(code: number): void {
    clearTimeout(this.patience);
    this.client = undefined;
    this.release();
    if (this.isClosed) return;
    if (code === UNAUTHORIZED) return this.end();
    // More tabs than one user may connect: this one asks instead, and nothing is wrong.
    if (code === FORBIDDEN) this.rest();
    if (liveState() === 'live') {
      if (Date.now() - this.liveSinceMs > STEADY_MS) this.failures = 0;
      setLiveState('interrupted');
      this.loss = setTimeout(() => setLiveState('lost'), LOST_AFTER_MS);
    }
    const waitMs = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** this.failures);
    this.failures += 1;
    // Not all tabs of a server that restarts at the same moment.
    this.retry = setTimeout(() => this.connect(), waitMs * (0.5 + Math.random() / 2));
  }

  /** Another session may have taken the place of this one; else the user hears that it is over. */
  private end(): void {
    this.rest();
    this.farewell = setTimeout(() => (readToken() === this.token ? endSession() : this.connect()), FAREWELL_MS);
  }

  private rest(): void {
    clearTimeout(this.loss);
    setLiveState('off');
  }

  private awaitPong(client: Client): void {
    clearTimeout(this.patience);
    this.patience = setTimeout(() => client.terminate(), PONG_WITHIN_MS);
  }

  private release(): void {
    for (const end of this.ends.splice(0)) end();
  }

  private readonly hurry = (): void => {
    if (document.hidden || this.retry === undefined) return;
    clearTimeout(this.retry);
    this.connect();
  };

  // A socket notices late, or never, that the network has gone.
  private readonly cut = (): void => this.client?.terminate();
}

const codeOf = (event: unknown): number =>
  typeof event === 'object' && event !== null && 'code' in event && typeof event.code === 'number' ? event.code : 0;

/** A server that restarts tells about all companions at once: the screen follows once. */
const GATHER_MS = 50;

/** Puts what the server tells in the place of what was asked for. What no screen has asked for is not kept. */
export class LiveCache {
  private readonly statuses = new Map<string, LiveStatus>();
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly cache: ApolloCache) {}

  readonly tellStatus = (status: LiveStatus): void => {
    this.statuses.set(status.botId, status);
    this.timer ??= setTimeout(() => this.write(), GATHER_MS);
  };

  readonly tellUsage = ({ used, dailyLimit, credits, plan, resetsAt }: LiveUsage): void => {
    this.replace('Usage', undefined, { used, dailyLimit, credits, plan, resetsAt });
  };

  stop(): void {
    clearTimeout(this.timer);
  }

  private write(): void {
    this.timer = undefined;
    this.cache.batch({
      update: () => {
        for (const { botId, status, runtimeState, statusReason } of this.statuses.values())
          this.replace('Bot', botId, { status, runtimeState, statusReason });
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
