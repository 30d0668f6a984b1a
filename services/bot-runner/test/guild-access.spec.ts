import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { startDiscord, type DiscordBot, type StandInDiscord } from '@kith/kit/testing';
import { REST } from '@discordjs/rest';
import { PermissionFlagsBits } from 'discord-api-types/v10';
import { allows, GuildAccess } from '../src/discord/guild-access.js';
import type { RestClients } from '../src/discord/rest-clients.js';

const { ManageMessages, ModerateMembers, SendMessages, ViewChannel, ReadMessageHistory } = PermissionFlagsBits;
const MEMBER = '123456789012345678';

describe('permissions in a guild', () => {
  let discord: StandInDiscord;
  let bot: DiscordBot;
  let access: GuildAccess;
  const botId = 'a-bot';

  beforeAll(async () => {
    discord = await startDiscord();
  });
  afterAll(() => discord.close());
  beforeEach(() => {
    bot = discord.addBot({ permissions: ['viewChannel', 'sendMessages', 'manageMessages'] });
    discord.setMember(bot.guildId, { id: MEMBER });
    const rest = new REST({ api: discord.apiUrl, version: '10' }).setToken(bot.token);
    const clients: Pick<RestClients, 'use'> = { use: (_botId, work) => work(rest) };
    access = new GuildAccess(clients as RestClients);
  });

  const place = () => ({ botId, guildId: bot.guildId, channelId: bot.channelId });
  const permissionsOfMember = async (roleIds: string[] = []) => access.permissionsOf(place(), { id: MEMBER, roleIds });

  it('are those of all roles together, and everything for the owner and administrators', async () => {
    const team = discord.addRole(bot.guildId, { name: 'Team', permissions: ['manageMessages'] });
    const admins = discord.addRole(bot.guildId, { name: 'Admins', permissions: ['administrator'] });
    expect(allows(await permissionsOfMember(), ManageMessages)).toBe(false);
    expect(allows(await permissionsOfMember([team]), ManageMessages | SendMessages)).toBe(true);
    expect(allows(await permissionsOfMember([team]), ModerateMembers)).toBe(false);
    expect(allows(await permissionsOfMember([admins]), ModerateMembers)).toBe(true);
    const ownerId = (await access.guild(place())).owner_id;
    expect(allows(await access.permissionsOf(place(), { id: ownerId, roleIds: [] }), ModerateMembers)).toBe(true);
  });

  it('need of each remembered role its id, permissions and position only', async () => {
    const role = discord.addRole(bot.guildId, { name: 'A long name', permissions: ['manageMessages'], position: 3 });
    const { roles } = await access.guild(place());
    expect(roles).toContainEqual({ id: role, permissions: String(ManageMessages), position: 3 });
  });

  it('follow the overwrites of the channel: everyone, then roles, then the member', async () => {
    const team = discord.addRole(bot.guildId, { name: 'Team' });
    discord.setOverwrites(bot.channelId, [
      { id: bot.guildId, of: 'role', deny: ['sendMessages'] },
      { id: team, of: 'role', allow: ['sendMessages'] },
    ]);
    expect(allows(await permissionsOfMember(), SendMessages)).toBe(false);
    expect(allows(await permissionsOfMember([team]), SendMessages)).toBe(true);
    const hidden = discord.addChannel(bot, { name: 'hidden' });
    discord.setOverwrites(hidden.id, [
      { id: bot.guildId, of: 'role', deny: ['viewChannel'] },
      { id: MEMBER, of: 'member', allow: ['viewChannel'] },
      // Discord shows the overwrites of a channel only to a bot that sees it.
      { id: bot.applicationId, of: 'member', allow: ['viewChannel'] },
    ]);
    const there = { ...place(), channelId: hidden.id };
    expect(await access.permissionsOf(there, { id: '200000000000000002', roleIds: [team] })).toBe(0n);
    expect(allows(await access.permissionsOf(there, { id: MEMBER, roleIds: [] }), ViewChannel)).toBe(true);
  });

  it('are reduced to reading during a timeout', async () => {
    const member = { id: MEMBER, roleIds: [], timedOutUntil: new Date(Date.now() + 60_000).toISOString() };
    expect(await access.permissionsOf(place(), member)).toBe(ViewChannel | ReadMessageHistory);
  });

  it('of the bot itself come from its own roles', async () => {
    const own = await access.ownPermissions(place(), bot.applicationId);
    expect([allows(own, ManageMessages), allows(own, ModerateMembers)]).toEqual([true, false]);
  });

  it('know who stands above whom: the owner above all, nobody above the owner or themselves', async () => {
    const team = discord.addRole(bot.guildId, { name: 'Team', position: 20 });
    const [member, own] = [await access.member(place(), MEMBER), await access.ownMember(place(), bot.applicationId)];
    const owner = { id: (await access.guild(place())).owner_id, roleIds: [] };
    expect(await access.isAbove(place(), own, member)).toBe(true);
    expect(await access.isAbove(place(), own, { ...member, roleIds: [team] })).toBe(false);
    expect(await access.isAbove(place(), own, owner)).toBe(false);
    expect(await access.isAbove(place(), owner, own)).toBe(true);
    expect(await access.isAbove(place(), own, own)).toBe(false);
  });

  it('know a channel of another server, and leave one that the bot cannot see to the answer of Discord', async () => {
    const other = discord.addBot();
    discord.addBotToGuild(bot, { guildId: other.guildId });
    expect(await access.isElsewhere(place())).toBe(false);
    expect(await access.isElsewhere({ ...place(), channelId: other.channelId })).toBe(true);
    expect(await access.isElsewhere({ ...place(), channelId: '999000000000000009' })).toBe(false);
  });

  it('are asked anew after Discord refused to tell them', async () => {
    discord.rejectRequests({ path: `/guilds/${bot.guildId}`, status: 403, code: 50_001, times: 1 });
    await expect(access.guild(place())).rejects.toMatchObject({ code: 50_001 });
    await expect(access.guild(place())).resolves.toMatchObject({ id: bot.guildId });
    await expect(access.member(place(), '300000000000000003')).rejects.toMatchObject({ status: 404 });
  });
});
