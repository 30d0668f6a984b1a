import { redact } from '@kith/kit';

export interface CleaningRules {
  readonly shareLinks: boolean;
  /** The mark of this reply's knowledge blocks. */
  readonly boundary: string;
}

// From the first mark of a row only: from each of them it would be quadratic.
const PICTURE = /(?<!!)!+(?=\[)/g;
const NAMELESS = /\[\](?=\()/g;
const MARKDOWN_LINK = /\[([^\][]*)\]\([^()]*\)/g;
const ADDRESS = /<?(?:[a-z][a-z0-9+.-]{1,15}:\/\/|www\.|discord\.gg\/)[^\s<>]*[^\s<>.,;:!?'")\]*_~`]>?/gi;
// An unfinished bracket is waited for, but not for ever.
const MAX_HELD = 2000;

/**
 * Cleans a reply while it streams: what `push` and `end` answer together is the whole reply. Remote pictures become links (decision T5),
 * links go when the owner does not share them, and neither the mark of the knowledge blocks nor anything shaped like a key comes out.
 */
export class ReplyCleaner {
  private held = '';

  constructor(private readonly rules: CleaningRules) {}

  /** Characters that wait for what follows them. */
  get waiting(): number {
    return this.held.length;
  }

  push(text: string): string {
    this.held += text;
    const end = this.safeEnd();
    const ready = this.held.slice(0, end);
    this.held = this.held.slice(end);
    return this.clean(ready);
  }

  end(): string {
    const rest = this.held;
    this.held = '';
    return this.clean(rest);
  }

  /** Up to where nothing can still become a link, a picture, a mark or a key: a space outside of brackets. */
  private safeEnd(): number {
    const { held } = this;
    const open = openBracket(held);
    const limit = open !== undefined && held.length - open < MAX_HELD ? open : held.length;
    const outside = held.slice(0, limit).replace(MARKDOWN_LINK, (link) => '-'.repeat(link.length));
    return Math.max(outside.lastIndexOf(' '), outside.lastIndexOf('\n')) + 1;
  }

  private clean(text: string): string {
    if (text === '') return '';
    const { shareLinks, boundary } = this.rules;
    const unmarked = text.replaceAll(boundary, '');
    const pictureless = unmarked.replace(PICTURE, '').replace(NAMELESS, '[image]');
    const allowed = shareLinks ? pictureless : pictureless.replace(MARKDOWN_LINK, '$1').replace(ADDRESS, '(link removed)');
    return redact(allowed);
  }
}

/** Where a link or picture begins whose end has not come yet. */
function openBracket(text: string): number | undefined {
  const start = text.lastIndexOf('[');
  if (start < 0) return undefined;
  const close = text.indexOf(']', start);
  const isOpen = close < 0 || close === text.length - 1 || (text[close + 1] === '(' && !text.includes(')', close));
  return isOpen ? Math.max(0, text[start - 1] === '!' ? start - 1 : start) : undefined;
}
