import { Events, LOGGER, RpcClient, type Logger } from '@kith/kit';
import { billing, events, type Actor, type EventOf, type OutputOf } from '@kith/proto';
import { Inject, Injectable, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { Latest } from './latest.js';

type StatusEvent = EventOf<typeof events.botStatus>;
type Usage = OutputOf<typeof billing.usage>;

interface BotStatus {
  readonly botId: string;
  readonly status: 'online' | 'offline';
  readonly runtimeState: StatusEvent['runtimeState'];
  readonly statusReason: string | null;
}

/** What each user is told while it happens (decision M15). The events come over Redis, so that it does not matter which gateway one is connected to. */
@Injectable()
export class LiveFeeds implements OnModuleInit, OnModuleDestroy {
  private readonly statuses = new Map<string, Set<Latest<BotStatus>>>();
  private readonly usages = new Map<string, Set<Latest<true>>>();
  private unsubscribe: (() => void)[] = [];

  constructor(
    private readonly rpc: RpcClient,
    private readonly events: Events,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async onModuleInit(): Promise<void> {
    const touch = ({ userId }: { userId: string }) => this.usages.get(userId)?.forEach((feed) => feed.push('usage', true));
    this.unsubscribe = await Promise.all([
      this.events.subscribe(events.botStatus, (event) => this.tellStatus(event)),
      this.events.subscribe(events.usageChanged, touch),
      // Also after a change of the plan.
      this.events.subscribe(events.actorDropped, touch),
    ]);
  }

  onModuleDestroy(): void {
    this.unsubscribe.forEach((end) => end());
  }

  /** The states of the actor's companions, as they change. */
  botStatus({ userId }: Actor): AsyncIterableIterator<{ botStatus: BotStatus }, undefined> {
    const feed = open(this.statuses, userId);
    return mapped(feed, (botStatus) => Promise.resolve({ botStatus }));
  }

  /** What the actor has used: once now, then after each change. While billing is away the next change is waited for. */
  usageChanged(actor: Actor): AsyncIterableIterator<{ usageChanged: Usage }, undefined> {
    const feed = open(this.usages, actor.userId);
    feed.push('usage', true);
    return mapped(feed, async () => {
      try {
        return { usageChanged: await this.rpc.ask(billing.usage, { actor }) };
      } catch (error) {
        this.logger.warn({ err: error }, 'usage not told');
        return undefined;
      }
    });
  }

  private tellStatus({ botId, userId, runtimeState, statusReason }: StatusEvent): void {
    const status = runtimeState === 'online' ? 'online' : 'offline';
    this.statuses.get(userId)?.forEach((feed) => feed.push(botId, { botId, status, runtimeState, statusReason }));
  }
}

function open<V>(feeds: Map<string, Set<Latest<V>>>, userId: string): Latest<V> {
  const ofUser = feeds.get(userId) ?? new Set();
  feeds.set(userId, ofUser);
  const feed = new Latest<V>(() => {
    ofUser.delete(feed);
    if (ofUser.size === 0 && feeds.get(userId) === ofUser) feeds.delete(userId);
  });
  ofUser.add(feed);
  return feed;
}

/** Each value as `map` makes it; those it makes nothing of are left out. */
function mapped<V, W>(feed: Latest<V>, map: (value: V) => Promise<W | undefined>): AsyncIterableIterator<W, undefined> {
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
