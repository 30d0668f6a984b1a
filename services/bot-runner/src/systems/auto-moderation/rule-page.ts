import { isolated, type SystemPage } from '@kith/proto';
import type { Named, ServerNames } from '../server-names.js';
import type { AutoModerationRuleEntity } from './auto-moderation-rule.entity.js';
import { MAX_TIMEOUT_MINUTES, summaryOf, TRIGGERS, type Rule } from './rule.js';

/** What the page says first in a dry run. */
export const DRY_RUN = 'Dry run is on: the rules only record what they would have done. Switch it off in the settings above.';

/** What is said of a new rule in a dry run. */
export const recordedText = ({ name }: Pick<Rule, 'name'>): string =>
  `The rule “${name}” is added. Dry run is on: it only records what it would have done until Dry run is switched off in Kith, under Systems → Auto Moderation → Dry run.`;

/** What the owner sees and does of the rules in a server. `names`: null while Discord does not tell them. */
export function rulePage(
  rules: readonly AutoModerationRuleEntity[],
  names: ServerNames | null,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): SystemPage {
  return {
    sections: [
      {
        id: 'rules',
        title: 'Rules',
        empty: 'There are no rules yet. Messages stay as they are.',
        columns: ['Name', 'What it does', 'Only', "Discord's AutoMod"],
        rows: rules.slice(offset, offset + limit).map((rule) => ({
          id: rule.id,
          cells: [
            rule.name,
            summaryOf(rule),
            conditionsOf(rule, names),
            rule.discordRuleId === null ? (rule.discordProblem ?? 'no') : 'checks it too',
          ],
          actions: [{ id: 'remove', label: 'Remove', confirm: `Remove the rule “${rule.name}”?` }],
        })),
        total: rules.length,
      },
    ],
    forms: [FORM],
  };
}

function conditionsOf(
  { channelIds, exemptRoleIds, youngerThanDays }: AutoModerationRuleEntity,
  names: ServerNames | null,
): string {
  const conditions = [
    ...(channelIds.length > 0 ? [`in ${listed(channelIds, names?.channels, { what: 'channel', sign: '#' })}`] : []),
    ...(exemptRoleIds.length > 0 ? [`not for ${listed(exemptRoleIds, names?.roles, { what: 'role', sign: '@' })}`] : []),
    ...(youngerThanDays > 0 ? [`accounts younger than ${youngerThanDays === 1 ? 'a day' : `${youngerThanDays} days`}`] : []),
  ];
  return conditions.join(', ') || 'everywhere, everybody';
}

/** `#memes, #art, a deleted channel`, or how many while the names are not known. */
function listed(
  ids: readonly string[],
  known: readonly Named[] | undefined,
  { what, sign }: { readonly what: string; readonly sign: string },
): string {
  const counted = (count: number, one: string, kind: string): string => (count === 1 ? `${one} ${kind}` : `${count} ${kind}s`);
  if (!known) return counted(ids.length, 'one', what);
  const found = known.filter(({ id }) => ids.includes(id));
  const gone = ids.length - found.length;
  return [
    ...found.map(({ name }) => `${sign}${isolated(name)}`),
    ...(gone > 0 ? [counted(gone, 'a', `deleted ${what}`)] : []),
  ].join(', ');
}

const FORM: SystemPage['forms'][number] = {
  id: 'add',
  title: 'Add a rule',
  description:
    'Members who may manage messages are left alone, by Discord’s AutoMod those whose role says so. What it does appears in the list of cases, where you can take it back.',
  submit: 'Add the rule',
  confirm: null,
  fields: {
    name: { type: 'text', label: 'Name', description: 'What members of your team call it.', default: '' },
    trigger: {
      type: 'select',
      label: 'Looks for',
      description: 'What a message must contain.',
      default: 'words',
      options: [...TRIGGERS],
    },
    words: {
      type: 'text',
      label: 'Words, pattern or websites',
      description:
        'For words: with commas or lines, * at the end for any letters. For pattern: one regular expression. For links: the websites that stay allowed.',
      default: '',
      format: 'lines',
    },
    limit: {
      type: 'number',
      label: 'Limit',
      description: 'For mentions and repeated messages: how many. For new accounts: how many days.',
      default: 5,
      min: 1,
      max: 365,
    },
    channels: {
      type: 'text',
      label: 'Only in these channels',
      description: 'One a line, by name or id; empty: everywhere.',
      default: '',
      format: 'channels',
    },
    exemptRoles: {
      type: 'text',
      label: 'Not for these roles',
      description: 'One a line, by name or id.',
      default: '',
      format: 'roles',
    },
    youngerThanDays: {
      type: 'number',
      label: 'Only accounts younger than (days)',
      description: '0: all members.',
      default: 0,
      min: 0,
      max: 365,
    },
    delete: { type: 'boolean', label: 'Delete the message', description: '', default: true },
    warn: { type: 'boolean', label: 'Warn the member', description: '', default: false },
    timeout: {
      type: 'number',
      label: 'Time out (minutes)',
      description: '0: no timeout.',
      default: 0,
      min: 0,
      max: MAX_TIMEOUT_MINUTES,
    },
  },
};
