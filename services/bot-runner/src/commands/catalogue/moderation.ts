import { DAY_MS, sentAtMs } from '@kith/proto';
import { ApplicationCommandOptionType, Routes, type APIMessage } from 'discord-api-types/v10';
import { commandLineOf } from '../../moderation/moderation-texts.js';
import { durationText, wholeDuration, wholeNumber } from '../arguments.js';
import { catalogueCommand, saying, type CommandMessage } from '../catalogue-command.js';
import {
  inGuild,
  MANAGE_CHANNELS,
  MANAGE_MESSAGES,
  MANAGE_THREADS,
  READ_HISTORY,
  requireOfBot,
  requireOfMember,
  type GuildCall,
} from '../command-permissions.js';
import { auditReason, logCommand } from '../command-records.js';
import type { CommandTools } from '../command-tools.js';

const { String: text, Integer: integer } = ApplicationCommandOptionType;
const MAX_PURGED = 100;
/** Discord deletes older messages only one at a time. */
const MAX_PURGED_AGE_MS = 14 * DAY_MS;
/** A message that becomes too old while the request is on its way would have all of them refused. */
const AGE_MARGIN_MS = 60_000;
const MAX_SLOWMODE_S = 21_600;

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
    await logCommand(
      call,
      tools,
      commandLineOf(calledIn(call), ids.length === 1 ? 'deleted 1 message' : `deleted ${ids.length} messages`),
    );
    return purged(ids.length, count);
  },
});

const calledIn = ({ place }: GuildCall) => ({ channelId: place.channelId, moderatorId: place.memberId });

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
    const needed = call.place.parentId === null ? MANAGE_CHANNELS : MANAGE_THREADS;
    await requireOfMember(tools, call, needed);
    await requireOfBot(tools, call, needed);
    await tools.clients.use(call.bot.botId, (rest) =>
      rest.patch(Routes.channel(call.place.channelId), { body: { rate_limit_per_user: seconds }, reason: auditReason(call, '') }),
    );
    const pace = `one message of each member every ${durationText(seconds * 1000)}`;
    await logCommand(call, tools, commandLineOf(calledIn(call), seconds === 0 ? 'ended slow mode' : `set slow mode: ${pace}`));
    return saying(seconds === 0 ? '🐇 Slow mode is off.' : `🐌 Slow mode is on: ${pace}.`);
  },
});

function parseSlowmode(args: string): { seconds: number } | string | null {
  if (/^(?:off|0)$/i.test(args)) return { seconds: 0 };
  // A bare number counts seconds.
  const durationMs = wholeDuration(/^\d+$/.test(args) ? `${args}s` : args);
  if (durationMs === null) return null;
  return durationMs / 1000 > MAX_SLOWMODE_S ? 'Slow mode is at most 6 hours.' : { seconds: Math.floor(durationMs / 1000) };
}
