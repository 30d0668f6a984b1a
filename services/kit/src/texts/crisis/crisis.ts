import { foldedLetters } from '../folded-letters.js';
import { isAscii } from '../is-ascii.js';
import type { CrisisPatterns } from './patterns/crisis-patterns.js';
import { ar } from './patterns/ar.js';
import { de } from './patterns/de.js';
import { en } from './patterns/en.js';
import { es } from './patterns/es.js';
import { fr } from './patterns/fr.js';
import { hi } from './patterns/hi.js';
import { it } from './patterns/it.js';
import { ja } from './patterns/ja.js';
import { ko } from './patterns/ko.js';
import { nl } from './patterns/nl.js';
import { pl } from './patterns/pl.js';
import { pt } from './patterns/pt.js';
import { ru } from './patterns/ru.js';
import { th } from './patterns/th.js';
import { tr } from './patterns/tr.js';
import { zh } from './patterns/zh.js';

export const LANGUAGES = { en, de, es, fr, pt, it, ru, zh, ja, tr, ko, th, ar, hi, nl, pl } as const satisfies Record<
  string,
  CrisisPatterns
>;
export type CareLanguage = keyof typeof LANGUAGES;

export interface Crisis {
  readonly kind: 'selfHarm' | 'toOthers';
  /** In which the message is written. */
  readonly language: CareLanguage;
}

/** In the source of a pattern; their letters are none of a text. */
const ESCAPES = /\\(?:u[\da-f]{4}|p\{[^}]*\}|.)/giu;

/** Whether the pattern can match a text of ASCII: others name the letters of another script. */
export const canMatchAscii = ({ source }: RegExp): boolean => /[a-z]/i.test(source.replaceAll(ESCAPES, ''));

type OfLanguage = readonly [CareLanguage, CrisisPatterns];
const ALL = Object.entries(LANGUAGES) as unknown as readonly OfLanguage[];
/** What is left to compare with a text of ASCII, as most are. */
const OF_ASCII: readonly OfLanguage[] = ALL.flatMap(([language, { selfHarm, toOthers, ...others }]) => {
  const left = { ...others, selfHarm: selfHarm.filter(canMatchAscii), toOthers: toOthers.filter(canMatchAscii) };
  return left.selfHarm.length + left.toOthers.length === 0 ? [] : [[language, left] as const];
});

/** Longer messages are read up to here. */
const MAX_CHARS = 6000;
const APOSTROPHES = /[’‘ʼ`´]/g;
// A threat in jest; nobody jokes about their own death so that a kind word would do harm.
const JEST =
  /\b(?:lol|lmao|lmfao|rofl|ha(?:ha)+|he(?:he)+|xd|jk|just kidding|kidding|mdr|ptdr|kkk+|jaja\w*)\b|[😂🤣😆😹]|哈哈|笑$|www$|ㅋㅋ|ㅎㅎ|ههه/u;
/** "5" is "ha" in Thai; in other languages and within a longer number it is a number. */
const THAI_LAUGHTER = /(?<!\d)555+(?!\d)/;
const THAI_LETTER = /\p{Script=Thai}/u;

/** Whether the message speaks of harming oneself or others, as the patterns of sixteen languages tell; undefined when it does not. */
export function crisisIn(message: string): Crisis | undefined {
  const text = plain(message);
  const isJest = JEST.test(text) || (THAI_LAUGHTER.test(text) && THAI_LETTER.test(text));
  for (const [language, patterns] of isAscii(text) ? OF_ASCII : ALL) {
    const { figurative, fiction, selfHarm, toOthers } = patterns;
    const meant = (language === 'en' ? withApostrophes(text) : text).replaceAll(figurative, ' … ');
    if (fiction.test(meant)) continue;
    if (selfHarm.some((pattern) => pattern.test(meant))) return { kind: 'selfHarm', language };
    if (!isJest && toOthers.some((pattern) => pattern.test(meant))) return { kind: 'toOthers', language };
  }
  return undefined;
}

/** English as many write it: "im", "dont", "want 2 die". */
const withApostrophes = (text: string): string =>
  text
    .replaceAll(/\bi(m|ve)\b/g, "i'$1")
    .replaceAll(/\b(do|ca|wo|is|was|did|does|would|are)nt\b/g, "$1n't")
    .replaceAll(/\b(want|need|going|ready|have|way|how) 2 (?=[a-z])/g, '$1 to ');

/** As the patterns are written: with plain apostrophes and single spaces. */
const plain = (text: string): string =>
  foldedLetters(text.slice(0, MAX_CHARS)).replaceAll(APOSTROPHES, "'").replaceAll(/\s+/gu, ' ');
