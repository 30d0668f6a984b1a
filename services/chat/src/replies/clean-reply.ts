import { StorableText } from '../messages/storable-text.js';
import { addressGoesOn, addressStartAt, schemeEndAt } from './address-at.js';
import { addressLength, type AllowedLinks } from './allowed-links.js';
import { closingFenceAt, codeSpanAt, fenceAt, linkAt, partsOf, runLength, type Fence, type Link } from './markdown-at.js';
import { MAX_PRIVATE_KEY, privateKeyAt, privateKeyGoesOn, secretAt, secretGoesOn, type Found } from './secrets-in-text.js';

export interface CleaningRules {
  readonly shareLinks: boolean;
  /** Which addresses may be shown where the owner allows links; undefined for all. */
  readonly allowed?: AllowedLinks | undefined;
  /** The mark around this reply's knowledge blocks. */
  readonly boundary: string;
}

/** What becomes of the next characters: `length` of them are replaced by `text`. */
interface Step {
  readonly length: number;
  readonly text: string;
  /** What counts as the character before the next one, if not the last of these. */
  readonly previous?: string;
}

/** What is found at a place: null for nothing, `undecided` while only more text can tell. */
type Reading = Step | 'undecided' | null;

/** What goes on after its beginning was replaced. */
type Replaced =
  | { readonly kind: 'address'; readonly isBracketed: boolean }
  | { readonly kind: 'secret' }
  | { readonly kind: 'private key'; readonly left: number };

/** For an address that is allowed already. */
const EVERY_LINK = { shareLinks: true, allowed: undefined };
const LINK_REMOVED = '(link removed)';
const REDACTED = '[redacted]';
/** Of a link without a text. */
const NO_TEXT = 'image';
const INVISIBLE = '\u200b';

const WORD_SIGN = /[A-Za-z0-9]/;
const WORD = /[A-Za-z0-9]+/y;
const BEYOND_ASCII = /[^\0-\x7f]+/y;
const EVERYONE = /^@(?:everyone|here)(?!\w)/;
const ROLE = /^<@&\d{1,20}>/;
const UNFINISHED_ROLE = /^<(?:@(?:&\d{0,20})?)?$/;
const MAX_EXCLAMATION_MARKS = 50;

/**
 * Cleans a reply while it streams: the results of `push` and `end` together are the same however the reply is divided. Everywhere NUL and
 * halves of surrogate pairs, the mark of the knowledge blocks and what looks like a key are removed, and addresses unless the owner allows
 * links and this one is allowed. Outside of code, links then keep only their text, remote images become links (docs/decisions.md T5), and nobody is mentioned who
 * would be a crowd. Takes linear time and holds back a bounded number of characters.
 */
export class ReplyCleaner {
  private readonly storable = new StorableText();
  private pending = '';
  /** The last characters that were read and written. */
  private previous = '\n';
  private written = '';
  private fence: Fence | null = null;
  /** How many characters of the current span of code are left, its closing backticks included. */
  private spanLeft = 0;
  private replaced: Replaced | null = null;

  constructor(private readonly rules: CleaningRules) {}

  /** How many characters are held back until what follows them is known. */
  get pendingLength(): number {
    return this.pending.length;
  }

  push(text: string): string {
    this.pending += this.storable.push(text);
    return this.clean(false);
  }

  end(): string {
    const cleaned = this.clean(true);
    this.written = '';
    return cleaned;
  }

  private clean(isEnd: boolean): string {
    let cleaned = '';
    let at = 0;
    while (at < this.pending.length) {
      const step = this.replaced ? this.continueReplacing(this.replaced, at, isEnd) : this.step(at, isEnd);
      if (!step) break;
      cleaned += step.text;
      this.written = step.text.at(-1) ?? this.written;
      if (step.length === 0) continue;
      at += step.length;
      this.previous = step.previous ?? this.pending.charAt(at - 1);
      this.spanLeft = Math.max(0, this.spanLeft - step.length);
    }
    this.pending = this.pending.slice(at);
    return cleaned;
  }

  /** Undefined while only more text can tell. */
  private step(at: number, isEnd: boolean): Step | undefined {
    const sign = this.pending.charAt(at);
    const mark = this.markAt(at, isEnd);
    if (mark !== 0) return mark === undefined ? undefined : { length: mark, text: ' ', previous: ' ' };
    const found = this.fenceLine(at, isEnd) ?? this.wordOrSign(sign, at, isEnd);
    return found === 'undecided' ? undefined : found;
  }

