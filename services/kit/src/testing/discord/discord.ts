import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { AutoMod } from './auto-moderation.js';
import type { Command, CommandFields } from './application-commands.js';
import type { DiscordOptions } from './discord-options.js';
import { Gateway } from './gateway.js';
import { Interactions } from './interactions.js';
import { OAuth, type OAuthClient, type Person } from './oauth.js';
import { roleJson } from './payloads.js';
import { ForgedInteractions } from './forged-interactions.js';
import { DEFAULT_MEMBER_ID, type BotRef } from './people.js';
import { reactionJson } from './reactions.js';
import type { ScheduledEvents } from './scheduled-events.js';
import { RestApi, type RequestRejection } from './rest.js';
import type { ChannelLimit } from './rest-limits.js';
import { newToken } from './bot-token.js';
import { DiscordState, type BotOptions, type DiscordBot, type Message } from './state.js';
import { newStats, type DiscordStats } from './stats.js';
import { DiscordVoice } from './voice/voice.js';

/** Starts a stand-in for Discord (REST v10 and gateway v10) that an unmodified Discord client can log in to. */
export async function startDiscord(options: DiscordOptions = {}): Promise<StandInDiscord> {
  const discord = new StandInDiscord(options);
  await discord.endOutage();
  return discord;
}

export class StandInDiscord extends ForgedInteractions {
  private readonly rest: RestApi;
  private readonly oauth = new OAuth();
  /** Voice channels; its server starts when it is first used. */
  readonly voice: DiscordVoice;
  readonly autoMod: AutoMod;
  private readonly host: string;
  private port: number;
  private server: Server | null = null;
  stats: DiscordStats = newStats();

  constructor(options: DiscordOptions) {
    const state = new DiscordState();
    const stats = (): DiscordStats => this.stats;
    const { heartbeatMs = 41_250, bufferedEvents = 5000, identifyEveryMs = 5000, sessionMs = 180_000 } = options;
    const gateway = new Gateway(state, stats, { heartbeatMs, bufferedEvents, identifyEveryMs, sessionMs });
    super(state, gateway, new Interactions(state, stats));
    this.autoMod = new AutoMod(state, gateway);
    this.voice = new DiscordVoice(state, gateway);
    this.host = options.host ?? '127.0.0.1';
    this.port = options.port ?? 0;
    const limits = { announce: gateway.announce.bind(gateway), isRateLimited: options.isRateLimited ?? true };
    this.rest = new RestApi(state, stats, this.interactions, this.oauth, limits);
    this.state.setMaxListeners(0);
  }

  /** The scheduled events of the guilds. */
  get scheduledEvents(): ScheduledEvents {
    return this.rest.guilds.events;
  }

  /** Base of the REST API, for `DISCORD_API_URL`. */
  get apiUrl(): string {
    return `${this.baseUrl}/api`;
  }

