import type { Persona } from '@kith/proto';
import { activeTraits } from '../prompt/traits.js';
import type { FiveVariants } from './languages/language-texts.js';

type Tone = 'formal' | 'warm' | 'plain';

/** How the built-in companion words its replies, from the bot's traits and response style. */
export interface SpeakingStyle {
  readonly tone: Tone;
  readonly hasEmojis: boolean;
  /** The most sentences that are quoted. With one it also asks nothing back. */
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

/** The variants that fit the tone; they are ordered from the casual to the formal one. */
export function variantsFor({ tone }: SpeakingStyle, variants: FiveVariants): readonly string[] {
  if (tone === 'formal') return variants.slice(2);
  return tone === 'warm' ? variants.slice(0, -1) : variants;
}
