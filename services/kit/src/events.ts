import type { EventContract, EventOf } from '@kith/proto';
import type { Redis } from 'ioredis';
import type { Logger } from './logger.js';

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
  }

  /** Tells everybody who listens. A Redis that is away is logged, not thrown: the fact itself stands elsewhere. */
  async publish<E extends EventContract>(event: E, data: EventOf<E>): Promise<void> {
    try {
      await this.publisher.publish(event.channel, JSON.stringify(data));
    } catch (error) {
      this.logger.warn({ channel: event.channel, err: error }, 'event not published');
    }
  }

  /** Calls `listener` for each announcement from now on; the returned function ends that. Resolves when the subscription stands. */
  async subscribe<E extends EventContract>(event: E, listener: (data: EventOf<E>) => void): Promise<() => void> {
    const set = this.listeners.get(event.channel) ?? new Set<Listener>();
    const entry: Listener = (data) => {
      const parsed = event.data.safeParse(data);
      if (parsed.success) listener(parsed.data as EventOf<E>);
    };
    set.add(entry);
    if (!this.listeners.has(event.channel)) {
      this.listeners.set(event.channel, set);
      await this.subscriber.subscribe(event.channel);
    }
    return () => set.delete(entry);
  }

  private deliver(channel: string, message: string): void {
    const data: unknown = JSON.parse(message);
    for (const listener of this.listeners.get(channel) ?? []) {
      try {
        listener(data);
      } catch (error) {
        this.logger.error({ channel, err: error }, 'event listener failed');
      }
    }
  }
}
