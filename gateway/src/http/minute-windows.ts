import { MINUTE_MS, AppError } from '@kith/proto';

const MAX_KEYS = 20_000;

interface Window {
  remaining: number;
  readonly endsAt: number;
}

/** Counts per key and minute in this process, for example the requests of each network. */
export class MinuteWindows {
  private readonly byKey = new Map<string, Window>();

  constructor(private readonly perMinute: number) {}

  /** Counts one. Throws RATE_LIMITED with `retryAfterS` when the minute of the key is used up. */
  count(key: string): void {
    const window = this.windowOf(key);
    window.remaining -= 1;
    if (window.remaining >= 0) return;
    const retryAfterS = Math.max(1, Math.ceil((window.endsAt - Date.now()) / 1000));
    throw new AppError('RATE_LIMITED', undefined, { retryAfterS });
  }

  private windowOf(key: string): Window {
    const current = this.byKey.get(key);
    const now = Date.now();
    if (current && current.endsAt > now) return current;
    const fresh = { remaining: this.perMinute, endsAt: now + MINUTE_MS };
    this.byKey.delete(key);
    this.byKey.set(key, fresh);
    // A Map iterates in insertion order: the first window is the one that ends first.
    const [oldest] = this.byKey.keys();
    if (this.byKey.size > MAX_KEYS && oldest !== undefined) this.byKey.delete(oldest);
    return fresh;
  }
}
