/** Answers of Discord are kept this long: pages ask often, and Discord limits how often a bot may ask. */
const TTL_MS = 15_000;
const MAX_ENTRIES = 2000;

interface Entry {
  readonly botId: string;
  readonly answer: Promise<unknown>;
  readonly expiresAtMs: number;
}

/** Keeps Discord's answers about bots for some seconds. A request that is running is shared; one that failed is not kept. */
export class AnswerCache {
  private readonly entries = new Map<string, Entry>();

  constructor(private readonly now: () => number = Date.now) {}

  /** The kept answer to `question` about a bot, else what `ask` answers. A question must always be asked with the same type. */
  get<T>(botId: string, question: string, ask: () => Promise<T>): Promise<T> {
    const key = `${botId} ${question}`;
    const known = this.entries.get(key);
    if (known && known.expiresAtMs > this.now()) return known.answer as Promise<T>;
    const answer = ask();
    this.removeExpired();
    this.entries.delete(key);
    const entry = { botId, answer, expiresAtMs: this.now() + TTL_MS };
    this.entries.set(key, entry);
    answer.catch(() => {
      if (this.entries.get(key) === entry) this.entries.delete(key);
    });
    return answer;
  }

  /** Forgets everything about a bot. */
  forget(botId: string): void {
    for (const [key, entry] of this.entries) if (entry.botId === botId) this.entries.delete(key);
  }

  /** Entries are in the order in which they expire. */
  private removeExpired(): void {
    for (const [key, { expiresAtMs }] of this.entries) {
      if (expiresAtMs > this.now() && this.entries.size < MAX_ENTRIES) return;
      this.entries.delete(key);
    }
  }
}
