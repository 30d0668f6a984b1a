import type { Gateway } from './gateway.js';
import type { Guild, Member, Overwrite, PermissionName, Role } from './guilds.js';
import { INTENT } from './gateway-protocol.js';
import type { InteractionResponse, Interactions, Invocation } from './interactions.js';
import { joinMessage } from './join-message.js';
import type { BotRef, MemberMessage, Place } from './member-message.js';
import {
  channelJson,
  guildJson,
  isThread,
  memberJson,
  messageJson,
  pollJson,
  referencedJson,
  roleJson,
  userJson,
} from './payloads.js';
import type { Channel, DiscordBot, DiscordState, Message, NewGuild } from './state.js';

export const DEFAULT_MEMBER_ID = '100000000000000001';

export type { BotRef, MemberMessage } from './member-message.js';

/** A slash command that a member uses. */
export interface CommandInvocation extends Place {
  readonly name: string;
  readonly subcommand?: string;
  readonly options?: Record<string, unknown>;
  /** The member still types the last option: the bot is asked to complete it. */
  readonly isTyping?: boolean;
}

/** What people do on the stand-in Discord: messages, commands, buttons, and the administration of their guilds. */
export abstract class DiscordPeople {
  private readonly dispatched = new Map<string, unknown>();

  protected constructor(
    protected readonly state: DiscordState,
    protected readonly gateway: Gateway,
    protected readonly interactions: Interactions,
  ) {}

  /** The stand-in's base address. */
  protected abstract get baseUrl(): string;

  addGuild(options: NewGuild): { readonly id: string; readonly ownerId: string } {
    const { id, ownerId } = this.state.addGuild(options);
    return { id, ownerId };
  }

  /** Someone adds the bot to a guild; `guildId` defaults to the bot's own first guild. */
  addBotToGuild(
    bot: BotRef,
    options: { readonly guildId?: string; readonly permissions?: readonly PermissionName[] } = {},
  ): void {
    const guildId = options.guildId ?? this.state.bot(bot.applicationId).guildId;
    const guild = this.state.joinGuild(bot.applicationId, guildId, options.permissions);
    this.gateway.dispatch(bot.applicationId, 'GUILD_CREATE', () => guildJson(this.state, bot.applicationId, guild));
  }

  /** Someone removes the bot from a guild; the default is the bot's first one. */
  removeBotFromGuild(bot: BotRef, guildId = this.state.bot(bot.applicationId).guildId): void {
    this.guild(guildId).members.delete(bot.applicationId);
    this.gateway.dispatch(bot.applicationId, 'GUILD_DELETE', () => ({ id: guildId }));
  }

  /** Adds a role; `position` is its place in the role order, where the role of a bot has 10; a managed one belongs to an app. */
  addRole(guildId: string, options: Partial<Omit<Role, 'id' | 'botId'>> & Pick<Role, 'name'>): string {
    const role: Role = { id: this.state.snowflake(), permissions: [], position: 1, managed: false, ...options };
    this.guild(guildId).roles.set(role.id, role);
    this.gateway.announce(guildId, 'GUILD_ROLE_CREATE', { guild_id: guildId, role: roleJson(role) });
    return role.id;
  }

  deleteRole(guildId: string, roleId: string): void {
    this.state.guilds.removeRole(this.guild(guildId), roleId);
    this.gateway.announce(guildId, 'GUILD_ROLE_DELETE', { guild_id: guildId, role_id: roleId });
  }

  addEmoji(guildId: string, name: string): string {
    return this.guild(guildId).emojis.set(name, this.state.snowflake()).get(name) ?? '';
  }

  /** A person joins a guild, or changes when they are in it already. */
  setMember(
    guildId: string,
    { id, ...changes }: { id: string } & Partial<Pick<Member, 'nick' | 'roles' | 'isPending' | 'avatar'>>,
  ): void {
    const guild = this.guild(guildId);
    const isNew = !guild.members.has(id);
    const member = Object.assign(this.state.guilds.member(guild, id), isNew && { joinedAt: new Date().toISOString() }, changes);
    const user = userJson(id, member.name, false, member.avatar);
    this.gateway.announce(guildId, isNew ? 'GUILD_MEMBER_ADD' : 'GUILD_MEMBER_UPDATE', {
      ...memberJson(member),
      guild_id: guildId,
      user,
    });
    const announced = isNew ? joinMessage(this.state, guild, member) : null;
    if (announced) this.gateway.announce(guildId, 'MESSAGE_CREATE', announced);
  }

  /** The channel in which Discord announces new members with a message of its own. */
  setSystemChannel(guildId: string, channelId: string | null): void {
    this.guild(guildId).systemChannelId = channelId;
  }

