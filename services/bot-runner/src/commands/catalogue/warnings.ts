import { DAY_MS, type ChannelSettings, type ModerationAction } from '@kith/proto';
import { ApplicationCommandOptionType, Routes } from 'discord-api-types/v10';
import { allows, type NamedMember } from '../../discord/guild-access.js';
import { isRefused } from '../../discord/refused.js';
import type { CommandCase } from '../../moderation/case-store.js';
import { exemptMembers } from '../../moderation/compiled-settings.js';
import type { ModerationCaseEntity } from '../../moderation/moderation-case.entity.js';
import { commandLineOf, logLineOf, timeoutNoticeOf } from '../../moderation/moderation-texts.js';
import type { Outcome } from '../../moderation/punishments.js';
import { durationText, leadingDuration, leadingUser } from '../arguments.js';
import { catalogueCommand, saying } from '../catalogue-command.js';
import {
  guildOf,
  guildPlaceOf,
  inGuild,
  MANAGE_MESSAGES,
  requireOfBot,
  requireOfMember,
  TIME_OUT_MEMBERS,
  type GuildCall,
} from '../command-permissions.js';
import { auditReason, logCommand } from '../command-records.js';
import { CommandRefusal } from '../command-refusal.js';
import type { CommandTools } from '../command-tools.js';

const { String: text, User: user } = ApplicationCommandOptionType;
const MAX_TIMEOUT_MS = 28 * DAY_MS;
const MAX_REASON_CHARS = 400;

const MEMBER = { type: user, name: 'member', description: 'Which member', required: true } as const;
const REASON = { type: text, name: 'reason', description: 'Why; Discord shows it in the audit log', max_length: 300 } as const;

const withReason = (sentence: string, reason: string): string => (reason === '' ? `${sentence}.` : `${sentence}: ${reason}`);

export const warn = catalogueCommand({
  id: 'warn',
  usage: ['@member Please be kind.'],
  scope: 'server',
  isSlow: true,
  memberPermission: TIME_OUT_MEMBERS.bit,
  options: [MEMBER, { ...REASON, required: true, description: 'What the member is to know' }],
  parse: (args) => {
    const target = leadingUser(args);
    if (!target || target.rest === '') return null;
    return target.rest.length > MAX_REASON_CHARS ? `A reason has at most ${MAX_REASON_CHARS} characters.` : target;
  },
  run: async ({ value: memberId, rest: reason }, command, tools) => {
    const call = inGuild(command);
    const { caller, target } = await requireAboveTarget(call, tools, memberId, 'member');
    const { channelSettings } = call.bot;
    const { moderationMode, timeoutUsers } = channelSettings;
    const isDue = moderationMode && timeoutUsers && !(await isExempt(call, tools, target));
    const warned = await tools.moderation.cases.warn(caseOf(call, caller, target, reason), {
      ...channelSettings,
      timeoutUsers: isDue,
    });
    const count = warned.warnings ?? 1;
    const sentence = `⚠️ <@${memberId}>, this is a warning: ${reason}${count > 1 ? ` (number ${count} in 30 days)` : ''}`;
    const outcome = await timeoutAtThreshold(call, tools, target, warned);
    const done: readonly ModerationAction[] = outcome === 'done' ? ['warn', 'timeout'] : ['warn'];
    await logCommand(call, tools, logLineOf(warned, done));
    const content = `${sentence}${outcome ? TOLD[outcome](channelSettings) : ''}`;
    return { kind: 'message', content, notifiedMembers: [memberId] };
  },
});

/** Whom moderation leaves alone; a moderator may warn them all the same (docs/decisions.md C7). */
async function isExempt(call: GuildCall, { access }: CommandTools, { id, roleIds }: NamedMember): Promise<boolean> {
  if (exemptMembers(call.bot.channelSettings).has(id)) return true;
  return allows(await access.permissionsOf(guildPlaceOf(call), { id, roleIds }), MANAGE_MESSAGES.bit);
}

/** What is said about the timeout at the threshold. */
const TOLD: Readonly<Record<Outcome, (settings: Pick<ChannelSettings, 'timeoutDuration'>) => string>> = {
  done: (settings) => `\n${timeoutNoticeOf(settings)}`,
  gone: () => '',
  refused: () => '\nDiscord did not let me time them out.',
};

/** Reasons are one line in the log channel. */
const caseOf = ({ bot, place }: GuildCall, caller: NamedMember, target: NamedMember, reason: string): CommandCase => ({
  botId: bot.botId,
  ownerId: bot.ownerId,
  guildId: place.guildId,
  channelId: place.channelId,
  messageId: place.messageId,
  memberId: target.id,
  memberName: target.name,
  moderatorId: caller.id,
  moderatorName: caller.name,
  detail: oneLine(reason),
});

const oneLine = (reason: string): string | null => reason.replaceAll(/\s+/g, ' ').trim() || null;

