import { DAY_MS } from '@kith/proto';
import { ApplicationCommandOptionType, Routes } from 'discord-api-types/v10';
import { allows, type NamedMember } from '../../discord/guild-access.js';
import { exemptMembers } from '../../moderation/compiled-settings.js';
import type { ModerationCaseEntity } from '../../moderation/moderation-case.entity.js';
import { timeoutNoticeOf } from '../../moderation/moderation-texts.js';
import { durationText, leadingDuration, leadingUser } from '../arguments.js';
import { auditReason } from '../audit-reason.js';
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
    const target = await requireAboveTarget(call, tools, memberId, 'member');
    const { botId, ownerId, channelSettings } = call.bot;
    const { guildId, channelId, messageId } = call.place;
    const warning = { botId, ownerId, guildId, channelId, messageId, memberId, memberName: target.name };
    const isDue = channelSettings.timeoutUsers && !(await isExempt(call, tools, target));
    const warned = await tools.moderation.cases.warn(warning, { ...channelSettings, timeoutUsers: isDue });
    const count = warned.warnings ?? 1;
    const sentence = `⚠️ <@${memberId}>, this is a warning: ${reason}${count > 1 ? ` (number ${count} in 30 days)` : ''}`;
    const content = `${sentence}${await timeoutAtThreshold(call, tools, target, warned)}`;
    return { kind: 'message', content, notifiedMembers: [memberId] };
  },
});

/** Whom moderation leaves alone; a moderator may warn them all the same (docs/decisions.md C7). */
async function isExempt(call: GuildCall, { access }: CommandTools, { id, roleIds }: NamedMember): Promise<boolean> {
  if (exemptMembers(call.bot.channelSettings).has(id)) return true;
  return allows(await access.permissionsOf(guildPlaceOf(call), { id, roleIds }), MANAGE_MESSAGES.bit);
}

/** Does what the case of a warning says about a timeout; returns what is said about it. */
async function timeoutAtThreshold(
  call: GuildCall,
  { moderation: { cases, punishments } }: CommandTools,
  member: NamedMember,
  { id, timeoutUntil, undoneAt }: ModerationCaseEntity,
): Promise<string> {
  // Its owner may have taken it back between two attempts.
  if (!timeoutUntil || undoneAt) return '';
  const { ownerId, userId: ownUserId, channelSettings } = call.bot;
  const outcome = await punishments.timeOut({ ...guildPlaceOf(call), ownerId, ownUserId, member }, timeoutUntil);
  if (outcome === 'done') return `\n${timeoutNoticeOf(channelSettings)}`;
  if (outcome === 'gone') return '';
  await cases.markRefused(id, 'timeout');
  return '\nDiscord did not let me time them out.';
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
    await requireAboveTarget(call, tools, memberId, 'both');
    // A fixed end, so that a repeated job does not move it.
    const until = durationMs === null ? null : new Date(command.sentAtMs + durationMs).toISOString();
    await tools.clients.use(call.bot.botId, (rest) =>
      rest.patch(Routes.guildMember(call.place.guildId, memberId), {
        body: { communication_disabled_until: until },
        reason: auditReason(call, reason),
      }),
    );
    if (durationMs === null) return saying(`🔊 <@${memberId}> may write again.`);
    return saying(withReason(`🔇 <@${memberId}> cannot write for ${durationText(durationMs)}`, reason));
  },
});

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

/** Returns the member. Throws CommandRefusal unless the caller, and with `both` the bot too, may moderate the member and stands above them. */
async function requireAboveTarget(
  call: GuildCall,
  tools: CommandTools,
  memberId: string,
  who: 'member' | 'both',
): Promise<NamedMember> {
  const caller = await requireOfMember(tools, call, TIME_OUT_MEMBERS);
  const own = who === 'both' ? await requireOfBot(tools, call, TIME_OUT_MEMBERS) : null;
  if (memberId === call.bot.userId) throw new CommandRefusal('I would rather not do that to myself.');
  const target = await tools.access.member(guildOf(call), memberId);
  if (!(await tools.access.isAbove(guildOf(call), caller, target)))
    throw new CommandRefusal('You can do this only to members whose highest role is below yours.');
  if (own && !(await tools.access.isAbove(guildOf(call), own, target)))
    throw new CommandRefusal('My highest role has to be above that of the member. Somebody who manages roles can move mine up.');
  return target;
}
