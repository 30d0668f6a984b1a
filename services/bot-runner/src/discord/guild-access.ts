import { growingCache } from '@kith/kit';
import { Injectable } from '@nestjs/common';
import {
  ChannelType,
  OverwriteType,
  PermissionFlagsBits,
  Routes,
  type APIChannel,
  type APIGuild,
  type APIGuildMember,
  type APIOverwrite,
  type APIRole,
} from 'discord-api-types/v10';
import type { LRUCache } from 'lru-cache';
import { displayName } from './display-name.js';
import { isRefused } from './refused.js';
import { RestClients } from './rest-clients.js';
import { isThreadType } from './thread-types.js';

/** A guild or channel that changed is seen after at most this time. */
const CACHED_MS = 30_000;
const MAX_CACHED = 5000;
const ALL = Object.values(PermissionFlagsBits).reduce((sum, bit) => sum | bit, 0n);
/** What is left to a member in a timeout. */
const IN_TIMEOUT = PermissionFlagsBits.ViewChannel | PermissionFlagsBits.ReadMessageHistory;

/** A member as far as permissions depend on them. */
export interface GuildMember {
  readonly id: string;
  readonly roleIds: readonly string[];
  /** ISO time; null without a timeout. */
  readonly timedOutUntil?: string | null | undefined;
}

/** With the name that others see. */
export interface NamedMember extends GuildMember {
  readonly name: string;
}

/** A channel of a guild; for a thread the channel that it belongs to. */
export interface GuildPlace {
  readonly botId: string;
  readonly guildId: string;
  readonly channelId: string;
}

/** A role as far as permissions depend on it: complete ones, of thousands of guilds, would take hundreds of megabytes. */
type RoleFacts = Pick<APIRole, 'id' | 'permissions' | 'position'> & { readonly botId?: string };
type GuildFacts = Pick<APIGuild, 'id' | 'name' | 'owner_id'> & { readonly roles: readonly RoleFacts[] };

interface ChannelFacts {
  /** Null for a direct message. */
  readonly guildId: string | null;
  /** Of a thread, the channel whose permissions it has; null otherwise. */
  readonly parentId: string | null;
  /** Of a channel that is no thread, the category that it stands in. */
  readonly categoryId: string | null;
  readonly overwrites: readonly APIOverwrite[];
  /** Whether Discord shows it to adults only. */
  readonly isAgeRestricted: boolean;
  /** A thread that only its members see. */
  readonly isPrivateThread: boolean;
}

/**
 * Who may do what in a guild, by Discord's rules. Asked over REST when a decision needs it and remembered for half a minute, because runners
 * keep no copies of guilds. Methods throw what Discord answers, for example 403 when the bot is no longer in the guild.
 */
@Injectable()
export class GuildAccess {
  private readonly guilds = growingCache<Promise<GuildFacts>>(MAX_CACHED, CACHED_MS);
  private readonly channels = growingCache<Promise<ChannelFacts>>(MAX_CACHED, CACHED_MS);
  private readonly ownMembers = growingCache<Promise<GuildMember>>(MAX_CACHED, CACHED_MS);

  constructor(private readonly clients: RestClients) {}

  /** The permission bits of a member in a channel. */
  async permissionsOf(place: GuildPlace, member: GuildMember): Promise<bigint> {
    const [guild, { overwrites }] = await Promise.all([this.guild(place), this.channel(place)]);
    return permissionsIn(guild, overwrites, member);
  }

  /** Whether the member may read and write in the channel or thread. */
  async mayWrite(place: GuildPlace, member: GuildMember): Promise<boolean> {
    const { parentId } = await this.channel(place);
    const permissions = await this.permissionsOf({ ...place, channelId: parentId ?? place.channelId }, member);
    const { ViewChannel, SendMessages, SendMessagesInThreads } = PermissionFlagsBits;
    return allows(permissions, ViewChannel | (parentId === null ? SendMessages : SendMessagesInThreads));
  }

