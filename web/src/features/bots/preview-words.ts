import { t } from '../../lib/i18n.js';

/** 0-100 by trait; a trait that is off has no value. */
export type Levels = Readonly<Record<string, number | undefined>>;

// The steps of the prompt that the model is given (services/chat, prompt/traits.ts).
const STEPS = [20, 40, 60, 80] as const;
const MIDDLE = 50;

const EMOJIS = ['🎲', '✨', '🎉'] as const;

/** What a companion with these traits might say: rules, not the model. */
export function sampleWords(name: string, traits: Levels): { readonly greeting: string; readonly answer: string } {
  const step = stepsOf(traits);
  const greeting = [
    stage(step('roleplay')),
    hello(step('friendliness'), step('formality')),
    introduction(name, step('formality')),
  ];
  const answer = [
    core(step('verbosity')),
    more('help', step('helpfulness')),
    more('humor', step('humor')),
    more('creativity', step('creativity')),
    when(step('verbosity') > 2, () => t('preview.details')),
    when(step('empathy') > 2, () => t('preview.empathy')),
    when(step('memoryStrength') > 2, () => t('preview.memory')),
    when(step('mediaGeneration') > 2, () => t('preview.media')),
    when(step('topicSwitching') > 2, () => t('preview.switching')),
  ];
  const finish = (parts: readonly string[]): string =>
    withEmojis(withEnergy(parts.filter(Boolean).join(' '), step('enthusiasm')), traits['emojis']);
  return { greeting: finish(greeting), answer: finish(answer) };
}

/** 0 to 4: how far up the scale a trait is; what is off stands in the middle. */
const stepsOf =
  (traits: Levels) =>
  (name: string): number => {
    const value = traits[name] ?? MIDDLE;
    return STEPS.filter((edge) => value > edge).length;
  };

const band = (step: number): 'low' | 'mid' | 'high' => (step < 2 ? 'low' : step === 2 ? 'mid' : 'high');
const tone = (formality: number): 'casual' | 'plain' | 'formal' =>
  formality < 2 ? 'casual' : formality === 2 ? 'plain' : 'formal';
const when = (isSo: boolean, words: () => string): string => (isSo ? words() : '');

const stage = (step: number): string => when(step > 2, () => `*${t('preview.stage')}*`);
const hello = (friendliness: number, formality: number): string => t(`preview.greeting.${tone(formality)}.${band(friendliness)}`);
const introduction = (name: string, formality: number): string => t(`preview.name.${tone(formality)}`, { name });
const core = (verbosity: number): string => t(`preview.core.${band(verbosity)}`);
const more = (kind: 'help' | 'humor' | 'creativity', step: number): string =>
  when(step > 1, () => t(`preview.${kind}.${step > 3 ? 'top' : step > 2 ? 'high' : 'mid'}`));

/** Calm ends its sentences with a full stop; what is full of energy does not. */
function withEnergy(text: string, step: number): string {
  if (step < 2) return text.replaceAll('!', '.');
  if (step === 2) return text;
  return step > 3 ? text.replace(/\.(?= |$)/g, '!') : text.replace(/\.(?= |$)/, '!');
}

function withEmojis(text: string, value: number | undefined): string {
  const count = value === undefined ? 0 : Math.max(0, STEPS.filter((edge) => value > edge).length - 1);
  return [text, EMOJIS.slice(0, count).join('')].filter(Boolean).join(' ');
}
