import { Injectable } from '@nestjs/common';
import { PermissionFlagsBits, Routes, type APIChannel, type APIEmoji, type APIRole, type APIUser } from 'discord-api-types/v10';
import { CommandRefusal } from '../../commands/command-refusal.js';
import { DesiredBotsSource } from '../../connections/desired-bots.js';
import { allows, GuildAccess, hasAnyOf } from '../../discord/guild-access.js';
import { channelInGuild } from '../../discord/guild-channel.js';
import { RestClients } from '../../discord/rest-clients.js';
import { FieldProblem } from '../field-problem.js';
import { namesEmoji, withServerEmoji } from './emoji.js';
import { type RoleMessageMode } from './role-choices.js';

interface Server {
  readonly botId: string;
  readonly guildId: string;
}

/** Who sets up a role message in a server, when it is not the owner of the bot in the web. */
export interface SettingMember {
  readonly id: string;
  readonly roleIds: readonly string[];
  readonly permissions: string;
}

const { ManageRoles, ViewChannel, SendMessages, AddReactions, ReadMessageHistory } = PermissionFlagsBits;
const IS_ID = /^\d{16,20}$/;
const MANAGE_ROLES = 'Manage Roles';
const TO_POST = [
  { bit: ViewChannel, name: 'View Channels' },
  { bit: SendMessages, name: 'Send Messages' },
];
const TO_REACT = [
  { bit: ReadMessageHistory, name: 'Read Message History' },
  { bit: AddReactions, name: 'Add Reactions' },
];

/** What the bot and members may do with roles and role messages, by Discord's rules. */
@Injectable()
export class RoleAccess {
  constructor(
    private readonly clients: RestClients,
    private readonly access: GuildAccess,
    private readonly desired: DesiredBotsSource,
  ) {}

  /** All roles of the server but @everyone. */
  async roles({ botId, guildId }: Server): Promise<APIRole[]> {
    const all = (await this.clients.use(botId, (rest) => rest.get(Routes.guildRoles(guildId)))) as APIRole[];
    return all.filter(({ id }) => id !== guildId);
  }

  /** The text with `:name:` of emoji of the server as Discord writes them. People type them so in the web, where no client of Discord replaces them. */
  async withServerEmoji({ botId, guildId }: Server, text: string): Promise<string> {
    if (!namesEmoji(text)) return text;
    const all = (await this.clients.use(botId, (rest) => rest.get(Routes.guildEmojis(guildId)))) as APIEmoji[];
    const usable = all.filter(({ available }) => available !== false);
    return withServerEmoji(
      text,
      usable.map(({ id, name, animated }) => ({ id, name: name ?? '', animated: animated === true })),
    );
  }

  /** Throws CommandRefusal unless the bot may give members these roles, and the member who sets that up may too. */
  async requireAssignable(server: Server, roleIds: readonly string[], member: SettingMember | null): Promise<void> {
    // What is known may be half a minute old.
    this.access.forget(server);
    const [roles, guild, own] = await Promise.all([this.roles(server), this.access.guild(server), this.own(server)]);
    const held = guild.roles.filter(({ id }) => id === server.guildId || own.roleIds.includes(id));
    const permissions = held.reduce((sum, role) => sum | BigInt(role.permissions), 0n);
    if (own.id !== guild.owner_id && !hasAnyOf(permissions, ManageRoles))
      throw new CommandRefusal(`I need the permission “${MANAGE_ROLES}” for this.`, MANAGE_ROLES);
    const wanted = roles.filter(({ id }) => roleIds.includes(id));
    const managed = wanted.find((role) => role.managed);
    if (managed) throw new CommandRefusal(`Nobody can give the role “${managed.name}”: it belongs to an app.`);
    const above = wanted.find((role) => !isBelow(role, own.roleIds, roles) && own.id !== guild.owner_id);
    if (above)
      throw new CommandRefusal(`The role “${above.name}” stands above mine. Move my role above it in the server's settings.`);
    if (member === null || member.id === guild.owner_id) return;
    if (!hasAnyOf(member.permissions, ManageRoles))
      throw new CommandRefusal(`You need the permission “${MANAGE_ROLES}” for this.`);
    const aboveMember = wanted.find((role) => !isBelow(role, member.roleIds, roles));
    if (aboveMember) throw new CommandRefusal(`The role “${aboveMember.name}” does not stand below yours.`);
  }

  /** Throws FieldProblem for a channel that is not in the server, CommandRefusal unless the bot, and the member who sets that up, may post there. */
  async requireChannel(server: Server, channelId: string, mode: RoleMessageMode, member: SettingMember | null): Promise<void> {
    const channel = IS_ID.test(channelId) ? await channelInGuild(this.clients, server, channelId) : null;
    if (!channel) throw new FieldProblem('channel', 'There is no such channel in this server.');
    const own = await this.own(server);
    const permissions = await this.access.permissionsOf({ ...server, channelId }, own);
    const needed = mode === 'reactions' ? [...TO_POST, ...TO_REACT] : TO_POST;
    const missing = needed.find(({ bit }) => !allows(permissions, bit));
    if (missing) throw new CommandRefusal(`I need the permission “${missing.name}” in that channel.`, missing.name);
    if (member !== null && !(await this.access.mayWrite({ ...server, channelId }, member)))
      throw new CommandRefusal('You may not write in that channel yourself.');
  }

  /** By the id of the channel; empty while Discord cannot be asked. */
  async channelNames({ botId, guildId }: Server): Promise<ReadonlyMap<string, string>> {
    try {
      const channels = (await this.clients.use(botId, (rest) => rest.get(Routes.guildChannels(guildId)))) as APIChannel[];
      return new Map(channels.map(({ id, name }) => [id, name ?? id]));
    } catch {
      return new Map();
    }
  }

  private async own(server: Server) {
    const ownUserId = this.desired.bots.get(server.botId)?.applicationId ?? (await this.userId(server.botId));
    return this.access.ownMember(server, ownUserId);
  }

  /** Of a bot that is offline. */
  private async userId(botId: string): Promise<string> {
    return ((await this.clients.use(botId, (rest) => rest.get(Routes.user()))) as APIUser).id;
  }
}

/** Whether the role stands below the highest of those that somebody holds. */
function isBelow(role: APIRole, heldIds: readonly string[], roles: readonly APIRole[]): boolean {
  return roles.some(({ id, position }) => heldIds.includes(id) && position > role.position);
}
