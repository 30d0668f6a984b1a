import { DAY_MS, sentAtMs } from '@kith/proto';
import { ApplicationCommandOptionType, Routes, type APIGuildMember, type APIMessage } from 'discord-api-types/v10';
import { durationText, leadingDuration, leadingUser, wholeDuration, wholeNumber } from '../arguments.js';
import { catalogueCommand, saying, type CommandMessage } from '../catalogue-command.js';
import {
  guildOf,
  inGuild,
  MANAGE_CHANNELS,
  MANAGE_MESSAGES,
  READ_HISTORY,
  requireOfBot,
  requireOfMember,
  TIME_OUT_MEMBERS,
  type GuildCall,
} from '../command-permissions.js';
import { CommandRefusal } from '../command-refusal.js';
import type { CommandTools } from '../command-tools.js';

const { String: text, Integer: integer, User: user } = ApplicationCommandOptionType;
const MAX_PURGED = 100;
/** Discord deletes older messages only one at a time. */
const MAX_PURGED_AGE_MS = 14 * DAY_MS;
/** A message that becomes too old while the request is on its way would have all of them refused. */
const AGE_MARGIN_MS = 60_000;
const MAX_TIMEOUT_MS = 28 * DAY_MS;
const MAX_SLOWMODE_S = 21_600;
const MAX_REASON_CHARS = 400;

const MEMBER = { type: user, name: 'member', description: 'Which member', required: true } as const;
const REASON = { type: text, name: 'reason', description: 'Why; Discord shows it in the audit log', max_length: 300 } as const;

/** What Discord's audit log shows. */
const auditReason = ({ place }: GuildCall, reason: string): string =>
  `By member ${place.memberId}. ${reason}`.trim().slice(0, 512);
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
    await requireAboveTarget(call, tools, memberId, 'member');
    const { bot, place } = call;
    const { guildId, channelId, messageId } = place;
    const route = Routes.guildMember(guildId, memberId);
    const { nick, user: named } = (await tools.clients.use(bot.botId, (rest) => rest.get(route))) as APIGuildMember;
    const memberName = (nick ?? named.global_name ?? named.username).slice(0, 100);
    const { botId, ownerId } = bot;
    const count = await tools.cases.warn({ botId, ownerId, guildId, channelId, messageId, memberId, memberName });
    const sentence = `⚠️ <@${memberId}>, this is a warning: ${reason}${count > 1 ? ` (number ${count} in 30 days)` : ''}`;
    return { kind: 'message', content: sentence, notifiedMembers: [memberId] };
  },
});

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

/** Throws CommandRefusal unless the caller, and with `both` the bot too, may moderate the member and stands above them. */
async function requireAboveTarget(call: GuildCall, tools: CommandTools, memberId: string, who: 'member' | 'both'): Promise<void> {
  const caller = await requireOfMember(tools, call, TIME_OUT_MEMBERS);
  const own = who === 'both' ? await requireOfBot(tools, call, TIME_OUT_MEMBERS) : null;
  if (memberId === call.bot.userId) throw new CommandRefusal('I would rather not do that to myself.');
  const target = await tools.access.member(guildOf(call), memberId);
  if (!(await tools.access.isAbove(guildOf(call), caller, target)))
    throw new CommandRefusal('You can do this only to members whose highest role is below yours.');
  if (own && !(await tools.access.isAbove(guildOf(call), own, target)))
    throw new CommandRefusal('My highest role has to be above that of the member. Somebody who manages roles can move mine up.');
}

