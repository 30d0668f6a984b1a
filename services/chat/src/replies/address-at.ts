import type { Found } from './secrets-in-text.js';

// Finds addresses in a text that is not complete yet. Each decision looks at a bounded number of characters.

/** The beginning of an address, with the first character behind it. */
const ADDRESS = /^(?:[a-z][a-z0-9+.-]{0,31}:\/\/|www\.|discord\.gg\/|discord(?:app)?\.com\/invite\/)[^\s<>`]/i;
const UNFINISHED_ADDRESS = /^[a-z][a-z0-9+.:/-]*$/i;
/** Behind the end of a word that is no address by itself, but makes one with what stands before. */
const SCHEME_END = /^:\/\/[^\s<>`]/;
const ADDRESS_WINDOW = 64;
const ADDRESS_SIGN = /[^\s<>`]/;
/** Signs that end a sentence rather than an address. */
const PUNCTUATION = /[.,;:!?'")\]*_~]/;
const MAX_PUNCTUATION = 100;

/** The length of the beginning of an address at `at`; 0 for none, undefined while only more text can tell. */
export function addressStartAt(text: string, at: number, isEnd: boolean): Found {
  const window = text.slice(at, at + ADDRESS_WINDOW);
  const [address] = ADDRESS.exec(window) ?? [];
  if (address !== undefined) return address.length;
  return !isEnd && window.length < ADDRESS_WINDOW && UNFINISHED_ADDRESS.test(window) ? undefined : 0;
}

/** The same of what makes an address with the end of the word before it. */
export function schemeEndAt(text: string, at: number, isEnd: boolean): Found {
  const window = text.slice(at, at + 4);
  if (SCHEME_END.test(window)) return window.length;
  return !isEnd && '://'.startsWith(window) ? undefined : 0;
}

/** How much of an address goes on at `at`. Punctuation behind it is no part of it. */
export function addressGoesOn(text: string, at: number, isEnd: boolean): Found {
  let end = at;
  while (end < text.length && ADDRESS_SIGN.test(text.charAt(end))) {
    let next = end;
    while (next < text.length && next - end < MAX_PUNCTUATION && PUNCTUATION.test(text.charAt(next))) next += 1;
    const isRunCut = next === text.length && next - end < MAX_PUNCTUATION;
    if (isRunCut && !isEnd && next > end) return end > at ? end - at : undefined;
    if (next - end < MAX_PUNCTUATION && (isRunCut || !ADDRESS_SIGN.test(text.charAt(next)))) break;
    end = Math.max(next, end + 1);
  }
  return end - at;
}