  protected get baseUrl(): string {
    return `http://${this.host}:${this.port}`;
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

  commandsOf(bot: BotRef): readonly Command[] {
    return this.interactions.commands.of(bot.applicationId);
  }

  /** Registers a command as the owner of the application could do outside of Kith. */
  setCommand(bot: BotRef, fields: CommandFields): void {
    this.interactions.commands.set(bot.applicationId, fields);
  }

  /** The role that Discord made for the bot when it joined its first guild. */
  ownRoleOf({ applicationId }: BotRef): string {
    const { roles } = this.guild(this.state.bot(applicationId).guildId);
    return [...roles.values()].find(({ botId }) => botId === applicationId)?.id ?? '';
  }

  message(id: string): Message | undefined {
    return this.state.message(id);
  }

  /** Of all channels, oldest first. */
  allMessages(): Message[] {
    return this.state.messages(() => true);
  }

  messages(channelId: string): Message[] {
    return this.state.messages((message) => message.channelId === channelId);
  }

  /** A member adds a reaction to a message, or takes it back. */
  react(bot: BotRef, reaction: { messageId: string; emoji: string; memberId?: string; isRemoved?: boolean }): void {
    const { messageId, emoji, memberId = DEFAULT_MEMBER_ID, isRemoved = false } = reaction;
    const message = this.state.message(messageId);
    if (!message) throw new Error(`the stand-in Discord has no message ${messageId}`);
    const guild = this.state.guilds.get(message.guildId);
    if (guild) this.state.guilds.member(guild, memberId);
    const users = message.reactions.get(emoji) ?? new Set<string>();
    if (isRemoved) users.delete(memberId);
    else users.add(memberId);
    message.reactions.set(emoji, users);
    const payload = reactionJson(this.state, message, { emoji, memberId, isRemoved });
    this.gateway.dispatch(bot.applicationId, isRemoved ? 'MESSAGE_REACTION_REMOVE' : 'MESSAGE_REACTION_ADD', () => payload);
  }

  /** A moderator takes all reactions off a message. */
  clearReactions(bot: BotRef, messageId: string): void {
    const message = this.state.message(messageId);
    message?.reactions.clear();
    const place = { channel_id: message?.channelId, message_id: messageId, guild_id: message?.guildId };
    this.gateway.dispatch(bot.applicationId, 'MESSAGE_REACTION_REMOVE_ALL', () => place);
  }

  moveRole(guildId: string, roleId: string, position: number): void {
    const roles = this.state.guilds.get(guildId)?.roles;
    const role = roles?.get(roleId);
    if (!roles || !role) throw new Error(`the stand-in Discord has no role ${roleId}`);
    const moved = { ...role, position };
    roles.set(roleId, moved);
    this.gateway.announce(guildId, 'GUILD_ROLE_UPDATE', { guild_id: guildId, role: roleJson(moved) });
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

  /** The presence that the bot's session set last, in Discord's JSON; null without one. */
  presenceOf(bot: BotRef): unknown {
    return this.gateway.presenceOf(bot.applicationId);
  }

  /** How many shards the bot has to connect with from now on, as if it had joined so many servers. */
  requireShards({ applicationId }: BotRef, shards: number): void {
    this.state.bot(applicationId).shards = shards;
  }

  /** The shards of the bot with an open connection: index and number of each. */
  connectedShards({ applicationId }: BotRef): (readonly [number, number])[] {
    return this.gateway.connectedShardsOf(applicationId);
  }

  /**
   * Closes the bot's connection with a code, or sends op 7 (reconnect) or op 9 (invalid session; `isResumable` defaults to false); all
   * connections unless `shard` names one.
   */
  interruptSession(bot: BotRef, how: { code: number } | { op: 7 } | { op: 9; isResumable?: boolean }, shard?: number): void {
    if ('code' in how) return this.gateway.close(bot.applicationId, how.code, shard);
    if (how.op === 7) return this.gateway.askToReconnect(bot.applicationId, shard);
    this.gateway.invalidate(bot.applicationId, how.isResumable ?? false, shard);
  }

  /** Sends an event as it is given, whatever it contains. */
  dispatch({ applicationId }: BotRef, type: string, data: unknown): void {
    this.gateway.dispatch(applicationId, type, () => data);
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

  /** Makes the bot's connection half open: it receives nothing until `unmuteGateway`. */
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

  /** Another limit of the messages of a bot to each channel; null: the default one again. */
  limitChannels(limit: ChannelLimit | null): void {
    this.rest.limitChannels(limit);
  }

  /** Another limit of the requests of each bot in a second; null: the default one again. */
  limitBots(perSecond: number | null): void {
    this.rest.limitBots(perSecond);
  }

  /** Answers all requests as the firewall before Discord answers a blocked address; null ends that. */
  blockAddress(seconds: number | null): void {
    this.rest.blockAddress(seconds);
  }

  /** How many sessions Discord lets bots start in a day; the default is 1000. */
  limitIdentifies(total: number): void {
    this.rest.limitIdentifies(total);
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
    await this.voice.close();
    await this.startOutage();
  }
}