  /** A person leaves a guild. */
  removeMember(guildId: string, id: string): void {
    const guild = this.guild(guildId);
    const name = guild.members.get(id)?.name ?? id;
    guild.members.delete(id);
    this.gateway.announce(guildId, 'GUILD_MEMBER_REMOVE', { guild_id: guildId, user: userJson(id, name, false) });
  }

  /** A member as the guild knows them; null when they are not in it. */
  member(guildId: string, id: string): Member | null {
    return this.guild(guildId).members.get(id) ?? null;
  }

  /** Sets what a channel allows and denies roles and members; the role @everyone has the id of the guild. */
  setOverwrites(channelId: string, overwrites: readonly Overwrite[]): void {
    this.changeChannel(channelId, { overwrites });
  }

  changeChannel(channelId: string, changes: Partial<Pick<Channel, 'overwrites' | 'isAgeRestricted'>>): void {
    const channel = Object.assign(this.channel(channelId), changes);
    if (channel.guildId !== null) this.gateway.announce(channel.guildId, 'CHANNEL_UPDATE', channelJson(channel));
  }

  /** Adds a channel to the bot's guild, or a thread when `parentId` is given, and dispatches the create event. */
  addChannel(
    bot: BotRef,
    { parentId = null, type, ...fields }: { name: string; parentId?: string | null; type?: number; isAgeRestricted?: boolean },
  ): Channel {
    const { guildId } = this.state.bot(bot.applicationId);
    const channel = this.state.addChannel({ ...fields, guildId, parentId, type: type ?? (parentId === null ? 0 : 11) });
    this.gateway.dispatch(bot.applicationId, isThread(channel) ? 'THREAD_CREATE' : 'CHANNEL_CREATE', () => channelJson(channel));
    return channel;
  }

  deleteChannel(channelId: string): void {
    const channel = this.channel(channelId);
    this.state.deleteChannel(channelId);
    const type = isThread(channel) ? 'THREAD_DELETE' : 'CHANNEL_DELETE';
    if (channel.guildId !== null) this.gateway.announce(channel.guildId, type, channelJson(channel));
  }

  channelState(channelId: string): Channel {
    return this.channel(channelId);
  }

  /** Sends a member's message to a channel of the bot; returns the message id. Without a gateway session the bot does not receive it, as on Discord. */
  sendMessage(options: MemberMessage): string {
    const bot = this.state.bot(options.bot.applicationId);
    const channel = this.channelOf(options);
    const guildId = options.guildId === undefined ? channel.guildId : options.guildId;
    const { message } = this.state.post({
      channelId: channel.id,
      guildId,
      authorId: options.authorId ?? DEFAULT_MEMBER_ID,
      isBot: options.fromBot ?? false,
      content: options.mention ? `<@${bot.applicationId}> ${options.content}` : options.content,
      replyTo: options.replyTo ?? null,
      forwarded: options.forwarded,
      poll: options.poll ? pollJson(options.poll) : null,
      attachments: (options.files ?? []).map((file) => this.state.addFile(channel.id, file)),
      sentAtMs: options.sentAtMs,
    });
    const guild = this.state.guilds.get(guildId);
    if (guild) this.state.guilds.member(guild, message.authorId);
    this.dispatchMessage('MESSAGE_CREATE', { bot, message, isMentioned: options.mention === true });
    return message.id;
  }

  /** The author changes a message; `editedAtMs` for a change that Discord tells late. */
  editMessage(bot: BotRef, messageId: string, content: string, editedAtMs = Date.now()): void {
    const message = this.posted(messageId);
    message.content = content;
    message.editedAtMs = editedAtMs;
    const ofBot = this.state.bot(bot.applicationId);
    this.dispatchMessage('MESSAGE_UPDATE', { bot: ofBot, message, isMentioned: content.includes(`<@${bot.applicationId}>`) });
  }

  /** Somebody deletes a message. */
  deleteMessage(bot: BotRef, messageId: string): void {
    const { channelId, guildId } = this.posted(messageId);
    this.state.deleteMessage(messageId);
    const ids = { id: messageId, channel_id: channelId, ...(guildId === null ? {} : { guild_id: guildId }) };
    this.gateway.dispatch(bot.applicationId, 'MESSAGE_DELETE', () => ids);
  }

  /** A member uses a slash command of the bot; returns the interaction id. Throws when Discord would not offer the command there. */
  invokeCommand({ name, subcommand, options = {}, isTyping = false, ...place }: CommandInvocation): string {
    const { applicationId } = place.bot;
    const used = { name, options, isTyping, ...(subcommand === undefined ? {} : { subcommand }) };
    return this.dispatchInteraction(applicationId, this.interactions.invoke(applicationId, this.invocation(place), used));
  }

