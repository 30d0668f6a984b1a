const TAGS = [
  { opening: '<think>', closing: /<\/think>/i },
  { opening: '<thinking>', closing: /<\/thinking>/i },
] as const;
const LONGEST_OPENING = Math.max(...TAGS.map(({ opening }) => opening.length));
const END_MARK = '</think';
/** The end of thoughts, and no word of an answer about it. */
const LONE_END = /(?<![`'"“„«])<\/think(?:ing)?>/i;
/** How much white space before the tag is waited through, in characters. */
const MAX_BLANK = 1000;
/** How much is held back in case that it is thought, in characters. */
const MAX_HELD = 40_000;

/**
 * Takes the thoughts out of a text while it streams: servers that do not know how a model marks them send them as the beginning of its answer,
 * as `<think>…</think>`. The results of `push` and `end` together are the text without them. A block that is never closed is all thought. What
 * stands behind other text is no thought, but what the answer says.
 *
 * Where the server opens the thoughts itself, as a part of the prompt, only `…</think>` comes. Nothing tells such a beginning from an answer, so
 * that with `mayLackStart` the text is held back until that end comes, the answer is over, or it is longer than thoughts mostly are.
 */
export class LeadingThoughts {
  private state: 'beginning' | 'held' | 'thinking' | 'behind' | 'text' = 'beginning';
  private tag: (typeof TAGS)[number] = TAGS[0];
  /** What is still to be decided, or may be the beginning of the closing tag. */
  private held = '';
  private hasLoneEnd = false;
  /** Whether the beginning of the mark has been read, whose end may still come. */
  private isEndNear = false;

  constructor(private readonly mayLackStart = false) {}

  /** Whether thoughts came that had an end alone. */
  get lackedStart(): boolean {
    return this.hasLoneEnd;
  }

  push(text: string): string {
    if (this.state === 'text') return text;
    const from = Math.max(0, this.held.length - END_MARK.length);
    this.held += text;
    if (this.state === 'beginning') return this.begin();
    if (this.state === 'held') return this.hold(from);
    return this.state === 'thinking' ? this.think() : this.afterThoughts();
  }

  end(): string {
    return this.state === 'beginning' || this.state === 'held' ? this.show() : '';
  }

  private begin(): string {
    const start = this.held.trimStart();
    const written = start.slice(0, LONGEST_OPENING).toLowerCase();
    const tag = TAGS.find(({ opening }) => written.startsWith(opening));
    if (tag) {
      this.state = 'thinking';
      this.tag = tag;
      this.held = start.slice(tag.opening.length);
      return this.think();
    }
    const mayFollow = TAGS.some(({ opening }) => opening.startsWith(written));
    if (mayFollow && this.held.length - start.length < MAX_BLANK) return '';
    if (!this.mayLackStart) return this.show();
    this.state = 'held';
    return this.hold(0);
  }

  /** `from`: before it there is no end of thoughts. */
  private hold(from: number): string {
    const isNear = this.isEndNear || this.held.slice(from).toLowerCase().includes(END_MARK);
    const end = isNear ? LONE_END.exec(this.held) : null;
    this.isEndNear = isNear;
    if (!end) return this.held.length > MAX_HELD ? this.show() : '';
    this.hasLoneEnd = true;
    this.state = 'behind';
    this.held = this.held.slice(end.index + end[0].length);
    return this.afterThoughts();
  }

  private think(): string {
    const end = this.tag.closing.exec(this.held);
    if (!end) {
      this.held = this.held.slice(-this.tag.opening.length);
      return '';
    }
    this.state = 'behind';
    this.held = this.held.slice(end.index + end[0].length);
    return this.afterThoughts();
  }

  /** The space between thoughts and answer belongs to neither. */
  private afterThoughts(): string {
    this.held = this.held.trimStart();
    return this.held === '' ? '' : this.show();
  }

  private show(): string {
    const text = this.held;
    this.state = 'text';
    this.held = '';
    return text;
  }
}
