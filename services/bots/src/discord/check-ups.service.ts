import { RateLimiter, REDIS, RpcClient } from '@kith/kit';
import {
  ERRORS,
  MAX_CHECKED_CHANNELS,
  missingPermissions,
  runnerAccounts,
  runnerChannels,
  type checkUps,
  type DiscordConnection,
  type DiscordPermission,
  type Finding,
  type OutputOf,
  type ParsedInputOf,
} from '@kith/proto';
import { Inject, Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Redis } from 'ioredis';
import { Not, type Repository } from 'typeorm';
import { BotEntity } from '../bot.entity.js';
import { BotsService } from '../bots.service.js';
import { ConnectionsService } from './connections.service.js';

/** Each check-up sends up to thirty requests to Discord. */
const RATE = { name: 'check-ups', points: 12, windowS: 60, wait: 'window' } as const;
/** Other companions whose servers are compared. */
const MAX_COMPARED_BOTS = 5;
/** What every answer in a channel needs. */
const TO_ANSWER: readonly DiscordPermission[] = ['view_channels', 'send_messages', 'read_history'];

/** Looks for what keeps a bot from answering on Discord, for its owner. */
@Injectable()
export class CheckUpsService {
  private readonly limiter: RateLimiter;

  constructor(
    @InjectRepository(BotEntity) private readonly rows: Repository<BotEntity>,
    private readonly bots: BotsService,
    private readonly connections: ConnectionsService,
    private readonly rpc: RpcClient,
    @Inject(REDIS) redis: Redis,
  ) {
    this.limiter = new RateLimiter(redis, RATE);
  }

  async run({ actor, botId }: ParsedInputOf<typeof checkUps.run>): Promise<OutputOf<typeof checkUps.run>> {
    const bot = await this.bots.ownBot(actor, botId);
    await this.limiter.consume(actor.userId);
    if (bot.discordToken === null) return { botId, findings: [tokenFinding(bot, null), connectionFinding(bot)] };
    const connection = await this.connections.connection({ actor, botId });
    const own = [tokenFinding(bot, connection), connectionFinding(bot)];
    const [channels, prefixes] = await Promise.all([this.channelFindings(bot, connection), this.prefixFindings(bot, connection)]);
    const findings = [...own, ...accountFindings(bot, connection), ...channels, ...prefixes];
    return { botId, findings };
  }

  /** The channels that the settings name. A bot without any answers everywhere, and has nothing to be checked here. */
  private async channelFindings(bot: BotEntity, connection: DiscordConnection): Promise<Finding[]> {
    const { id: botId, ageRating, channelSettings } = bot;
    const { dedicatedChannelId, allowedChannels } = channelSettings;
    const used = dedicatedChannelId === '' ? allowedChannels : [dedicatedChannelId];
    const { applicationId, account } = connection;
    const isForAdults = ageRating === 'adult' && account !== null;
    if (used.length === 0 && isForAdults) return [finding({ check: 'age_restriction', state: 'note' })];
    if (used.length === 0 || applicationId === null || account === null) return [];
    const channelIds = used.slice(0, MAX_CHECKED_CHANNELS);
    const asked = await this.rpc.ask(runnerChannels.access, { botId, applicationId, channelIds }).catch(() => null);
    if (!asked) return [finding({ check: 'channel', state: 'unknown' })];
    return asked.channels.flatMap(({ channelId, guildId, name, isAgeRestricted, permissions }) => {
      const missing = missingPermissions(permissions, TO_ANSWER);
      const serverName = connection.servers.find(({ id }) => id === guildId)?.name ?? null;
      const place = { channelId, channelName: name, serverName };
      const state = name === null || missing.length > 0 ? 'problem' : 'ok';
      const isTooOpen = ageRating === 'adult' && name !== null && !isAgeRestricted;
      return [
        finding({ check: 'channel', state, ...place, missingPermissions: missing }),
        ...(isTooOpen ? [finding({ check: 'age_restriction', state: 'problem', ...place })] : []),
      ];
    });
  }

