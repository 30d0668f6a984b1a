const TAGS = [
  { opening: '<think>', closing: /<\/think>/i },
  { opening: '<thinking>', closing: /<\/thinking>/i },
] as const;
const LONGEST_OPENING = Math.max(...TAGS.map(({ opening }) => opening.length));
/** How much white space before the tag is waited through, in characters. */
const MAX_BLANK = 1000;

/**
 * Takes the thoughts out of a text while it streams: servers that do not know how a model marks them send them as the beginning of its answer,
 * as `<think>…</think>`. The results of `push` and `end` together are the text without them. A block that is never closed is all thought. What
 * stands behind other text is no thought, but what the answer says.
 */
export class LeadingThoughts {
  private state: 'beginning' | 'thinking' | 'behind' | 'text' = 'beginning';
  private tag: (typeof TAGS)[number] = TAGS[0];
  /** What is still to be decided, or may be the beginning of the closing tag. */
  private held = '';

  push(text: string): string {
    if (this.state === 'text') return text;
    this.held += text;
    if (this.state === 'beginning') return this.begin();
    return this.state === 'thinking' ? this.think() : this.afterThoughts();
  }

  end(): string {
    return this.state === 'beginning' ? this.show() : '';
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
    return mayFollow && this.held.length - start.length < MAX_BLANK ? '' : this.show();
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