/** Does what the case of a warning says about a timeout; null when it says nothing. */
async function timeoutAtThreshold(
  call: GuildCall,
  { moderation: { cases, punishments } }: CommandTools,
  member: NamedMember,
  { id, timeoutUntil, undoneAt }: ModerationCaseEntity,
): Promise<Outcome | null> {
  // Its owner may have taken it back between two attempts.
  if (!timeoutUntil || undoneAt) return null;
  const { ownerId, userId: ownUserId } = call.bot;
  const outcome = await punishments.timeOut({ ...guildPlaceOf(call), ownerId, ownUserId, member }, timeoutUntil);
  if (outcome === 'refused') await cases.markRefused(id, 'timeout');
  return outcome;
}

export const timeout = catalogueCommand({
  id: 'timeout',
  usage: ['@member 10m Too loud', '@member off'],
  scope: 'server',
  isSlow: true,
  isPrivate: true,
  memberPermission: TIME_OUT_MEMBERS.bit,
  problemAction: 'time-out-members',
  options: [
    MEMBER,
    {
      type: text,
      name: 'duration',
      description: 'For example 10m or 2h, at most 28 days; or off',
      required: true,
      max_length: 20,
    },
    REASON,
  ],
  parse: parseTimeout,
  run: async ({ memberId, durationMs, reason }, command, tools) => {
    const call = inGuild(command);
    const { caller, target } = await requireAboveTarget(call, tools, memberId, 'both');
    if (durationMs === null) {
      await setTimeoutOf(call, tools, memberId, { until: null, reason });
      const called = { channelId: call.place.channelId, moderatorId: caller.id, reason: oneLine(reason), member: target };
      await logCommand(call, tools, commandLineOf(called, 'ended the timeout of the member'));
      return saying(`🔊 <@${memberId}> may write again.`);
    }
    // A fixed end, so that a repeated job does not move it.
    const until = new Date(command.sentAtMs + durationMs);
    const opened = await tools.moderation.cases.timeOut(caseOf(call, caller, target, reason), until);
    // Its owner may have taken it back between two attempts.
    if (opened.undoneAt) return saying('This timeout was taken back.');
    try {
      await setTimeoutOf(call, tools, memberId, { until, reason });
    } catch (error) {
      if (isRefused(error)) await tools.moderation.cases.markRefused(opened.id, 'timeout');
      throw error;
    }
    await logCommand(call, tools, logLineOf(opened, ['timeout']));
    return saying(withReason(`🔇 <@${memberId}> cannot write for ${durationText(durationMs)}`, reason));
  },
});

/** As the moderator wants it, whatever the end is now; null ends it. */
async function setTimeoutOf(
  call: GuildCall,
  { clients }: CommandTools,
  memberId: string,
  { until, reason }: { readonly until: Date | null; readonly reason: string },
): Promise<void> {
  const body = { communication_disabled_until: until?.toISOString() ?? null };
  const route = Routes.guildMember(call.place.guildId, memberId);
  await clients.use(call.bot.botId, (rest) => rest.patch(route, { body, reason: auditReason(call, reason) }));
}

interface Timeout {
  readonly memberId: string;
  /** Null ends a timeout. */
  readonly durationMs: number | null;
  readonly reason: string;
}

function parseTimeout(args: string): Timeout | string | null {
  const target = leadingUser(args);
  if (!target) return null;
  const off = /^(?:off|end|none)(?:\s+([^]*))?$/i.exec(target.rest);
  if (off) return { memberId: target.value, durationMs: null, reason: (off[1] ?? '').slice(0, MAX_REASON_CHARS) };
  // A bare number counts minutes.
  const duration = leadingDuration(target.rest) ?? leadingDuration(target.rest.replace(/^(\d{1,5})(?=\s|$)/, '$1m'));
  if (!duration) return null;
  if (duration.value > MAX_TIMEOUT_MS) return 'A timeout lasts at most 28 days.';
  return { memberId: target.value, durationMs: duration.value, reason: duration.rest.slice(0, MAX_REASON_CHARS) };
}

/** Throws CommandRefusal unless the caller, and with `both` the bot too, may moderate the member and stands above them. */
async function requireAboveTarget(
  call: GuildCall,
  tools: CommandTools,
  memberId: string,
  who: 'member' | 'both',
): Promise<{ readonly caller: NamedMember; readonly target: NamedMember }> {
  const caller = await requireOfMember(tools, call, TIME_OUT_MEMBERS);
  const own = who === 'both' ? await requireOfBot(tools, call, TIME_OUT_MEMBERS) : null;
  if (memberId === call.bot.userId) throw new CommandRefusal('I would rather not do that to myself.');
  const target = await tools.access.member(guildOf(call), memberId);
  if (!(await tools.access.isAbove(guildOf(call), caller, target)))
    throw new CommandRefusal('You can do this only to members whose highest role is below yours.');
  if (own && !(await tools.access.isAbove(guildOf(call), own, target)))
    throw new CommandRefusal('My highest role has to be above that of the member. Somebody who manages roles can move mine up.');
  return { caller, target };
}
