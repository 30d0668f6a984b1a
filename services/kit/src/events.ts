import type { EventContract, EventOf } from '@kith/proto';
import { ReplyError, type Redis } from 'ioredis';
import type { Logger } from './logger.js';
import { redisReady } from './redis.js';

type Listener = (data: unknown) => void;

/**
 * Live events between processes (proto/events.ts). An event is lost for processes that are not subscribed, so it is never the only copy of a fact.
 * Redis publishes to all its databases, so channels name theirs: installations in other databases of one Redis get none of these.
 */
export class Events {
  private readonly listeners = new Map<string, Set<Listener>>();
  private readonly prefix: string;

  constructor(
    private readonly publisher: Redis,
    private readonly subscriber: Redis,
    private readonly logger: Logger,
  ) {
    const { db = 0 } = publisher.options;
    // None for the usual database: the rights of Redis users name its channels (deploy/secrets/redis-acl.mjs).
    this.prefix = db === 0 ? '' : `${db}:`;
    subscriber.on('message', (channel: string, message: string) => this.deliver(channel, message));
    // Replaces ioredis' autoResubscribe, which loses a subscription whose connection broke before Redis confirmed it.
    subscriber.on('ready', () => this.resubscribe());
  }

  /** Publishes an event to all subscribed processes. An unavailable Redis is logged and not thrown, because the fact is stored elsewhere. */
  async publish<E extends EventContract>(event: E, data: EventOf<E>): Promise<void> {
    try {
      await this.publisher.publish(this.prefix + event.channel, JSON.stringify(data));
    } catch (error) {
      this.logger.warn({ channel: event.channel, err: error }, 'event not published');
    }
  }

  /**
   * Calls `listener` for each event from now on; the returned function removes it. Resolves when Redis has confirmed the subscription;
   * rejects when Redis cannot be reached or refuses the channel.
   */
  async subscribe<E extends EventContract>(event: E, listener: (data: EventOf<E>) => void): Promise<() => void> {
    const channel = this.prefix + event.channel;
    const set = this.listeners.get(channel) ?? new Set<Listener>();
    const entry: Listener = (data) => {
      const parsed = event.data.safeParse(data);
      if (parsed.success) listener(parsed.data as EventOf<E>);
    };
    set.add(entry);
    this.listeners.set(channel, set);
    await this.subscribeChannel(channel);
    return () => set.delete(entry);
  }

  /** Also runs for a channel with listeners: the subscription of the first one may not be confirmed yet. */
  private async subscribeChannel(channel: string): Promise<void> {
    try {
      await this.subscriber.subscribe(channel);
    } catch (error) {
      // An answer of Redis, for example that the user has no right to the channel, would be the same again.
      if (error instanceof ReplyError) throw error;
      await redisReady(this.subscriber);
      await this.subscribeChannel(channel);
    }
  }

  private resubscribe(): void {
    const channels = [...this.listeners.keys()];
    // If the connection breaks again, the next `ready` event resubscribes.
    if (channels.length > 0) void this.subscriber.subscribe(...channels).catch(() => undefined);
  }

  private deliver(channel: string, message: string): void {
    const data = parseJson(message);
    for (const listener of this.listeners.get(channel) ?? []) {
      try {
        listener(data);
      } catch (error) {
        this.logger.error({ channel, err: error }, 'event listener failed');
      }
    }
  }
}

/** Returns undefined, which matches no contract, when the message is no JSON. */
function parseJson(message: string): unknown {
  try {
    return JSON.parse(message);
  } catch {
    return undefined;
  }
}
