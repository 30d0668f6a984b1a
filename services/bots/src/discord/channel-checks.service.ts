import { RpcClient } from '@kith/kit';
import {
  channelsOfSystem,
  MAX_CHECKED_CHANNELS,
  MAX_CHECKED_ROLES,
  MAX_CHECKED_SERVERS,
  missingPermissions,
  neededInChannel,
  neededInThread,
  rolesOfSystem,
  runnerChannels,
  systemName,
  type BotAbilities,
  type ChannelAccess,
  type ChannelUse,
  type DiscordConnection,
  type DiscordPermission,
  type Finding,
  type OutputOf,
  type RoleAccess,
  type SystemInUse,
} from '@kith/proto';
import { Injectable } from '@nestjs/common';
import type { BotEntity } from '../bot.entity.js';
import { finding } from './findings.js';

type Used = Pick<OutputOf<typeof runnerChannels.used>, 'askedChannels' | 'systemChannels' | 'roles'>;

const MAX_ASKED_CHANNELS = 10;
const SEEN: readonly DiscordPermission[] = ['view_channels'];
const TO_WRITE: readonly DiscordPermission[] = ['view_channels', 'send_messages'];

/** A channel that a bot uses, and what it needs there. */
interface UsedChannel {
  readonly channelId: string;
  readonly use: ChannelUse;
  readonly systemId: string | null;
  readonly needs: readonly DiscordPermission[];
  /** Set where members used the channel, and no setting names it: that it was deleted since is nobody's fault. */
  readonly guildId: string | null;
}

/** What is known of a bot before Discord is asked about its channels. */
interface Known {
  readonly connection: DiscordConnection;
  readonly abilities: BotAbilities;
  /** Null when the runner did not answer. */
  readonly used: Used | null;
}

/** Looks at the channels that a bot uses, and at the roles that it gives. */
@Injectable()
export class ChannelChecks {
  constructor(private readonly rpc: RpcClient) {}

  async findings(bot: BotEntity, { connection, abilities, used }: Known): Promise<Finding[]> {
    const { id: botId } = bot;
    const { applicationId, account } = connection;
    if (applicationId === null || account === null) return [];
    const { systems } = abilities;
    const servers = connection.servers.filter(({ id }) => bot.serverId === null || id === bot.serverId);
    const inServers = used === null ? null : usedIn(used, new Set(servers.map(({ id }) => id)), systems);
    const channels = usedChannels(bot, { systems, used: inServers, toAnswer: neededInChannel(abilities) });
    const roles = givenRoles(systems, inServers);
    const guildIds = servers.map(({ id }) => id).slice(0, MAX_CHECKED_SERVERS);
    const wanted = {
      channelIds: channels.map(({ channelId }) => channelId),
      roles: roles.map(({ roleId, guildId }) => ({ roleId, guildId })),
      guildIds,
    };
    // Without what the runner knows, the channels of the settings are looked at all the same.
    const unknown = used === null ? [finding({ check: 'channel', state: 'unknown' })] : [];
    if (channels.length === 0 && roles.length === 0) return [...unknown, ...ageNote(bot)];
    const asked = await this.rpc.ask(runnerChannels.access, { botId, applicationId, ...wanted }).catch(() => null);
    if (!asked) return [finding({ check: 'channel', state: 'unknown' })];
    const nameOf = (guildId: string | null) => servers.find(({ id }) => id === guildId)?.name ?? null;
    return [
      ...unknown,
      ...answeredIn(bot, channels, asked.channels).flatMap((channel) => {
        const access = asked.channels.find(({ channelId }) => channelId === channel.channelId);
        return access ? channelFindings(bot, channel, access, nameOf) : [];
      }),
      ...roleFindings(roles, asked.roles, nameOf),
      ...(namedChannels(bot).length === 0 ? ageNote(bot) : []),
    ];
  }
}

/** What is used in the servers that the bot is in, by systems that are installed. */
function usedIn(
  { askedChannels, systemChannels, roles }: Used,
  servers: ReadonlySet<string>,
  systems: readonly SystemInUse[],
): Used {
  const isInstalled = (systemId: string): boolean => systems.some((system) => system.systemId === systemId);
  const isCurrent = ({ guildId, systemId }: { readonly guildId: string; readonly systemId?: string }): boolean =>
    servers.has(guildId) && (systemId === undefined || isInstalled(systemId));
  return {
    askedChannels: askedChannels.filter(isCurrent),
    systemChannels: systemChannels.filter(isCurrent),
    roles: roles.filter(isCurrent),
  };
}

const namedChannels = ({ channelSettings }: BotEntity): readonly string[] =>
  channelSettings.dedicatedChannelId === '' ? channelSettings.allowedChannels : [channelSettings.dedicatedChannelId];

interface Uses {
  readonly systems: readonly SystemInUse[];
  readonly used: Used | null;
  readonly toAnswer: readonly DiscordPermission[];
}

