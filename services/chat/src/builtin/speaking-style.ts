import type { Persona } from '@kith/proto';
import { activeTraits } from '../prompt/traits.js';

type Tone = 'formal' | 'warm' | 'plain';

/** How the built-in companion words its replies, from the bot's traits and response style. */
export interface SpeakingStyle {
  readonly tone: Tone;
  readonly hasEmojis: boolean;
  /** The most sentences that are quoted. */
  readonly maxSentences: number;
}

/** The trait value from which a trait changes the style. */
const TRAIT_THRESHOLD = 50;

export function speakingStyleOf(persona: Pick<Persona, 'personality' | 'ownerPlan' | 'responseStyle'>): SpeakingStyle {
  const traits = activeTraits(persona);
  const level = (...names: string[]): number => Math.max(0, ...names.map((name) => traits.get(name) ?? 0));
  const isFormal = persona.responseStyle === 'professional' || level('formal', 'formality') >= TRAIT_THRESHOLD;
  const isWarm =
    ['friendly', 'casual', 'enthusiastic'].includes(persona.responseStyle) ||
    level('friendliness', 'casual', 'enthusiasm', 'playful', 'supportive') >= TRAIT_THRESHOLD;
  return {
    tone: isFormal ? 'formal' : isWarm ? 'warm' : 'plain',
    hasEmojis: level('emojis') >= TRAIT_THRESHOLD,
    maxSentences:
      persona.responseStyle === 'concise' || level('concise') >= TRAIT_THRESHOLD
        ? 1
        : persona.responseStyle === 'detailed' || level('detailed', 'verbosity') >= TRAIT_THRESHOLD
          ? 3
          : 2,
  };
}

const OPENING: Readonly<Record<Tone, (title: string) => string>> = {
  formal: (title) => `According to “${title}”:`,
  warm: (title) => `Happy to help! From “${title}”:`,
  plain: (title) => `From “${title}”:`,
};

/** The phrases of the built-in companion in each style. */
export const phrases = {
  greeting: ({ tone }: SpeakingStyle, name: string, member: string | null): string => {
    const whom = member === null ? '' : ` ${member}`;
    return tone === 'formal'
      ? `Good day${whom}. I am ${name}.`
      : tone === 'warm'
        ? `Hey${whom}, nice to see you! I'm ${name}.`
        : `Hello${whom}, I am ${name}.`;
  },
  thanks: ({ tone }: SpeakingStyle): string =>
    tone === 'formal' ? 'You are welcome.' : tone === 'warm' ? 'Any time, glad I could help!' : 'You are welcome!',
  farewell: ({ tone }: SpeakingStyle): string =>
    tone === 'formal' ? 'Goodbye.' : tone === 'warm' ? 'See you soon, take care!' : 'Goodbye, see you.',
  quote: ({ tone }: SpeakingStyle, title: string, sentences: readonly string[]): string =>
    `${OPENING[tone](title)} ${sentences.join(' ')}`,
  unknown: ({ tone }: SpeakingStyle, topic: string): string => {
    const what = topic === '' ? 'that' : `“${topic}”`;
    return tone === 'formal'
      ? `I regret that I have nothing about ${what} in my knowledge.`
      : `${tone === 'warm' ? 'Sorry, ' : ''}I have nothing about ${what} in my knowledge.`;
  },
};

/** The text with the emoji at its end if the bot uses emojis. */
export const withEmoji = ({ hasEmojis }: SpeakingStyle, text: string, emoji: string): string =>
  hasEmojis ? `${text} ${emoji}` : text;
