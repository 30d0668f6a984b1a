import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { anActor, aSnowflake } from '@kith/kit/testing';
import {
  AppError,
  bots,
  checkUps,
  neededPermissions,
  permissionBits,
  systems,
  ChannelSettings,
  ProactiveMessage,
  type Actor,
  type InputOf,
} from '@kith/proto';
import { aToken, botsUnderTest, startFakeRunner, type BotsUnderTest, type Report } from './bots-under-test.js';

let stack: BotsUnderTest;
beforeAll(async () => {
  stack = await botsUnderTest();
});
afterAll(() => stack.stop());

type BotFields = Omit<InputOf<typeof bots.create>, 'actor' | 'name'>;
const SERVER = '200000000000000001';
const ENOUGH = permissionBits(
  neededPermissions({
    channelSettings: ChannelSettings.parse({}),
    preferences: { sendMedia: true },
    commandIds: [],
    systems: [],
  }),
);

/** A bot with a token, in one server that grants it `granted`. */
async function aConnectedBot(actor: Actor, { granted = ENOUGH, ...fields }: BotFields & { granted?: string } = {}) {
  const applicationId = aSnowflake();
  const discordToken = aToken(applicationId);
  stack.inspections.set(discordToken, { verdict: 'valid', applicationId, botName: 'Juniper#1234', hasMessageContent: true });
  const { bot } = await stack.ask(bots.create, { actor, name: 'Nova', ...fields, discordToken });
  const account = { applicationId, name: 'Juniper#1234', about: '', hasMessageContent: true, hasServerMembers: true };
  const servers = [{ id: SERVER, name: 'Elm Street', memberCount: 12, permissions: granted }];
  stack.accounts.set(bot.id, { account, servers });
  return { botId: bot.id, account, servers };
}

async function findingsOf(actor: Actor, botId: string) {
  const { findings } = await stack.ask(checkUps.run, { actor, botId });
  return findings;
}
const troubles = async (actor: Actor, botId: string) =>
  (await findingsOf(actor, botId)).filter(({ state, check }) => state !== 'ok' && check !== 'connection');

