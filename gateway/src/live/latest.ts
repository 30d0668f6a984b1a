/**
 * What a reader that may be slow is told: the latest value of each key, in the order in which the keys changed. What is overtaken before
 * it was read is never told, so that nothing piles up.
 */
export class Latest<V> implements AsyncIterableIterator<V, undefined> {
  private readonly values = new Map<string, V>();
  private waiting: ((result: IteratorResult<V, undefined>) => void) | undefined;
  private isOver = false;

  constructor(private readonly onEnd: () => void) {}

  push(key: string, value: V): void {
    if (this.isOver) return;
    this.values.delete(key);
    this.values.set(key, value);
    if (!this.waiting) return;
    const tell = this.waiting;
    this.waiting = undefined;
    tell(this.take());
  }

  async next(): Promise<IteratorResult<V, undefined>> {
    if (this.isOver || this.values.size > 0) return this.take();
    return new Promise((resolve) => (this.waiting = resolve));
  }

  async return(): Promise<IteratorResult<V, undefined>> {
    if (!this.isOver) {
      this.isOver = true;
      this.values.clear();
      this.waiting?.({ done: true, value: undefined });
      this.onEnd();
    }
    return { done: true, value: undefined };
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  private take(): IteratorResult<V, undefined> {
    const [oldest] = this.values;
    if (oldest === undefined) return { done: true, value: undefined };
    this.values.delete(oldest[0]);
    return { done: false, value: oldest[1] };
  }
}