  /**
   * Whether the member may give and take the role: as the owner of the guild, or with the permission to manage roles and a role above it. False for
   * a role that the guild does not have. `permissions` as Discord writes them.
   */
  async mayGive(
    place: Pick<GuildPlace, 'botId' | 'guildId'>,
    { id, roleIds, permissions }: GuildMember & { readonly permissions: string },
    roleId: string,
  ): Promise<boolean> {
    const guild = await this.guild(place);
    const role = guild.roles.find((one) => one.id === roleId);
    if (!role || id === guild.owner_id) return role !== undefined;
    return hasAnyOf(permissions, PermissionFlagsBits.ManageRoles) && highestPosition(guild, { id, roleIds }) > role.position;
  }

  /** The permission bits of the bot itself in a channel. `ownUserId` is the id of its Discord user. */
  async ownPermissions(place: GuildPlace, ownUserId: string): Promise<bigint> {
    return this.permissionsOf(place, await this.ownMember(place, ownUserId));
  }

  /** Whether `member` stands above `other` in the order of roles; nobody stands above the owner of the guild, and nobody above oneself. */
  async isAbove(place: Pick<GuildPlace, 'botId' | 'guildId'>, member: GuildMember, other: GuildMember): Promise<boolean> {
    const guild = await this.guild(place);
    if (other.id === guild.owner_id || other.id === member.id) return false;
    return member.id === guild.owner_id || highestPosition(guild, member) > highestPosition(guild, other);
  }

  /** The role that Discord made for the bot when it was added to the guild; null without one. */
  async ownRole(place: Pick<GuildPlace, 'botId' | 'guildId'>, ownUserId: string): Promise<string | null> {
    const { roles } = await this.guild(place);
    return roles.find(({ botId }) => botId === ownUserId)?.id ?? null;
  }

  /** The bot itself as a member of the guild. */
  ownMember({ botId, guildId }: Pick<GuildPlace, 'botId' | 'guildId'>, ownUserId: string): Promise<GuildMember> {
    return remembered(this.ownMembers, `${botId}:${guildId}`, () => this.member({ botId, guildId }, ownUserId));
  }

  /** A member of the guild, asked anew each time. Rejects with Discord's 404 when they are not in it. */
  async member({ botId, guildId }: Pick<GuildPlace, 'botId' | 'guildId'>, userId: string): Promise<NamedMember> {
    const found = (await this.clients.use(botId, (rest) => rest.get(Routes.guildMember(guildId, userId)))) as APIGuildMember;
    const name = displayName(found.user, found.nick);
    return { id: userId, name, roleIds: found.roles, timedOutUntil: found.communication_disabled_until };
  }

  guild({ botId, guildId }: Pick<GuildPlace, 'botId' | 'guildId'>): Promise<GuildFacts> {
    return remembered(this.guilds, `${botId}:${guildId}`, async () => {
      const guild = (await this.clients.use(botId, (rest) => rest.get(Routes.guild(guildId)))) as APIGuild;
      const { id, name, owner_id, roles } = guild;
      return {
        id,
        name,
        owner_id,
        roles: roles.map(roleFacts),
      };
    });
  }

  /** Forgets what is known of a guild, and of a channel, so that the next question is answered with their current state. */
  forget({ botId, guildId, channelId }: Pick<GuildPlace, 'botId' | 'guildId'> & Partial<GuildPlace>): void {
    if (channelId !== undefined) this.channels.delete(`${botId}:${channelId}`);
    this.guilds.delete(`${botId}:${guildId}`);
    this.ownMembers.delete(`${botId}:${guildId}`);
  }

  /**
   * Whether the channel belongs to another guild than the one named. Settings of a bot hold for all its guilds, so that a configured channel must not get
   * what happens in others. False for a channel that the bot cannot see: Discord refuses to post there.
   */
  async isElsewhere({ botId, guildId, channelId }: GuildPlace): Promise<boolean> {
    try {
      return (await this.channel({ botId, channelId })).guildId !== guildId;
    } catch (error) {
      if (isRefused(error)) return false;
      throw error;
    }
  }

