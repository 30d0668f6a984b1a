import { abortWith } from '../models/abort-with.js';

/** Waits. Injected, so that tests need no time. */
export type Wait = (ms: number, signal: AbortSignal) => Promise<void>;

/** Made once: an abort without a reason makes an error with a stack each time. */
const NOT_NEEDED = new DOMException('Nobody needs it any more.', 'AbortError');

/** How long text waits for the end of its sentence at most. */
const FLUSH_AFTER_MS = 80;

/** The end of a sentence or line, in any script; a piece may end behind it. */
const SENTENCE_END = /[\p{Sentence_Terminal}…\n]/u;

const waitInTime: Wait = (ms, signal) =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });

/**
 * Joins pieces of text, so that a reader gets few and readable ones: the first at once, then with each end of a sentence, or what there is
 * after 80 ms. Throws what the pieces throw, after the text before it. `left` aborts with `signal`, and when the reader needs no more.
 */
export async function* inBatches(
  read: (left: AbortSignal) => AsyncGenerator<string, void>,
  signal: AbortSignal,
  wait: Wait = waitInTime,
): AsyncGenerator<string, void> {
  const left = new AbortController();
  const unlink = abortWith(signal, left);
  const pieces = read(left.signal);
  const batch = new Batch(wait);
  let next = settled(pieces.next());
  try {
    for (;;) {
      const result = await batch.orLate(next);
      if (result !== 'late' && 'text' in result) {
        batch.add(result.text);
        next = settled(pieces.next());
        if (!batch.isReady) continue;
      }
      const text = batch.take();
      if (text !== '') yield text;
      if (result === 'late' || 'text' in result) continue;
      if ('error' in result) throw result.error;
      return;
    }
  } finally {
    batch.take();
    unlink();
    // A piece is under way while a batch is read.
    left.abort(NOT_NEEDED);
    void pieces.return().catch(() => undefined);
  }
}

type Next = { readonly text: string } | { readonly error: unknown } | { readonly isOver: true };

/** Never rejects: it may be looked at only after the reader has left. */
async function settled(next: Promise<IteratorResult<string, void>>): Promise<Next> {
  try {
    const { done, value } = await next;
    return done === true ? { isOver: true } : { text: value };
  } catch (error) {
    return { error };
  }
}

class Batch {
  private text = '';
  private isFirst = true;
  private late: Promise<'late'> | undefined;
  private timer: AbortController | undefined;

  constructor(private readonly wait: Wait) {}

  get isReady(): boolean {
    return this.isFirst || SENTENCE_END.test(this.text);
  }

  add(text: string): void {
    this.text += text;
    // The first text waits for nothing.
    if (this.isReady || this.late) return;
    this.timer = new AbortController();
    this.late = this.wait(FLUSH_AFTER_MS, this.timer.signal).then(() => 'late');
  }

  orLate(next: Promise<Next>): Promise<Next | 'late'> {
    return this.late ? Promise.race([next, this.late]) : next;
  }

  take(): string {
    const { text } = this;
    if (text !== '') this.isFirst = false;
    this.text = '';
    this.timer?.abort(NOT_NEEDED);
    this.timer = undefined;
    this.late = undefined;
    return text;
  }
}
