import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Gateway, type GatewayOptions } from './gateway.js';
import { Interactions, type Command, type CommandFields, type InteractionResponse } from './interactions.js';
import { OAuth, type OAuthClient, type Person } from './oauth.js';
import { channelJson, isThread, messageJson } from './payloads.js';
import { RestApi, type ChannelLimit, type RequestRejection } from './rest.js';
import {
  newStats,
  newToken,
  DiscordState,
  type DiscordStats,
  type BotOptions,
  type Channel,
  type DiscordBot,
  type Message,
} from './state.js';

const MESSAGE_CONTENT_INTENT = 1 << 15;
const DEFAULT_MEMBER_ID = '100000000000000001';

export interface DiscordOptions extends Partial<GatewayOptions> {
  /** Default 0: a free port. */
  readonly port?: number;
  /** Default 127.0.0.1. */
  readonly host?: string;
}

/** Identifies a bot: the result of `addBot`, or any object with its application id. */
export type BotRef = Pick<DiscordBot, 'applicationId'>;

/** A message that a member sends. */
export interface MemberMessage {
  readonly bot: BotRef;
  readonly content: string;
  readonly authorId?: string;
  /** Default: the first channel of the bot's guild. */
  readonly channelId?: string;
  /** Null for a direct message to the bot. The id of another guild simulates that the bot is a member there too. */
  readonly guildId?: string | null;
  /** Prefixes a mention of the bot. */
  readonly mention?: boolean;
  /** The author is another bot. */
  readonly fromBot?: boolean;
}

/** A command that a member invokes; the fields for the location are those of `MemberMessage`. */
export type CommandInvocation = Pick<MemberMessage, 'bot' | 'authorId' | 'channelId' | 'guildId'> & { readonly name: string };

interface Location {
  readonly bot: BotRef;
  readonly channelId: string | undefined;
  readonly guildId: string | null | undefined;
}

/** Starts a stand-in for Discord (REST v10 and gateway v10) that an unmodified Discord client can log in to. */
export async function startDiscord(options: DiscordOptions = {}): Promise<StandInDiscord> {
  const discord = new StandInDiscord(options);
  await discord.endOutage();
  return discord;
}

export class StandInDiscord {
  private readonly state = new DiscordState();
  private readonly gateway: Gateway;
  private readonly rest: RestApi;
  private readonly interactions: Interactions;
  private readonly oauth = new OAuth();
  private readonly host: string;
  private port: number;
  private server: Server | null = null;
  stats: DiscordStats = newStats();

  constructor(options: DiscordOptions) {
    this.host = options.host ?? '127.0.0.1';
    this.port = options.port ?? 0;
    const { heartbeatMs = 41_250, bufferedEvents = 5000, identifyEveryMs = 5000, sessionMs = 180_000 } = options;
    const stats = (): DiscordStats => this.stats;
    this.gateway = new Gateway(this.state, stats, { heartbeatMs, bufferedEvents, identifyEveryMs, sessionMs });
    this.interactions = new Interactions(this.state, stats);
    this.rest = new RestApi(this.state, stats, this.interactions, this.oauth);
    this.state.setMaxListeners(0);
  }

  /** Base of the REST API, for `DISCORD_API_URL`. */
  get apiUrl(): string {
    return `http://${this.host}:${this.port}/api`;
  }

  /** Lets an application offer the sign-in with Discord. */
  offerSignIn(client: OAuthClient): void {
    this.oauth.register(client);
  }

  /** Who confirms the following sign-ins; null: the person refuses. */
  confirmSignInsAs(person: Person | null): void {
    this.oauth.confirmAs(person);
  }

  addBot(options: BotOptions = {}): DiscordBot {
    return this.state.addBot(options);
  }

