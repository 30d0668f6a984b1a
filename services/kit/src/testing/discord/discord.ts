import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Gateway, type GatewayOptions } from './gateway.js';
import { Interactions, type Command, type InteractionAnswer } from './interactions.js';
import { channelJson, isThread, messageJson } from './payloads.js';
import { RestApi, type Refusal } from './rest.js';
import { newStats, type Stats } from './stats.js';
import { newToken, World, type BotOptions, type Channel, type DiscordBot, type Message } from './world.js';

const MESSAGE_CONTENT_INTENT = 1 << 15;
const MEMBER = '100000000000000001';

export interface DiscordOptions extends Partial<GatewayOptions> {
  /** Default 0: a free port. */
  readonly port?: number;
  /** Default 127.0.0.1. */
  readonly host?: string;
}

/** Names a bot: what `addBot` returned, or just its application. */
export type BotRef = Pick<DiscordBot, 'applicationId'>;

/** A message that a member writes. */
export interface Said {
  readonly bot: BotRef;
  readonly content: string;
  readonly authorId?: string;
  /** Default: the first channel of the bot's guild. */
  readonly channelId?: string;
  /** Null: a direct message to the bot. Another guild's id: as if the bot were there too. */
  readonly guildId?: string | null;
  /** Puts a mention of the bot in front. */
  readonly mention?: boolean;
  /** Written by some other bot. */
  readonly fromBot?: boolean;
}

/** A command that a member uses; where, as in `Said`. */
export type Invoked = Pick<Said, 'bot' | 'authorId' | 'channelId' | 'guildId'> & { readonly name: string };

interface Place {
  readonly bot: BotRef;
  readonly channelId: string | undefined;
  readonly guildId: string | null | undefined;
}

/** Starts a stand-in for Discord (REST v10 and gateway v10) that the real discord.js logs in to. */
export async function startDiscord(options: DiscordOptions = {}): Promise<StandInDiscord> {
  const discord = new StandInDiscord(options);
  await discord.comeBack();
  return discord;
}

export class StandInDiscord {
  readonly #world = new World();
  readonly #gateway: Gateway;
  readonly #rest: RestApi;
  readonly #interactions: Interactions;
  readonly #host: string;
  #port: number;
  #server: Server | null = null;
  stats: Stats = newStats();

  constructor(options: DiscordOptions) {
    this.#host = options.host ?? '127.0.0.1';
    this.#port = options.port ?? 0;
    const { heartbeatMs = 41_250, bufferedEvents = 5000, identifyEveryMs = 5000, sessionMs = 180_000 } = options;
    const stats = (): Stats => this.stats;
    this.#gateway = new Gateway(this.#world, stats, { heartbeatMs, bufferedEvents, identifyEveryMs, sessionMs });
    this.#interactions = new Interactions(this.#world, stats);
    this.#rest = new RestApi(this.#world, stats, this.#interactions);
    this.#world.setMaxListeners(0);
  }

  /** Base of the REST API, for `DISCORD_API_URL`. */
  get apiUrl(): string {
    return `http://${this.#host}:${this.#port}/api`;
  }

  addBot(options: BotOptions = {}): DiscordBot {
    return this.#world.addBot(options);
  }

  /** A further channel in the bot's guild, a thread when it has a parent; announced to the bot. */
  addChannel(bot: BotRef, { name, parentId = null }: { name: string; parentId?: string | null }): Channel {
    const { guildId } = this.#world.bot(bot.applicationId);
    const channel = this.#world.addChannel({ guildId, name, parentId, type: parentId === null ? 0 : 11 });
    this.#gateway.dispatch(bot.applicationId, isThread(channel) ? 'THREAD_CREATE' : 'CHANNEL_CREATE', () => channelJson(channel));
    return channel;
  }

