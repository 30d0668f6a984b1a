import { MAX_FACT_CHARS, MAX_FACT_KEY_CHARS } from '@kith/proto';
import { storable } from '../messages/storable-text.js';
import { truncate } from '../replies/attachments.js';
import { foldedLetters } from '@kith/kit';

/** The keys of facts that are found by patterns; a language model is asked to use the same. */
export const FACT_KEYS = {
  name: 'Name',
  livesIn: 'Lives in',
  worksAs: 'Works as',
  birthday: 'Birthday',
  pronouns: 'Pronouns',
  likes: 'Likes',
  dislikes: 'Does not like',
  allergicTo: 'Allergic to',
  note: 'Asked to remember',
} as const;

/** Something about a person that is to be remembered. */
export interface NewFact {
  readonly key: string;
  readonly value: string;
  /** Of two facts with the same identity the later one replaces the earlier. */
  readonly identity: string;
}

/** Facts of which a person has several: the value is a part of the identity. A taste is replaced by its opposite. */
const IDENTITIES: Readonly<Record<string, string>> = {
  [FACT_KEYS.likes]: 'taste',
  [FACT_KEYS.dislikes]: 'taste',
  [FACT_KEYS.allergicTo]: 'allergy',
  [FACT_KEYS.note]: 'note',
};
const KEYS_BY_FOLDED = new Map(Object.values(FACT_KEYS).map((key) => [folded(key), key]));

const BREAKS = /[\p{Cc}\p{Zl}\p{Zp}\s]+/gu;
/** What is neither seen nor read: marks of text direction and the like. */
const INVISIBLE = /[\p{Bidi_Control}\uFEFF\u2060\u00AD]/gu;
/** Keys and tokens are a long run of letters and digits; a person writes words. */
const SECRET = /(?=\S{0,200}\d)(?=\S{0,200}[a-z])[\w+/=.-]{20,200}/i;

/** Null for what cannot be a fact: nothing is left of it, or it looks like a key or a token. */
export function factOf(key: string, value: string): NewFact | null {
  const kept = oneLine(value, MAX_FACT_CHARS);
  const written = oneLine(key, MAX_FACT_KEY_CHARS);
  if (folded(written) === '' || folded(kept) === '' || SECRET.test(kept)) return null;
  const known = KEYS_BY_FOLDED.get(folded(written)) ?? written;
  const group = IDENTITIES[known];
  return { key: known, value: kept, identity: group === undefined ? folded(known) : `${group}:${folded(kept)}` };
}

/** The text as one line of at most `length` UTF-16 units. */
export const oneLine = (text: string, length: number): string =>
  truncate(storable(text).replaceAll(INVISIBLE, '').replaceAll(BREAKS, ' ').trim(), length).trim();

/** Letters and digits as they are compared, words separated by one space. */
export function folded(text: string): string {
  return foldedLetters(text)
    .replaceAll(/[^\p{L}\p{M}\p{N}\p{Extended_Pictographic}]+/gu, ' ')
    .trim();
}
