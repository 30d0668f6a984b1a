import type { Persona } from '@kith/proto';
import { activeTraits } from '../prompt/traits.js';

type Tone = 'formal' | 'warm' | 'plain';

/** How a companion words what it says, from its traits and response style. */
export interface Voice {
  readonly tone: Tone;
  readonly hasEmojis: boolean;
  /** Sentences of a quote. */
  readonly maxSentences: number;
}

const FROM = 50;

export function voiceOf(persona: Pick<Persona, 'personality' | 'ownerPlan' | 'responseStyle'>): Voice {
  const traits = activeTraits(persona);
  const level = (...names: string[]): number => Math.max(0, ...names.map((name) => traits.get(name) ?? 0));
  const isFormal = persona.responseStyle === 'professional' || level('formal', 'formality') >= FROM;
  const isWarm =
    ['friendly', 'casual', 'enthusiastic'].includes(persona.responseStyle) ||
    level('friendliness', 'casual', 'enthusiasm', 'playful', 'supportive') >= FROM;
  return {
    tone: isFormal ? 'formal' : isWarm ? 'warm' : 'plain',
    hasEmojis: level('emojis') >= FROM,
    maxSentences:
      persona.responseStyle === 'concise' || level('concise') >= FROM
        ? 1
        : persona.responseStyle === 'detailed' || level('detailed', 'verbosity') >= FROM
          ? 3
          : 2,
  };
}

const OPENING: Readonly<Record<Tone, (title: string) => string>> = {
  formal: (title) => `According to “${title}”:`,
  warm: (title) => `Happy to help! From “${title}”:`,
  plain: (title) => `From “${title}”:`,
};

export const worded = {
  greeting: ({ tone }: Voice, name: string, member: string | null): string => {
    const whom = member === null ? '' : ` ${member}`;
    return tone === 'formal'
      ? `Good day${whom}. I am ${name}.`
      : tone === 'warm'
        ? `Hey${whom}, nice to see you! I'm ${name}.`
        : `Hello${whom}, I am ${name}.`;
  },
  thanks: ({ tone }: Voice): string =>
    tone === 'formal' ? 'You are welcome.' : tone === 'warm' ? 'Any time, glad I could help!' : 'You are welcome!',
  farewell: ({ tone }: Voice): string =>
    tone === 'formal' ? 'Goodbye.' : tone === 'warm' ? 'See you soon, take care!' : 'Goodbye, see you.',
  quote: ({ tone }: Voice, title: string, sentences: readonly string[]): string =>
    `${OPENING[tone](title)} ${sentences.join(' ')}`,
  unknown: ({ tone }: Voice, topic: string): string => {
    const what = topic === '' ? 'that' : `“${topic}”`;
    return tone === 'formal'
      ? `I regret that I have nothing about ${what} in my knowledge.`
      : `${tone === 'warm' ? 'Sorry, ' : ''}I have nothing about ${what} in my knowledge.`;
  },
};

/** An emoji at the end where the companion uses them. */
export const withEmoji = ({ hasEmojis }: Voice, text: string, emoji: string): string => (hasEmojis ? `${text} ${emoji}` : text);
