import { foldedLetters } from '@kith/kit';
import { FACT_KEYS } from '../memory/fact.js';
import { FACT_WORDS } from '../memory/fact-words.js';
import { isSameWord } from './word-matching.js';

/** A fact as the memory words it for a prompt: "Lives in: Berlin (said by them, today)". */
const FACT = /^([^:]{1,60}): (.{1,400}) \([^()]{1,40}, [^()]{1,30}\)$/u;
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
const WORD = /[\p{L}\p{M}\p{N}]+/gu;
/** "What do I not like?", in the languages of the built-in companion. */
const DENIED =
  /(?<![\p{L}\p{N}])(?:not|don['’]?t|hate|dislike|nicht|no|pas|não|non|не|sevmem|sevmiyorum)(?![\p{L}\p{N}])|不|嫌/iu;
const MAX_FACTS = 6;

/** What is remembered of who asks that the question is about; all of it, with its kinds, where it is about nothing in particular. */
export function rememberedFor(question: string, memory: readonly string[]): string[] {
  const facts = memory.flatMap((line) => {
    const [, key, value] = FACT.exec(line) ?? [];
    return key === undefined || value === undefined ? [] : [{ key, value }];
  });
  const asked = keysIn(question);
  if (asked.length === 0) return facts.slice(0, MAX_FACTS).map(({ key, value }) => `${key}: ${value}`);
  const fitting = facts.filter(({ key }) => asked.includes(key));
  return fitting.slice(0, MAX_FACTS).map(({ value }) => value);
}

/** The kinds of facts that a question asks for. */
function keysIn(question: string): string[] {
  const text = foldedLetters(question);
  const words = text.match(WORD) ?? [];
  const keys = Object.entries(FACT_WORDS)
    .filter(([, list]) =>
      foldedLetters(list)
        .split(/\s+/)
        .some((word) => (UNSPACED.test(word) ? text.includes(word) : words.some((one) => isSameWord(one, word)))),
    )
    .map(([key]) => key);
  const tastes: string[] = [FACT_KEYS.likes, FACT_KEYS.dislikes];
  if (!keys.some((key) => tastes.includes(key))) return keys;
  return [...keys.filter((key) => !tastes.includes(key)), DENIED.test(question) ? FACT_KEYS.dislikes : FACT_KEYS.likes];
}
