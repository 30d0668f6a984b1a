import { goesOnBehindStop } from '../texts/full-stops.js';
import { FACT_KEYS, factOf, folded, type NewFact } from './fact.js';
import { FACT_PATTERNS, FORGET_PATTERNS, REMEMBER_PATTERNS } from './statement-patterns.js';

/** What a message says about its author. */
export interface Statements {
  readonly facts: readonly NewFact[];
  /** What the author wants to have forgotten, in their words. */
  readonly forgotten: readonly string[];
}

/** A fact that is stored, as far as it matters here. */
interface KnownFact {
  readonly key: string;
  readonly value: string;
}

const MAX_SENTENCES = 20;
/** Longer ones are no plain statements, and are not searched. */
const MAX_SENTENCE_CHARS = 300;
const MAX_NAME_CHARS = 40;
const MAX_NAME_WORDS = 4;
const MAX_FACTS_OF_A_MESSAGE = 8;

/** A full stop within a word, a number or an abbreviation: node.js, 3.5, D.C. */
const STOP_WITHIN_WORD = /\.(?=\d|(?:js|net|io|com|org|py|ai|dev)(?![\p{L}\p{N}])|\p{Lu}\.)/gu;
/** Stands for it meanwhile; no text that people write has it. */
const NO_END = '\uE000';
const SENTENCE = /[^.!?。！？…\n]+[.!?。！？…]*/gu;
const IS_QUESTION = /[?？]/u;
const CLAUSE_END = /[,;、，；]/u;
/** A new statement behind a conjunction: "… and I live in Berlin", "… und wohne in Berlin". */
const NEXT_STATEMENT =
  /\s(?:and|und|et|y|e|en|i|и|ve|but|aber|mais|pero|ma)\s(?=(?:i|i['’]m|my|ich|mein|je|j['’]\p{L}+|mon|me|mi|soy|vivo|moro|meu|sono|abito|ik|mijn|mieszkam|lubię|мен|меня|я|живу|adım)(?![\p{L}\p{N}]))|\s(?:and|but|und|aber)\s(?=(?:live|work|like|love|hate|wohne|lebe|arbeite|komme|mag|liebe|hasse)\s)/iu;
