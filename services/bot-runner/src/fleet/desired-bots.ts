import type { RunnableBot } from '@kith/proto';

/** The companions that shall be online. Postgres is the truth; this is the copy a runner acts on. */
export class DesiredBots {
  readonly #bots = new Map<string, RunnableBot>();
  /** When the newest answer about one companion was asked for. */
  readonly #askedAt = new Map<string, number>();
  #clock = 0;
  #isKnown = false;

  /** False until the list was read once: an unknown list is not an empty one. */
  get isKnown(): boolean {
    return this.#isKnown;
  }

  all(): RunnableBot[] {
    return [...this.#bots.values()];
  }

  get(botId: string): RunnableBot | undefined {
    return this.#bots.get(botId);
  }

  /** A mark in time, to be read before asking: answers overtake each other, and the one asked for last counts. */
  nextRequestNumber(): number {
    return ++this.#clock;
  }

  /** Takes over a whole list. */
  replace(list: readonly RunnableBot[], askedAt: number): void {
    const isNewer = (botId: string): boolean => (this.#askedAt.get(botId) ?? 0) > askedAt;
    const listed = new Set(list.map((bot) => bot.botId));
    for (const botId of this.#bots.keys()) if (!listed.has(botId) && !isNewer(botId)) this.#bots.delete(botId);
    for (const bot of list) if (!isNewer(bot.botId)) this.#bots.set(bot.botId, bot);
    for (const [botId, at] of this.#askedAt) if (at <= askedAt) this.#askedAt.delete(botId);
    this.#isKnown = true;
  }

  /** Takes over one companion; null: it shall not be online. */
  change(botId: string, bot: RunnableBot | null, askedAt: number): void {
    if ((this.#askedAt.get(botId) ?? 0) > askedAt) return;
    this.#askedAt.set(botId, askedAt);
    if (bot) this.#bots.set(botId, bot);
    else this.#bots.delete(botId);
  }
}
