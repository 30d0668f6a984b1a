import { hasTrait, type Persona } from '@kith/proto';

/** What a trait that is switched on, not measured, is worth (decision M1). */
const SWITCHED_ON = 75;

/** What is more or less of, by trait. Names of both readings of the specification (decision M2). */
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

/** The traits in force, 0-100: what is switched off is left out, and so is what the owner's plan does not unlock. */
export function activeTraits({
  personality,
  ownerPlan,
}: Pick<Persona, 'personality' | 'ownerPlan'>): ReadonlyMap<string, number> {
  const unlocked = Object.entries(personality).filter(([name, value]) => value !== false && hasTrait(ownerPlan, name));
  return new Map(unlocked.map(([name, value]) => [name, value === true ? SWITCHED_ON : Number(value)]));
}

/** One sentence a trait; nothing for the middle of the scale. */
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
