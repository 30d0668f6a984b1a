import { VoiceStates } from './voice/voice-states.js';

/** Discord's permission bits that the stand-in checks. */
export const PERMISSION = {
  kickMembers: 1n << 1n,
  banMembers: 1n << 2n,
  administrator: 1n << 3n,
  manageChannels: 1n << 4n,
  manageGuild: 1n << 5n,
  addReactions: 1n << 6n,
  viewChannel: 1n << 10n,
  sendMessages: 1n << 11n,
  manageMessages: 1n << 13n,
  embedLinks: 1n << 14n,
  attachFiles: 1n << 15n,
  readMessageHistory: 1n << 16n,
  mentionEveryone: 1n << 17n,
  connect: 1n << 20n,
  speak: 1n << 21n,
  muteMembers: 1n << 22n,
  moveMembers: 1n << 24n,
  manageRoles: 1n << 28n,
  useApplicationCommands: 1n << 31n,
  manageEvents: 1n << 33n,
  createEvents: 1n << 44n,
  manageThreads: 1n << 34n,
  createPublicThreads: 1n << 35n,
  createPrivateThreads: 1n << 36n,
  sendMessagesInThreads: 1n << 38n,
  moderateMembers: 1n << 40n,
  sendPolls: 1n << 49n,
} as const;
export type PermissionName = keyof typeof PERMISSION;

const ALL = Object.values(PERMISSION).reduce((sum, bit) => sum | bit, 0n);
const bitsOf = (names: readonly PermissionName[]): bigint => names.reduce((sum, name) => sum | PERMISSION[name], 0n);
/** What is left to a member in a timeout. */
const IN_TIMEOUT = bitsOf(['viewChannel', 'readMessageHistory']);

const MEMBER_DEFAULTS: readonly PermissionName[] = [
  'viewChannel',
  'sendMessages',
  'embedLinks',
  'attachFiles',
  'addReactions',
  'connect',
  'speak',
  'readMessageHistory',
  'useApplicationCommands',
  'createPublicThreads',
  'sendMessagesInThreads',
  'sendPolls',
];
/** What a bot may do in its guild unless the test says otherwise: everything that it does not have to be an administrator for. */
export const BOT_DEFAULTS = (Object.keys(PERMISSION) as PermissionName[]).filter((name) => name !== 'administrator');

export interface Role {
  readonly id: string;
  readonly name: string;
  readonly permissions: readonly PermissionName[];
  /** Roles with a higher position stand above; @everyone has 0. */
  readonly position: number;
  /** Belongs to a bot: nobody can assign it. */
  readonly managed: boolean;
  /** The bot whose own role it is. */
  readonly botId?: string;
}

export interface Member {
  readonly id: string;
  readonly name: string;
  readonly isBot: boolean;
  nick: string | null;
  roles: string[];
  /** ISO time; null without a timeout. */
  timedOutUntil: string | null;
  /** ISO time; absent for members who were there from the beginning. */
  joinedAt?: string;
  /** Has not accepted the rules of the server yet. */
  isPending?: boolean;
  /** The hash of the picture of their account. */
  avatar?: string;
}

export interface Guild {
  readonly id: string;
  readonly name: string;
  readonly ownerId: string;
  readonly roles: Map<string, Role>;
  readonly members: Map<string, Member>;
  readonly bans: Set<string>;
  /** The ids of its own emoji, by name. */
  readonly emojis: Map<string, string>;
  /** The channel in which Discord announces new members; null: it does not. */
  systemChannelId: string | null;
}

/** What a channel allows or denies a role or a member. */
export interface Overwrite {
  /** The id of the role or member. */
  readonly id: string;
  readonly of: 'role' | 'member';
  readonly allow?: readonly PermissionName[];
  readonly deny?: readonly PermissionName[];
}

/** The bits of a role or an overwrite as Discord sends them: a decimal string. */
export const permissionString = (names: readonly PermissionName[] = []): string => String(bitsOf(names));

/** The guilds of the stand-in with their roles and members, and Discord's rules of who may do what. */
export class Guilds {
  readonly voiceStates = new VoiceStates();
  private readonly byId = new Map<string, Guild>();

