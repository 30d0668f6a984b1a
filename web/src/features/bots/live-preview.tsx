import { hasTrait, type Plan } from '@kith/proto';
import { Form } from 'antd';
import { t } from '../../lib/i18n.js';
import { Avatar } from '../../ui/avatar.js';
import { Badge } from '../../ui/indicators.js';
import type { BotValues } from './bot-values.js';

type Shown = Partial<Pick<BotValues, 'name' | 'avatarColor' | 'personality'>> | undefined;

/** A sample greeting and answer for the current traits, written by rules; a note says that the model writes the real ones. */
export function LivePreview({ plan }: { readonly plan: Plan }) {
  const shown = Form.useWatch(({ name, avatarColor, personality }: BotValues) => ({ name, avatarColor, personality })) as Shown;
  const typed = shown?.name?.trim();
  const name = typed || t('preview.unnamed');
  const { greeting, answer } = sampleTexts(name, levelsOf(shown?.personality ?? {}, plan));
  return (
    <aside className="stack bot-preview" aria-labelledby="preview">
      <header className="bot-preview-head">
        <h2 id="preview">{t('preview.title')}</h2>
      </header>
      <div className="bar gap-sm">
        <Avatar name={typed || '?'} {...(shown?.avatarColor && { color: shown.avatarColor })} size={44} />
        <strong>{name}</strong>
      </div>
      <p className="bot-preview-text">{greeting}</p>
      <p className="bot-preview-asked">
        <Badge>{t('preview.member')}</Badge> <span>{t('preview.question')}</span>
      </p>
      <p className="bot-preview-text">{answer}</p>
      <p className="muted tiny">{t('preview.note')}</p>
    </aside>
  );
}

/** Traits that the plan does not have are left out. */
const levelsOf = (personality: BotValues['personality'], plan: Plan): Levels =>
  Object.fromEntries(
    Object.entries(personality).filter(
      (trait): trait is [string, number] => typeof trait[1] === 'number' && hasTrait(plan, trait[0]),
    ),
  );

/** 0-100 by trait; a trait that is off has no value. */
export type Levels = Readonly<Record<string, number | undefined>>;

// The thresholds at which the model's instructions change too (services/chat, prompt/traits.ts).
const STEPS = [20, 40, 60, 80] as const;
const MIDDLE = 50;

const EMOJIS = ['🎲', '✨', '🎉'] as const;

/** A sample greeting and answer for these traits. */
export function sampleTexts(name: string, traits: Levels): { readonly greeting: string; readonly answer: string } {
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

/** The level of a trait from 0 to 4; an unset trait counts as the middle. */
const stepsOf =
  (traits: Levels) =>
  (name: string): number => {
    const value = traits[name] ?? MIDDLE;
    return STEPS.filter((edge) => value > edge).length;
  };

const band = (step: number): 'low' | 'mid' | 'high' => (step < 2 ? 'low' : step === 2 ? 'mid' : 'high');
const tone = (formality: number): 'casual' | 'plain' | 'formal' =>
  formality < 2 ? 'casual' : formality === 2 ? 'plain' : 'formal';
const when = (condition: boolean, text: () => string): string => (condition ? text() : '');

const stage = (step: number): string => when(step > 2, () => `*${t('preview.stage')}*`);
const hello = (friendliness: number, formality: number): string => t(`preview.greeting.${tone(formality)}.${band(friendliness)}`);
const introduction = (name: string, formality: number): string => t(`preview.name.${tone(formality)}`, { name });
const core = (verbosity: number): string => t(`preview.core.${band(verbosity)}`);
const more = (kind: 'help' | 'humor' | 'creativity', step: number): string =>
  when(step > 1, () => t(`preview.${kind}.${step > 3 ? 'top' : step > 2 ? 'high' : 'mid'}`));

/** Low enthusiasm ends every sentence with a full stop, high enthusiasm with exclamation marks. */
function withEnergy(text: string, step: number): string {
  if (step < 2) return text.replaceAll('!', '.');
  if (step === 2) return text;
  return step > 3 ? text.replace(/\.(?= |$)/g, '!') : text.replace(/\.(?= |$)/, '!');
}

function withEmojis(text: string, value: number | undefined): string {
  const count = value === undefined ? 0 : Math.max(0, STEPS.filter((edge) => value > edge).length - 1);
  return [text, EMOJIS.slice(0, count).join('')].filter(Boolean).join(' ');
}
