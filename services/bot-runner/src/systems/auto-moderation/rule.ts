import { AppError, isolated } from '@kith/proto';
import { forbiddenWordsOf } from '../../moderation/rules/profanity.js';
import { hostsIn } from '../../moderation/rules/links.js';
import { idIn, meantBy, type Named, type ServerNames } from '../server-names.js';
import { PatternProblem, SafePattern } from './safe-pattern.js';

/** What a rule looks for. */
export const TRIGGERS = ['words', 'pattern', 'links', 'mentions', 'repeated messages', 'new accounts'] as const;
export type Trigger = (typeof TRIGGERS)[number];
export const MAX_RULES = 30;
/** Patterns cost more than everything else. */
export const MAX_PATTERNS = 5;
/** A day, as in the settings of a channel. */
export const MAX_TIMEOUT_MINUTES = 1440;
const MAX_ENTRIES = 20;
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

/** Whether the form or the command names channels or roles, so that those of the server have to be known. */
export const namesPlaces = (values: Values): boolean =>
  ['channels', 'exemptRoles'].some((field) => entriesIn(values[field]).length > 0);

/** Reads a form or the options of a command with the names of the server. Throws BAD_INPUT with a problem per field. */
export function ruleOf(values: Values, { channels, roles }: ServerNames): Rule {
  const problems: Record<string, string> = {};
  const idsIn = (field: string, known: readonly Named[], what: What): string[] => {
    const found = meantIds(entriesIn(values[field]), known, what);
    if ('ids' in found) return found.ids;
    problems[field] = found.problem;
    return [];
  };
  const trigger = TRIGGERS.find((one) => one === values['trigger']);
  const rule: Rule = {
    name: textIn(values['name']).replaceAll(/\s+/gu, ' ').slice(0, 60),
    trigger: trigger ?? 'words',
    words: textIn(values['words']).slice(0, 500),
    limit: wholeIn(values['limit'], { min: 1, max: 365 }) ?? DEFAULT_LIMITS[trigger ?? 'words'] ?? 1,
    channelIds: idsIn('channels', channels, 'channel'),
    exemptRoleIds: idsIn('exemptRoles', roles, 'role'),
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

type What = 'channel' | 'role';

/** The lines of a field; also of a value that is no text, so that none is overlooked. */
const entriesIn = (value: Values[string] = ''): string[] =>
  String(value)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** The ids of what the entries mean. The first one that means nothing is the problem: a rule without it would hold for more. */
function meantIds(
  entries: readonly string[],
  known: readonly Named[],
  what: What,
): { readonly ids: string[] } | { readonly problem: string } {
  if (entries.length > MAX_ENTRIES) return { problem: `At most ${MAX_ENTRIES} ${what}s.` };
  const ids = new Set<string>();
  for (const entry of entries) {
    const [meant, ...others] = meantBy(entry, known);
    if (!meant || others.length > 0) return { problem: entryProblem(entry, others.length > 0, what) };
    ids.add(meant.id);
  }
  return { ids: [...ids] };
}

function entryProblem(entry: string, isAmbiguous: boolean, what: What): string {
  const id = idIn(entry);
  if (id !== undefined)
    return `No ${what} of this server has the id ${id}. It may be deleted${what === 'channel' ? ', or be a thread or a category' : ''}.`;
  const shown = `“${isolated([...entry].slice(0, 50).join(''))}”`;
  return isAmbiguous
    ? `Several ${what}s are called ${shown}. Write the id of the one that you mean.`
    : `There is no ${what} ${shown} in this server.`;
}

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