  add(guild: { id: string; name: string; ownerId: string }): Guild {
    const everyone: Role = { id: guild.id, name: '@everyone', permissions: MEMBER_DEFAULTS, position: 0, managed: false };
    const made: Guild = {
      ...guild,
      roles: new Map([[guild.id, everyone]]),
      members: new Map(),
      bans: new Set(),
      emojis: new Map(),
      systemChannelId: null,
    };
    this.byId.set(guild.id, made);
    this.member(made, guild.ownerId);
    return made;
  }

  get(id: string | null | undefined): Guild | undefined {
    return id === null || id === undefined ? undefined : this.byId.get(id);
  }

  /** The guilds that a user or bot is a member of. */
  of(memberId: string): Guild[] {
    return [...this.byId.values()].filter(({ members }) => members.has(memberId));
  }

  /** A member, who joins on the first use. */
  member(guild: Guild, id: string): Member {
    const known = guild.members.get(id);
    if (known) return known;
    const made: Member = { id, name: `member-${id.slice(-4)}`, isBot: false, nick: null, roles: [], timedOutUntil: null };
    guild.members.set(id, made);
    return made;
  }

  removeRole({ roles, members }: Guild, roleId: string): void {
    roles.delete(roleId);
    for (const member of members.values()) member.roles = member.roles.filter((id) => id !== roleId);
  }

  /** What a member may do in the guild, or in a channel of it when one is given. */
  permissions(guild: Guild, memberId: string, channel?: { readonly overwrites: readonly Overwrite[] }): bigint {
    if (memberId === guild.ownerId) return ALL;
    const member = guild.members.get(memberId);
    if (!member) return 0n;
    const roleIds = [guild.id, ...member.roles];
    const base = roleIds.reduce((sum, id) => sum | bitsOf(guild.roles.get(id)?.permissions ?? []), 0n);
    if (base & PERMISSION.administrator) return ALL;
    const result = channel
      ? withOverwrites(base, channel.overwrites, { guildId: guild.id, roleIds: member.roles, memberId })
      : base;
    if (channel && !(result & PERMISSION.viewChannel)) return 0n;
    return isTimedOut(member) ? result & IN_TIMEOUT : result;
  }

  /** Whether Discord lets a member moderate another one: only those whose highest role is lower, and never the owner. */
  isAbove(guild: Guild, memberId: string, otherId: string): boolean {
    if (otherId === guild.ownerId) return false;
    if (memberId === guild.ownerId) return true;
    return this.highestPosition(guild, memberId) > this.highestPosition(guild, otherId);
  }

  highestPosition(guild: Guild, memberId: string): number {
    const positions = guild.members.get(memberId)?.roles.map((id) => guild.roles.get(id)?.position ?? 0) ?? [];
    return Math.max(0, ...positions);
  }
}

const isTimedOut = ({ timedOutUntil }: Member): boolean => timedOutUntil !== null && Date.parse(timedOutUntil) > Date.now();

/** In Discord's order: @everyone, then all roles together, then the member. */
function withOverwrites(
  base: bigint,
  overwrites: readonly Overwrite[],
  { guildId, roleIds, memberId }: { guildId: string; roleIds: readonly string[]; memberId: string },
): bigint {
  const steps = [[guildId], roleIds, [memberId]];
  return steps.reduce((sum, ids) => {
    const matching = overwrites.filter(({ id }) => ids.includes(id));
    const deny = matching.reduce((bits, { deny = [] }) => bits | bitsOf(deny), 0n);
    const allow = matching.reduce((bits, { allow = [] }) => bits | bitsOf(allow), 0n);
    return (sum & ~deny) | allow;
  }, base);
}

interface Overwritable {
  readonly overwrites: readonly Overwrite[];
}

/** A thread has the overwrites of its parent. */
export const overwritesOf = (channel: Overwritable, parent: Overwritable | undefined): readonly Overwrite[] =>
  channel.overwrites.length === 0 && parent ? parent.overwrites : channel.overwrites;