  /** Writes a message where the bot can read it; returns its id. Without a session nobody hears of it, as on Discord. */
  say(said: Said): string {
    const bot = this.#world.bot(said.bot.applicationId);
    const channel = this.#channelOf({ bot: said.bot, channelId: said.channelId, guildId: said.guildId });
    const { message } = this.#world.post({
      channelId: channel.id,
      guildId: said.guildId === undefined ? channel.guildId : said.guildId,
      authorId: said.authorId ?? MEMBER,
      isBot: said.fromBot ?? false,
      content: said.mention ? `<@${bot.applicationId}> ${said.content}` : said.content,
      replyTo: null,
      nonce: null,
      allowedMentions: undefined,
    });
    const author = { name: `member-${message.authorId.slice(-4)}` };
    const mentioned = said.mention ? { id: bot.applicationId, name: bot.name } : undefined;
    const json = messageJson(message, { author, mentioned, channelType: channel.type });
    this.#gateway.dispatch(bot.applicationId, 'MESSAGE_CREATE', (intents) => {
      const maySeeContent = (intents & MESSAGE_CONTENT_INTENT) !== 0 || said.mention === true || message.guildId === null;
      return maySeeContent ? json : { ...json, content: '' };
    });
    return message.id;
  }

  /** A member uses a command of the bot; returns the id of the interaction. Throws where Discord would not offer the command. */
  command({ bot, name, authorId = MEMBER, channelId, guildId }: Invoked): string {
    const channel = this.#channelOf({ bot, channelId, guildId });
    const place = {
      channelId: channel.id,
      channelType: channel.type,
      guildId: guildId === undefined ? channel.guildId : guildId,
    };
    const payload = this.#interactions.invoke(bot.applicationId, { name, memberId: authorId, ...place });
    this.#gateway.dispatch(bot.applicationId, 'INTERACTION_CREATE', () => payload);
    return payload.id;
  }

  commandsOf(bot: BotRef): readonly Command[] {
    return this.#interactions.commandsOf(bot.applicationId);
  }

  /** As if the owner of the application had written a command. */
  setCommand(bot: BotRef, fields: Pick<Command, 'name' | 'description'>): void {
    this.#interactions.setCommand(bot.applicationId, fields);
  }

  /** What the member was answered to the command; null while there is nothing. */
  answerTo(interactionId: string): InteractionAnswer | null {
    return this.#interactions.answerTo(interactionId);
  }

  message(id: string): Message | undefined {
    return this.#world.message(id);
  }

  messages(channelId: string): Message[] {
    return this.#world.messages((message) => message.channelId === channelId);
  }

  repliesTo(messageId: string): Message[] {
    return this.#world.messages((message) => message.replyTo === messageId);
  }

  /** The first reply to a message; rejects when none came in time. */
  async waitForReply(messageId: string, timeoutMs = 10_000): Promise<Message> {
    const [already] = this.repliesTo(messageId);
    if (already) return already;
    return new Promise((resolve, reject) => {
      const settle = (message: Message): void => {
        if (message.replyTo !== messageId) return;
        clearTimeout(timer);
        this.#world.off('message', settle);
        resolve(message);
      };
      const timer = setTimeout(() => {
        this.#world.off('message', settle);
        reject(new Error(`no reply to message ${messageId} in ${timeoutMs} ms`));
      }, timeoutMs);
      this.#world.on('message', settle);
    });
  }

  /** How often a typing indicator was shown in the channel. */
  typing(channelId: string): number {
    return this.#world.typing(channelId);
  }

  isConnected(bot: BotRef): boolean {
    return this.#gateway.isConnected(bot.applicationId);
  }

  hasSession(bot: BotRef): boolean {
    return this.#gateway.hasSession(bot.applicationId);
  }

  /** What the bot's session asked for when it began, as a bit set; 0 without a session. */
  intentsOf(bot: BotRef): number {
    return this.#gateway.intentsOf(bot.applicationId);
  }

  /** Closes the bot's connection with a code, or sends it op 7 (reconnect) or op 9 (session invalid; `isResumable` default false). */
  kick(bot: BotRef, how: { code: number } | { op: 7 } | { op: 9; isResumable?: boolean }): void {
    if ('code' in how) return this.#gateway.close(bot.applicationId, how.code);
    if (how.op === 7) return this.#gateway.askToReconnect(bot.applicationId);
    this.#gateway.invalidate(bot.applicationId, how.isResumable ?? false);
  }

  /** The token is worthless from now on: 401, and 4004 on the gateway. */
  revoke(bot: BotRef): void {
    this.#world.revoke(bot.applicationId);
    this.kick(bot, { code: 4004 });
  }

  /** Like "Reset Token" in the portal: revokes it and returns the new one. */
  resetToken(bot: BotRef): string {
    const token = newToken(bot.applicationId);
    this.#world.revoke(bot.applicationId, token);
    this.kick(bot, { code: 4004 });
    return token;
  }

  /** A half-open connection: the bot hears nothing, not even heartbeat answers, until `speak`. */
  silence(bot: BotRef): void {
    this.#gateway.silence(bot.applicationId);
  }

  speak(bot: BotRef): void {
    this.#gateway.speak(bot.applicationId);
  }

  /** New connections get HELLO and are closed with the code; null ends it. */
  closeAfterHello(code: number | null): void {
    this.#gateway.closeAfterHello(code);
  }

  refuse(refusal: Refusal): void {
    this.#rest.refuse(refusal);
  }

  acceptAgain(): void {
    this.#rest.acceptAgain();
  }

  resetStats(): void {
    this.stats = newStats();
  }

  /** Cuts all connections and refuses new ones, until `comeBack`. Sessions live on. */
  async goDown(): Promise<void> {
    const server = this.#server;
    this.#server = null;
    this.#gateway.dropConnections();
    server?.closeAllConnections();
    await new Promise<void>((resolve) => (server ? server.close(() => resolve()) : resolve()));
  }

  async comeBack(): Promise<void> {
    if (this.#server) return;
    const server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => void this.#rest.serve(request, response));
    server.on('upgrade', (request, stream, head) => this.#gateway.accept(request, stream, head));
    await new Promise<void>((resolve, reject) => server.once('error', reject).listen(this.#port, this.#host, resolve));
    this.#server = server;
    this.#port = (server.address() as AddressInfo).port;
  }

  async close(): Promise<void> {
    await this.goDown();
  }

  #channelOf({ bot, channelId, guildId }: Place): Channel {
    const known = channelId === undefined ? undefined : this.#world.channel(channelId);
    if (known) return known;
    if (guildId === null) return this.#world.addChannel({ guildId: null, name: 'direct message', type: 1 });
    const home = this.#world.channel(this.#world.bot(bot.applicationId).channelId);
    if (!home) throw new Error('the bot has no channel');
    return home;
  }
}