const OPENING =
  /^(?:(?:hi|hello|hey|hallo|hola|bonjour|salut|ciao|ol[aá]|well|so|also|oh|ok|okay|btw|by the way|actually|and|but|und|aber|also|et|mais|y|pero|e|ma|mas|please|bitte)(?![\p{L}\p{N}'’])[\s,!]*){1,3}/iu;
const QUOTE = /^\s*>/;

const NEGATED = /^(?:not|no|never|nicht|kein|keine|pas|nie|não|nao|non|niet|geen|не|değil)(?![\p{L}\p{N}])/iu;
/** Questions of which people leave out the mark: "wo shenme mingzi" (我叫什么名字). */
const ASKS = new Set(
  `what which where when who welche welcher welches welchem wann quoi quel quelle quels quelles comment ou cual cuando donde quien que
   qual onde quem quando quale dove что как какой какое какая каком каким где когда кто чем ne nerede nereye nasil hangi neyi
   wat welke waar wanneer gdzie kiedy jakie jaki`.split(/\s+/),
);
const ASKS_UNSPACED =
  /什么|什麼|哪[里裡儿兒个個天年]|谁|誰|几[号號月点點岁歲]|幾[號月點歲]|多少|怎么|怎麼|^(?:何|なに|なん|だれ|いつ|どこ|どんな|どれ|どう|いくつ)|^(?:뭐|뭘|무엇|누구|어디|언제|몇|무슨|어떤)/u;
/** Behind a name or a place: laughter, smileys, polite words, and marks of Markdown around it. */
const BEHIND_VALUE =
  /(?:[\s,]*(?:(?<![\p{L}\p{N}])(?:please|pls|plz|btw|lol|lmao|haha+|hehe+|thanks|thx|bitte|danke|xd)|[:;=]-?[)(DPp]{1,9}|\^\^|[*_~`|\p{Extended_Pictographic}]|\u{FE0F}|\u{200D}|\p{Emoji_Modifier}))+$/iu;

/** "Call me later" is no name. */
const NOT_A_NAME = new Set(
  `later when if maybe back again tomorrow tonight today now soon asap at on in a an the crazy whatever anything please by up
   spater morgen wenn bitte zuruck demain quand si plus luego cuando manana depois quando amanha dopo domani als pozniej jutro`.split(
    /\s+/u,
  ),
);
/** "I like it" says nothing that is worth remembering. */
const NOT_A_TASTE = new Set(
  `you your yours u ur it its that this these those him her them they how when where what the way dich dir dein deine deinen deinem
   euch eure es das dies ihn sie wie toi tu ton ta tes votre vos ca cela ti tu tus tuyo eso esto te voce seu sua teu isso lui lei tuo
   tua tuoi tue questo je jou jouw dat dit to ciebie twoj twoja тебя твой твоя твои это seni sizi senin 你 妳 它 这 那 君 あなた それ これ`.split(
    /\s+/u,
  ),
);

/** What a message says about its author in plain statements, of several languages. Questions and quotations say nothing. */
export function statementsIn(message: string): Statements {
  const facts: NewFact[] = [];
  const forgotten: string[] = [];
  for (const sentence of sentencesIn(message)) {
    const taken = firstMatch(FORGET_PATTERNS, sentence);
    if (taken !== null) {
      forgotten.push(taken);
      continue;
    }
    const told = firstMatch(REMEMBER_PATTERNS, sentence);
    const stated = (told ?? sentence)
      .split(CLAUSE_END)
      .flatMap((clause) => clause.split(NEXT_STATEMENT))
      .flatMap(factsOfClause);
    const note = told !== null && stated.length === 0 ? factOf(FACT_KEYS.note, told) : null;
    facts.push(...stated, ...(note ? [note] : []));
  }
  return { facts: withoutEarlier(facts).slice(0, MAX_FACTS_OF_A_MESSAGE), forgotten };
}

/** Whether `words`, what a person wants to have forgotten, mean this fact. */
export function isMeant({ key, value }: KnownFact, words: string): boolean {
  const asked = ` ${folded(words)} `;
  if (key === FACT_KEYS.name && / (?:name|nom|nombre|nome|naam|imie|имя) /u.test(asked)) return true;
  const wanted = folded(value);
  if (wanted === '') return false;
  // Scripts without spaces have no words to compare.
  return (
    asked.includes(` ${wanted} `) ||
    (/[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}\p{sc=Thai}]/u.test(wanted) && asked.includes(wanted))
  );
}

function sentencesIn(message: string): string[] {
  return message
    .split('\n')
    .filter((line) => !QUOTE.test(line))
    .flatMap(sentencesOfLine)
    .filter((sentence) => sentence.length <= MAX_SENTENCE_CHARS && !IS_QUESTION.test(sentence))
    .slice(0, MAX_SENTENCES)
    .map((sentence) => trimmed(sentence));
}

function sentencesOfLine(line: string): string[] {
  const sentences: string[] = [];
  for (const piece of line.replace(STOP_WITHIN_WORD, NO_END).match(SENTENCE) ?? []) {
    const last = sentences.at(-1);
    if (last !== undefined && goesOnBehindStop(last, piece.trimStart())) sentences[sentences.length - 1] = last + piece;
    else sentences.push(piece);
  }
  return sentences.map((sentence) => sentence.replaceAll(NO_END, '.'));
}

function factsOfClause(clause: string): NewFact[] {
  const text = trimmed(clause);
  for (const { key, patterns } of FACT_PATTERNS) {
    const value = plain(firstMatch(patterns, text));
    if (value === null) continue;
    const fact = isPlausible(key, value) ? factOf(key, value) : null;
    return fact ? [fact] : [];
  }
  return [];
}

/** What the first pattern that fits takes out of the text; null when none does. */
function firstMatch(patterns: readonly RegExp[], text: string): string | null {
  for (const pattern of patterns) {
    const value = pattern.exec(text)?.[1]?.trim() ?? '';
    if (value !== '') return value;
  }
  return null;
}

/** Without what stands around it that says nothing; as it is when nothing else is there. */
function plain(value: string | null): string | null {
  const bare =
    value
      ?.replace(/^[*_~`|]+/u, '')
      .replace(BEHIND_VALUE, '')
      .trim() ?? '';
  return bare === '' ? value : bare;
}

function isPlausible(key: string, value: string): boolean {
  if (NEGATED.test(value) || ASKS_UNSPACED.test(value)) return false;
  const words = folded(value).split(' ');
  const [first = ''] = words;
  if (ASKS.has(first)) return false;
  if (key === FACT_KEYS.likes || key === FACT_KEYS.dislikes) return !NOT_A_TASTE.has(first);
  if (key !== FACT_KEYS.name) return first !== '';
  return words.length <= MAX_NAME_WORDS && value.length <= MAX_NAME_CHARS && /\p{L}/u.test(value) && !NOT_A_NAME.has(first);
}

const trimmed = (text: string): string =>
  text
    .trim()
    .replace(OPENING, '')
    .replace(/[.!…。！\s]+$/u, '')
    .replace(/^["'“”«»„]+|["'“”«»]+$/gu, '')
    .trim();

/** Of facts with the same identity the last one. */
const withoutEarlier = (facts: readonly NewFact[]): NewFact[] => [
  ...new Map(facts.map((fact) => [fact.identity, fact])).values(),
];
