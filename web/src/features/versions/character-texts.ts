import type { CharacterSetting } from '@kith/proto';
import { t } from '../../lib/i18n.js';
import { traitLabel } from '../../shared/traits.js';
import type { CharacterDetails } from './versions.graphql.js';

/** A setting of a character as text: long texts as they are, traits and preferences one a line. */
export function characterText(character: CharacterDetails, setting: CharacterSetting): string {
  const value: unknown = character[setting];
  if (typeof value === 'string') return setting === 'responseStyle' ? traitLabel(value) : value;
  if (typeof value !== 'object' || value === null) return '';
  return Object.entries(value)
    .filter(([name]) => name !== '__typename')
    .map(([name, part]: [string, unknown]) => `${nameOf(setting, name)}: ${partText(part)}`)
    .toSorted()
    .join('\n');
}

const PREFERENCES = {
  sendMedia: 'form.preference.sendMedia',
  rememberInteractions: 'form.preference.rememberInteractions',
  shareLinks: 'form.preference.shareLinks',
  proactiveMessaging: 'form.preference.proactiveMessaging',
  learningMode: 'form.preference.learningMode',
  contextRetention: 'form.contextRetention',
  responseDelay: 'form.responseDelay',
  maxTokens: 'form.maxTokens',
} as const;
const isPreference = (name: string): name is keyof typeof PREFERENCES => Object.hasOwn(PREFERENCES, name);

const nameOf = (setting: CharacterSetting, name: string): string =>
  setting === 'preferences' && isPreference(name) ? t(PREFERENCES[name]) : traitLabel(name);

const partText = (part: unknown): string =>
  typeof part === 'boolean' ? t(part ? 'versions.on' : 'versions.off') : traitLabel(part);

const LABELS = {
  name: 'form.name',
  description: 'form.description',
  instructions: 'form.instructions',
  greeting: 'form.greeting',
  exampleDialogues: 'form.exampleDialogues',
  timeZone: 'form.timeZone',
  model: 'form.model',
  responseStyle: 'form.responseStyle',
  personality: 'form.tab.personality',
  preferences: 'form.preferences',
} as const satisfies Record<CharacterSetting, string>;

export const settingLabel = (setting: CharacterSetting): string => t(LABELS[setting]);
