/** More than one re-reading of the active channels of a bot brings. The ids of a full map take about 200 kB. */
const MAX_MESSAGES = 2000;
/** Forgotten together: to find the oldest entry of a Map costs more the more were deleted before it. */
const FORGET_AT_ONCE = 500;

/**
 * The messages that a connected bot was given, by id: Discord delivers some again after an interruption, and others are read over REST although
 * they were delivered. Counted twice, they would look like spam. A Map instead of an LRU cache, which reserves memory for all entries at once:
 * most of the thousands of bots of a process see few messages.
 */
export class HandledMessages {
  /** The running work of a message; null when there is none any more. */
  private readonly works = new Map<string, Promise<void> | null>();

  /** The running work of a message; null when there is none. */
  workOf(messageId: string): Promise<void> | null {
    return this.works.get(messageId) ?? null;
  }

  /** Calls `work` for a new message. For a known one returns the work that still runs, or null; one whose work failed is a new one. */
  once(messageId: string, work: () => Promise<void> | null): Promise<void> | null {
    const known = this.works.get(messageId);
    if (known !== undefined) return known;
    const started = work();
    this.works.set(messageId, started);
    if (this.works.size >= MAX_MESSAGES + FORGET_AT_ONCE) this.forgetOldest();
    started?.then(
      () => this.works.has(messageId) && this.works.set(messageId, null),
      () => this.works.delete(messageId),
    );
    return started;
  }

  private forgetOldest(): void {
    for (const messageId of this.works.keys()) {
      if (this.works.size <= MAX_MESSAGES) return;
      this.works.delete(messageId);
    }
  }
}
