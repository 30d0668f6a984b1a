import { EventEmitter } from 'node:events';
import type { ForwardedMessage } from './forwarded-message.js';
import type { AutoModRule } from './auto-mod-rule.js';
import { applicationIdInToken, newToken } from './bot-token.js';
import { BOT_DEFAULTS, Guilds, overwritesOf, type Guild, type Overwrite, type PermissionName } from './guilds.js';

const DISCORD_EPOCH_MS = 1_420_070_400_000n;
/** Discord documents that it answers a repeated nonce with the first message for "the past few minutes". */
const NONCE_MEMORY_MS = 300_000;

export interface BotOptions {
  readonly applicationId?: string;
  /** Default: a generated token in Discord's format. */
  readonly token?: string;
  readonly name?: string;
  /** Whether the Message Content intent is enabled in the developer portal; default true. */
  readonly hasMessageContentIntent?: boolean;
  readonly hasMembersIntent?: boolean;
  /** The token belongs to a user account, which Discord does not allow programs to use; default false. */
  readonly isUserAccount?: boolean;
  /** What the bot may do in its guild; default: everything but what an administrator may. */
  readonly permissions?: readonly PermissionName[];
  /** False: the bot is in no guild yet; its `guildId` and `channelId` are those of a guild that it can join. Default true. */
  readonly isInGuild?: boolean;
}

/** A Discord bot with its first guild and the first channel of that guild. */
export interface NewGuild {
  readonly name: string;
  readonly ownerId?: string | undefined;
  /** The names of its channels. */
  readonly channels?: readonly string[];
}

export interface DiscordBot {
  readonly token: string;
  readonly applicationId: string;
  readonly guildId: string;
  readonly channelId: string;
}

export interface Channel {
  readonly id: string;
  readonly guildId: string | null;
  readonly name: string;
  /** Discord's channel type: 0 text, 1 direct message, 11 public thread. */
  readonly type: number;
  readonly parentId: string | null;
  /** What the channel allows and denies roles and members. */
  overwrites: readonly Overwrite[];
  /** Whether Discord shows it to adults only. */
  isAgeRestricted: boolean;
  /** Slow mode in seconds. */
  rateLimitPerUser: number;
  /** The rest is for threads only. */
  isArchived: boolean;
  /** Only those who manage threads can open it again. */
  isLocked: boolean;
  readonly memberIds: Set<string>;
}

/** A file of a message, which the stand-in serves at `path`. */
export interface Attachment {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly bytes: number;
  /** Below the stand-in's base address; absent for files that a bot sent. */
  readonly path?: string;
}

export interface Message {
  readonly id: string;
  readonly channelId: string;
  readonly guildId: string | null;
  readonly authorId: string;
  readonly isBot: boolean;
  content: string;
  /** Id of the message that this one replies to. */
  readonly replyTo: string | null;
  readonly nonce: string | null;
  readonly allowedMentions: unknown;
  readonly postedAtMs: number;
  embeds: readonly unknown[];
  components: readonly unknown[];
  readonly poll: unknown;
  readonly attachments: readonly Attachment[];
  /** What a member passed on from elsewhere; absent for all other messages. */
  readonly forwarded?: ForwardedMessage | undefined;
  /** The ids of the users who reacted, by emoji. */
  readonly reactions: Map<string, Set<string>>;
  editedAtMs: number | null;
  /** Discord's type of message; absent for ordinary ones and replies. */
  readonly type?: number;
  readonly flags?: number;
}
type NewMessage = Pick<Message, 'channelId' | 'guildId' | 'authorId' | 'isBot' | 'content'> &
  Partial<
    Pick<
      Message,
      'type' | 'flags' | 'replyTo' | 'nonce' | 'allowedMentions' | 'embeds' | 'components' | 'poll' | 'attachments' | 'forwarded'
    >
  > & {
    /** When it was written, if not now. */
    readonly sentAtMs?: number | undefined;
  };

interface RegisteredBot extends DiscordBot {
  name: string;
  description: string;
  avatar: string | null;
  hasMessageContentIntent: boolean;
  hasMembersIntent: boolean;
  readonly isUserAccount: boolean;
  /** How many shards it has to connect with at least. */
  shards: number;
}

