import { PermissionFlagsBits } from 'discord-api-types/v10';
import { allows, type GuildMember, type NamedMember } from '../discord/guild-access.js';
import type { CalledBot, CallPlace, CommandCall } from './catalogue-command.js';
import { CommandRefusal } from './command-refusal.js';
import type { CommandTools } from './command-tools.js';

/** A permission with its name in Discord's settings. */
interface Permission {
  readonly bit: bigint;
  readonly name: string;
}

export const MANAGE_MESSAGES: Permission = { bit: PermissionFlagsBits.ManageMessages, name: 'Manage Messages' };
export const MANAGE_CHANNELS: Permission = { bit: PermissionFlagsBits.ManageChannels, name: 'Manage Channels' };
/** Stands for MANAGE_CHANNELS in threads. */
export const MANAGE_THREADS: Permission = { bit: PermissionFlagsBits.ManageThreads, name: 'Manage Threads' };
export const TIME_OUT_MEMBERS: Permission = { bit: PermissionFlagsBits.ModerateMembers, name: 'Time out members' };
export const CREATE_POLLS: Permission = { bit: PermissionFlagsBits.SendPolls, name: 'Create Polls' };
export const READ_HISTORY: Permission = { bit: PermissionFlagsBits.ReadMessageHistory, name: 'Read Message History' };

type Access = Pick<CommandTools, 'access'>;

/** A call in a server. */
export interface GuildCall {
  readonly bot: CalledBot;
  readonly place: CallPlace & { readonly guildId: string };
}

/** The call as one in a server; a refusal for any other. */
export function inGuild({ bot, place }: CommandCall): GuildCall {
  if (!place?.guildId) throw new CommandRefusal('This command works in servers only.');
  return { bot, place: { ...place, guildId: place.guildId } };
}

/** Throws CommandRefusal unless the member who calls has the permission in the channel; returns the member. */
export async function requireOfMember({ access }: Access, call: GuildCall, { bit, name }: Permission): Promise<NamedMember> {
  const member = await access.member(guildOf(call), call.place.memberId);
  const permissions = await access.permissionsOf(guildPlaceOf(call), member);
  if (!allows(permissions, bit)) throw new CommandRefusal(`You need the permission “${name}” for this.`);
  return member;
}

/** Throws CommandRefusal unless the bot has the permission in the channel; returns the bot as a member. */
export async function requireOfBot({ access }: Access, call: GuildCall, { bit, name }: Permission): Promise<GuildMember> {
  const own = await access.ownMember(guildOf(call), call.bot.userId);
  const permissions = await access.permissionsOf(guildPlaceOf(call), own);
  if (!allows(permissions, bit)) throw new CommandRefusal(`I need the permission “${name}” for this.`, name);
  return own;
}

export const guildOf = ({ bot, place }: GuildCall): { botId: string; guildId: string } => ({
  botId: bot.botId,
  guildId: place.guildId,
});

/** Threads have the permissions of their channel. */
export const guildPlaceOf = (call: GuildCall): { botId: string; guildId: string; channelId: string } => ({
  ...guildOf(call),
  channelId: call.place.parentId ?? call.place.channelId,
});
