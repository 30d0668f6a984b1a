import { hasTrait, type Persona } from '@kith/proto';

/** The value of a trait that is switched on instead of set on a scale (docs/decisions.md M1). */
const SWITCHED_ON_VALUE = 75;

/** The quality that each trait increases. Contains the trait names of both lists of the specification (docs/decisions.md M2). */
const QUALITIES: Readonly<Record<string, string>> = {
  friendliness: 'warmth and friendliness',
  humor: 'humor and light jokes',
  helpfulness: 'concrete help and next steps',
  creativity: 'creative and unexpected ideas',
  enthusiasm: 'enthusiasm',
  emojis: 'emojis',
  concise: 'short and dense wording',
  technical: 'technical detail and precise terms',
  formal: 'formal language',
  formality: 'formal language',
  detailed: 'thorough explanations',
  verbosity: 'long and elaborate answers',
  casual: 'casual, everyday language',
  analytical: 'step-by-step analysis',
  supportive: 'encouragement and support',
  patient: 'patient, repeated explanation',
  philosophical: 'philosophical reflection',
  playful: 'playfulness',
  witty: 'wit and wordplay',
  storytelling: 'stories and vivid examples',
  empathetic: 'empathy for feelings',
  empathy: 'empathy for feelings',
  adventurous: 'a sense of adventure',
  mysterious: 'an air of mystery',
  roleplay: 'staying in character',
  memoryStrength: 'references to what was said before',
  topicSwitching: 'turns to new topics',
  mediaGeneration: 'offers to describe pictures',
  sarcastic: 'gentle sarcasm',
  poetic: 'poetic language',
  scholarly: 'scholarly references',
};

/** The active traits with their values 0-100: without those that are switched off or that the owner's plan does not unlock. */
export function activeTraits({
  personality,
  ownerPlan,
}: Pick<Persona, 'personality' | 'ownerPlan'>): ReadonlyMap<string, number> {
  const unlocked = Object.entries(personality).filter(([name, value]) => value !== false && hasTrait(ownerPlan, name));
  return new Map(unlocked.map(([name, value]) => [name, value === true ? SWITCHED_ON_VALUE : Number(value)]));
}

/** One sentence per trait; none for values in the middle of the scale. */
export function traitSentences(traits: ReadonlyMap<string, number>): string[] {
  return [...traits].flatMap(([name, value]) => {
    const quality = QUALITIES[name];
    return quality === undefined ? [] : sentenceFor(quality, value);
  });
}

function sentenceFor(quality: string, value: number): string[] {
  if (value <= 20) return [`Avoid ${quality}.`];
  if (value <= 40) return [`Show ${quality} only rarely.`];
  if (value <= 60) return [];
  return [value <= 80 ? `Often show ${quality}.` : `Strongly show ${quality}, in nearly every reply.`];
}
