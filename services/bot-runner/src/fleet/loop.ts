/** Does the same work again and again, never twice at a time: every `everyMs`, and at once when woken. */
export class Loop {
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | null = null;
  #isWoken = false;
  #isStopped = false;

  constructor(
    private readonly work: () => Promise<void>,
    private readonly everyMs: number,
    private readonly onError: (error: unknown) => void,
  ) {}

  wake(): void {
    if (this.#isStopped) return;
    if (this.#running) {
      this.#isWoken = true;
      return;
    }
    clearTimeout(this.#timer);
    this.#running = this.work()
      .catch(this.onError)
      .finally(() => this.#next());
  }

  /** Resolves when the work under way is done. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    await this.#running;
  }

  #next(): void {
    this.#running = null;
    if (this.#isStopped) return;
    const isWoken = this.#isWoken;
    this.#isWoken = false;
    if (isWoken) this.wake();
    else this.#timer = setTimeout(() => this.wake(), this.everyMs);
  }
}
