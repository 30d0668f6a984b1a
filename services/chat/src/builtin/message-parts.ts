import type { CompiledLanguage } from './languages/compiled.js';
import { PHRASE_KINDS, type PhraseKind } from './languages/language-texts.js';
import { folded, plainWords, type Phrases } from './folded-text.js';
import { isWordless, plainMessage } from './plain-message.js';

/** What a message is in one language. */
export interface MessageParts {
  readonly hasGreeting: boolean;
  /** What is recognised by its wording, in order, without the greeting. */
  readonly kinds: readonly PhraseKind[];
  /** Whether all of the message was recognised. */
  readonly isComplete: boolean;
  /** The folded message without greeting and polite words. */
  readonly core: string;
  /** A name that its author gave; as it was written. */
  readonly statedName: string | undefined;
  /** Whether it has signs alone, such as emoji. */
  readonly isWordless?: boolean;
}

const SENTENCE_END = /[.!?…。！？\n;]+\s*/u;
const CLAUSE_END = /[,，、]/u;
const SENTENCE_OR_CLAUSE_END = /[.!?…。！？\n;,，、]+\s*/u;
const GREETING_SIGN = /[\u{1F44B}\u{1F64B}\u{1F590}]/u;
const QUESTION_MARKS = /^[\s?？!！]*[?？][\s?？!！]*$/u;
const CONJUNCTIONS = / (?:and|und|y|e|et|и|ve) /u;
const MAX_SENTENCES = 6;
const MIN_NAME_CHARS = 3;
const MAX_NAME_CHARS = 40;
const MAX_NAME_WORDS = 3;
const AROUND_NAME = /^[^\p{L}\p{N}]+|[^\p{L}\p{M}\p{N}]+$/gu;
const SIGNS_OF_NAME = /^[\p{L}\p{M}\p{N}'’ʼ. -]+$/u;
/** "… desu", "… to iimasu": behind a name in Japanese. */
const BEHIND_NAME = /(?:です|だよ|だ|といいます|と言います|と申します)$/u;

/** A message as it is read in each language. */
export interface FoldedMessage {
  readonly botName: string;
  readonly whole: FoldedSentence;
  /** More than one, and not too many to be small talk; else none. */
  readonly sentences: readonly FoldedSentence[];
  /** The same between commas too. */
  readonly clauses: readonly FoldedSentence[];
}

interface FoldedSentence {
  readonly written: string;
  /** Folded, without the name of the bot. */
  readonly text: string;
}

/** What reading a message takes in every language alike. */
export function foldedMessage(message: string, botName: string): FoldedMessage {
  const plain = plainMessage(message, botName);
  const name = folded(botName);
  const foldedSentence = (written: string): FoldedSentence => ({ written, text: withoutName(folded(written), name) });
  const dividedBy = (end: RegExp): FoldedSentence[] => {
    const written = plain.split(end).filter((sentence) => folded(sentence) !== '');
    return written.length > 1 && written.length <= MAX_SENTENCES ? written.map(foldedSentence) : [];
  };
  const clauses = CLAUSE_END.test(plain) ? dividedBy(SENTENCE_OR_CLAUSE_END) : [];
  return { botName: name, whole: foldedSentence(plain), sentences: dividedBy(SENTENCE_END), clauses };
}

/** Reads a message as small talk, sentence by sentence. */
export const partsOf = (message: string, botName: string, language: CompiledLanguage): MessageParts =>
  isWordless(message) ? partsOfSigns(message) : partsIn(foldedMessage(message, botName), language);

/** A wave is a greeting, a question mark asks what was meant, and other signs say no more than "ok". */
function partsOfSigns(message: string): MessageParts {
  const hasGreeting = GREETING_SIGN.test(message);
  const kind = QUESTION_MARKS.test(message) ? 'unclear' : 'acknowledged';
  return { hasGreeting, kinds: hasGreeting ? [] : [kind], isComplete: true, core: '', statedName: undefined, isWordless: true };
}

/** The same of a message that is read in several languages. */
export function partsIn({ botName, whole, sentences, clauses }: FoldedMessage, language: CompiledLanguage): MessageParts {
  const ofWhole = readSentence(whole, botName, language);
  if (ofWhole.isKnown) return { ...ofWhole, isComplete: true };
  const bySentence = sentences.length === 0 ? { ...ofWhole, isComplete: false } : together(sentences, botName, language);
  if (bySentence.isComplete || clauses.length === 0) return bySentence;
  const byClause = together(clauses, botName, language);
  return byClause.isComplete ? byClause : { ...bySentence, statedName: bySentence.statedName ?? byClause.statedName };
}

function together(sentences: readonly FoldedSentence[], botName: string, language: CompiledLanguage): MessageParts {
  const read = sentences.map((sentence) => readSentence(sentence, botName, language));
  const unknown = read.filter(({ isKnown }) => !isKnown);
  return {
    hasGreeting: read.some(({ hasGreeting }) => hasGreeting),
    kinds: read.flatMap(({ kinds }) => kinds),
    isComplete: unknown.length === 0,
    core: unknown.map(({ core }) => core).join(' '),
    statedName: read.find(({ statedName }) => statedName !== undefined)?.statedName,
  };
}

interface ReadSentence {
  readonly hasGreeting: boolean;
  readonly kinds: readonly PhraseKind[];
  readonly isKnown: boolean;
  readonly core: string;
  readonly statedName: string | undefined;
}

/** `botName`: folded. A bot of several names is greeted, thanked and left by one of them, too. */
function readSentence(sentence: FoldedSentence, botName: string, language: CompiledLanguage): ReadSentence {
  const read = readText(sentence, botName, language);
  if (read.isKnown || !botName.includes(' ')) return read;
  const names = botName.split(' ').filter((name) => name.length >= MIN_NAME_CHARS && !language.words.has(name));
  const texts = names.map((name) => withoutName(sentence.text, name)).filter((text) => text !== '' && text !== sentence.text);
  const others = texts.map((text) => readText({ ...sentence, text }, botName, language));
  return others.find(({ isKnown, statedName }) => isKnown && statedName === undefined) ?? read;
}

function readText({ written, text }: FoldedSentence, botName: string, language: CompiledLanguage): ReadSentence {
  const nothing = { hasGreeting: false, kinds: [], statedName: undefined };
  const exact = kindsOf(text, language);
  if (exact.length > 0) return { ...nothing, kinds: exact, isKnown: true, core: '' };
  const { rest: afterGreeting, found: hasGreeting } = stripped(text, language.greetings);
  const named = kindsOf(afterGreeting, language);
  // Before polite words are left out: "tudo bem" ends with one.
  if (named.length > 0) return { ...nothing, hasGreeting, kinds: named, isKnown: true, core: '' };
  const core = withoutName(withoutPolite(afterGreeting, language), botName);
  if (core === '') return { ...nothing, hasGreeting, isKnown: text !== '', core: '' };
  const statedName = nameIn(written, core, language);
  if (statedName !== undefined) return { hasGreeting, kinds: [], isKnown: true, core, statedName };
  const kinds = kindsOf(core, language);
  if (kinds.length > 0) return { hasGreeting, kinds, isKnown: true, core, statedName };
  // "My name is Ferdinand and I love chess"
  const and = CONJUNCTIONS.exec(core);
  return {
    ...nothing,
    hasGreeting,
    isKnown: false,
    core,
    statedName: and ? nameIn(written, core.slice(0, and.index), language) : undefined,
  };
}

/** The kind of the text, or the kinds of its two halves around an "and". */
function kindsOf(text: string, language: CompiledLanguage): PhraseKind[] {
  const kind = kindOf(text, language);
  if (kind !== undefined) return [kind];
  const at = CONJUNCTIONS.exec(text);
  if (!at) return [];
  const halves = [text.slice(0, at.index), text.slice(at.index + at[0].length)].map((half) => kindOf(half, language));
  return halves.every((half) => half !== undefined) ? halves : [];
}

function kindOf(text: string, { kinds, anyKind }: CompiledLanguage): PhraseKind | undefined {
  if (anyKind.match(text) === undefined) return undefined;
  return PHRASE_KINDS.find((kind) => kinds.get(kind)?.match(text) !== undefined);
}

function stripped(text: string, phrases: Phrases): { readonly rest: string; readonly found: boolean } {
  let rest = text;
  // Two of them: "hello, good morning".
  for (let count = 0; count < 2; count += 1) rest = phrases.after(rest) ?? rest;
  return { rest, found: rest !== text };
}

/** Without polite words at its beginning and end. */
export function withoutPolite(text: string, { polite }: CompiledLanguage): string {
  let rest = text;
  for (let count = 0; count < 4; count += 1) rest = polite.after(rest) ?? polite.before(rest) ?? rest;
  return rest;
}

/** Without the name of the bot at its beginning or end. */
function withoutName(text: string, name: string): string {
  if (name === '') return text;
  if (text === name) return '';
  if (text.startsWith(`${name} `)) return text.slice(name.length + 1);
  return text.endsWith(` ${name}`) ? text.slice(0, -name.length - 1) : text;
}

/** The name that follows "my name is", as it was written. */
function nameIn(sentence: string, core: string, { myNameIs, words }: CompiledLanguage): string | undefined {
  const name = myNameIs.after(core)?.replace(BEHIND_NAME, '').trim();
  if (name === undefined || name === '' || name.split(' ').length > MAX_NAME_WORDS || name.length > MAX_NAME_CHARS)
    return undefined;
  // "call me a taxi"
  if (name.split(' ').some((word) => words.has(word))) return undefined;
  const asWritten = nameAsWritten(sentence, name);
  if (asWritten !== undefined) return asWritten;
  // Scripts without spaces: the name is a part of the word.
  const written = plainWords(sentence);
  const at = folded(written).lastIndexOf(name);
  return folded(written).length === written.length && at >= 0 ? written.slice(at, at + name.length) : name;
}

/** The last words of a sentence whose folded form is `name`, with the hyphens and apostrophes in them. */
function nameAsWritten(sentence: string, name: string): string | undefined {
  const words = sentence.split(/\s+/u).filter((word) => folded(word) !== '');
  for (let end = words.length; end > 0; end -= 1)
    for (let start = end - 1; start >= Math.max(0, end - MAX_NAME_WORDS); start -= 1) {
      const written = words.slice(start, end).join(' ').replace(AROUND_NAME, '');
      if (folded(written) === name && SIGNS_OF_NAME.test(written)) return written;
    }
  return undefined;
}