  /** The length of the mark of the knowledge blocks at `at`. */
  private markAt(at: number, isEnd: boolean): Found {
    const { boundary } = this.rules;
    if (boundary === '' || this.pending.charAt(at) !== boundary.charAt(0)) return 0;
    if (this.pending.startsWith(boundary, at)) return boundary.length;
    return !isEnd && boundary.startsWith(this.pending.slice(at, at + boundary.length)) ? undefined : 0;
  }

  /** The beginning of a line that opens or closes a block of code. */
  private fenceLine(at: number, isEnd: boolean): Reading {
    if (this.previous !== '\n' || this.spanLeft > 0) return null;
    if (this.fence) {
      const closing = closingFenceAt(this.pending, at, isEnd, this.fence);
      if (closing === 0) return null;
      if (closing !== undefined) this.fence = null;
      return closing === undefined ? 'undecided' : this.asItIs(at, closing);
    }
    const opening = fenceAt(this.pending, at, isEnd);
    if (opening === null) return null;
    if (opening !== undefined) this.fence = opening;
    return opening === undefined ? 'undecided' : this.asItIs(at, opening.length);
  }

  private wordOrSign(sign: string, at: number, isEnd: boolean): Step | 'undecided' {
    if (WORD_SIGN.test(sign)) return WORD_SIGN.test(this.previous) ? this.word(at) : this.wordStart(at, isEnd);
    if (sign > '\x7f') return this.asItIs(at, lengthOf(BEYOND_ASCII, this.pending, at));
    const isCode = this.fence !== null || this.spanLeft > 0;
    const found = this.privateKey(sign, at, isEnd) ?? this.schemeEnd(sign, at, isEnd);
    return found ?? (isCode ? null : this.markdown(sign, at, isEnd)) ?? this.asItIs(at, 1);
  }

  /** A word up to where the mark of the knowledge blocks could begin. */
  private word(at: number): Step {
    const length = lengthOf(WORD, this.pending, at);
    const mark = this.rules.boundary === '' ? -1 : this.pending.slice(at, at + length).indexOf(this.rules.boundary.charAt(0), 1);
    return this.asItIs(at, mark > 0 ? mark : length);
  }

  private wordStart(at: number, isEnd: boolean): Step | 'undecided' {
    const address = this.addressAt(at, isEnd);
    if (address === undefined) return 'undecided';
    if (typeof address === 'string') return { length: address.length, text: this.cleanPart(address, 0, EVERY_LINK) };
    if (address > 0) return this.removeAddress(address, false);
    const secret = secretAt(this.pending, at, isEnd);
    if (secret === undefined) return 'undecided';
    if (secret.length === 0) return this.word(at);
    this.replaced = { kind: 'secret' };
    return { length: secret.length, text: secret.kept + REDACTED };
  }

  /** How long the beginning of an address is that is not allowed; all of one that is, where not every one is. */
  private addressAt(at: number, isEnd: boolean): Found | string {
    const { shareLinks, allowed } = this.rules;
    if (shareLinks && !allowed) return 0;
    const start = addressStartAt(this.pending, at, isEnd);
    if (!start || !allowed || !shareLinks) return start;
    const length = addressLength(this.pending, at, isEnd);
    const address = this.pending.slice(at, at + (length ?? 0));
    return length === undefined ? undefined : allowed.has(address) ? address : start;
  }

  private removeAddress(length: number, isBracketed: boolean): Step {
    this.replaced = { kind: 'address', isBracketed };
    return { length, text: LINK_REMOVED };
  }

  private privateKey(sign: string, at: number, isEnd: boolean): Reading {
    if (sign !== '-') return null;
    const begin = privateKeyAt(this.pending, at, isEnd);
    if (begin === undefined) return 'undecided';
    if (begin === 0) return null;
    this.replaced = { kind: 'private key', left: MAX_PRIVATE_KEY };
    return { length: begin, text: REDACTED };
  }

  /** An address that begins in the middle of a word. */
  private schemeEnd(sign: string, at: number, isEnd: boolean): Reading {
    const { shareLinks, allowed } = this.rules;
    if (sign !== ':' || (shareLinks && !allowed) || !WORD_SIGN.test(this.previous)) return null;
    const length = schemeEndAt(this.pending, at, isEnd);
    if (length === undefined) return 'undecided';
    return length === 0 ? null : this.removeAddress(length, false);
  }

