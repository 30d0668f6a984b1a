import { simplified } from '@kith/kit';
import { foldedWords, joinedWords } from './question-words.js';

/** A longer message is no question that somebody else asks in the same words. */
const MAX_CHARS = 500;
const MENTION = /<(?:@[!&]?|#)\d{1,20}>/g;
const GREETING = /^(?:(?:hi|hiya|hello|hey|hallo|hola|salut|bonjour|ciao|ola|oi|привет) |(?:你好|您好|こんにちは|สวัสดี) ?)(?=.)/u;
const OPENING =
  /^(?:(?:can|could|would|will) you tell (?:me|us)|tell (?:me|us)|do you know) (?=(?:who|what|when|where|which|why|how) )/;
const POLITE_WORDS = new Set(foldedWords('please pls plz bitte пожалуйста'));
/** Politeness of languages without spaces between words. */
const POLITE = /^请问|(?:ครับ|ค่ะ|คะ)$/gu;
const HOW_TO = /^how (?:do|can|could) (?:i|we|one) /;
const ARTICLES = new Set(['a', 'an', 'the']);
/** In a short question an article may change what is meant: "what is time", "what is the time". */
const MIN_WORDS_WITHOUT_ARTICLES = 5;
const MIN_LETTERS_OF_PLURAL = 6;

/**
 * What two questions have in common exactly when they are the same: equal but for letter case, punctuation, spaces, accents, traditional or simplified
 * Chinese characters, greeting and politeness, the plural of long words, and in English for articles and "how do I", "how can I" and "how to". Null for a
 * text without words and for a long one. Keys are stored: whoever changes this also renews them.
 */
export function questionKey(message: string, botName: string): string | null {
  const name = joinedWords(foldedWords(simplified(botName)));
  const words = foldedWords(simplified(message.replace(MENTION, ' '))).filter((word) => !POLITE_WORDS.has(word));
  const joined = withoutName(withoutName(joinedWords(words.map(whole)), name).replace(GREETING, ''), name)
    .replace(OPENING, '')
    .replace(POLITE, '')
    .replace(HOW_TO, 'how to ');
  if (joined === '' || joined.length > MAX_CHARS) return null;
  const all = joined.split(' ');
  const kept = all.length < MIN_WORDS_WITHOUT_ARTICLES ? all : all.filter((word) => !ARTICLES.has(word));
  return kept.map(singular).join(' ');
}

/** "Juniper, how do I join?" is "How do I join?"; the name alone stays. */
const withoutName = (joined: string, name: string): string =>
  name !== '' && joined.startsWith(`${name} `) ? joined.slice(name.length + 1) : joined;

const whole = (word: string): string => (word === 'whats' ? 'what is' : word);

const singular = (word: string): string =>
  word.length >= MIN_LETTERS_OF_PLURAL && /^[a-z]+[^sui]s$/.test(word) ? word.slice(0, -1) : word;
