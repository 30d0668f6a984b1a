import { randomBytes } from 'node:crypto';
import { EventEmitter } from 'node:events';

const DISCORD_EPOCH_MS = 1_420_070_400_000n;
/** Discord answers a repeated nonce with the first message for "the past few minutes". */
const NONCE_MEMORY_MS = 300_000;

export interface BotOptions {
  readonly applicationId?: string;
  /** Default: one that looks like Discord's, made for the application. */
  readonly token?: string;
  readonly name?: string;
  /** Whether the Message Content intent is switched on in the "portal"; default true. */
  readonly messageContent?: boolean;
  /** The token of a person's account, which Discord lets no program use; default false. */
  readonly isPerson?: boolean;
}

/** A Discord bot with the one guild it is in and the guild's first channel. */
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
  /** The message this one answers. */
  readonly replyTo: string | null;
  readonly nonce: string | null;
  readonly allowedMentions: unknown;
  readonly postedAtMs: number;
}

interface Registered extends DiscordBot {
  readonly name: string;
  readonly messageContent: boolean;
  readonly isPerson: boolean;
}

/** What the stand-in Discord knows: bots, channels, messages. Announces each posted message as `message`. */
export class World extends EventEmitter {
  readonly #bots = new Map<string, Registered>();
  readonly #applicationOfToken = new Map<string, string>();
  readonly #channels = new Map<string, Channel>();
  readonly #messages = new Map<string, Message>();
  readonly #nonces = new Map<string, Message>();
  readonly #typing = new Map<string, number>();
  #increment = 0n;

  addBot(options: BotOptions): DiscordBot {
    const applicationId = options.applicationId ?? applicationIn(options.token) ?? this.snowflake();
    const token = options.token ?? newToken(applicationId);
    const guildId = this.snowflake();
    const channel = this.addChannel({ guildId, name: 'general' });
    const { name = `bot-${applicationId.slice(-4)}`, messageContent = true, isPerson = false } = options;
    this.#bots.set(applicationId, { token, applicationId, guildId, channelId: channel.id, name, messageContent, isPerson });
    this.#applicationOfToken.set(token, applicationId);
    return { token, applicationId, guildId, channelId: channel.id };
  }

  /** Makes the token worthless and, unless told otherwise, leaves the bot without any. */
  revoke(applicationId: string, replacement?: string): void {
    const bot = this.bot(applicationId);
    this.#applicationOfToken.delete(bot.token);
    if (!replacement) return;
    this.#bots.set(applicationId, { ...bot, token: replacement });
    this.#applicationOfToken.set(replacement, applicationId);
  }

  bot(applicationId: string): Registered {
    const bot = this.#bots.get(applicationId);
    if (!bot) throw new Error(`the stand-in Discord has no application ${applicationId}`);
    return bot;
  }

  botByToken(token: string | undefined): Registered | undefined {
    const applicationId = token === undefined ? undefined : this.#applicationOfToken.get(token.replace(/^Bot /, ''));
    return applicationId === undefined ? undefined : this.#bots.get(applicationId);
  }

  addChannel(channel: { guildId: string | null; name: string; type?: number; parentId?: string | null }): Channel {
    const made = { id: this.snowflake(), type: 0, parentId: null, ...channel };
    this.#channels.set(made.id, made);
    return made;
  }

  channel(id: string): Channel | undefined {
    return this.#channels.get(id);
  }

  channelsOf(guildId: string): Channel[] {
    return [...this.#channels.values()].filter((channel) => channel.guildId === guildId);
  }

  /** Stores a message. With a nonce that its author used here before: that first message, and `repeated`. */
  post(message: Omit<Message, 'id' | 'postedAtMs'>): { message: Message; repeated: boolean } {
    const key = message.nonce === null ? null : `${message.authorId}:${message.channelId}:${message.nonce}`;
    const earlier = key === null ? undefined : this.#nonces.get(key);
    if (earlier && Date.now() - earlier.postedAtMs < NONCE_MEMORY_MS) return { message: earlier, repeated: true };
    const made: Message = { ...message, id: this.snowflake(), postedAtMs: Date.now() };
    this.#messages.set(made.id, made);
    if (key !== null) this.#nonces.set(key, made);
    this.emit('message', made);
    return { message: made, repeated: false };
  }

  message(id: string): Message | undefined {
    return this.#messages.get(id);
  }

  messages(filter: (message: Message) => boolean): Message[] {
    return [...this.#messages.values()].filter(filter);
  }

  noteTyping(channelId: string): void {
    this.#typing.set(channelId, this.typing(channelId) + 1);
  }

  typing(channelId: string): number {
    return this.#typing.get(channelId) ?? 0;
  }

  snowflake(): string {
    this.#increment += 1n;
    return String(((BigInt(Date.now()) - DISCORD_EPOCH_MS) << 22n) | (this.#increment & 0x3fffffn));
  }
}

/** A token of Discord's shape: the application id in base64, then two random parts. */
export function newToken(applicationId: string): string {
  const random = (length: number): string => randomBytes(length).toString('base64url').slice(0, length);
  return `${Buffer.from(applicationId).toString('base64url')}.${random(6)}.${random(38)}`;
}

function applicationIn(token: string | undefined): string | undefined {
  const decoded = Buffer.from(token?.split('.')[0] ?? '', 'base64url').toString();
  return /^\d{17,20}$/.test(decoded) ? decoded : undefined;
}
