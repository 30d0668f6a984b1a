import { sentAtMs } from '@kith/proto';
import {
  ApplicationCommandOptionType,
  CDNRoutes,
  ImageFormat,
  RouteBases,
  Routes,
  type APIEmbed,
  type APIGuild,
  type APIGuildMember,
  type APIUser,
} from 'discord-api-types/v10';
import { leadingUser } from '../arguments.js';
import { catalogueCommand, noArguments, type CallPlace, type CommandCall, type CommandMessage } from '../catalogue-command.js';
import type { CommandTools } from '../command-tools.js';

const COLOR = 0x5865f2;
const IMAGE_SIZE = 512;
const DEFAULT_AVATARS = 6n;

const MEMBER_OPTION = {
  type: ApplicationCommandOptionType.User,
  name: 'member',
  description: 'Of whom; you without it',
} as const;

/** The member whom the text mentions; the caller for an empty text. */
const parseMember = (args: string): { memberId: string | undefined } | null => {
  if (args === '') return { memberId: undefined };
  const user = leadingUser(args);
  return user?.rest === '' ? { memberId: user.value } : null;
};

const embed = (fields: APIEmbed): CommandMessage => ({ kind: 'message', embeds: [{ color: COLOR, ...fields }] });
const field = (name: string, value: string): { name: string; value: string; inline: true } => ({ name, value, inline: true });
/** In the reader's own time zone and language. */
const date = (atMs: number): string => `<t:${Math.floor(atMs / 1000)}:D>`;

export const serverinfo = catalogueCommand({
  id: 'serverinfo',
  usage: [''],
  scope: 'server',
  isSlow: true,
  parse: noArguments,
  run: async (_args, { bot, place }, { clients }) => {
    const guildId = place?.guildId ?? '';
    const query = new URLSearchParams({ with_counts: 'true' });
    const guild = (await clients.use(bot.botId, (rest) => rest.get(Routes.guild(guildId), { query }))) as APIGuild;
    const { approximate_member_count: members, approximate_presence_count: online } = guild;
    return embed({
      title: guild.name,
      ...(guild.description ? { description: guild.description } : {}),
      fields: [
        ...(members === undefined ? [] : [field('Members', String(members))]),
        ...(online === undefined ? [] : [field('Online', String(online))]),
        field('Created', date(sentAtMs(guild.id))),
        field('Owner', `<@${guild.owner_id}>`),
        // Without the role that everybody has.
        field('Roles', String(Math.max(0, guild.roles.length - 1))),
        field('Boosts', String(guild.premium_subscription_count ?? 0)),
      ],
      ...(guild.icon
        ? { thumbnail: { url: `${RouteBases.cdn}${CDNRoutes.guildIcon(guild.id, guild.icon, ImageFormat.PNG)}` } }
        : {}),
    });
  },
});

export const userinfo = catalogueCommand({
  id: 'userinfo',
  usage: ['', '@member'],
  scope: 'server',
  isSlow: true,
  options: [MEMBER_OPTION],
  parse: parseMember,
  run: async ({ memberId }, call, tools) => {
    const member = await memberOf(call, tools, memberId);
    const { user } = member;
    return embed({
      title: user.global_name ?? user.username,
      thumbnail: { url: avatarUrl(user) },
      fields: [
        field('Name', user.username),
        ...(member.nick ? [field('Nickname', member.nick)] : []),
        field('On Discord since', date(sentAtMs(user.id))),
        ...(member.joined_at ? [field('In this server since', date(Date.parse(member.joined_at)))] : []),
        field('Roles', String(member.roles.length)),
        ...(user.bot ? [field('Kind', 'Bot')] : []),
      ],
    });
  },
});

export const avatar = catalogueCommand({
  id: 'avatar',
  usage: ['', '@member'],
  scope: 'discord',
  isSlow: true,
  options: [MEMBER_OPTION],
  parse: parseMember,
  run: async ({ memberId }, call, tools) => {
    const user = call.place?.guildId ? (await memberOf(call, tools, memberId)).user : await userOf(call, tools, memberId);
    return embed({ title: user.global_name ?? user.username, image: { url: avatarUrl(user) } });
  },
});

async function memberOf(
  { bot, place }: CommandCall,
  { clients }: CommandTools,
  memberId: string | undefined,
): Promise<APIGuildMember> {
  const { guildId, memberId: callerId } = place as CallPlace;
  const route = Routes.guildMember(guildId ?? '', memberId ?? callerId);
  return (await clients.use(bot.botId, (rest) => rest.get(route))) as APIGuildMember;
}

async function userOf({ bot, place }: CommandCall, { clients }: CommandTools, memberId: string | undefined): Promise<APIUser> {
  const route = Routes.user(memberId ?? (place as CallPlace).memberId);
  return (await clients.use(bot.botId, (rest) => rest.get(route))) as APIUser;
}

function avatarUrl({ id, avatar: hash }: Pick<APIUser, 'id' | 'avatar'>): string {
  if (!hash) return `${RouteBases.cdn}/embed/avatars/${(BigInt(id) >> 22n) % DEFAULT_AVATARS}.png`;
  const format = hash.startsWith('a_') ? ImageFormat.GIF : ImageFormat.PNG;
  return `${RouteBases.cdn}${CDNRoutes.userAvatar(id, hash, format)}?size=${IMAGE_SIZE}`;
}
