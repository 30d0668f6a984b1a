import { ERRORS, type DiscordConnection, type Finding, type ModerationPause } from '@kith/proto';
import type { BotEntity } from '../bot.entity.js';

const UNSET = {
  detail: null,
  serverId: null,
  serverName: null,
  channelId: null,
  channelName: null,
  use: null,
  systemName: null,
  roleName: null,
  roleFault: null,
  botName: null,
  freePrefix: null,
  modelFault: null,
  happenedAt: null,
  cap: null,
  members: null,
  inviteUrl: null,
} satisfies Partial<Finding>;

// Not the text of TOKEN_INVALID: the row of the check-up links to where the new one is pasted.
const TOKEN_REFUSED = 'Discord refused the token. Reset it in the Discord Developer Portal, and paste the new one.';

/** A finding with the fields that its check has. */
export function finding(fields: Pick<Finding, 'check' | 'state'> & Partial<Finding>): Finding {
  return { ...UNSET, missingPermissions: [], ...fields };
}

export function tokenFinding({ discordToken, statusCode }: BotEntity, connection: DiscordConnection | null): Finding {
  // Not the text of TOKEN_MISSING: the row of the check-up links to the guide itself.
  if (discordToken === null) return finding({ check: 'token', state: 'problem', detail: 'It has no Discord token yet.' });
  if (connection?.account) return finding({ check: 'token', state: 'ok' });
  const isRefused = connection?.problem?.code === 'TOKEN_INVALID' || statusCode === 'TOKEN_INVALID';
  return finding({
    check: 'token',
    ...(isRefused ? { state: 'problem', detail: TOKEN_REFUSED } : { state: 'unknown' }),
  });
}

/** Whether another finding tells the reason of the runtime state already. */
const isToldElsewhere = ({ statusCode }: BotEntity, connection: DiscordConnection | null): boolean =>
  statusCode === 'TOKEN_INVALID' || (statusCode === 'INTENT_MISSING' && connection?.account?.hasMessageContent === false);

export function connectionFinding(bot: BotEntity, connection: DiscordConnection | null): Finding {
  if (bot.takenDownAt !== null) return finding({ check: 'connection', state: 'problem', detail: ERRORS.TAKEN_DOWN.text });
  const detail = isToldElsewhere(bot, connection) ? null : bot.statusReason;
  const state = bot.runtimeState === 'online' ? (detail === null ? 'ok' : 'note') : 'problem';
  return finding({ check: 'connection', state, detail });
}

/** Where moderation stopped and waits for the yes of the owner; of the servers that it is in, or of all while these are not known. */
export function pauseFindings(
  { serverId }: Pick<BotEntity, 'serverId'>,
  { account, servers }: Pick<DiscordConnection, 'account' | 'servers'>,
  pauses: readonly ModerationPause[],
): Finding[] {
  const found = pauses.flatMap(({ guildId, pausedAt }) => {
    const server = servers.find(({ id }) => id === guildId);
    const isUsed = (serverId === null || serverId === guildId) && (server !== undefined || account === null);
    if (!isUsed) return [];
    const place = { serverId: guildId, serverName: server?.name ?? null };
    return [finding({ check: 'moderation', state: 'problem', ...place, happenedAt: pausedAt })];
  });
  return found.length === 0 ? [finding({ check: 'moderation', state: 'ok' })] : found;
}

/** `usesServerMembers`: something of the bot does nothing, or less, without the intent Server Members. */
export function accountFindings(
  { serverId }: BotEntity,
  { account, servers, problem, inviteUrl }: DiscordConnection,
  usesServerMembers: boolean,
): Finding[] {
  if (problem?.code === 'RATE_LIMITED') return [finding({ check: 'rate_limit', state: 'problem', detail: problem.text })];
  // The finding about the token says it.
  if (problem?.code === 'TOKEN_INVALID') return [];
  if (!account) return [finding({ check: 'servers', state: 'unknown', detail: problem?.text ?? null })];
  const isIn = serverId === null || servers.some(({ id }) => id === serverId);
  const used = servers.filter(({ id }) => serverId === null || id === serverId);
  return [
    finding({ check: 'rate_limit', state: 'ok' }),
    finding({ check: 'message_content', state: account.hasMessageContent ? 'ok' : 'note' }),
    ...(usesServerMembers ? [finding({ check: 'server_members', state: account.hasServerMembers ? 'ok' : 'note' })] : []),
    finding({ check: 'servers', state: servers.length > 0 ? 'ok' : 'problem', inviteUrl: servers.length > 0 ? null : inviteUrl }),
    ...(serverId === null ? [] : [finding({ check: 'server_lock', state: isIn ? 'ok' : 'problem' })]),
    ...used.map(({ id, name, missingPermissions: missing, inviteUrl: url }) =>
      finding({
        check: 'server_permissions',
        state: missing.length > 0 ? 'problem' : 'ok',
        serverId: id,
        serverName: name,
        missingPermissions: missing,
        inviteUrl: missing.length > 0 ? url : null,
      }),
    ),
  ];
}