  private markdown(sign: string, at: number, isEnd: boolean): Reading {
    if (sign === '\\') return this.escaped(at, isEnd);
    if (sign === '`') return this.backticks(at, isEnd);
    if (sign === '!') return this.exclamationMarks(at, isEnd);
    if (sign === '[') return this.link(at, isEnd);
    if (sign === '@') return this.crowd(at, isEnd);
    return sign === '<' ? this.angle(at, isEnd) : null;
  }

  private escaped(at: number, isEnd: boolean): Reading {
    if (at + 1 === this.pending.length) return isEnd ? null : 'undecided';
    return '`[\\'.includes(this.pending.charAt(at + 1)) ? this.asItIs(at, 2) : null;
  }

  private backticks(at: number, isEnd: boolean): Reading {
    const span = codeSpanAt(this.pending, at, isEnd);
    if (span === undefined) return 'undecided';
    this.spanLeft = span;
    return this.asItIs(at, runLength(this.pending, at, '`'));
  }

  /** Before a link they would make an image of it. */
  private exclamationMarks(at: number, isEnd: boolean): Reading {
    const run = Math.min(MAX_EXCLAMATION_MARKS, runLength(this.pending, at, '!'));
    if (run < MAX_EXCLAMATION_MARKS && at + run === this.pending.length && !isEnd) return 'undecided';
    const link = this.pending.charAt(at + run) === '[' ? linkAt(this.pending, at + run, isEnd) : null;
    if (link === undefined) return 'undecided';
    return link ? { length: run, text: '' } : this.asItIs(at, run);
  }

  private link(at: number, isEnd: boolean): Reading {
    const link = linkAt(this.pending, at, isEnd);
    if (link === undefined) return 'undecided';
    // What is written before it must not make it an image.
    const before = this.written === '!' ? ' ' : '';
    return link === null ? { length: 1, text: `${before}[` } : { length: link.length, text: before + this.cleanLink(link) };
  }

  private cleanLink({ text, target }: Link): string {
    const shown = this.cleanPart(text, 0) || NO_TEXT;
    const { shareLinks, allowed } = this.rules;
    const { address, written, title } = partsOf(target);
    if (!shareLinks || allowed?.has(address) === false) return shown;
    const cleaned = this.cleanPart(written, Infinity, EVERY_LINK) + this.cleanPart(title, Infinity);
    return `[${shown}](${cleaned.replaceAll('[', '%5B')})`;
  }

  private cleanPart(text: string, spanLeft: number, changes: Partial<CleaningRules> = {}): string {
    const cleaner = new ReplyCleaner({ ...this.rules, ...changes });
    cleaner.previous = ' ';
    cleaner.spanLeft = spanLeft;
    return cleaner.push(text) + cleaner.end();
  }

  private crowd(at: number, isEnd: boolean): Reading {
    const window = this.pending.slice(at, at + '@everyone'.length + 1);
    if (!isEnd && ('@everyone'.startsWith(window) || '@here'.startsWith(window))) return 'undecided';
    return EVERYONE.test(window) ? { length: 1, text: `@${INVISIBLE}` } : null;
  }

  /** An address in angle brackets, or the mention of a role. */
  private angle(at: number, isEnd: boolean): Reading {
    const window = this.pending.slice(at, at + 26);
    if (!isEnd && UNFINISHED_ROLE.test(window)) return 'undecided';
    const [role] = ROLE.exec(window) ?? [];
    if (role !== undefined) return { length: role.length, text: '@role' };
    const address = this.addressAt(at + 1, isEnd);
    if (address === undefined) return 'undecided';
    return address === 0 || typeof address === 'string' ? null : this.removeAddress(1 + address, true);
  }

  private continueReplacing(replaced: Replaced, at: number, isEnd: boolean): Step | undefined {
    if (replaced.kind === 'private key') {
      const { length, isOver } = privateKeyGoesOn(this.pending, at, replaced.left, isEnd);
      this.replaced = isOver ? null : { kind: 'private key', left: replaced.left - length };
      return length === 0 && !isOver ? undefined : { length, text: '' };
    }
    const goesOn = replaced.kind === 'address' ? addressGoesOn : secretGoesOn;
    const length = goesOn(this.pending, at, isEnd);
    if (length === 0) this.replaced = null;
    const isClosed = length === 0 && replaced.kind === 'address' && replaced.isBracketed && this.pending[at] === '>';
    return length === undefined ? undefined : { length: isClosed ? 1 : length, text: '' };
  }

  private asItIs(at: number, length: number): Step {
    return { length, text: this.pending.slice(at, at + length) };
  }
}

function lengthOf(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0].length ?? 1;
}