export const purge = catalogueCommand({
  id: 'purge',
  usage: ['20'],
  scope: 'server',
  isSlow: true,
  isPrivate: true,
  memberPermission: MANAGE_MESSAGES.bit,
  problemAction: 'delete-messages',
  options: [
    {
      type: integer,
      name: 'count',
      description: 'How many of the last messages',
      required: true,
      min_value: 1,
      max_value: MAX_PURGED,
    },
  ],
  parse: (args) => {
    const count = wholeNumber(args, 1, MAX_PURGED);
    return count === null ? null : { count };
  },
  run: async ({ count }, command, tools) => {
    const call = inGuild(command);
    await requireOfMember(tools, call, MANAGE_MESSAGES);
    await requireOfBot(tools, call, MANAGE_MESSAGES);
    // Without it Discord refuses nothing: it lists no messages.
    await requireOfBot(tools, call, READ_HISTORY);
    const { bot, place } = call;
    const ids = await tools.decideOnce(`${bot.botId}-${place.messageId}`, () => deletableBefore(call, tools, count));
    await deleteMessages(call, tools, ids);
    return purged(ids.length, count);
  },
});

/** The last messages before the call that Discord deletes together. */
async function deletableBefore({ bot, place }: GuildCall, { clients }: CommandTools, count: number): Promise<string[]> {
  const query = new URLSearchParams({ limit: String(count), before: place.messageId });
  const route = Routes.channelMessages(place.channelId);
  const found = (await clients.use(bot.botId, (rest) => rest.get(route, { query }))) as APIMessage[];
  const oldestMs = Date.now() - MAX_PURGED_AGE_MS + AGE_MARGIN_MS;
  return found.filter(({ id, pinned }) => sentAtMs(id) > oldestMs && !pinned).map(({ id }) => id);
}

/** Messages that are deleted already, by an earlier attempt for example, are no error. */
async function deleteMessages(call: GuildCall, { clients }: CommandTools, ids: readonly string[]): Promise<void> {
  const { bot, place } = call;
  const reason = auditReason(call, '');
  const [only] = ids;
  if (only === undefined) return;
  await clients
    .use(bot.botId, (rest) =>
      ids.length === 1
        ? rest.delete(Routes.channelMessage(place.channelId, only), { reason })
        : rest.post(Routes.channelBulkDelete(place.channelId), { body: { messages: [...ids] }, reason }),
    )
    .catch((error: unknown) => {
      if (!isUnknownMessage(error)) throw error;
    });
}

const isUnknownMessage = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 10_008;

function purged(deleted: number, asked: number): CommandMessage {
  const text = deleted === 1 ? '🧹 1 message deleted.' : `🧹 ${deleted} messages deleted.`;
  return saying(deleted === asked ? text : `${text} Pinned messages and those older than 14 days stay.`);
}

export const slowmode = catalogueCommand({
  id: 'slowmode',
  usage: ['10s', 'off'],
  scope: 'server',
  isSlow: true,
  isPrivate: true,
  memberPermission: MANAGE_CHANNELS.bit,
  problemAction: 'set-slow-mode',
  options: [
    {
      type: text,
      name: 'duration',
      description: 'Between two messages of a member, for example 10s, 5m or off',
      required: true,
      max_length: 20,
    },
  ],
  parse: parseSlowmode,
  run: async ({ seconds }, command, tools) => {
    const call = inGuild(command);
    await requireOfMember(tools, call, MANAGE_CHANNELS);
    await requireOfBot(tools, call, MANAGE_CHANNELS);
    await tools.clients.use(call.bot.botId, (rest) =>
      rest.patch(Routes.channel(call.place.channelId), { body: { rate_limit_per_user: seconds }, reason: auditReason(call, '') }),
    );
    return saying(
      seconds === 0
        ? '🐇 Slow mode is off.'
        : `🐌 Slow mode is on: one message of each member every ${durationText(seconds * 1000)}.`,
    );
  },
});

function parseSlowmode(args: string): { seconds: number } | string | null {
  if (/^(?:off|0)$/i.test(args)) return { seconds: 0 };
  // A bare number counts seconds.
  const durationMs = wholeDuration(/^\d+$/.test(args) ? `${args}s` : args);
  if (durationMs === null) return null;
  return durationMs / 1000 > MAX_SLOWMODE_S ? 'Slow mode is at most 6 hours.' : { seconds: Math.floor(durationMs / 1000) };
}
