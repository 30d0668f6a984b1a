/** How long text waits for the end of its sentence at most, in milliseconds. */
const SENTENCE_WITHIN_MS = 300;
/** From one check to the next, in milliseconds: longer with each, so that a long reply makes few, and with each reply that is checked meanwhile. */
const PAUSE_MS = 200;
const PAUSE_GROWS_MS = 20;
const MAX_PAUSE_MS = 1000;
const PAUSE_PER_REPLY_MS = 100;
const MAX_SHARED_PAUSE_MS = 2500;
/** So much is checked at once, in characters; what is more waits for no pause. */
const FULL_CHARS = 1600;

const SENTENCE_ENDS = /[\p{Sentence_Terminal}…\n]\s*/gu;

/** How long after the check before the next one may begin. */
const pauseMs = (checks: number, replies: number): number =>
  Math.max(
    Math.min(PAUSE_MS + checks * PAUSE_GROWS_MS, MAX_PAUSE_MS),
    Math.min((replies - 1) * PAUSE_PER_REPLY_MS, MAX_SHARED_PAUSE_MS),
  );

/** Text of a reply that is not checked yet. It is read as it is written, also while what came before it is checked. */
export class UncheckedText {
  private text = '';
  /** When the first of it came. */
  private sinceMs = 0;
  private takenAtMs = -Infinity;
  private checks = 0;
  private isOver = false;
  private isLeft = false;
  private failure: { readonly error: unknown } | undefined;
  private onChange: () => void = () => undefined;

  /** `replies`: how many are checked now, this one included. */
  constructor(
    pieces: AsyncIterable<string>,
    private readonly replies: () => number,
  ) {
    void this.read(pieces);
  }

  /** What is to be checked next, as soon as a sentence of it is complete; undefined at the end. Throws what the pieces throw. */
  async next(): Promise<string | undefined> {
    for (;;) {
      this.requireSound();
      const waitMs = this.waitMs();
      if (waitMs <= 0) return this.take();
      await this.changeWithin(waitMs);
    }
  }

  /** Throws what the pieces have thrown, also while text before it is still to be taken. */
  requireSound(): void {
    if (this.failure) throw this.failure.error;
  }

  /** No more is read. */
  leave(): void {
    this.isLeft = true;
  }

  private async read(pieces: AsyncIterable<string>): Promise<void> {
    try {
      for await (const piece of pieces) {
        if (this.isLeft) return;
        if (this.text === '') this.sinceMs = performance.now();
        this.text += piece;
        this.onChange();
      }
    } catch (error) {
      this.failure = { error };
    } finally {
      this.isOver = true;
      this.onChange();
    }
  }

  private waitMs(): number {
    if (this.isOver || this.text.length >= FULL_CHARS) return 0;
    if (this.text === '') return Infinity;
    const dueAtMs = this.text.search(SENTENCE_ENDS) < 0 ? this.sinceMs + SENTENCE_WITHIN_MS : 0;
    return Math.max(dueAtMs, this.takenAtMs + pauseMs(this.checks, this.replies())) - performance.now();
  }

  private take(): string | undefined {
    if (this.text === '') return undefined;
    const batch = batchOf(this.text);
    this.text = this.text.slice(batch.length);
    this.sinceMs = performance.now();
    this.takenAtMs = this.sinceMs;
    this.checks += 1;
    return batch;
  }

  private changeWithin(waitMs: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = waitMs === Infinity ? undefined : setTimeout(resolve, waitMs);
      this.onChange = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}

/** The whole sentences at the beginning of a text, or all of it where there is none; not too much at once. */
function batchOf(text: string): string {
  const full = text.length > FULL_CHARS ? text.slice(0, FULL_CHARS).replace(/[\uD800-\uDBFF]$/, '') : text;
  const last = [...full.matchAll(SENTENCE_ENDS)].at(-1);
  return last ? full.slice(0, last.index + last[0].length) : full;
}
