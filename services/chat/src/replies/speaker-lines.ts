import type { Language } from '../builtin/languages/languages.js';
import { nameInLine } from '../prompt/speakers.js';
import type { ReplyContext } from './reply-writer.js';

/** What stands in a reply in place of "wrote": nobody but the companion said it. */
const OWN_WORDS: Readonly<Record<Language, string>> = {
  en: ' (in my words):',
  de: ' (in meinen Worten):',
  es: ' (en mis palabras):',
  fr: ' (avec mes mots) :',
  pt: ' (nas minhas palavras):',
  it: ' (con parole mie):',
  ru: ' (моими словами):',
  zh: '（用我的话说）：',
  ja: '（私の言葉で）：',
  tr: ' (kendi sözlerimle):',
};
/** How the form of a prompt, and people in ten languages, introduce the words of somebody; the longest first where one begins another. */
const VERBS =
  `wrote writes said says schrieb sagte sagt escribió dijo dice dit escreveu disse написала написал сказала сказал пишет yazdı dedi 写道 说 は言った`
    .split(' ')
    .concat('hat geschrieben', 'a écrit', 'a dit', 'ha scritto', 'ha detto');
const DECORATION = /^[\s>#*_~`\-[\]]*/;
const NOT_DECORATION = /[^\s>#*_~`\-[\]]/;
const SYSTEM = 'SYSTEM';
/** The longest beginning of a line that can still introduce somebody. */
const MAX_CHARS = 140;
const MAX_NAME_CHARS = 80;
const MAX_NAMES = 60;
const LINE_END = /[\n\r\v\f\u0085\u2028\u2029]/;
const NOT_IN_NAMES = /[<>:()]/;
const MIN_NAME_CHARS = 2;

type Reading = 'header' | 'undecided' | 'none';

/** The people whose words stand in the prompt of a reply; none for a task, which may be to say who said what. */
export function speakersIn({ task, authorName, history, talk = [], repliedTo }: ReplyContext): string[] {
  if (task) return [];
  const others = [...history, ...talk].map((one) => ('authorName' in one ? one.authorName : one.author));
  const names = [authorName ?? 'The user', ...(repliedTo && !repliedTo.isOwn ? [repliedTo.author] : []), ...others.toReversed()];
  return [...new Set(Array.from(new Set(names), nameInLine))].filter((name) => name.length >= MIN_NAME_CHARS).slice(0, MAX_NAMES);
}

/**
 * Keeps a reply from posing as somebody else: a line that introduces the words of a person of the conversation ("Mara wrote:"), of anybody by an id, as
 * prompts do, or of the system says that these are the words of the companion. The result is the same however the reply is divided; what is
 * held back is shorter than such a line.
 */
export class SpeakerLines {
  private readonly names: readonly string[];
  /** Those with which a line that introduces somebody by name begins, in lower case. */
  private readonly firstLetters: ReadonlySet<string>;
  /** The current line; longer than MAX_CHARS when it introduces nobody. */
  private line = '';
  private held = '';

  /** `language` is asked for where a line is changed, which few replies need: to find it costs as much as many other steps of a reply. */
  constructor(
    names: readonly string[],
    private readonly language: () => Language = () => 'en',
  ) {
    this.names = names.map((name) => name.toLowerCase());
    this.firstLetters = new Set([...this.names, SYSTEM.toLowerCase()].map((name) => name.charAt(0)));
  }

  get heldLength(): number {
    return this.held.length;
  }

  push(text: string): string {
    let shown = '';
    for (const sign of text) shown += this.read(sign);
    return shown;
  }

  end(): string {
    const { held } = this;
    this.held = '';
    return held;
  }

  private read(sign: string): string {
    if (LINE_END.test(sign)) {
      this.line = '';
      return this.end() + sign;
    }
    if (this.line.length > MAX_CHARS) return sign;
    this.line += sign;
    this.held += sign;
    const reading = this.line.length > MAX_CHARS ? 'none' : this.reading();
    if (reading === 'undecided') return '';
    if (reading === 'none') return this.end();
    const before = this.line.at(-this.held.length - 1) ?? '';
    this.held = '';
    this.line = ' '.repeat(MAX_CHARS + 1);
    const ownWords = OWN_WORDS[this.language()];
    return before === ' ' ? ownWords.trimStart() : ownWords;
  }

  private reading(): Reading {
    const start = this.line.search(NOT_DECORATION);
    if (start < 0) return 'none';
    const bracket = this.line.indexOf('(', start) - start;
    // Most lines begin with no name, and this is asked for each of their signs.
    if (bracket <= 0 && !this.firstLetters.has(this.line.charAt(start).toLowerCase().charAt(0))) return 'none';
    const said = this.line.slice(start);
    const readings = this.names.flatMap((name) =>
      said.toLowerCase().startsWith(name) ? readingOf(said.slice(name.length), { isNamed: false }) : [],
    );
    if (said.startsWith(SYSTEM)) readings.push(readingOf(said.slice(SYSTEM.length), { isNamed: true }));
    if (bracket > 0 && bracket <= MAX_NAME_CHARS && !NOT_IN_NAMES.test(said.slice(0, bracket)))
      readings.push(readingOf(said.slice(bracket), { isNamed: false }));
    return (['header', 'undecided'] as const).find((reading) => readings.includes(reading)) ?? 'none';
  }
}

/** What follows a name: an id, a verb, or both, and a colon. `isNamed`: the name alone says enough. */
function readingOf(rest: string, { isNamed }: { readonly isNamed: boolean }): Reading {
  let isIntroduced = isNamed;
  if (rest === '') return 'none';
  let left = withoutDecoration(rest);
  if (left.startsWith('(')) {
    const [id] = /^\(id \d{1,20}\)/.exec(left) ?? [];
    if (id === undefined) return /^\((?:i(?:d(?: \d{0,20})?)?)?$/.test(left) ? 'undecided' : 'none';
    isIntroduced = true;
    left = withoutDecoration(left.slice(id.length));
  }
  const lower = left.toLowerCase();
  const verb = VERBS.find((each) => lower.startsWith(each));
  if (verb !== undefined) {
    isIntroduced = true;
    left = withoutDecoration(left.slice(verb.length));
  } else if (left !== '' && VERBS.some((each) => each.startsWith(lower))) return 'undecided';
  if (left === '') return 'undecided';
  return isIntroduced && /^[:：]/.test(left) ? 'header' : 'none';
}

const withoutDecoration = (text: string): string => text.replace(DECORATION, '');