/** The bots, guilds, channels and messages of the stand-in Discord. Emits `message` for each posted message. */
export class DiscordState extends EventEmitter {
  readonly guilds = new Guilds();
  /** By their id. */
  readonly autoModRules = new Map<string, AutoModRule>();
  private readonly botsById = new Map<string, RegisteredBot>();
  private readonly applicationOfToken = new Map<string, string>();
  private readonly channelsById = new Map<string, Channel>();
  private readonly channelsByGuild = new Map<string, Set<Channel>>();
  private readonly messagesById = new Map<string, Message>();
  private readonly nonces = new Map<string, Message>();
  private readonly filesByPath = new Map<string, { type: string; content: Buffer }>();
  private readonly typingByChannel = new Map<string, number>();
  private increment = 0n;

  addBot(options: BotOptions): DiscordBot {
    const applicationId = options.applicationId ?? applicationIdInToken(options.token) ?? this.snowflake();
    const token = options.token ?? newToken(applicationId);
    const {
      name = `bot-${applicationId.slice(-4)}`,
      hasMessageContentIntent = true,
      hasMembersIntent = true,
      isUserAccount = false,
    } = options;
    const guild = this.addGuild({ name: `Guild of ${name}` });
    const channel = this.addChannel({ guildId: guild.id, name: 'general' });
    const bot = { token, applicationId, guildId: guild.id, channelId: channel.id };
    const profile = { name, description: '', avatar: null, hasMessageContentIntent, hasMembersIntent, isUserAccount, shards: 1 };
    this.botsById.set(applicationId, { ...bot, ...profile });
    this.applicationOfToken.set(token, applicationId);
    if (options.isInGuild ?? true) this.joinGuild(applicationId, guild.id, options.permissions);
    return bot;
  }

  addGuild({ name, ownerId = this.snowflake(), channels = [] }: NewGuild): Guild {
    const guild = this.guilds.add({ id: this.snowflake(), name, ownerId });
    for (const channel of channels) this.addChannel({ guildId: guild.id, name: channel });
    return guild;
  }

  /** Makes a bot a member of a guild, with a role of its own that holds its permissions. */
  joinGuild(applicationId: string, guildId: string, permissions: readonly PermissionName[] = BOT_DEFAULTS): Guild {
    const guild = this.guilds.get(guildId);
    if (!guild) throw new Error(`the stand-in Discord has no guild ${guildId}`);
    const { name } = this.bot(applicationId);
    const role = { id: this.snowflake(), name, permissions, position: 10, managed: true, botId: applicationId };
    guild.roles.set(role.id, role);
    const member = { id: applicationId, name, isBot: true, nick: null, roles: [role.id], timedOutUntil: null };
    guild.members.set(applicationId, member);
    return guild;
  }

  /** What a member may do in a channel; in a direct message everything. */
  permissionsIn(channel: Channel, memberId: string): bigint | 'all' {
    const guild = this.guilds.get(channel.guildId);
    if (!guild) return 'all';
    const parent = channel.parentId === null ? undefined : this.channel(channel.parentId);
    return this.guilds.permissions(guild, memberId, { overwrites: overwritesOf(channel, parent) });
  }

  /** Invalidates the bot's token; without a replacement the bot has no valid token afterwards. */
  revokeToken(applicationId: string, replacement?: string): void {
    const bot = this.bot(applicationId);
    this.applicationOfToken.delete(bot.token);
    if (!replacement) return;
    this.botsById.set(applicationId, { ...bot, token: replacement });
    this.applicationOfToken.set(replacement, applicationId);
  }

  bot(applicationId: string): RegisteredBot {
    const bot = this.botsById.get(applicationId);
    if (!bot) throw new Error(`the stand-in Discord has no application ${applicationId}`);
    return bot;
  }

  botByToken(token: string | undefined): RegisteredBot | undefined {
    const applicationId = token === undefined ? undefined : this.applicationOfToken.get(token.replace(/^Bot /, ''));
    return applicationId === undefined ? undefined : this.botsById.get(applicationId);
  }

