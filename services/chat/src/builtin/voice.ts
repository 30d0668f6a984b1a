import { compiled, type CompiledLanguage } from './languages/compiled.js';
import type { Said, Stated } from './languages/language-texts.js';
import type { Language } from './languages/languages.js';
import { variantsFor, type SpeakingStyle } from './speaking-style.js';
import { fill, pickVariant } from './variants.js';

type Values = Readonly<Record<string, string | number>>;

const EMOJIS: Readonly<Partial<Record<Said | Stated, string>>> = {
  greeting: '👋',
  farewell: '👋',
  thanks: '😊',
  wellbeing: '🙂',
  compliment: '😊',
  joke: '😄',
  unknown: '🤔',
  acknowledged: '👍',
  sad: '💙',
  bored: '🎲',
  happy: '🎉',
  nameNoted: '🤝',
  quoted: '📖',
  now: '🕐',
  heads: '🪙',
  tails: '🪙',
  rolled: '🎲',
  rolledSum: '🎲',
  result: '🧮',
  about: '🧮',
  presence: '👋',
};

/** Words the replies to one message: in its language, in the style of the bot, and without saying the same twice in a row. */
export class Voice {
  readonly language: CompiledLanguage;

  constructor(
    code: Language,
    readonly style: SpeakingStyle,
    private readonly seed: string,
    /** What was said last in the conversation. */
    private readonly last: string | undefined,
  ) {
    this.language = compiled(code);
  }

  /** One of the five variants. */
  say(what: Said, values: Values = {}): string {
    const variants = variantsFor(this.style, this.language.texts.says[what]).map((variant) => fill(variant, values));
    return pickVariant(variants, `${this.seed} ${what}`, this.last === undefined ? [] : [this.last]);
  }

  state(what: Stated, values: Values = {}): string {
    return fill(this.language.texts.states[what], values);
  }

  /** A sentence that ends with a quotation, with a full stop where what is quoted has none. */
  ended(sentence: string, quoted: string): string {
    if (/[.!?…。！？]$/u.test(quoted)) return sentence;
    return `${sentence}${isUnspaced(this.language) ? '。' : '.'}`;
  }

  /** A question to go on with; empty where the bot is to be brief. */
  askBack(): string {
    return this.style.maxSentences === 1 ? '' : this.say('askBack');
  }

  /** Whether the last reply said it. */
  hasJustSaid(text: string): boolean {
    return this.last?.includes(text) ?? false;
  }

  /** The sentences that are not empty, with the emoji that belongs to `what` where the bot uses emojis. */
  join(sentences: readonly string[], what?: Said | Stated): string {
    const text = sentences.filter(Boolean).join(isUnspaced(this.language) ? '' : ' ');
    const emoji = what === undefined ? undefined : EMOJIS[what];
    return this.style.hasEmojis && emoji !== undefined ? `${text} ${emoji}` : text;
  }

  /** Titles in the quotation marks of the language, as its sentence for a quote has them. */
  quote(titles: readonly string[]): string {
    const [, before = '“', after = '”'] = AROUND_TITLE.exec(this.language.texts.states.quoted) ?? [];
    return titles.map((title) => `${before}${title}${after}`).join(isUnspaced(this.language) ? '、' : ', ');
  }
}

const AROUND_TITLE = /(\S\s?)\{title\}(\s?\S)/u;

const isUnspaced = ({ code }: CompiledLanguage): boolean => code === 'zh' || code === 'ja';
