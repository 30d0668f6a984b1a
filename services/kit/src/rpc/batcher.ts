// One script call blocks Redis for its whole batch, so a batch stays small.
const MAX_ITEMS = 64;
const MAX_CHARACTERS = 256_000;

/** Collects what one turn of the event loop adds and hands it over together: one command and one write to the socket for all. */
export class Batcher<T> {
  private waiting: T[] = [];

  constructor(
    private readonly lengthOf: (item: T) => number,
    private readonly send: (batch: T[]) => void,
  ) {}

  add(item: T): void {
    // nextTick runs when the promise callbacks of this turn are through: they belong to the batch.
    if (this.waiting.push(item) === 1) process.nextTick(() => this.flush());
  }

  private flush(): void {
    const items = this.waiting;
    this.waiting = [];
    let batch: T[] = [];
    let characters = 0;
    for (const item of items) {
      const length = this.lengthOf(item);
      if (batch.length === MAX_ITEMS || (batch.length > 0 && characters + length > MAX_CHARACTERS)) {
        this.send(batch);
        batch = [];
        characters = 0;
      }
      batch.push(item);
      characters += length;
    }
    this.send(batch);
  }
}
