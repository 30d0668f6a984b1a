import { randomBytes } from 'node:crypto';
import { EventEmitter } from 'node:events';

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
  /** The token belongs to a user account, which Discord does not allow programs to use; default false. */
  readonly isUserAccount?: boolean;
}

/** A Discord bot with its only guild and the first channel of that guild. */
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
}

interface RegisteredBot extends DiscordBot {
  readonly name: string;
  readonly hasMessageContentIntent: boolean;
  readonly isUserAccount: boolean;
}

/** The bots, channels and messages of the stand-in Discord. Emits `message` for each posted message. */
export class DiscordState extends EventEmitter {
  private readonly botsById = new Map<string, RegisteredBot>();
  private readonly applicationOfToken = new Map<string, string>();
  private readonly channelsById = new Map<string, Channel>();
  private readonly messagesById = new Map<string, Message>();
  private readonly nonces = new Map<string, Message>();
  private readonly typingByChannel = new Map<string, number>();
  private increment = 0n;

  addBot(options: BotOptions): DiscordBot {
    const applicationId = options.applicationId ?? applicationIdInToken(options.token) ?? this.snowflake();
    const token = options.token ?? newToken(applicationId);
    const guildId = this.snowflake();
    const channel = this.addChannel({ guildId, name: 'general' });
    const { name = `bot-${applicationId.slice(-4)}`, hasMessageContentIntent = true, isUserAccount = false } = options;
    this.botsById.set(applicationId, {
      token,
      applicationId,
      guildId,
      channelId: channel.id,
      name,
      hasMessageContentIntent,
      isUserAccount,
    });
    this.applicationOfToken.set(token, applicationId);
    return { token, applicationId, guildId, channelId: channel.id };
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

  addChannel(channel: { guildId: string | null; name: string; type?: number; parentId?: string | null }): Channel {
    const made = { id: this.snowflake(), type: 0, parentId: null, ...channel };
    this.channelsById.set(made.id, made);
    return made;
  }

  channel(id: string): Channel | undefined {
    return this.channelsById.get(id);
  }

  channelsOf(guildId: string): Channel[] {
    return [...this.channelsById.values()].filter((channel) => channel.guildId === guildId);
  }

  /** Stores a message. For a nonce that the author used in this channel before it returns the first message and `repeated: true`. */
  post(message: Omit<Message, 'id' | 'postedAtMs'>): { message: Message; repeated: boolean } {
    const key = message.nonce === null ? null : `${message.authorId}:${message.channelId}:${message.nonce}`;
    const earlier = key === null ? undefined : this.nonces.get(key);
    if (earlier && Date.now() - earlier.postedAtMs < NONCE_MEMORY_MS) return { message: earlier, repeated: true };
    const made: Message = { ...message, id: this.snowflake(), postedAtMs: Date.now() };
    this.messagesById.set(made.id, made);
    if (key !== null) this.nonces.set(key, made);
    this.emit('message', made);
    return { message: made, repeated: false };
  }

  message(id: string): Message | undefined {
    return this.messagesById.get(id);
  }

  messages(filter: (message: Message) => boolean): Message[] {
    return [...this.messagesById.values()].filter(filter);
  }

  recordTyping(channelId: string): void {
    this.typingByChannel.set(channelId, this.typingCount(channelId) + 1);
  }

  typingCount(channelId: string): number {
    return this.typingByChannel.get(channelId) ?? 0;
  }

  snowflake(): string {
    this.increment += 1n;
    return String(((BigInt(Date.now()) - DISCORD_EPOCH_MS) << 22n) | (this.increment & 0x3fffffn));
  }
}

/** A token in Discord's format: the application id in base64, then two random parts. */
export function newToken(applicationId: string): string {
  const random = (length: number): string => randomBytes(length).toString('base64url').slice(0, length);
  return `${Buffer.from(applicationId).toString('base64url')}.${random(6)}.${random(38)}`;
}

function applicationIdInToken(token: string | undefined): string | undefined {
  const decoded = Buffer.from(token?.split('.')[0] ?? '', 'base64url').toString();
  return /^\d{17,20}$/.test(decoded) ? decoded : undefined;
}

/** Counters of the stand-in Discord since it was started or `resetStats` was called. */
export interface DiscordStats {
  connections: number;
  identifies: number;
  resumes: number;
  resumed: number;
  invalidSessions: number;
  replayed: number;
  heartbeats: number;
  posts: number;
  /** Posts answered with an earlier message because of their nonce. */
  repeatedNonces: number;
  restRequests: number;
  /** Application commands created or changed. */
  commandWrites: number;
  unauthorized: number;
  /** Posts answered with 429. */
  rateLimited: number;
  /** Number of closes by the stand-in, per close code. */
  closes: Record<number, number>;
}

export const newStats = (): DiscordStats => ({
  connections: 0,
  identifies: 0,
  resumes: 0,
  resumed: 0,
  invalidSessions: 0,
  replayed: 0,
  heartbeats: 0,
  posts: 0,
  repeatedNonces: 0,
  restRequests: 0,
  commandWrites: 0,
  unauthorized: 0,
  rateLimited: 0,
  closes: {},
});