  /** What decisions need to know of a channel. Rejects with what Discord answers. */
  channel({ botId, channelId }: Pick<GuildPlace, 'botId' | 'channelId'>): Promise<ChannelFacts> {
    return remembered(this.channels, `${botId}:${channelId}`, async () => {
      const channel = (await this.clients.use(botId, (rest) => rest.get(Routes.channel(channelId)))) as APIChannel;
      const above = 'parent_id' in channel ? (channel.parent_id ?? null) : null;
      const isThread = isThreadType(channel.type);
      return {
        guildId: 'guild_id' in channel ? (channel.guild_id ?? null) : null,
        parentId: isThread ? above : null,
        categoryId: isThread ? null : above,
        overwrites: 'permission_overwrites' in channel ? (channel.permission_overwrites ?? []) : [],
        isAgeRestricted: 'nsfw' in channel && channel.nsfw === true,
        isPrivateThread: channel.type === ChannelType.PrivateThread,
      };
    });
  }
}

const roleFacts = ({ id, permissions, position, tags }: APIRole): RoleFacts => ({
  id,
  permissions,
  position,
  ...(tags?.bot_id === undefined ? {} : { botId: tags.bot_id }),
});

/** The cached promise; a rejected one is not kept. */
function remembered<T>(cache: LRUCache<string, Promise<T>>, key: string, ask: () => Promise<T>): Promise<T> {
  const known = cache.get(key);
  if (known) return known;
  const asked = ask();
  cache.set(key, asked);
  asked.catch(() => cache.delete(key));
  return asked;
}

/** Discord's rule: roles together, then the overwrites for @everyone, for all roles, for the member. */
export function permissionsIn(
  { id: guildId, owner_id: ownerId, roles }: GuildFacts,
  overwrites: readonly APIOverwrite[],
  { id, roleIds, timedOutUntil }: GuildMember,
): bigint {
  if (id === ownerId) return ALL;
  const held = roles.filter((role) => role.id === guildId || roleIds.includes(role.id));
  const base = held.reduce((sum, { permissions }) => sum | BigInt(permissions), 0n);
  if (base & PermissionFlagsBits.Administrator) return ALL;
  const matching = (type: OverwriteType, ids: readonly string[]): APIOverwrite[] =>
    overwrites.filter((overwrite) => overwrite.type === type && ids.includes(overwrite.id));
  const steps = [
    matching(OverwriteType.Role, [guildId]),
    matching(
      OverwriteType.Role,
      roleIds.filter((roleId) => roleId !== guildId),
    ),
    matching(OverwriteType.Member, [id]),
  ];
  const allowed = steps.reduce((sum, step) => applied(sum, step), base);
  if (!(allowed & PermissionFlagsBits.ViewChannel)) return 0n;
  const isTimedOut = timedOutUntil !== null && timedOutUntil !== undefined && Date.parse(timedOutUntil) > Date.now();
  return isTimedOut ? allowed & IN_TIMEOUT : allowed;
}

function applied(bits: bigint, overwrites: readonly APIOverwrite[]): bigint {
  const deny = overwrites.reduce((sum, overwrite) => sum | BigInt(overwrite.deny), 0n);
  const allow = overwrites.reduce((sum, overwrite) => sum | BigInt(overwrite.allow), 0n);
  return (bits & ~deny) | allow;
}

function highestPosition({ roles }: GuildFacts, { roleIds }: GuildMember): number {
  return Math.max(0, ...roles.filter((role) => roleIds.includes(role.id)).map(({ position }) => position));
}

/** Whether at least one of `bits` is among the permissions (a string where Discord writes them), or the permission that includes all others. */
export const hasAnyOf = (permissions: bigint | string, bits: bigint): boolean =>
  (BigInt(permissions) & (bits | PermissionFlagsBits.Administrator)) !== 0n;

/** Whether a member may change the settings of the server. `permissions` as Discord writes them. */
export const managesServer = (permissions: string): boolean => hasAnyOf(permissions, PermissionFlagsBits.ManageGuild);

/** Whether all of `needed` are among the bits of `permissions`. */
export const allows = (permissions: bigint, needed: bigint): boolean => (permissions & needed) === needed;
