import { redact } from '@kith/kit';

export interface CleaningRules {
  readonly shareLinks: boolean;
  /** The mark around this reply's knowledge blocks. */
  readonly boundary: string;
}

// The lookbehind starts a match only at the first `!` of a row; starting at each of them takes quadratic time.
const IMAGE_MARK = /(?<!!)!+(?=\[)/g;
const EMPTY_LINK_TEXT = /\[\](?=\()/g;
const MARKDOWN_LINK = /\[([^\][]*)\]\([^()]*\)/g;
const ADDRESS = /<?(?:[a-z][a-z0-9+.-]{1,15}:\/\/|www\.|discord\.gg\/)[^\s<>]*[^\s<>.,;:!?'")\]*_~`]>?/gi;
// How long an unfinished link is held back, in characters.
const MAX_PENDING = 2000;

/**
 * Cleans a reply while it streams: the results of `push` and `end` together are the whole reply. Remote images become links
 * (docs/decisions.md T5), links are removed when the owner does not allow them, and so are the mark of the knowledge blocks and
 * everything that looks like a key.
 */
export class ReplyCleaner {
  private pending = '';

  constructor(private readonly rules: CleaningRules) {}

  /** How many characters are held back until what follows them is known. */
  get pendingLength(): number {
    return this.pending.length;
  }

  push(text: string): string {
    this.pending += text;
    const end = this.safeEnd();
    const ready = this.pending.slice(0, end);
    this.pending = this.pending.slice(end);
    return this.clean(ready);
  }

  end(): string {
    const rest = this.pending;
    this.pending = '';
    return this.clean(rest);
  }

  /** Up to where no link, image, mark or key can be incomplete: the last space outside of brackets. */
  private safeEnd(): number {
    const { pending } = this;
    const open = openBracket(pending);
    const limit = open !== undefined && pending.length - open < MAX_PENDING ? open : pending.length;
    const outside = pending.slice(0, limit).replace(MARKDOWN_LINK, (link) => '-'.repeat(link.length));
    return Math.max(outside.lastIndexOf(' '), outside.lastIndexOf('\n')) + 1;
  }

  private clean(text: string): string {
    if (text === '') return '';
    const { shareLinks, boundary } = this.rules;
    const withoutBoundary = text.replaceAll(boundary, '');
    const withoutImages = withoutBoundary.replace(IMAGE_MARK, '').replace(EMPTY_LINK_TEXT, '[image]');
    const allowed = shareLinks ? withoutImages : withoutImages.replace(MARKDOWN_LINK, '$1').replace(ADDRESS, '(link removed)');
    return redact(allowed);
  }
}

/** Where a link or image begins that is not complete yet. */
function openBracket(text: string): number | undefined {
  const start = text.lastIndexOf('[');
  if (start < 0) return undefined;
  const close = text.indexOf(']', start);
  const isOpen = close < 0 || close === text.length - 1 || (text[close + 1] === '(' && !text.includes(')', close));
  return isOpen ? Math.max(0, text[start - 1] === '!' ? start - 1 : start) : undefined;
}
