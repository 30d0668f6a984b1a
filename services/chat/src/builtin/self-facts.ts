import { simplified } from '@kith/kit';
import type { Persona } from '@kith/proto';
import { detectLanguage } from './detect-language.js';
import { folded } from './folded-text.js';
import { compiled, type CompiledLanguage } from './languages/compiled.js';
import { hasBeginning } from './quotes.js';
import { sentencesOf } from './sentences.js';
import { isSameWord, topicWords } from './word-matching.js';

type Described = Pick<Persona, 'name' | 'description' | 'instructions'>;

/** What an owner wrote of the companion, in its own words. */
export interface SelfFacts {
  /** The first sentence of the description in the first person; undefined when it cannot be said so. */
  readonly who: string | undefined;
  readonly facts: readonly string[];
  readonly language: CompiledLanguage;
}

// Instructions are for the companion alone: only short statements about itself are repeated, no rules and nothing that is to be kept.
const MAX_WORDS_OF_INSTRUCTION = 11;
const MAX_CHARS_OF_INSTRUCTION = 90;
const MAX_CHARS = 300;
const PRIVATE =
  /\b(?:secret|password|key|token|never|always|must|should|rules?|instructions?|prompt|confidential|nobody|geheim|passwort|niemals?|immer|musst|sollst|regeln?|secreto|contraseña|nunca|siempre|debes|secrets?|jamais|toujours|dois|segredo|senha|sempre|deve|segreto|mai|devi|gizli|asla|sifre)|секрет|пароль|никогда|всегда|должен|должна|秘密|密码|从不|绝不|总是|必须|パスワード|絶対|必ず|şifre/iu;
/** The share of the topic of a question that a fact holds. */
const MIN_SHARE = 0.6;

export function selfFactsOf({ name, description, instructions }: Described): SelfFacts {
  const character = [description, instructions].filter(Boolean).join('\n');
  const language = compiled(detectLanguage({ message: character, botName: name, earlier: [], character: '' }).language);
  const inOwnWords = (text: string | null) =>
    sentencesOf(text ?? '').filter((sentence) => sentence.length <= MAX_CHARS && !PRIVATE.test(sentence));
  const own = (sentence: string) => firstPersonOf(sentence, name, language) ?? [];
  const ofDescription = inOwnWords(description);
  const ofInstructions = inOwnWords(instructions).filter(isShort);
  const [first] = ofDescription;
  const who = first === undefined ? undefined : firstPersonOf(first, name, language);
  return { who, facts: [...ofDescription, ...ofInstructions].flatMap(own), language };
}

/** The fact that answers a question about the companion itself best; undefined when none does. */
export function factAbout(question: string, { facts }: SelfFacts, stopWords: ReadonlySet<string>): string | undefined {
  const terms = [...new Set(topicWords(question, stopWords))];
  if (terms.length === 0) return undefined;
  const [best] = facts
    .map((fact) => {
      const words = topicWords(fact, new Set());
      return { fact, share: terms.filter((term) => words.some((word) => isSameWord(word, term))).length / terms.length };
    })
    .toSorted((one, other) => other.share - one.share);
  return best && best.share >= MIN_SHARE ? best.fact : undefined;
}

/** The fact that says where it lives, who made it or how old it is. */
export function factOf(kind: 'home' | 'maker' | 'age', { facts, language }: SelfFacts): string | undefined {
  const marks = language.texts.facts[kind].split(' ');
  return facts.find((fact) => hasBeginning(fact, marks));
}

const isShort = (sentence: string): boolean =>
  folded(sentence).split(' ').length <= MAX_WORDS_OF_INSTRUCTION && sentence.length <= MAX_CHARS_OF_INSTRUCTION;

/** "You are a pirate." and "Amber is a pirate." become "I am a pirate."; undefined for what is no statement about the companion. */
function firstPersonOf(sentence: string, name: string, { texts, code }: CompiledLanguage): string | undefined {
  const isUnspaced = code === 'zh' || code === 'ja';
  for (const [from, to] of texts.firstPerson) {
    const beginning = folded(from.replace('{name}', name));
    const rest = isUnspaced ? afterCharacters(sentence, beginning) : afterWords(sentence, beginning);
    if (rest === undefined || rest === '') continue;
    return withOwnWords(`${to}${isUnspaced || to === '' ? '' : ' '}${rest}`, texts.mine);
  }
  return undefined;
}

function afterCharacters(sentence: string, beginning: string): string | undefined {
  const trimmed = sentence.trim();
  return simplified(trimmed.toLowerCase()).startsWith(beginning) ? trimmed.slice(beginning.length) : undefined;
}

function afterWords(sentence: string, beginning: string): string | undefined {
  const words = sentence.trim().split(/\s+/);
  const count = beginning.split(' ').length;
  return folded(words.slice(0, count).join(' ')) === beginning ? words.slice(count).join(' ') : undefined;
}

function withOwnWords(sentence: string, mine: string): string {
  return mine
    .split(' ')
    .map((pair) => pair.split('>'))
    .reduce((text, [from = '', to = '']) => {
      if (from === '') return text;
      return text.replace(new RegExp(`(?<![\\p{L}\\p{N}])${from}(?![\\p{L}\\p{N}])`, 'giu'), to);
    }, sentence);
}
