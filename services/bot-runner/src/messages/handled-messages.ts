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
  /** The running work of a message; null when there is none any more. Made for the first message: thousands of bots wait for one. */
  private works: Map<string, Promise<void> | null> | undefined;

  /** The running work of a message; null when there is none. */
  workOf(messageId: string): Promise<void> | null {
    return this.works?.get(messageId) ?? null;
  }

  /** Whether a message was given to the bot, unless its work failed. */
  has(messageId: string): boolean {
    return this.works?.has(messageId) ?? false;
  }

  /** Calls `work` for a new message. For a known one returns the work that still runs, or null; one whose work failed is a new one. */
  once(messageId: string, work: () => Promise<void> | null): Promise<void> | null {
    const works = (this.works ??= new Map());
    const known = works.get(messageId);
    if (known !== undefined) return known;
    const started = work();
    works.set(messageId, started);
    if (works.size >= MAX_MESSAGES + FORGET_AT_ONCE) forgetOldest(works);
    started?.then(
      () => works.has(messageId) && works.set(messageId, null),
      () => works.delete(messageId),
    );
    return started;
  }
}

function forgetOldest(works: Map<string, unknown>): void {
  for (const messageId of works.keys()) {
    if (works.size <= MAX_MESSAGES) return;
    works.delete(messageId);
  }
}