  /** A member uses a command of the bot in the context menu of a message. */
  invokeOnMessage({ name, messageId, ...place }: Place & { readonly name: string; readonly messageId: string }): string {
    const { applicationId } = place.bot;
    const used = { name, message: this.posted(messageId) };
    return this.dispatchInteraction(
      applicationId,
      this.interactions.invokeOnMessage(applicationId, this.invocation(place), used),
    );
  }

  /** A member presses a button, or chooses from a menu, of a message of the bot; `messageId` may be the interaction that the message answers. */
  pressButton({
    messageId,
    customId,
    values,
    ...place
  }: Place & { messageId: string; customId: string; values?: string[] }): string {
    const message = this.interactions.messageOf(messageId) ?? this.posted(messageId);
    const invocation = this.invocation({ channelId: message.channelId, ...place });
    const payload = this.interactions.press(invocation, { message, customId, ...(values ? { values } : {}) });
    return this.dispatchInteraction(place.bot.applicationId, payload);
  }

  /** A member fills in the form that the bot opened in response to an interaction, and sends it; returns the id of the new interaction. */
  submitForm(interactionId: string, fields: Readonly<Record<string, string>>): string {
    const { applicationId, payload } = this.interactions.submit(interactionId, fields);
    return this.dispatchInteraction(applicationId, payload);
  }

  /** Dispatches an interaction once more, as Discord does after a RESUME. */
  repeatInteraction(bot: BotRef, interactionId: string): void {
    const payload = this.dispatched.get(interactionId);
    if (payload) this.gateway.dispatch(bot.applicationId, 'INTERACTION_CREATE', () => payload);
  }

  /** The bot's response to an interaction; null before it arrives. */
  responseTo(interactionId: string): InteractionResponse | null {
    return this.interactions.responseTo(interactionId);
  }

  protected dispatchInteraction(applicationId: string, payload: { readonly id: string }): string {
    this.dispatched.set(payload.id, payload);
    this.gateway.dispatch(applicationId, 'INTERACTION_CREATE', () => payload);
    return payload.id;
  }

  private dispatchMessage(
    type: 'MESSAGE_CREATE' | 'MESSAGE_UPDATE',
    { bot, message, isMentioned }: { bot: DiscordBot & { name: string }; message: Message; isMentioned: boolean },
  ): void {
    const json = messageJson(message, {
      author: { name: `member-${message.authorId.slice(-4)}` },
      member: this.state.guilds.get(message.guildId)?.members.get(message.authorId),
      mentioned: isMentioned ? { id: bot.applicationId, name: bot.name } : undefined,
      channelType: this.state.channel(message.channelId)?.type ?? 0,
      referenced: referencedJson(this.state, message, this.baseUrl),
      baseUrl: this.baseUrl,
    });
    this.gateway.dispatch(bot.applicationId, type, (intents) => {
      const maySeeContent = (intents & INTENT.messageContent) !== 0 || isMentioned || message.guildId === null;
      if (maySeeContent) return json;
      const { poll: _poll, message_snapshots: _snapshots, ...rest } = { poll: null, message_snapshots: null, ...json };
      return { ...rest, content: '', attachments: [], embeds: [], components: [] };
    });
  }

  protected invocation(place: Place): Invocation {
    const channel = this.channelOf(place);
    const guildId = place.guildId === undefined ? channel.guildId : place.guildId;
    return { memberId: place.authorId ?? DEFAULT_MEMBER_ID, channel, guildId };
  }

  private channelOf({ bot, channelId, guildId }: Place): Channel {
    const known = channelId === undefined ? undefined : this.state.channel(channelId);
    if (known) return known;
    if (guildId === null) return this.state.addChannel({ guildId: null, name: 'direct message', type: 1 });
    return this.channel(this.state.bot(bot.applicationId).channelId);
  }

  private channel(channelId: string): Channel {
    const channel = this.state.channel(channelId);
    if (!channel) throw new Error(`the stand-in Discord has no channel ${channelId}`);
    return channel;
  }

  protected posted(messageId: string): Message {
    const message = this.state.message(messageId);
    if (!message) throw new Error(`the stand-in Discord has no message ${messageId}`);
    return message;
  }

  protected guild(guildId: string): Guild {
    const guild = this.state.guilds.get(guildId);
    if (!guild) throw new Error(`the stand-in Discord has no guild ${guildId}`);
    return guild;
  }
}
