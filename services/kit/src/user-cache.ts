import { events } from '@kith/proto';
import type { Events } from './events.js';
import { growingCache } from './growing-cache.js';

const FRESH_MS = 30_000;
const MAX_USERS = 10_000;

interface UserCacheOptions<V> {
  /** Asks the service that owns the values. */
  readonly ask: (userId: string) => Promise<V>;
  /** The value when `ask` has failed; `last` is what it answered before. May throw instead. */
  readonly fallback: (error: unknown, last: V | undefined) => V;
  /** How long the value of `fallback` is used before `ask` is tried again. */
  readonly fallbackMs: number;
  /** Whether a value must not stay in memory after its time. */
  readonly isSecret?: (value: V) => boolean;
}

interface Entry<V> {
  readonly value: Promise<V>;
  freshUntil: number;
}

/**
 * Values of users that another service owns, kept for 30 seconds and dropped when that service announces a change. Of 10,000 users at most:
 * those whose value was used last. Parallel calls for one user ask once.
 */
export class UserCache<V> {
  private readonly entries = growingCache<Entry<V>>(MAX_USERS);
  private unsubscribe: () => void = () => undefined;

  constructor(
    private readonly events: Events,
    private readonly options: UserCacheOptions<V>,
  ) {}

  async start(): Promise<void> {
    this.unsubscribe = await this.events.subscribe(events.actorDropped, ({ userId }) => this.drop(userId));
  }

  stop(): void {
    this.unsubscribe();
    this.entries.clear();
  }

  /** The value, at most 30 s old; rejects as `fallback` does. */
  of(userId: string): Promise<V> {
    const known = this.entries.get(userId);
    if (known && known.freshUntil > Date.now()) return known.value;
    const entry: Entry<V> = { value: this.ask(userId, known, () => entry), freshUntil: Date.now() + FRESH_MS };
    this.entries.set(userId, entry);
    return entry.value;
  }

  drop(userId: string): void {
    this.entries.delete(userId);
  }

  private async ask(userId: string, known: Entry<V> | undefined, entry: () => Entry<V>): Promise<V> {
    const { ask, fallback, fallbackMs, isSecret } = this.options;
    try {
      const value = await ask(userId);
      if (isSecret?.(value)) this.dropLater(userId, entry());
      return value;
    } catch (error) {
      try {
        const value = fallback(error, await known?.value.catch(() => undefined));
        entry().freshUntil = Date.now() + fallbackMs;
        return value;
      } catch (failure) {
        if (this.entries.peek(userId) === entry()) this.drop(userId);
        throw failure;
      }
    }
  }

  private dropLater(userId: string, entry: Entry<V>): void {
    const timer = setTimeout(() => {
      if (this.entries.peek(userId) === entry) this.drop(userId);
    }, FRESH_MS);
    timer.unref();
  }
}
