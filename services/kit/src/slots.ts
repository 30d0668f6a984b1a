import { AppError } from '@kith/proto';

/** How much somebody may have under way at once in this process (decision A11). */
export class Slots {
  private readonly taken = new Map<string, number>();

  constructor(
    private readonly perKey: number,
    private readonly retryAfterS = 1,
  ) {}

  /** Takes a slot; the returned function gives it back. RATE_LIMITED when the key has none left. */
  take(key: string): () => void {
    const count = this.taken.get(key) ?? 0;
    if (count >= this.perKey) throw new AppError('RATE_LIMITED', undefined, { retryAfterS: this.retryAfterS });
    this.taken.set(key, count + 1);
    return () => {
      const left = (this.taken.get(key) ?? 1) - 1;
      if (left > 0) this.taken.set(key, left);
      else this.taken.delete(key);
    };
  }
}
