import { TRADITIONAL_AND_SIMPLIFIED } from './simplified-characters.js';

const FIRST_KATAKANA = 0x30a1;
const LAST_KATAKANA = 0x30f6;
/** From a letter of Katakana back to the same of Hiragana. */
const TO_HIRAGANA = 0x60;

/** For each code unit the one that is written for it, or zero: no character beyond 16 bits has another spelling. */
const SIMPLIFIED = new Uint16Array(0x10000);
for (let at = 0; at < TRADITIONAL_AND_SIMPLIFIED.length; at += 2)
  SIMPLIFIED[TRADITIONAL_AND_SIMPLIFIED.charCodeAt(at)] = TRADITIONAL_AND_SIMPLIFIED.charCodeAt(at + 1);
const SPELLINGS = SIMPLIFIED.slice();
for (let code = FIRST_KATAKANA; code <= LAST_KATAKANA; code += 1) SPELLINGS[code] = code - TO_HIRAGANA;

/**
 * A text in which simplified characters stand for traditional ones and Hiragana for Katakana: 學習 is 学习 and カード is かーど, so that who asks in the one
 * finds the other. Only for comparing: characters of Japanese change too, and some that mean different things become one.
 */
export const inOneSpelling = (text: string): string => spelled(text, SPELLINGS);

/** The same, with Katakana as it is. */
export const simplified = (text: string): string => spelled(text, SIMPLIFIED);

function spelled(text: string, spellings: Uint16Array): string {
  let at = 0;
  while (at < text.length && !spellings[text.charCodeAt(at)]) at += 1;
  if (at === text.length) return text;
  const codes = new Uint16Array(text.length);
  const bytes = Buffer.from(codes.buffer);
  bytes.write(text, 'utf16le');
  for (; at < codes.length; at += 1) {
    const code = codes[at] ?? 0;
    codes[at] = spellings[code] || code;
  }
  return bytes.toString('utf16le');
}