  addChannel(channel: {
    id?: string;
    guildId: string | null;
    name: string;
    type?: number;
    parentId?: string | null;
    overwrites?: readonly Overwrite[];
    isAgeRestricted?: boolean;
  }): Channel {
    const defaults = { type: 0, parentId: null, overwrites: [], isAgeRestricted: false, rateLimitPerUser: 0, isArchived: false };
    const ofThread = { isLocked: false, memberIds: new Set<string>() };
    const made = { id: this.snowflake(), ...defaults, ...ofThread, ...channel };
    this.channelsById.set(made.id, made);
    if (made.guildId !== null) {
      const others = this.channelsByGuild.get(made.guildId) ?? new Set();
      this.channelsByGuild.set(made.guildId, others.add(made));
    }
    return made;
  }

  /** The channel of direct messages between a bot and a user; the same one each time. */
  directChannel(applicationId: string, userId: string): Channel {
    const name = `direct messages of ${applicationId} and ${userId}`;
    const known = [...this.channelsById.values()].find((channel) => channel.guildId === null && channel.name === name);
    return known ?? this.addChannel({ guildId: null, name, type: 1 });
  }

  deleteChannel(id: string): void {
    const channel = this.channelsById.get(id);
    if (channel) this.channelsByGuild.get(channel.guildId ?? '')?.delete(channel);
    this.channelsById.delete(id);
  }

  channel(id: string): Channel | undefined {
    return this.channelsById.get(id);
  }

  channelsOf(guildId: string): Channel[] {
    return [...(this.channelsByGuild.get(guildId) ?? [])];
  }

  /** Stores a message. For a nonce that the author used in this channel before it returns the first message and `repeated: true`. */
  post({ sentAtMs = Date.now(), ...message }: NewMessage): { message: Message; repeated: boolean } {
    const { nonce = null } = message;
    const key = nonce === null ? null : `${message.authorId}:${message.channelId}:${nonce}`;
    const earlier = key === null ? undefined : this.nonces.get(key);
    if (earlier && Date.now() - earlier.postedAtMs < NONCE_MEMORY_MS) return { message: earlier, repeated: true };
    const defaults = { replyTo: null, allowedMentions: undefined, embeds: [], components: [], poll: null, attachments: [] };
    const own = { id: this.snowflake(sentAtMs), nonce, postedAtMs: sentAtMs, reactions: new Map(), editedAtMs: null };
    const made: Message = { ...defaults, ...message, ...own };
    this.messagesById.set(made.id, made);
    if (key !== null) this.nonces.set(key, made);
    this.emit('message', made);
    return { message: made, repeated: false };
  }

  message(id: string): Message | undefined {
    return this.messagesById.get(id);
  }

  deleteMessage(id: string): void {
    this.messagesById.delete(id);
  }

  messages(filter: (message: Message) => boolean): Message[] {
    return [...this.messagesById.values()].filter(filter);
  }

  /** Stores a file of a member's message; `path` is where the stand-in serves it. */
  addFile(channelId: string, file: { name: string; type: string; content: string | Buffer }): Attachment {
    const id = this.snowflake();
    const path = `/attachments/${channelId}/${id}/${encodeURIComponent(file.name)}`;
    const content = Buffer.from(file.content);
    this.filesByPath.set(path, { type: file.type, content });
    return { id, name: file.name, type: file.type, bytes: content.length, path };
  }

  file(path: string): { readonly type: string; readonly content: Buffer } | undefined {
    return this.filesByPath.get(path);
  }

  nameOf(applicationId: string): string {
    return this.botsById.get(applicationId)?.name ?? `bot-${applicationId.slice(-4)}`;
  }

  recordTyping(channelId: string): void {
    this.typingByChannel.set(channelId, this.typingCount(channelId) + 1);
  }

  typingCount(channelId: string): number {
    return this.typingByChannel.get(channelId) ?? 0;
  }

  snowflake(atMs = Date.now()): string {
    this.increment += 1n;
    return String(((BigInt(atMs) - DISCORD_EPOCH_MS) << 22n) | (this.increment & 0x3fffffn));
  }
}
