const MAX_WORDS = 20_000;
/** Longer words are rare, and more likely to say something about who wrote them. */
const MAX_CHARS = 30;
const KEPT_MS = 600_000;

/** What was found out about single words of members, so that an ordinary message costs a look-up per word. All of it is forgotten after ten minutes. */
export class RecentWords<Found> {
  private readonly words = new Map<string, Found>();

  get(word: string): Found | undefined {
    return this.words.get(word);
  }

  set(word: string, found: Found): void {
    if (word.length > MAX_CHARS) return;
    if (this.words.size >= MAX_WORDS) this.words.clear();
    if (this.words.size === 0) setTimeout(() => this.words.clear(), KEPT_MS).unref();
    this.words.set(word, found);
  }
}
