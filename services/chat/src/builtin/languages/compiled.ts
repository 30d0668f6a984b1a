import { folded, Phrases } from '../folded-text.js';
import { PHRASE_KINDS, type LanguageTexts, type PhraseKind } from './language-texts.js';
import { LANGUAGE_CODES, LANGUAGES, type Language } from './languages.js';

/** The texts of a language in the forms in which messages are compared with them. */
export interface CompiledLanguage {
  readonly code: Language;
  readonly texts: LanguageTexts;
  readonly words: ReadonlySet<string>;
  /** Any of the letters that tell the language; undefined where none does. */
  readonly ownLetters: RegExp | undefined;
  readonly greetings: Phrases;
  readonly polite: Phrases;
  readonly openings: Phrases;
  readonly calculate: Phrases;
  readonly choose: Phrases;
  readonly roll: Phrases;
  readonly myNameIs: Phrases;
  readonly clock: Phrases;
  readonly kinds: ReadonlyMap<PhraseKind, Phrases>;
  /** The phrases of all kinds: most texts are none of them, which one expression tells sooner than one for each kind. */
  readonly anyKind: Phrases;
}

function compile(code: Language): CompiledLanguage {
  const texts: LanguageTexts = LANGUAGES[code];
  return {
    code,
    texts,
    words: new Set(texts.words.split(' ').map(folded)),
    ownLetters: texts.letters === '' ? undefined : new RegExp(`[${texts.letters}]`, 'u'),
    greetings: new Phrases(texts.greetings),
    polite: new Phrases(texts.polite),
    openings: new Phrases(texts.openings),
    calculate: new Phrases(texts.calculate),
    choose: new Phrases(texts.choose),
    roll: new Phrases(texts.roll),
    myNameIs: new Phrases(texts.myNameIs),
    clock: new Phrases(texts.clock),
    kinds: new Map(PHRASE_KINDS.map((kind) => [kind, new Phrases(texts.phrases[kind])])),
    anyKind: new Phrases(PHRASE_KINDS.map((kind) => texts.phrases[kind]).join(' / ')),
  };
}

export const COMPILED: ReadonlyMap<Language, CompiledLanguage> = new Map(LANGUAGE_CODES.map((code) => [code, compile(code)]));

export function compiled(code: Language): CompiledLanguage {
  return COMPILED.get(code) ?? compile(code);
}
