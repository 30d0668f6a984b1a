import { DiscordAPIError } from '@discordjs/rest';
import {
  MAX_CHECKED_CHANNELS,
  MAX_CHECKED_SERVERS,
  type ChannelAccess,
  type OutputOf,
  type ParsedInputOf,
  type RoleAccess,
  type runnerChannels as calls,
} from '@kith/proto';
import { Injectable } from '@nestjs/common';
import { ChannelType, Routes, type APIChannel, type APIRole } from 'discord-api-types/v10';
import { GuildAccess, permissionsIn } from '../discord/guild-access.js';
import { RestClients } from '../discord/rest-clients.js';
import { isThreadType } from '../discord/thread-types.js';
import { isWrittenIn } from './channel-list.js';
import { askDiscord } from './discord-answers.js';

const TIMEOUT_MS = 4000;
/** Discord's codes for a channel that was deleted, and for one that the bot cannot see. */
const DELETED = 10_003;
const HIDDEN = 50_001;

type SeenChannel = APIChannel | 'deleted' | 'hidden';
const UNSEEN = {
  guildId: null,
  name: null,
  isThread: false,
  isCategory: false,
  isAgeRestricted: false,
  permissions: '0',
} as const;

/** A role as Discord has it, beside those of the bot. */
interface ServerRoles {
  readonly guildId: string;
  readonly roles: readonly APIRole[];
  /** The highest role of the bot; infinite for a bot that owns the server. */
  readonly ownPosition: number;
}

type Bot = Pick<ParsedInputOf<typeof calls.access>, 'botId' | 'applicationId'>;

/** What a bot may do in channels, and which roles it can give, for check-ups. */
@Injectable()
export class ChannelAccessService {
  constructor(
    private readonly clients: RestClients,
    private readonly guilds: GuildAccess,
  ) {}

  async access(input: ParsedInputOf<typeof calls.access>): Promise<OutputOf<typeof calls.access>> {
    const { botId, channelIds, roles } = input;
    const found = await Promise.all(channelIds.map((channelId) => askDiscord(() => this.channel(botId, channelId))));
    const guildIds = [...found.flatMap((channel) => guildOf(channel) ?? []), ...roles.flatMap(({ guildId }) => guildId ?? [])];
    // What is remembered may be half a minute old, and the owner may have mended it since.
    for (const guildId of new Set([...guildIds, ...input.guildIds])) this.guilds.forget({ botId, guildId });
    const [channels, inCategories, access] = await Promise.all([
      Promise.all(channelIds.map((channelId, at) => askDiscord(() => this.accessTo(input, channelId, found[at] ?? 'hidden')))),
      askDiscord(() => this.inCategories(input, found)),
      askDiscord(() => this.rolesOf(input)),
    ]);
    return { channels: [...channels, ...inCategories], roles: access };
  }

  /** The access to the channels in the categories among `found`, which one request for each server tells. */
  private async inCategories(input: ParsedInputOf<typeof calls.access>, found: readonly SeenChannel[]): Promise<ChannelAccess[]> {
    const categories = found.filter((channel) => typeof channel === 'object' && channel.type === ChannelType.GuildCategory);
    const categoryIds = new Set(categories.map((category) => (typeof category === 'object' ? category.id : '')));
    const guildIds = [...new Set(categories.flatMap((category) => guildOf(category) ?? []))].slice(0, MAX_CHECKED_SERVERS);
    const lists = await Promise.all(guildIds.map((guildId) => this.channelsOf(input.botId, guildId)));
    const members = lists
      .flat()
      .filter((channel) => isWrittenIn(channel) && parentsOf([channel]).some((parentId) => categoryIds.has(parentId)))
      .filter(({ id }) => !input.channelIds.includes(id));
    return Promise.all(members.slice(0, MAX_CHECKED_CHANNELS).map((channel) => this.accessTo(input, channel.id, channel)));
  }

  private async channelsOf(botId: string, guildId: string): Promise<APIChannel[]> {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    return (await this.clients.use(botId, (rest) => rest.get(Routes.guildChannels(guildId), { signal }))) as APIChannel[];
  }