describe('a check-up', () => {
  it('finds nothing wrong with a bot that has its intent, a server and its permissions', async () => {
    const actor = anActor();
    const { botId } = await aConnectedBot(actor);
    expect(await troubles(actor, botId)).toEqual([]);
    expect((await findingsOf(actor, botId)).map(({ check }) => check)).toEqual([
      'token',
      'connection',
      'rate_limit',
      'message_content',
      'servers',
      'server_permissions',
      'prefix',
    ]);
  });

  it('names the missing token alone, because nothing else can be asked without it', async () => {
    const actor = anActor();
    const { bot } = await stack.ask(bots.create, { actor, name: 'Nova' });
    expect(await findingsOf(actor, bot.id)).toMatchObject([
      { check: 'token', state: 'problem', detail: 'It has no Discord token yet.' },
    ]);
  });

  it('names the intent that is off, the server that is missing and the permissions that are not granted, with the page that mends them', async () => {
    const actor = anActor();
    const { botId, account } = await aConnectedBot(actor, { serverId: SERVER, granted: '0' });
    expect(await troubles(actor, botId)).toMatchObject([
      {
        check: 'server_permissions',
        serverName: 'Elm Street',
        missingPermissions: expect.arrayContaining(['send_messages']),
        inviteUrl: expect.stringContaining(SERVER),
      },
    ]);
    stack.accounts.set(botId, { account: { ...account, hasMessageContent: false }, servers: [] });
    expect(await troubles(actor, botId)).toMatchObject([
      { check: 'message_content', state: 'note' },
      { check: 'servers', state: 'problem', inviteUrl: expect.stringContaining('client_id') },
      { check: 'server_lock', state: 'problem', inviteUrl: null },
    ]);
  });

  it('says before the first start that Server Members is off, where a system or a proactive message needs it', async () => {
    const actor = anActor();
    const { botId, account, servers } = await aConnectedBot(actor);
    const members = async () => (await findingsOf(actor, botId)).filter(({ check }) => check === 'server_members');
    stack.accounts.set(botId, { account: { ...account, hasServerMembers: false }, servers });
    expect(await members()).toEqual([]);
    await stack.ask(systems.install, { actor, botId, systemId: 'welcome-messages' });
    expect(await members()).toMatchObject([{ state: 'note' }]);
    await stack.ask(systems.remove, { actor, botId, systemId: 'welcome-messages' });
    const proactiveMessages = [ProactiveMessage.parse({ channelId: aSnowflake(), event: 'newMember', text: 'Welcome!' })];
    const channelSettings = ChannelSettings.parse({ proactiveMessages });
    await stack.ask(bots.update, { actor, botId, channelSettings, preferences: { proactiveMessaging: false } });
    expect(await members()).toEqual([]);
    await stack.ask(bots.update, { actor, botId, preferences: { proactiveMessaging: true } });
    expect(await members()).toMatchObject([{ state: 'note' }]);
    stack.accounts.set(botId, { account, servers });
    expect(await members()).toMatchObject([{ state: 'ok' }]);
  });

  it('calls no permission missing that the settings of a system do not use', async () => {
    const actor = anActor();
    const { botId } = await aConnectedBot(actor);
    await stack.ask(systems.install, { actor, botId, systemId: 'leveling-xp' });
    await stack.ask(systems.install, { actor, botId, systemId: 'auto-moderation' });
    expect(await troubles(actor, botId)).toEqual([]);
    await stack.ask(systems.configure, { actor, botId, systemId: 'auto-moderation', settings: { dryRun: false } });
    expect(await troubles(actor, botId)).toMatchObject([
      { check: 'server_permissions', missingPermissions: ['manage_messages', 'manage_guild', 'moderate_members'] },
    ]);
  });

  it('looks at the channels that the settings name: one that is gone, one where it may not write, one that is fine', async () => {
    const actor = anActor();
    const [gone, mute, fine] = [aSnowflake(), aSnowflake(), aSnowflake()];
    const { botId } = await aConnectedBot(actor, {
      channelSettings: ChannelSettings.parse({ allowedChannels: [gone, mute, fine] }),
    });
    const place = { guildId: SERVER, name: 'general', isAgeRestricted: false };
    stack.channelAccess.set(mute, { channelId: mute, ...place, permissions: permissionBits(['view_channels', 'read_history']) });
    stack.channelAccess.set(fine, { channelId: fine, ...place, permissions: ENOUGH });
    const channels = (await findingsOf(actor, botId)).filter(({ check }) => check === 'channel');
    expect(channels).toMatchObject([
      { channelId: gone, channelName: null, state: 'problem' },
      {
        channelId: mute,
        channelName: 'general',
        serverName: 'Elm Street',
        state: 'problem',
        missingPermissions: ['send_messages', 'send_in_threads', 'embed_links', 'attach_files'],
      },
      { channelId: fine, state: 'ok' },
    ]);
  });

  it('says where a companion that is rated 18+ does not answer', async () => {
    const actor = anActor();
    const [open, restricted] = [aSnowflake(), aSnowflake()];
    const { botId } = await aConnectedBot(actor);
    const ageFindings = async () => (await findingsOf(actor, botId)).filter(({ check }) => check === 'age_restriction');
    expect(await ageFindings()).toEqual([]);
    await stack.ask(bots.update, { actor, botId, ageRating: 'adult', confirmsAdult: true });
    expect(await ageFindings()).toMatchObject([{ state: 'note', channelId: null }]);
    const place = { guildId: SERVER, name: 'general', permissions: ENOUGH };
    stack.channelAccess.set(open, { channelId: open, ...place, isAgeRestricted: false });
    stack.channelAccess.set(restricted, { channelId: restricted, ...place, isAgeRestricted: true });
    await stack.ask(bots.update, { actor, botId, channelSettings: { allowedChannels: [open, restricted] } });
    expect(await ageFindings()).toMatchObject([{ state: 'problem', channelId: open, serverName: 'Elm Street' }]);
  });

  it('says which other companion of the owner answers the same prefix in the same server', async () => {
    const actor = anActor({ plan: 'premium' });
    const { botId } = await aConnectedBot(actor);
    const other = await aConnectedBot(actor);
    await stack.ask(bots.update, { actor, botId: other.botId, name: 'Ember' });
    expect(await troubles(actor, botId)).toEqual([]);
    const stop = await startFakeRunner(stack, () => [{ runtimeState: 'online', code: null, statusReason: null, fence: 1 }]);
    await stack.ask(bots.start, { actor, botId: other.botId });
    stop();
    expect(await troubles(actor, botId)).toMatchObject([
      { check: 'prefix', state: 'note', botName: 'Ember', serverName: 'Elm Street', freePrefix: '?' },
    ]);
    await stack.ask(bots.update, { actor, botId: other.botId, serverId: aSnowflake() });
    expect(await troubles(actor, botId)).toEqual([]);
  });

  it('says since when no model can answer, and whether it is the own key', async () => {
    const actor = anActor();
    const { botId } = await aConnectedBot(actor);
    const happenedAt = '2026-01-02T03:04:05.000Z';
    stack.usedPlaces.set(botId, { modelFailures: [{ fault: 'own_key', happenedAt }] });
    expect(await troubles(actor, botId)).toMatchObject([{ check: 'model', state: 'problem', modelFault: 'own_key', happenedAt }]);
  });

  it('says which caps of the day are reached: of all messages, of a server, of how many members', async () => {
    const actor = anActor();
    const { botId } = await aConnectedBot(actor);
    const caps = async () => (await findingsOf(actor, botId)).filter(({ check }) => check === 'cap');
    stack.reachedCaps.set(botId, { isBotReached: true, guildIds: [SERVER, '200000000000000099'], members: 3 });
    expect(await caps()).toEqual([]);
    await stack.ask(bots.update, { actor, botId, dailyCaps: { perBot: 5, perServer: 2, perMember: 1 } });
    expect(await caps()).toMatchObject([
      { state: 'problem', cap: 'bot' },
      { state: 'problem', cap: 'server', serverName: 'Elm Street' },
      { state: 'note', cap: 'member', members: 3 },
    ]);
    stack.reachedCaps.delete(botId);
    expect(await caps()).toMatchObject([{ state: 'ok', cap: null }]);
  });

  it('names each server in which moderation waits for the yes of the owner, where something moderates and the companion still is', async () => {
    const actor = anActor();
    const { botId } = await aConnectedBot(actor);
    const pauses = async () => (await findingsOf(actor, botId)).filter(({ check }) => check === 'moderation');
    const pausedAt = '2026-01-02T03:04:05.000Z';
    const paused = (guildId: string) => ({ guildId, pausedAt });
    stack.pauses.set(botId, [paused('200000000000000099'), paused(SERVER)]);
    // Nothing moderates: there is nothing to be said yes to.
    expect(await pauses()).toEqual([]);
    await stack.ask(systems.install, { actor, botId, systemId: 'auto-moderation' });
    const found = { state: 'problem', serverId: SERVER, serverName: 'Elm Street', happenedAt: pausedAt };
    expect(await pauses()).toMatchObject([found]);
    await stack.ask(systems.remove, { actor, botId, systemId: 'auto-moderation' });
    const moderating = ChannelSettings.parse({ moderationMode: true });
    await stack.ask(bots.update, { actor, botId, channelSettings: moderating });
    expect(await pauses()).toMatchObject([found]);
    stack.pauses.delete(botId);
    expect(await pauses()).toMatchObject([{ state: 'ok' }]);
    stack.pauses.set(botId, new AppError('UNAVAILABLE'));
    expect(await pauses()).toMatchObject([{ state: 'unknown' }]);
    stack.pauses.set(botId, [paused(SERVER)]);
    stack.accounts.set(botId, new AppError('DISCORD_UNREACHABLE', 'Discord is away.'));
    expect(await pauses()).toMatchObject([{ state: 'problem', serverId: SERVER, serverName: null }]);
  });

  it('says that Discord could not be asked instead of finding nothing', async () => {
    const actor = anActor();
    const { botId } = await aConnectedBot(actor);
    stack.accounts.set(botId, new AppError('DISCORD_UNREACHABLE', 'Discord is away.'));
    expect(await troubles(actor, botId)).toMatchObject([
      { check: 'token', state: 'unknown' },
      { check: 'servers', state: 'unknown', detail: 'Discord is away.' },
    ]);
    stack.accounts.set(botId, new AppError('RATE_LIMITED', 'Too many requests.'));
    expect(await troubles(actor, botId)).toMatchObject([
      { check: 'token', state: 'unknown' },
      { check: 'rate_limit', state: 'problem', detail: 'Too many requests.' },
    ]);
    stack.accounts.set(botId, new AppError('TOKEN_INVALID'));
    expect(await troubles(actor, botId)).toMatchObject([{ check: 'token', state: 'problem' }]);
  });

  it('tells a refused token and a missing intent once, not again as the reason of the runtime state', async () => {
    const actor = anActor({ plan: 'premium' });
    const connectionOf = async (botId: string) => (await findingsOf(actor, botId)).find(({ check }) => check === 'connection');
    const startWith = async (botId: string, status: Omit<Report, 'fence'>) => {
      const stop = await startFakeRunner(stack, () => [{ ...status, fence: 1 }]);
      await stack.ask(bots.start, { actor, botId }).catch(() => undefined);
      stop();
    };
    const deaf = await aConnectedBot(actor);
    const statusReason = 'Message Content is off.';
    await startWith(deaf.botId, { runtimeState: 'online', code: 'INTENT_MISSING', statusReason });
    expect(await connectionOf(deaf.botId)).toMatchObject({ state: 'note', detail: statusReason });
    stack.accounts.set(deaf.botId, { ...deaf, account: { ...deaf.account, hasMessageContent: false } });
    expect(await connectionOf(deaf.botId)).toMatchObject({ state: 'ok', detail: null });
    const refused = await aConnectedBot(actor);
    stack.accounts.set(refused.botId, new AppError('TOKEN_INVALID'));
    await startWith(refused.botId, { runtimeState: 'failed', code: 'TOKEN_INVALID', statusReason: 'The token was refused.' });
    expect(await connectionOf(refused.botId)).toMatchObject({ state: 'problem', detail: null });
  });

  it('is for the owner alone, and not more than twelve times a minute', async () => {
    const actor = anActor();
    const { botId } = await aConnectedBot(actor);
    await expect(findingsOf(anActor(), botId)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    for (let n = 0; n < 12; n += 1) await findingsOf(actor, botId);
    await expect(findingsOf(actor, botId)).rejects.toMatchObject({ code: 'RATE_LIMITED' });
  });
});
