import { isAscii } from '@kith/kit';
import { resolveConfusablesTransformer } from 'obscenity';
import { MAX_MODERATED_CHARS } from '../moderated-text.js';

/** What nobody sees: zero-width characters, direction marks, soft hyphens, variation selectors. */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{Cf}]/gu;
/** Accents and piled-up marks ("zalgo"), but not the vowel signs of Indic scripts nor the voicing marks of Japanese, which tell words apart. */
const MARKS = /(?!\u3099|\u309A)\p{Script=Inherited}/gu;
/** Characters that decompose into five or more, into eighteen for example: whole phrases, and units of measure in one square. */
const MANY_IN_ONE =
  /[\u321D\u321E\u327C\u3300\u3302\u3304\u3307\u3313\u3315-\u3317\u3319\u331A\u3320\u3321\u332B\u332D\u332E\u3332\u3334\u3336\u333B\u333D\u3340\u3347\u334A\u334C\u3354\u3356\u33AE\u33AF\uFDFA\uFDFB]/g;

// prettier-ignore
/** Letters that look like Latin ones and that Unicode does not decompose; in addition to those that obscenity knows. */
const LOOK_ALIKES = new Map(
  Object.entries({
    'ᴀ': 'a', 'ʙ': 'b', 'ᴄ': 'c', 'ᴅ': 'd', 'ᴇ': 'e', 'ꜰ': 'f', 'ɢ': 'g', 'ʜ': 'h', 'ɪ': 'i', 'ᴊ': 'j', 'ᴋ': 'k', 'ʟ': 'l', 'ᴍ': 'm',
    'ɴ': 'n', 'ᴏ': 'o', 'ᴘ': 'p', 'ʀ': 'r', 'ꜱ': 's', 'ᴛ': 't', 'ᴜ': 'u', 'ᴠ': 'v', 'ᴡ': 'w', 'ʏ': 'y', 'ᴢ': 'z', 'ı': 'i', 'ß': 'ss',
    'к': 'k', 'м': 'm', 'т': 't', 'в': 'b', 'н': 'h', 'и': 'u', 'ц': 'u', 'п': 'n', 'κ': 'k', 'τ': 't', 'ν': 'v', 'ι': 'i', 'υ': 'u',
  }),
);
const CYRILLIC = new Map(
  Object.entries({
    a: 'а',
    b: 'в',
    c: 'с',
    e: 'е',
    h: 'н',
    k: 'к',
    m: 'м',
    o: 'о',
    p: 'р',
    t: 'т',
    x: 'х',
    y: 'у',
    u: 'и',
    n: 'п',
  }),
);
const LEET = new Map(
  Object.entries({ '0': 'o', '1': 'i', '3': 'e', '4': 'a', '5': 's', '7': 't', '@': 'a', $: 's', '!': 'i', '|': 'i', '€': 'e' }),
);
const HAS_LEET = /[013457@$!|€]/;
const confusables = resolveConfusablesTransformer();

/**
 * The text in lower case, without invisible characters and accents; styled letters become plain ones. Linear in its length, and at most four times as
 * long as what is read of it.
 */
export function foldText(text: string): string {
  if (isAscii(text)) return text.toLowerCase();
  // All of it is read: nobody can hide what they write behind characters that become many.
  const plain = text.slice(0, MAX_MODERATED_CHARS).replace(MANY_IN_ONE, ' ').normalize('NFKD');
  return plain.replace(INVISIBLE, '').replace(MARKS, '').normalize('NFC').toLowerCase();
}

/** A folded text whose letters of other scripts are replaced by the Latin ones that they look like. */
export function latinised(folded: string): string {
  if (isAscii(folded)) return folded;
  let text = '';
  for (const char of folded) text += LOOK_ALIKES.get(char) ?? lookAlike(char);
  return text.toLowerCase();
}

/** A folded word that mixes Cyrillic with Latin letters, with Cyrillic letters only. */
export function cyrillised(word: string): string {
  if (!/\p{Script=Cyrillic}/u.test(word) || !/[a-z]/.test(word)) return word;
  let text = '';
  for (const char of word) text += CYRILLIC.get(char) ?? char;
  return text;
}

/** A word in which digits and signs stand for letters ("sh1t"), with those letters. */
export function withoutLeet(word: string): string {
  if (!HAS_LEET.test(word)) return word;
  let text = '';
  for (const char of word) text += LEET.get(char) ?? char;
  return text;
}

function lookAlike(char: string): string {
  const code = confusables.transform(char.codePointAt(0) ?? 0);
  return code === undefined ? '' : String.fromCodePoint(code);
}