  private async accessTo(bot: Bot, channelId: string, channel: SeenChannel): Promise<ChannelAccess> {
    const guildId = guildOf(channel);
    if (typeof channel === 'string' || guildId === null)
      return { channelId, ...UNSEEN, within: [], isDeleted: channel === 'deleted' };
    const place = { botId: bot.botId, guildId };
    const [guild, own, governing] = await Promise.all([
      this.guilds.guild(place),
      this.guilds.ownMember(place, bot.applicationId),
      this.governing(bot.botId, channel),
    ]);
    const overwrites =
      typeof governing === 'object' && 'permission_overwrites' in governing ? (governing.permission_overwrites ?? []) : [];
    return {
      channelId,
      guildId,
      name: channel.name ?? null,
      isDeleted: false,
      isThread: isThreadType(channel.type),
      isCategory: channel.type === ChannelType.GuildCategory,
      within: parentsOf([channel, governing]),
      isAgeRestricted: typeof governing === 'object' && 'nsfw' in governing && governing.nsfw === true,
      permissions: String(permissionsIn(guild, overwrites, own)),
    };
  }

  /** The channel whose overwrites and age restriction hold: of a thread, the one that it belongs to. */
  private governing(botId: string, channel: APIChannel): Promise<SeenChannel> {
    const parentId = isThreadType(channel.type) && 'parent_id' in channel ? channel.parent_id : null;
    return parentId ? this.channel(botId, parentId) : Promise.resolve(channel);
  }

  private async rolesOf({ roles, guildIds, ...bot }: ParsedInputOf<typeof calls.access>): Promise<RoleAccess[]> {
    if (roles.length === 0) return [];
    const named = roles.flatMap(({ guildId }) => guildId ?? []);
    const anywhere = roles.some(({ guildId }) => guildId === null) ? guildIds : [];
    const servers = await Promise.all(
      [...new Set([...named, ...anywhere])].slice(0, MAX_CHECKED_SERVERS).map((guildId) => this.serverRoles(bot, guildId)),
    );
    return roles.flatMap(({ roleId, guildId }) => roleAccess(roleId, guildId, servers) ?? []);
  }

  private async serverRoles({ botId, applicationId }: Bot, guildId: string): Promise<ServerRoles> {
    const place = { botId, guildId };
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    // Not the remembered ones: the owner may have moved a role just now.
    const ask = this.clients.use(botId, (rest) => rest.get(Routes.guildRoles(guildId), { signal }));
    const [roles, guild, own] = await Promise.all([
      ask as Promise<APIRole[]>,
      this.guilds.guild(place),
      this.guilds.ownMember(place, applicationId),
    ]);
    const positions = roles.filter(({ id }) => own.roleIds.includes(id)).map(({ position }) => position);
    return { guildId, roles, ownPosition: guild.owner_id === applicationId ? Infinity : Math.max(0, ...positions) };
  }

  private async channel(botId: string, channelId: string): Promise<SeenChannel> {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    try {
      return (await this.clients.use(botId, (rest) => rest.get(Routes.channel(channelId), { signal }))) as APIChannel;
    } catch (error) {
      if (!(error instanceof DiscordAPIError)) throw error;
      if (error.code === DELETED) return 'deleted';
      if (error.code === HIDDEN) return 'hidden';
      throw error;
    }
  }
}

/** Null for direct messages, and for a channel that the bot does not see. */
const guildOf = (channel: SeenChannel): string | null =>
  typeof channel === 'object' && 'guild_id' in channel ? (channel.guild_id ?? null) : null;

/** The channels and categories that these belong to, each once. */
const parentsOf = (channels: readonly SeenChannel[]): string[] => [
  ...new Set(
    channels.flatMap((channel) => (typeof channel === 'object' && 'parent_id' in channel ? (channel.parent_id ?? []) : [])),
  ),
];

/** Null for a role of a server that was not looked at. */
function roleAccess(roleId: string, guildId: string | null, servers: readonly ServerRoles[]): RoleAccess | null {
  const looked = servers.filter((server) => guildId === null || server.guildId === guildId);
  if (looked.length === 0) return null;
  const found = looked.flatMap(({ guildId: of, roles, ownPosition }) =>
    roles.filter(({ id }) => id === roleId).map((role) => ({ of, role, ownPosition })),
  )[0];
  if (!found) return { roleId, guildId, name: null, fault: 'gone' };
  const { of, role, ownPosition } = found;
  const fault = role.managed ? 'managed' : role.position >= ownPosition ? 'above' : null;
  return { roleId, guildId: of, name: role.name, fault };
}
