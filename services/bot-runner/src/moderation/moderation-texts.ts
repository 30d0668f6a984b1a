import { unreachable, type CaseRule, type ModerationAction } from '@kith/proto';
import type { ModerationCaseEntity } from './moderation-case.entity.js';

const LIMITS: Readonly<Record<CaseRule, string>> = {
  invites: 'invitations to other servers are not allowed here',
  links: 'links are not allowed here',
  profanity: 'please mind your language here',
  spam: 'please do not send so many messages in a row',
  caps: 'please do not write in capitals only',
  auto_moderation: 'that is not allowed here',
  ai_moderator: 'that is not allowed here',
  command: 'a moderator warned you',
};
const FOUND: Readonly<Record<Exclude<CaseRule, 'command'>, string>> = {
  invites: 'an invitation to a server',
  links: 'a link',
  profanity: 'a swear word or forbidden word',
  spam: 'spam',
  caps: 'a text in capitals',
  auto_moderation: 'a message that breaks a rule',
  ai_moderator: 'a message that the language model judged',
};

/** What is posted in the channel; empty when nothing was done that the member has to know, or the member asked to be forgotten. */
export function noticeOf(
  { memberId, rule, warnings }: ModerationCaseEntity,
  done: readonly ModerationAction[],
  settings: Limits,
): string {
  if (done.length === 0 || memberId === null) return '';
  const warning = done.includes('warn') && warnings !== null ? ` ${warningOf(warnings, settings)}` : '';
  const timeout = done.includes('timeout') ? ` ${timeoutNoticeOf(settings)}` : '';
  return `<@${memberId}>, ${LIMITS[rule]}.${warning}${timeout}`;
}

export const timeoutNoticeOf = ({ timeoutDuration }: Pick<Limits, 'timeoutDuration'>): string =>
  `You cannot write for ${minutes(timeoutDuration)}.`;

interface Limits {
  readonly timeoutUsers: boolean;
  readonly timeoutDuration: number;
  readonly warningThreshold: number;
}

const warningOf = (warnings: number, { timeoutUsers, warningThreshold }: Limits): string =>
  timeoutUsers && warnings <= warningThreshold
    ? `This is warning ${warnings} of ${warningThreshold}.`
    : `This is your warning number ${warnings}.`;

/** The line for the log channel. Never the text of the message. */
export function logLineOf(moderationCase: ModerationCaseEntity, done: readonly ModerationAction[]): string {
  const { memberId, memberName, moderatorId, channelId, rule, detail, actions, isDryRun } = moderationCase;
  const who = memberId === null ? 'A member' : mentionOf({ id: memberId, name: memberName ?? '' });
  const why = rule === 'command' ? commandBy(moderatorId) : FOUND[rule];
  const found = `${who} in <#${channelId}>: ${why}${inBrackets(detail)}.`;
  if (isDryRun) return `**Dry run.** ${found} I would have ${listOf(actions, moderationCase)}.`;
  const refused = actions.filter((action) => !done.includes(action));
  const failed = refused.length > 0 ? ` Discord did not let me ${listOf(refused, moderationCase, true)}.` : '';
  return `${found} I ${done.length > 0 ? listOf(done, moderationCase) : 'did nothing'}.${failed}`;
}

interface CalledCommand {
  readonly channelId: string;
  readonly moderatorId: string;
  readonly reason?: string | null;
  readonly member?: Named;
}

interface Named {
  readonly id: string;
  readonly name: string;
}

/** The line about a command of moderation that is no case; `did` is what the bot did. */
export function commandLineOf({ channelId, moderatorId, reason = null, member }: CalledCommand, did: string): string {
  const where = member ? `${mentionOf(member)} in` : 'In';
  return `${where} <#${channelId}>: ${commandBy(moderatorId)}${inBrackets(reason)}. I ${did}.`;
}

const mentionOf = ({ id, name }: Named): string => `<@${id}> (\`${name.replaceAll('`', "'")}\`, ${id})`;
const commandBy = (moderatorId: string | null): string =>
  `a command of ${moderatorId === null ? 'a moderator' : `<@${moderatorId}>`}`;
const inBrackets = (detail: string | null): string => (detail === null ? '' : ` (${detail.replaceAll('`', "'")})`);

function listOf(actions: readonly ModerationAction[], moderationCase: ModerationCaseEntity, isInfinitive = false): string {
  if (actions.length === 0) return 'done nothing';
  const words = actions.map((action) => wordsOf(action, moderationCase, isInfinitive));
  return words.length === 1 ? (words[0] ?? '') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
}

function wordsOf(action: ModerationAction, { warnings, timeoutUntil }: ModerationCaseEntity, isInfinitive: boolean): string {
  switch (action) {
    case 'delete':
      return isInfinitive ? 'delete the message' : 'deleted the message';
    case 'warn':
      return isInfinitive ? 'warn the member' : `warned the member (warning ${warnings ?? 1})`;
    case 'timeout':
      return isInfinitive
        ? 'time the member out'
        : `timed the member out${timeoutUntil ? ` until <t:${seconds(timeoutUntil)}:f>` : ''}`;
    default:
      return unreachable(action);
  }
}

const seconds = (time: Date): number => Math.floor(time.getTime() / 1000);
const minutes = (count: number): string => (count === 1 ? 'a minute' : `${count} minutes`);
