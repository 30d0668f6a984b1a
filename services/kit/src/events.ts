import type { EventContract, EventOf } from '@kith/proto';
import type { Redis } from 'ioredis';
import type { Logger } from './logger.js';
import { redisReady } from './redis.js';

type Listener = (data: unknown) => void;

/** Live announcements between processes (proto/events.ts). Lost while nobody listens: never the only copy of a fact. */
export class Events {
  private readonly listeners = new Map<string, Set<Listener>>();

  constructor(
    private readonly publisher: Redis,
    private readonly subscriber: Redis,
    private readonly logger: Logger,
  ) {
    subscriber.on('message', (channel: string, message: string) => this.deliver(channel, message));
    // Not ioredis' autoResubscribe: it forgets for ever what it asked for on a connection that broke before the answer.
    subscriber.on('ready', () => this.subscribeAgain());
  }

  /** Tells everybody who listens. A Redis that is away is logged, not thrown: the fact itself stands elsewhere. */
  async publish<E extends EventContract>(event: E, data: EventOf<E>): Promise<void> {
    try {
      await this.publisher.publish(event.channel, JSON.stringify(data));
    } catch (error) {
      this.logger.warn({ channel: event.channel, err: error }, 'event not published');
    }
  }

  /**
   * Calls `listener` for each announcement from now on; the returned function ends that. Resolves when the subscription stands;
   * rejects when Redis cannot be reached.
   */
  async subscribe<E extends EventContract>(event: E, listener: (data: EventOf<E>) => void): Promise<() => void> {
    const set = this.listeners.get(event.channel) ?? new Set<Listener>();
    const entry: Listener = (data) => {
      const parsed = event.data.safeParse(data);
      if (parsed.success) listener(parsed.data as EventOf<E>);
    };
    set.add(entry);
    this.listeners.set(event.channel, set);
    await this.stand(event.channel);
    return () => set.delete(entry);
  }

  /** Also for a channel that has listeners: its first one may still be waiting for the answer of Redis. */
  private async stand(channel: string): Promise<void> {
    try {
      await this.subscriber.subscribe(channel);
    } catch {
      await redisReady(this.subscriber);
      await this.stand(channel);
    }
  }

  private subscribeAgain(): void {
    const channels = [...this.listeners.keys()];
    // Fails when the connection breaks again: the next one that is ready comes here too.
    if (channels.length > 0) void this.subscriber.subscribe(...channels).catch(() => undefined);
  }

  private deliver(channel: string, message: string): void {
    const data = parsed(message);
    for (const listener of this.listeners.get(channel) ?? []) {
      try {
        listener(data);
      } catch (error) {
        this.logger.error({ channel, err: error }, 'event listener failed');
      }
    }
  }
}

/** Undefined, which fits no contract, when it is not JSON. */
function parsed(message: string): unknown {
  try {
    return JSON.parse(message);
  } catch {
    return undefined;
  }
}
