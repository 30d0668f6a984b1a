import { TRADITIONAL_AND_SIMPLIFIED } from './simplified-characters.js';

const FIRST_KATAKANA = 0x30a1;
const LAST_KATAKANA = 0x30f6;
/** From a letter of Katakana back to the same of Hiragana. */
const TO_HIRAGANA = 0x60;
/** Where all characters are that have another spelling. */
const HAS_OTHERS = /[\u30a1-\u30f6\u3400-\u9fff]/;

const SIMPLIFIED = new Map<string, string>();
for (let at = 0; at < TRADITIONAL_AND_SIMPLIFIED.length; at += 2)
  SIMPLIFIED.set(TRADITIONAL_AND_SIMPLIFIED[at] ?? '', TRADITIONAL_AND_SIMPLIFIED[at + 1] ?? '');
const SPELLINGS = new Map(SIMPLIFIED);
for (let code = FIRST_KATAKANA; code <= LAST_KATAKANA; code += 1)
  SPELLINGS.set(String.fromCharCode(code), String.fromCharCode(code - TO_HIRAGANA));

/**
 * A text in which simplified characters stand for traditional ones and Hiragana for Katakana: 學習 is 学习 and カード is かーど, so that who asks in the one
 * finds the other. Only for comparing: characters of Japanese change too, and some that mean different things become one.
 */
export const inOneSpelling = (text: string): string => spelled(text, SPELLINGS);

/** The same, with Katakana as it is. */
export const simplified = (text: string): string => spelled(text, SIMPLIFIED);

function spelled(text: string, spellings: ReadonlyMap<string, string>): string {
  if (!HAS_OTHERS.test(text)) return text;
  let found = '';
  for (const character of text) found += spellings.get(character) ?? character;
  return found;
}
