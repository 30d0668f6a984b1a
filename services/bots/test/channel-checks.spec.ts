import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { anActor, aSnowflake } from '@kith/kit/testing';
import {
  bots,
  ChannelSettings,
  checkUps,
  DISCORD_PERMISSIONS,
  permissionBits,
  systems,
  type Actor,
  type DiscordPermission,
  type Finding,
  type InputOf,
} from '@kith/proto';
import { aToken, botsUnderTest, type BotsUnderTest } from './bots-under-test.js';

let stack: BotsUnderTest;
beforeAll(async () => {
  stack = await botsUnderTest();
});
afterAll(() => stack.stop());

type BotFields = Omit<InputOf<typeof bots.create>, 'actor' | 'name'>;
const SERVER = '200000000000000001';
const ALL = permissionBits(DISCORD_PERMISSIONS);
const without = (...missing: DiscordPermission[]): string =>
  permissionBits(DISCORD_PERMISSIONS.filter((permission) => !missing.includes(permission)));

/** A bot with a token in one server, with all permissions in the whole server. */
async function aConnectedBot(fields: BotFields = {}) {
  const actor = anActor({ plan: 'premium' });
  const applicationId = aSnowflake();
  const discordToken = aToken(applicationId);
  stack.inspections.set(discordToken, { verdict: 'valid', applicationId, botName: 'Juniper#1234', hasMessageContent: true });
  const { bot } = await stack.ask(bots.create, { actor, name: 'Nova', ...fields, discordToken });
  const account = { applicationId, name: 'Juniper#1234', about: '', hasMessageContent: true, hasServerMembers: true };
  stack.accounts.set(bot.id, { account, servers: [{ id: SERVER, name: 'Elm Street', memberCount: 12, permissions: ALL }] });
  return { actor, botId: bot.id };
}

/** A channel in which the bot has `permissions`. */
function aChannel(permissions: string, fields: object = {}): string {
  const channelId = aSnowflake();
  stack.channelAccess.set(channelId, { guildId: SERVER, name: 'general', permissions, ...fields });
  return channelId;
}
const isAskedIn = (botId: string, ...channelIds: string[]): void => {
  const askedChannels = channelIds.map((channelId) => ({ channelId, guildId: SERVER }));
  stack.usedPlaces.set(botId, { askedChannels, systemChannels: [], roles: [] });
};

async function findingsOf(actor: Actor, botId: string, check: Finding['check'] = 'channel'): Promise<Finding[]> {
  const { findings } = await stack.ask(checkUps.run, { actor, botId });
  return findings.filter((one) => one.check === check);
}

