import { AppError } from '@kith/proto';
import { forbiddenWordsOf } from '../../moderation/rules/profanity.js';
import { hostsIn } from '../../moderation/rules/links.js';
import { PatternProblem, SafePattern } from './safe-pattern.js';

/** What a rule looks for. */
export const TRIGGERS = ['words', 'pattern', 'links', 'mentions', 'repeated messages', 'new accounts'] as const;
export type Trigger = (typeof TRIGGERS)[number];
export const MAX_RULES = 30;
/** Patterns cost more than everything else. */
export const MAX_PATTERNS = 5;
/** A day, as in the settings of a channel. */
export const MAX_TIMEOUT_MINUTES = 1440;
const MAX_IDS = 20;
const DEFAULT_LIMITS: Partial<Record<Trigger, number>> = { mentions: 5, 'repeated messages': 3, 'new accounts': 3 };

/** A rule as its owner wrote it: trigger, conditions, actions. */
export interface Rule {
  readonly name: string;
  readonly trigger: Trigger;
  /** Words and phrases, a regular expression, or the websites that may be linked to. */
  readonly words: string;
  /** How many mentions or equal messages are too many, or how many days an account has to be old. */
  readonly limit: number;
  /** Only there; everywhere when empty. Threads count as their channel. */
  readonly channelIds: readonly string[];
  /** Members with one of these roles are left alone. */
  readonly exemptRoleIds: readonly string[];
  /** Only members whose account is younger than so many days; 0: all. */
  readonly youngerThanDays: number;
  readonly deletes: boolean;
  readonly warns: boolean;
  /** 0: no timeout. */
  readonly timeoutMinutes: number;
}

type Values = Readonly<Record<string, string | number | boolean | undefined>>;

/** Reads a form or the options of a command. Throws BAD_INPUT with a problem per field. */
export function ruleOf(values: Values): Rule {
  const problems: Record<string, string> = {};
  const trigger = TRIGGERS.find((one) => one === values['trigger']);
  const rule: Rule = {
    name: textIn(values['name']).replaceAll(/\s+/gu, ' ').slice(0, 60),
    trigger: trigger ?? 'words',
    words: textIn(values['words']).slice(0, 500),
    limit: wholeIn(values['limit'], { min: 1, max: 365 }) ?? DEFAULT_LIMITS[trigger ?? 'words'] ?? 1,
    channelIds: idsIn(values['channels']),
    exemptRoleIds: idsIn(values['exemptRoles']),
    youngerThanDays: wholeIn(values['youngerThanDays'], { min: 0, max: 365 }) ?? 0,
    deletes: values['delete'] !== false,
    warns: values['warn'] === true,
    timeoutMinutes: wholeIn(values['timeout'], { min: 0, max: MAX_TIMEOUT_MINUTES }) ?? 0,
  };
  if (rule.name === '') problems['name'] = 'Please give the rule a name.';
  if (!trigger) problems['trigger'] = 'Please choose what the rule looks for.';
  const ofWords = trigger && problemOfWords(rule);
  if (ofWords) problems['words'] = ofWords;
  const [first] = Object.values(problems);
  if (first !== undefined) throw new AppError('BAD_INPUT', first, { fields: problems });
  return rule;
}

function problemOfWords({ trigger, words }: Rule): string | null {
  if (trigger === 'words') {
    const { words: single, beginnings, parts } = forbiddenWordsOf(words);
    return single.size + beginnings.size + parts.size === 0 ? 'Please name at least one word.' : null;
  }
  if (trigger === 'links' && words !== '' && hostsIn(words).size === 0) return 'Please name websites, such as example.com.';
  if (trigger !== 'pattern') return null;
  if (words === '') return 'Please write a pattern.';
  try {
    return new SafePattern(words).isIn('') ? 'This pattern is found in every message.' : null;
  } catch (error) {
    if (error instanceof PatternProblem) return error.message;
    throw error;
  }
}

const textIn = (value: Values[string]): string => (typeof value === 'string' ? value.trim() : '');

const idsIn = (value: Values[string]): string[] => [...new Set(textIn(value).match(/\d{17,20}/g))].slice(0, MAX_IDS);

function wholeIn(value: Values[string], { min, max }: { readonly min: number; readonly max: number }): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? Math.min(max, Math.max(min, Math.round(value))) : null;
}

/** The rule in one line, for people. */
export function summaryOf(rule: Rule): string {
  const { trigger, words, limit, warns, deletes, timeoutMinutes } = rule;
  const what: Readonly<Record<Trigger, string>> = {
    words: `the words ${words.replaceAll('\n', ', ')}`,
    pattern: `the pattern ${words}`,
    links: words === '' ? 'links' : `links, but those to ${words.replaceAll('\n', ', ')}`,
    mentions: `more than ${limit} mentions`,
    'repeated messages': `${limit} equal messages in 30 seconds`,
    'new accounts': `accounts younger than ${limit === 1 ? 'a day' : `${limit} days`}`,
  };
  const actions = [
    ...(deletes ? ['delete'] : []),
    ...(warns ? ['warn'] : []),
    ...(timeoutMinutes > 0 ? [`time out for ${timeoutMinutes} min`] : []),
  ];
  return `${what[trigger]} → ${actions.length === 0 ? 'only log' : actions.join(', ')}`;
}