/** Each channel once, with everything that is needed there; not more than are looked at. */
function usedChannels(bot: BotEntity, { systems, used, toAnswer }: Uses): UsedChannel[] {
  const { channelSettings: settings, preferences } = bot;
  const named = namedChannels(bot);
  const asked = used?.askedChannels.filter(({ channelId }) => !settings.restrictedChannels.includes(channelId)) ?? [];
  const proactive = preferences.proactiveMessaging ? settings.proactiveMessages : [];
  const log = settings.moderationMode && settings.moderationLogChannelId !== '' ? [settings.moderationLogChannelId] : [];
  const ofSettings = { systemId: null, guildId: null };
  const uses: readonly UsedChannel[] = [
    ...log.map((channelId) => ({ ...ofSettings, channelId, use: 'moderation_log' as const, needs: TO_WRITE })),
    ...proactive.map(({ channelId, event }) => {
      const needs: readonly DiscordPermission[] = event === 'quiet' ? [...TO_WRITE, 'read_history'] : TO_WRITE;
      return { ...ofSettings, channelId, use: 'proactive' as const, needs };
    }),
    ...systems.flatMap((system) =>
      channelsOfSystem(system).map((channel) => ({
        ...ofSettings,
        ...channel,
        use: 'system' as const,
        systemId: system.systemId,
      })),
    ),
    ...(used?.systemChannels.map((channel) => ({ ...channel, use: 'system' as const })) ?? []),
    ...named.map((channelId) => ({ ...ofSettings, channelId, use: 'answers' as const, needs: toAnswer })),
    ...(named.length > 0 ? [] : asked.slice(0, MAX_ASKED_CHANNELS)).map(({ channelId, guildId }) => ({
      channelId,
      guildId,
      use: 'answers' as const,
      systemId: null,
      needs: toAnswer,
    })),
  ];
  return merged(uses).slice(0, MAX_CHECKED_CHANNELS);
}

/** A channel with several uses is looked at once; that it answers there counts for more than what else it does. */
function merged(uses: readonly UsedChannel[]): UsedChannel[] {
  const byChannel = new Map<string, UsedChannel>();
  for (const one of uses) {
    const before = byChannel.get(one.channelId);
    if (!before) {
      byChannel.set(one.channelId, one);
      continue;
    }
    const { use, systemId } = one.use === 'answers' ? one : before;
    const guildId = before.guildId === null || one.guildId === null ? null : one.guildId;
    byChannel.set(one.channelId, { ...before, use, systemId, guildId, needs: [...new Set([...before.needs, ...one.needs])] });
  }
  return [...byChannel.values()];
}

/** The used channels without those in which it is silent, with the channels that the bot sees in a category in place of the category. */
function answeredIn(
  { channelSettings }: BotEntity,
  used: readonly UsedChannel[],
  found: readonly ChannelAccess[],
): UsedChannel[] {
  const isRestricted = ({ channelId, within }: ChannelAccess): boolean =>
    [channelId, ...within].some((id) => channelSettings.restrictedChannels.includes(id));
  const inCategory = (categoryId: string): readonly ChannelAccess[] =>
    found.filter(({ within, permissions }) => within.includes(categoryId) && missingPermissions(permissions, SEEN).length === 0);
  const expanded = used.flatMap((channel): readonly UsedChannel[] => {
    const access = found.find(({ channelId }) => channelId === channel.channelId);
    if (channel.use !== 'answers' || !access) return [channel];
    if (isRestricted(access)) return [];
    const members = access.isCategory ? inCategory(access.channelId) : [];
    if (members.length === 0) return [channel];
    return members.filter((member) => !isRestricted(member)).map(({ channelId }) => ({ ...channel, channelId }));
  });
  return merged(expanded);
}

type NameOf = (guildId: string | null) => string | null;

function channelFindings(bot: BotEntity, channel: UsedChannel, access: ChannelAccess, nameOf: NameOf): Finding[] {
  const { channelId, use, systemId } = channel;
  const { name, isDeleted, isThread, isCategory, isAgeRestricted, permissions } = access;
  const isUnnamed = channel.guildId !== null;
  if (isUnnamed && isDeleted) return [];
  const serverId = access.guildId ?? channel.guildId;
  const place = { channelId, channelName: name, serverId, serverName: nameOf(serverId) };
  const needs = isThread ? neededInThread(channel.needs) : channel.needs;
  // Of a channel of the settings that is not seen nobody knows whether it exists.
  const missing = name === null ? (isUnnamed ? (['view_channels'] as const) : []) : missingPermissions(permissions, needs);
  const state = name === null || missing.length > 0 ? 'problem' : 'ok';
  const isTooOpen = bot.ageRating === 'adult' && use === 'answers' && name !== null && !isCategory && !isAgeRestricted;
  return [
    finding({
      check: 'channel',
      state,
      ...place,
      missingPermissions: [...missing],
      use,
      systemName: systemId === null ? null : systemName(systemId),
    }),
    ...(isTooOpen ? [finding({ check: 'age_restriction', state: 'problem', ...place })] : []),
  ];
}

/** A bot that is rated 18+ and may answer everywhere is told where it does. */
const ageNote = ({ ageRating }: BotEntity): Finding[] =>
  ageRating === 'adult' ? [finding({ check: 'age_restriction', state: 'note' })] : [];

interface GivenRole {
  readonly roleId: string;
  /** Null for a role of the settings, which name no server. */
  readonly guildId: string | null;
  readonly systemId: string;
}

function givenRoles(systems: readonly SystemInUse[], used: Used | null): GivenRole[] {
  const ofSettings = systems.flatMap((system) =>
    rolesOfSystem(system).map((roleId) => ({ roleId, guildId: null, systemId: system.systemId })),
  );
  return [...ofSettings, ...(used?.roles ?? [])].slice(0, MAX_CHECKED_ROLES);
}

/** The roles that it cannot give, or one finding for all that it can. */
function roleFindings(roles: readonly GivenRole[], access: readonly RoleAccess[], nameOf: NameOf): Finding[] {
  const faulty = roles.flatMap(({ roleId, guildId, systemId }) => {
    const found = access.find((one) => one.roleId === roleId && (guildId === null || one.guildId === guildId));
    if (!found?.fault) return [];
    const { fault: roleFault, name: roleName, guildId: serverId } = found;
    const place = { serverId, serverName: nameOf(serverId) };
    return [finding({ check: 'role', state: 'problem', ...place, roleName, roleFault, systemName: systemName(systemId) })];
  });
  return faulty.length === 0 && access.length > 0 ? [finding({ check: 'role', state: 'ok' })] : faulty;
}