describe('the channels of a check-up', () => {
  it('are those in which it was asked lately, where no setting names one', async () => {
    const { actor, botId } = await aConnectedBot();
    expect(await findingsOf(actor, botId)).toEqual([]);
    const [mute, fine] = [aChannel(without('send_messages'), { name: 'mute' }), aChannel(ALL)];
    isAskedIn(botId, mute, fine, aSnowflake());
    const place = { serverId: SERVER, serverName: 'Elm Street', use: 'answers' };
    expect(await findingsOf(actor, botId)).toMatchObject([
      { ...place, state: 'problem', channelId: mute, channelName: 'mute', missingPermissions: ['send_messages'] },
      { ...place, state: 'ok', channelId: fine },
    ]);
    const named = aChannel(ALL);
    await stack.ask(bots.update, { actor, botId, channelSettings: { allowedChannels: [named] } });
    expect((await findingsOf(actor, botId)).map(({ channelId }) => channelId)).toEqual([named]);
  });

  it('leave out those that the settings restrict, and those of servers that it left or is not locked to', async () => {
    const { actor, botId } = await aConnectedBot();
    const [restricted, elsewhere] = [aChannel('0'), aChannel('0')];
    stack.usedPlaces.set(botId, {
      askedChannels: [
        { channelId: restricted, guildId: SERVER },
        { channelId: elsewhere, guildId: '200000000000000099' },
      ],
      systemChannels: [],
      roles: [],
    });
    await stack.ask(bots.update, { actor, botId, channelSettings: { restrictedChannels: [restricted] } });
    expect(await findingsOf(actor, botId)).toEqual([]);
  });

  it('are those of a category that the settings name, with their age restriction, and not the category', async () => {
    const { actor, botId } = await aConnectedBot();
    const category = aChannel(ALL, { name: 'Lounge', isCategory: true });
    const adults = aChannel(ALL, { name: 'adults', within: [category], isAgeRestricted: true });
    const open = aChannel(without('send_messages'), { name: 'open', within: [category] });
    const log = aChannel(ALL, { name: 'log', within: [category] });
    aChannel(without('view_channels'), { name: 'staff', within: [category] });
    await stack.ask(bots.update, {
      actor,
      botId,
      ageRating: 'adult',
      confirmsAdult: true,
      channelSettings: { allowedChannels: [category], moderationMode: true, moderationLogChannelId: log },
    });
    expect(await findingsOf(actor, botId)).toMatchObject([
      { channelId: log, use: 'answers', state: 'ok' },
      { channelId: adults, use: 'answers', state: 'ok' },
      { channelId: open, use: 'answers', state: 'problem', missingPermissions: ['send_messages'] },
    ]);
    expect((await findingsOf(actor, botId, 'age_restriction')).map(({ channelId }) => channelId)).toEqual([log, open]);
  });

  it('are the category itself where the bot sees no channel in it', async () => {
    const { actor, botId } = await aConnectedBot();
    const category = aChannel(without('view_channels'), { name: 'Lounge', isCategory: true });
    aChannel('0', { within: [category] });
    const adult = { ageRating: 'adult' as const, confirmsAdult: true };
    await stack.ask(bots.update, { actor, botId, ...adult, channelSettings: { dedicatedChannelId: category } });
    const missingPermissions = ['view_channels'];
    expect(await findingsOf(actor, botId)).toMatchObject([{ channelId: category, state: 'problem', missingPermissions }]);
    expect(await findingsOf(actor, botId, 'age_restriction')).toEqual([]);
  });

  it('leave out the channels and threads of a category or channel that the settings restrict', async () => {
    const { actor, botId } = await aConnectedBot();
    const [quiet, lounge] = [aChannel(ALL, { isCategory: true }), aChannel(ALL, { isCategory: true })];
    const restricted = aChannel(ALL, { within: [lounge] });
    const free = aChannel(ALL, { within: [lounge] });
    const thread = aChannel(ALL, { isThread: true, within: [restricted, lounge] });
    isAskedIn(botId, aChannel(ALL, { within: [quiet] }), thread, free);
    await stack.ask(bots.update, { actor, botId, channelSettings: { restrictedChannels: [quiet, restricted] } });
    const found = async () => (await findingsOf(actor, botId)).map(({ channelId }) => channelId);
    expect(await found()).toEqual([free]);
    await stack.ask(bots.update, { actor, botId, channelSettings: { allowedChannels: [lounge, quiet] } });
    expect(await found()).toEqual([free]);
  });

  it('name a channel that it no longer sees, but not one that was deleted', async () => {
    const { actor, botId } = await aConnectedBot();
    const hidden = aChannel('0', { guildId: null, name: null });
    isAskedIn(botId, hidden, aSnowflake());
    expect(await findingsOf(actor, botId)).toMatchObject([
      { channelId: hidden, serverName: 'Elm Street', state: 'problem', missingPermissions: ['view_channels'] },
    ]);
  });

  it.each<[string, InputOf<typeof bots.update>['channelSettings'], DiscordPermission]>([
    ['threads', { enableThreads: true }, 'send_in_threads'],
    ['threads of its own', { enableThreads: true, autoCreateThreads: true }, 'create_public_threads'],
    ['deleting by moderation', { moderationMode: true, autoDelete: true }, 'manage_messages'],
  ])('need what is switched on: %s', async (_name, channelSettings, permission) => {
    const { actor, botId } = await aConnectedBot({ channelSettings: ChannelSettings.parse({ enableThreads: false }) });
    isAskedIn(botId, aChannel(without(permission)));
    expect(await findingsOf(actor, botId)).toMatchObject([{ state: 'ok' }]);
    await stack.ask(bots.update, { actor, botId, channelSettings });
    expect(await findingsOf(actor, botId)).toMatchObject([{ state: 'problem', missingPermissions: [permission] }]);
  });

  it('need Attach Files and Embed Links too, but not what Discord grants for whole servers only', async () => {
    const { actor, botId } = await aConnectedBot({ preferences: { sendMedia: true } });
    await stack.ask(bots.update, { actor, botId, channelSettings: { moderationMode: true, timeoutUsers: true } });
    isAskedIn(botId, aChannel(without('attach_files', 'embed_links', 'moderate_members')));
    expect(await findingsOf(actor, botId)).toMatchObject([{ missingPermissions: ['embed_links', 'attach_files'] }]);
  });

  it('need in a thread that it may write in threads, and not that it may write in channels', async () => {
    const { actor, botId } = await aConnectedBot();
    isAskedIn(
      botId,
      aChannel(without('send_messages'), { isThread: true }),
      aChannel(without('send_in_threads'), { isThread: true }),
    );
    expect((await findingsOf(actor, botId)).map(({ missingPermissions }) => missingPermissions)).toEqual([
      [],
      ['send_in_threads'],
    ]);
  });

  it('are also those of the moderation log, of messages by itself and of systems, each with what it needs', async () => {
    const { actor, botId } = await aConnectedBot({ preferences: { proactiveMessaging: true } });
    const log = aChannel(without('send_messages'));
    const proactive = aChannel(without('read_history'));
    const transcripts = aChannel(without('attach_files'));
    const panel = aChannel(without('create_private_threads'));
    await stack.ask(bots.update, {
      actor,
      botId,
      channelSettings: {
        moderationMode: true,
        moderationLogChannelId: log,
        proactiveMessages: [{ channelId: proactive, event: 'quiet', text: 'Hi' }],
      },
    });
    await stack.ask(systems.install, { actor, botId, systemId: 'support-tickets' });
    await stack.ask(systems.configure, { actor, botId, systemId: 'support-tickets', settings: { logChannel: transcripts } });
    const ofSystem = { systemId: 'support-tickets', needs: ['create_private_threads' as const] };
    stack.usedPlaces.set(botId, {
      askedChannels: [],
      systemChannels: [
        { ...ofSystem, channelId: panel, guildId: SERVER },
        { ...ofSystem, systemId: 'reaction-roles', channelId: aChannel('0'), guildId: SERVER },
      ],
      roles: [],
    });
    expect(await findingsOf(actor, botId)).toMatchObject([
      { channelId: log, use: 'moderation_log', missingPermissions: ['send_messages'] },
      { channelId: proactive, use: 'proactive', missingPermissions: ['read_history'] },
      { channelId: transcripts, use: 'system', systemName: 'Support Tickets', missingPermissions: ['attach_files'] },
      { channelId: panel, use: 'system', systemName: 'Support Tickets', missingPermissions: ['create_private_threads'] },
    ]);
  });

  it('are looked at once each, and twenty at most', async () => {
    const channels = Array.from({ length: 30 }, () => aChannel(ALL));
    const allowedChannels = channels.slice(0, 25);
    const { actor, botId } = await aConnectedBot({
      channelSettings: ChannelSettings.parse({ allowedChannels, moderationMode: true, moderationLogChannelId: channels[0] }),
    });
    const found = (await findingsOf(actor, botId)).map(({ channelId }) => channelId);
    expect(found).toHaveLength(20);
    expect(new Set(found).size).toBe(20);
  });
});