  /** Two companions with the same prefix in one server both answer a command. Only the owner's own ones are known. */
  private async prefixFindings(bot: BotEntity, { servers }: DiscordConnection): Promise<Finding[]> {
    if (!bot.channelSettings.allowCommands || servers.length === 0) return [];
    const others = await this.rows.find({
      where: { ownerId: bot.ownerId, id: Not(bot.id), desiredOnline: true },
      order: { createdAt: 'asc' },
    });
    const prefix = prefixOf(bot);
    const clashing = others.filter((other) => other.channelSettings.allowCommands && prefixOf(other) === prefix);
    const shared = await Promise.all(clashing.slice(0, MAX_COMPARED_BOTS).map((other) => this.sharedServer(bot, servers, other)));
    const found = shared.flatMap((one) => one ?? []);
    return found.length === 0 ? [finding({ check: 'prefix', state: 'ok' })] : found;
  }

  private async sharedServer(bot: BotEntity, servers: DiscordConnection['servers'], other: BotEntity): Promise<Finding | null> {
    const asked = await this.rpc.ask(runnerAccounts.account, { botId: other.id }).catch(() => null);
    const actsIn = ({ serverId }: BotEntity, id: string): boolean => serverId === null || serverId === id;
    const otherIds = new Set(asked?.servers.map(({ id }) => id));
    const shared = servers.find(({ id }) => otherIds.has(id) && actsIn(bot, id) && actsIn(other, id));
    return shared ? finding({ check: 'prefix', state: 'note', botName: other.name, serverName: shared.name }) : null;
  }
}

function finding(fields: Pick<Finding, 'check' | 'state'> & Partial<Finding>): Finding {
  const unset = { detail: null, serverName: null, channelId: null, channelName: null, botName: null, inviteUrl: null };
  return { ...unset, missingPermissions: [], ...fields };
}

const prefixOf = ({ channelSettings }: BotEntity): string => channelSettings.customPrefix.toLowerCase();

function tokenFinding({ discordToken, statusCode }: BotEntity, connection: DiscordConnection | null): Finding {
  // Not the text of TOKEN_MISSING: the row of the check-up links to the guide itself.
  if (discordToken === null) return finding({ check: 'token', state: 'problem', detail: 'It has no Discord token yet.' });
  if (connection?.account) return finding({ check: 'token', state: 'ok' });
  const isRefused = connection?.problem?.code === 'TOKEN_INVALID' || statusCode === 'TOKEN_INVALID';
  return finding({
    check: 'token',
    ...(isRefused ? { state: 'problem', detail: ERRORS.TOKEN_INVALID.text } : { state: 'unknown' }),
  });
}

function connectionFinding({ runtimeState, statusReason }: BotEntity): Finding {
  const state = runtimeState === 'online' ? (statusReason === null ? 'ok' : 'note') : 'problem';
  return finding({ check: 'connection', state, detail: statusReason });
}

function accountFindings({ serverId }: BotEntity, { account, servers, problem, inviteUrl }: DiscordConnection): Finding[] {
  if (problem?.code === 'RATE_LIMITED') return [finding({ check: 'rate_limit', state: 'problem', detail: problem.text })];
  if (!account) return [finding({ check: 'servers', state: 'unknown', detail: problem?.text ?? null })];
  const isIn = serverId === null || servers.some(({ id }) => id === serverId);
  const used = servers.filter(({ id }) => serverId === null || id === serverId);
  return [
    finding({ check: 'rate_limit', state: 'ok' }),
    finding({ check: 'message_content', state: account.hasMessageContent ? 'ok' : 'note' }),
    finding({ check: 'servers', state: servers.length > 0 ? 'ok' : 'problem', inviteUrl: servers.length > 0 ? null : inviteUrl }),
    ...(serverId === null ? [] : [finding({ check: 'server_lock', state: isIn ? 'ok' : 'problem' })]),
    ...used.map(({ name, missingPermissions: missing, inviteUrl: url }) =>
      finding({
        check: 'server_permissions',
        state: missing.length > 0 ? 'problem' : 'ok',
        serverName: name,
        missingPermissions: missing,
        inviteUrl: missing.length > 0 ? url : null,
      }),
    ),
  ];
}
