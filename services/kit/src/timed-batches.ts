/** How long a batch is to take: short enough that others hardly notice that a processor was busy with it. */
const TARGET_MS = 10;
const FIRST_SIZE = 100;
/** On a busy machine each batch takes long, however small it is. */
const MIN_SIZE = 10;
/** A batch that was quick because little was to be done in it says little about larger ones. */
const MAX_CHANGE = 2;

/**
 * Sizes the batches of a long work, such as the deletion of many rows, by how long the ones before took: about ten milliseconds each. Several works
 * of the same kind may share one, also at the same time.
 */
export class TimedBatches {
  private size = FIRST_SIZE;

  constructor(
    private readonly maxSize: number,
    private readonly minSize = MIN_SIZE,
  ) {}

  /** Runs one batch, which returns how many of `size` it did. True when it did fewer: there are no more. */
  async run(batch: (size: number) => Promise<number>): Promise<boolean> {
    const { size } = this;
    const startedAt = performance.now();
    const done = await batch(size);
    if (done < size) return true;
    const change = TARGET_MS / Math.max(performance.now() - startedAt, 1);
    const next = Math.round(size * Math.min(Math.max(change, 1 / MAX_CHANGE), MAX_CHANGE));
    this.size = Math.min(Math.max(next, this.minSize), this.maxSize);
    return false;
  }
}
