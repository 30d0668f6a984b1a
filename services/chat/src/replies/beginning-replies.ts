/** After this time a reply waits for its model, and needs nothing of this process. */
const BEGINNING_MS = 100;
/** What is done behind a reply waits no longer, however many begin. */
const MAX_WAIT_MS = 50;

/**
 * Which replies of this process have no text yet. What is done behind the last text of a reply, which nobody waits for as they wait for a first one,
 * lets these go first.
 */
export class BeginningReplies {
  private readonly beginning = new Set<symbol>();
  private readonly waiting = new Set<() => void>();

  /** Call the returned function with the first text, and when the reply ends without one. */
  begin(): () => void {
    const reply = Symbol('reply');
    this.beginning.add(reply);
    const timer = setTimeout(() => this.end(reply), BEGINNING_MS).unref();
    return () => {
      clearTimeout(timer);
      this.end(reply);
    };
  }

  /** Resolves when none is left, or after 50 ms. */
  async none(): Promise<void> {
    if (this.beginning.size === 0) return;
    await new Promise<void>((resolve) => {
      const wake = (): void => {
        clearTimeout(timer);
        this.waiting.delete(wake);
        resolve();
      };
      const timer = setTimeout(wake, MAX_WAIT_MS);
      this.waiting.add(wake);
    });
  }

  private end(reply: symbol): void {
    this.beginning.delete(reply);
    if (this.beginning.size > 0) return;
    for (const wake of this.waiting) wake();
  }
}

export const beginningReplies = new BeginningReplies();