  /** Adds a channel to the bot's guild, or a thread when `parentId` is given, and dispatches the create event. */
  addChannel(bot: BotRef, { name, parentId = null }: { name: string; parentId?: string | null }): Channel {
    const { guildId } = this.state.bot(bot.applicationId);
    const channel = this.state.addChannel({ guildId, name, parentId, type: parentId === null ? 0 : 11 });
    this.gateway.dispatch(bot.applicationId, isThread(channel) ? 'THREAD_CREATE' : 'CHANNEL_CREATE', () => channelJson(channel));
    return channel;
  }

  /** Sends a member's message to a channel of the bot; returns the message id. Without a gateway session the bot does not receive it, as on Discord. */
  sendMessage(options: MemberMessage): string {
    const bot = this.state.bot(options.bot.applicationId);
    const channel = this.channelOf({ bot: options.bot, channelId: options.channelId, guildId: options.guildId });
    const { message } = this.state.post({
      channelId: channel.id,
      guildId: options.guildId === undefined ? channel.guildId : options.guildId,
      authorId: options.authorId ?? DEFAULT_MEMBER_ID,
      isBot: options.fromBot ?? false,
      content: options.mention ? `<@${bot.applicationId}> ${options.content}` : options.content,
      replyTo: null,
      nonce: null,
      allowedMentions: undefined,
    });
    const author = { name: `member-${message.authorId.slice(-4)}` };
    const mentioned = options.mention ? { id: bot.applicationId, name: bot.name } : undefined;
    const json = messageJson(message, { author, mentioned, channelType: channel.type });
    this.gateway.dispatch(bot.applicationId, 'MESSAGE_CREATE', (intents) => {
      const maySeeContent = (intents & MESSAGE_CONTENT_INTENT) !== 0 || options.mention === true || message.guildId === null;
      return maySeeContent ? json : { ...json, content: '' };
    });
    return message.id;
  }

  /** A member invokes a command of the bot; returns the interaction id. Throws when Discord would not offer the command there. */
  invokeCommand({ bot, name, authorId = DEFAULT_MEMBER_ID, channelId, guildId }: CommandInvocation): string {
    const channel = this.channelOf({ bot, channelId, guildId });
    const place = {
      channelId: channel.id,
      channelType: channel.type,
      guildId: guildId === undefined ? channel.guildId : guildId,
    };
    const payload = this.interactions.invoke(bot.applicationId, { name, memberId: authorId, ...place });
    this.gateway.dispatch(bot.applicationId, 'INTERACTION_CREATE', () => payload);
    return payload.id;
  }

  commandsOf(bot: BotRef): readonly Command[] {
    return this.interactions.commandsOf(bot.applicationId);
  }

  /** Registers a command as the owner of the application could do outside of Kith. */
  setCommand(bot: BotRef, fields: CommandFields): void {
    this.interactions.setCommand(bot.applicationId, fields);
  }

  /** The bot's response to an interaction; null before it arrives. */
  responseTo(interactionId: string): InteractionResponse | null {
    return this.interactions.responseTo(interactionId);
  }

  message(id: string): Message | undefined {
    return this.state.message(id);
  }

  messages(channelId: string): Message[] {
    return this.state.messages((message) => message.channelId === channelId);
  }

  repliesTo(messageId: string): Message[] {
    return this.state.messages((message) => message.replyTo === messageId);
  }

  /** The first reply to a message; rejects after `timeoutMs`. */
  async waitForReply(messageId: string, timeoutMs = 10_000): Promise<Message> {
    const [already] = this.repliesTo(messageId);
    if (already) return already;
    return new Promise((resolve, reject) => {
      const settle = (message: Message): void => {
        if (message.replyTo !== messageId) return;
        clearTimeout(timer);
        this.state.off('message', settle);
        resolve(message);
      };
      const timer = setTimeout(() => {
        this.state.off('message', settle);
        reject(new Error(`no reply to message ${messageId} in ${timeoutMs} ms`));
      }, timeoutMs);
      this.state.on('message', settle);
    });
  }

