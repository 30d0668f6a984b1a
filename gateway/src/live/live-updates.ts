import { Events, LOGGER, RpcClient, type Logger } from '@kith/kit';
import {
  billing,
  events,
  notifications,
  type Actor,
  type BotStatus,
  type EventOf,
  type OutputOf,
  type ProblemsChange,
  type ServersChange,
} from '@kith/proto';
import { Inject, Injectable, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';

type StatusEvent = EventOf<typeof events.botStatus>;
type Usage = OutputOf<typeof billing.usage>;
type NotificationFeed = OutputOf<typeof notifications.feed>;

const CHANGE = 'change';

/** The values of the GraphQL subscriptions (docs/decisions.md M15). Events arrive over Redis, so that a user may be connected to any gateway. */
@Injectable()
export class LiveUpdates implements OnModuleInit, OnModuleDestroy {
  private readonly statusFeeds = new Map<string, Set<LatestValues<BotStatus>>>();
  private readonly serverFeeds = new Map<string, Set<LatestValues<ServersChange>>>();
  private readonly problemFeeds = new Map<string, Set<LatestValues<ProblemsChange>>>();
  private readonly usage: ChangeFeeds<{ usageChanged: Usage }>;
  private readonly notifications: ChangeFeeds<{ notificationsChanged: NotificationFeed }>;
  private unsubscribes: (() => void)[] = [];

  constructor(
    rpc: RpcClient,
    private readonly events: Events,
    @Inject(LOGGER) logger: Logger,
  ) {
    this.usage = new ChangeFeeds(async (actor) => ({ usageChanged: await rpc.ask(billing.usage, { actor }) }), logger);
    this.notifications = new ChangeFeeds(
      async (actor) => ({ notificationsChanged: await rpc.ask(notifications.feed, { actor }) }),
      logger,
    );
  }

  async onModuleInit(): Promise<void> {
    const onUsageChanged = ({ userId }: { userId: string }) => this.usage.push(userId);
    this.unsubscribes = await Promise.all([
      this.events.subscribe(events.botStatus, (event) => this.onBotStatus(event)),
      this.events.subscribe(events.serversChanged, (event) => this.onServersChanged(event)),
      this.events.subscribe(events.problemsChanged, (event) => this.onProblemsChanged(event)),
      this.events.subscribe(events.usageChanged, onUsageChanged),
      // Published also when the plan changes.
      this.events.subscribe(events.actorDropped, onUsageChanged),
      this.events.subscribe(events.notificationsChanged, ({ userId }) => this.notifications.push(userId)),
    ]);
  }

  onModuleDestroy(): void {
    this.unsubscribes.forEach((unsubscribe) => unsubscribe());
  }

  /** The states of the actor's bots, as they change. */
  botStatus({ userId }: Actor): AsyncIterableIterator<{ botStatus: BotStatus }, undefined> {
    const feed = openFeed(this.statusFeeds, userId);
    return mapped(feed, (botStatus) => Promise.resolve({ botStatus }));
  }

  /** Servers that a bot of the actor joins or leaves. */
  serversChanged({ userId }: Actor): AsyncIterableIterator<{ serversChanged: ServersChange }, undefined> {
    const feed = openFeed(this.serverFeeds, userId);
    return mapped(feed, (serversChanged) => Promise.resolve({ serversChanged }));
  }

  /** Bots of the actor to which Discord refuses something new, or no longer does. */
  problemsChanged({ userId }: Actor): AsyncIterableIterator<{ problemsChanged: ProblemsChange }, undefined> {
    const feed = openFeed(this.problemFeeds, userId);
    return mapped(feed, (problemsChanged) => Promise.resolve({ problemsChanged }));
  }

  /** The usage of the actor: the current one, then after each change. A change during an outage of billing is skipped. */
  usageChanged(actor: Actor): AsyncIterableIterator<{ usageChanged: Usage }, undefined> {
    return this.usage.open(actor);
  }

  /** The unread notifications of the actor: the current number, then after each change. A change during an outage of auth is skipped. */
  notificationsChanged(actor: Actor): AsyncIterableIterator<{ notificationsChanged: NotificationFeed }, undefined> {
    return this.notifications.open(actor);
  }

  private onServersChanged({ userId, ...change }: EventOf<typeof events.serversChanged>): void {
    this.serverFeeds.get(userId)?.forEach((feed) => feed.push(`${change.botId} ${change.serverId}`, change));
  }

  private onProblemsChanged({ userId, botId }: EventOf<typeof events.problemsChanged>): void {
    this.problemFeeds.get(userId)?.forEach((feed) => feed.push(botId, { botId }));
  }

  private onBotStatus({ userId, code: _code, ...event }: StatusEvent): void {
    const status = event.runtimeState === 'online' ? 'online' : 'offline';
    this.statusFeeds.get(userId)?.forEach((feed) => feed.push(event.botId, { ...event, status }));
  }
}

/** Feeds of events that only say that something changed: what it is now is read at once, and after each change. */
export class ChangeFeeds<W> {
  private readonly feeds = new Map<string, Set<LatestValues<true>>>();
  private readonly reads = new Map<string, Promise<W | undefined>>();

  constructor(
    private readonly read: (actor: Actor) => Promise<W>,
    private readonly logger: Pick<Logger, 'warn'>,
  ) {}

  /** For the feeds of this user something changed. */
  push(userId: string): void {
    this.feeds.get(userId)?.forEach((feed) => feed.push(CHANGE, true));
  }

  /** What `read` answers; a change during an outage of its service is skipped. */
  open(actor: Actor): AsyncIterableIterator<W, undefined> {
    const feed = openFeed(this.feeds, actor.userId);
    feed.push(CHANGE, true);
    return mapped(feed, () => this.readOnce(actor));
  }

  /** One read for all feeds of the user that need one in the same turn of the event loop: a user may have hundreds. */
  private readOnce(actor: Actor): Promise<W | undefined> {
    const { userId } = actor;
    const begun = this.reads.get(userId);
    if (begun) return begun;
    const read = this.tryRead(actor);
    this.reads.set(userId, read);
    setImmediate(() => this.reads.delete(userId));
    return read;
  }

  private async tryRead(actor: Actor): Promise<W | undefined> {
    try {
      return await this.read(actor);
    } catch (error) {
      this.logger.warn({ err: error }, 'live update skipped: a service is unavailable');
      return undefined;
    }
  }
}

function openFeed<V>(feeds: Map<string, Set<LatestValues<V>>>, userId: string): LatestValues<V> {
  const ofUser = feeds.get(userId) ?? new Set();
  feeds.set(userId, ofUser);
  const feed = new LatestValues<V>(() => {
    ofUser.delete(feed);
    if (ofUser.size === 0 && feeds.get(userId) === ofUser) feeds.delete(userId);
  });
  ofUser.add(feed);
  return feed;
}

/** The values that `map` returns, without undefined ones. */
function mapped<V, W>(feed: LatestValues<V>, map: (value: V) => Promise<W | undefined>): AsyncIterableIterator<W, undefined> {
  return {
    next: async () => {
      for (;;) {
        const result = await feed.next();
        if (result.done) return result;
        const value = await map(result.value);
        if (value !== undefined) return { done: false, value };
      }
    },
    return: async () => {
      await feed.return();
      return { done: true, value: undefined };
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}

/**
 * An async queue that keeps only the latest value per key, in the order in which the keys changed. A slow reader misses intermediate
 * values instead of making the queue grow.
 */
export class LatestValues<V> implements AsyncIterableIterator<V, undefined> {
  private readonly values = new Map<string, V>();
  private pendingRead: ((result: IteratorResult<V, undefined>) => void) | undefined;
  private isClosed = false;

  constructor(private readonly onClose: () => void) {}

  push(key: string, value: V): void {
    if (this.isClosed) return;
    // Deleted first, so that the key moves to the end of the order.
    this.values.delete(key);
    this.values.set(key, value);
    if (!this.pendingRead) return;
    const resolve = this.pendingRead;
    this.pendingRead = undefined;
    resolve(this.shift());
  }

  async next(): Promise<IteratorResult<V, undefined>> {
    if (this.isClosed || this.values.size > 0) return this.shift();
    return new Promise((resolve) => (this.pendingRead = resolve));
  }

  async return(): Promise<IteratorResult<V, undefined>> {
    if (!this.isClosed) {
      this.isClosed = true;
      this.values.clear();
      this.pendingRead?.({ done: true, value: undefined });
      this.onClose();
    }
    return { done: true, value: undefined };
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  private shift(): IteratorResult<V, undefined> {
    const [oldest] = this.values;
    if (oldest === undefined) return { done: true, value: undefined };
    this.values.delete(oldest[0]);
    return { done: false, value: oldest[1] };
  }
}