describe('the roles of a check-up', () => {
  it('are those that systems give; one that it cannot give is named with the reason', async () => {
    const { actor, botId } = await aConnectedBot();
    const [high, low, gone] = [aSnowflake(), aSnowflake(), aSnowflake()];
    stack.roleAccess.set(high, { guildId: SERVER, name: 'Staff', fault: 'above' });
    stack.roleAccess.set(low, { guildId: SERVER, name: 'Member', fault: null });
    await stack.ask(systems.install, { actor, botId, systemId: 'welcome-messages' });
    await stack.ask(systems.configure, { actor, botId, systemId: 'welcome-messages', settings: { role: low } });
    expect(await findingsOf(actor, botId, 'role')).toMatchObject([{ state: 'ok' }]);
    await stack.ask(systems.install, { actor, botId, systemId: 'leveling-xp' });
    const settings = { roles: `5 ${low}\n10 ${gone}` };
    await stack.ask(systems.configure, { actor, botId, systemId: 'leveling-xp', settings });
    await stack.ask(systems.install, { actor, botId, systemId: 'reaction-roles' });
    const given = { roleId: high, guildId: SERVER };
    stack.usedPlaces.set(botId, {
      askedChannels: [],
      systemChannels: [],
      roles: [
        { ...given, systemId: 'reaction-roles' },
        { ...given, systemId: 'economy-system' },
      ],
    });
    expect(await findingsOf(actor, botId, 'role')).toMatchObject([
      { state: 'problem', roleName: null, roleFault: 'gone', systemName: 'Leveling & XP' },
      { state: 'problem', roleName: 'Staff', roleFault: 'above', systemName: 'Reaction Roles', serverName: 'Elm Street' },
    ]);
  });
});