  /** How often a typing indicator was sent to the channel. */
  typingCount(channelId: string): number {
    return this.state.typingCount(channelId);
  }

  isConnected(bot: BotRef): boolean {
    return this.gateway.isConnected(bot.applicationId);
  }

  hasSession(bot: BotRef): boolean {
    return this.gateway.hasSession(bot.applicationId);
  }

  /** The intents of the bot's session as a bit set; 0 without a session. */
  intentsOf(bot: BotRef): number {
    return this.gateway.intentsOf(bot.applicationId);
  }

  /** Closes the bot's connection with a code, or sends op 7 (reconnect) or op 9 (invalid session; `isResumable` defaults to false). */
  interruptSession(bot: BotRef, how: { code: number } | { op: 7 } | { op: 9; isResumable?: boolean }): void {
    if ('code' in how) return this.gateway.close(bot.applicationId, how.code);
    if (how.op === 7) return this.gateway.askToReconnect(bot.applicationId);
    this.gateway.invalidate(bot.applicationId, how.isResumable ?? false);
  }

  /** Invalidates the bot's token: REST answers 401, the gateway closes with 4004. */
  revokeToken(bot: BotRef): void {
    this.state.revokeToken(bot.applicationId);
    this.interruptSession(bot, { code: 4004 });
  }

  /** Like "Reset Token" in the developer portal: invalidates the token and returns a new one. */
  resetToken(bot: BotRef): string {
    const token = newToken(bot.applicationId);
    this.state.revokeToken(bot.applicationId, token);
    this.interruptSession(bot, { code: 4004 });
    return token;
  }

  /** Simulates a half-open connection: the bot receives nothing, not even heartbeat acknowledgements, until `unmuteGateway`. */
  muteGateway(bot: BotRef): void {
    this.gateway.mute(bot.applicationId);
  }

  unmuteGateway(bot: BotRef): void {
    this.gateway.unmute(bot.applicationId);
  }

  /** Closes new connections with this code right after HELLO; null stops that. */
  closeAfterHello(code: number | null): void {
    this.gateway.closeAfterHello(code);
  }

  rejectRequests(rejection: RequestRejection): void {
    this.rest.rejectRequests(rejection);
  }

  acceptRequests(): void {
    this.rest.acceptRequests();
  }

  /** Limits the messages to each channel, as Discord does; null stops that. */
  limitChannels(limit: ChannelLimit | null): void {
    this.rest.limitChannels(limit);
  }

  /** Lets each REST request arrive this much later, like over a network. */
  delayRequests(ms: number): void {
    this.rest.delayRequests(ms);
  }

  resetStats(): void {
    this.stats = newStats();
  }

  /** Closes all connections and refuses new ones until `endOutage`. Sessions remain resumable. */
  async startOutage(): Promise<void> {
    const server = this.server;
    this.server = null;
    this.gateway.dropConnections();
    server?.closeAllConnections();
    await new Promise<void>((resolve) => (server ? server.close(() => resolve()) : resolve()));
  }

  async endOutage(): Promise<void> {
    if (this.server) return;
    const server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => void this.rest.serve(request, response));
    server.on('upgrade', (request, stream, head) => this.gateway.accept(request, stream, head));
    await new Promise<void>((resolve, reject) => server.once('error', reject).listen(this.port, this.host, resolve));
    this.server = server;
    this.port = (server.address() as AddressInfo).port;
  }

  async close(): Promise<void> {
    await this.startOutage();
  }

  private channelOf({ bot, channelId, guildId }: Location): Channel {
    const known = channelId === undefined ? undefined : this.state.channel(channelId);
    if (known) return known;
    if (guildId === null) return this.state.addChannel({ guildId: null, name: 'direct message', type: 1 });
    const home = this.state.channel(this.state.bot(bot.applicationId).channelId);
    if (!home) throw new Error('the bot has no channel');
    return home;
  }
}
