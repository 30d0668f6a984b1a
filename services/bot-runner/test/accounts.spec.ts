import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { waitFor } from '@kith/kit/testing';
import { AppError, events, runnerAccounts, runnerChannels, type EventOf } from '@kith/proto';
import { GatewayIntentBits } from 'discord-api-types/v10';
import { RunnerHarness } from './runner-harness.js';

let harness: RunnerHarness;
const announced: EventOf<typeof events.serversChanged>[] = [];

beforeAll(async () => {
  harness = await RunnerHarness.open({ identifyEveryMs: 0 });
  await harness.startInProcess();
  await harness.runtime.events.subscribe(events.serversChanged, (change) => announced.push(change));
});
afterAll(() => harness.close());
beforeEach(() => {
  harness.discord.acceptRequests();
  harness.discord.resetStats();
});

const ask = (botId: string) => harness.runtime.rpc.ask(runnerAccounts.account, { botId });
const channelsOf = (botId: string, serverId: string) => harness.runtime.rpc.ask(runnerAccounts.channels, { botId, serverId });
const hello = (botId: string, channelId: string, helloId = randomUUID()) =>
  harness.runtime.rpc.ask(runnerAccounts.sayHello, { botId, botName: 'Al', channelId, helloId });
const errorOf = async (work: Promise<unknown>): Promise<AppError> => {
  try {
    await work;
  } catch (error) {
    return AppError.from(error);
  }
  throw new Error('expected the call to fail');
};

describe('the account of a bot', () => {
  it('is what Discord reports, with its servers, members and permissions, also while the bot is offline', async () => {
    const { bot, botId } = harness.addBot({}, { name: 'Juniper', permissions: ['viewChannel', 'sendMessages'] });
    const { account, servers } = await ask(botId);
    const intents = { hasMessageContent: true, hasServerMembers: true };
    expect(account).toEqual({ applicationId: bot.applicationId, name: 'Juniper#0001', about: '', ...intents });
    expect(servers).toEqual([
      { id: bot.guildId, name: 'Guild of Juniper', memberCount: expect.any(Number), permissions: expect.stringMatching(/^\d+$/) },
    ]);
    expect(BigInt(servers[0]?.permissions ?? '') & 0xc00n).toBe(0xc00n);
    expect(harness.discord.stats.connections).toBe(0);
  });

  it('is asked for once in some seconds, and again after a change of the bot', async () => {
    const { botId } = harness.addBot();
    await Promise.all([ask(botId), ask(botId), ask(botId)]);
    expect(harness.discord.stats.restRequests).toBe(2);
    await harness.bots.change(botId, {});
    await waitFor('another request', async () => {
      await ask(botId);
      return harness.discord.stats.restRequests > 2;
    });
  });

  it('is asked for again once Discord has refused the token', async () => {
    const { bot, botId } = harness.addBot();
    await ask(botId);
    harness.discord.revokeToken(bot);
    const status = { runtimeState: 'failed', code: 'TOKEN_INVALID', statusReason: null, isResetting: false } as const;
    await harness.runtime.events.publish(events.botStatus, { botId, userId: randomUUID(), ...status });
    await waitFor('the refusal', async () => (await ask(botId).catch(AppError.from)) instanceof AppError);
    expect(await errorOf(ask(botId))).toMatchObject({ code: 'TOKEN_INVALID' });
  });

  it('is a limit, and not waited for, when Discord lets the bot send nothing for long', async () => {
    const { bot, botId } = harness.addBot();
    const { applicationId } = bot;
    harness.discord.rejectRequests({ path: '/users/@me/guilds', status: 429, retryAfterS: 30, applicationId });
    expect(await errorOf(ask(botId))).toMatchObject({ code: 'RATE_LIMITED' });
  });

  it('is an error in words without a token, with a refused one, and while Discord fails', async () => {
    const { bot, botId } = harness.addBot();
    harness.discord.rejectRequests({ path: '/applications/@me', status: 403, code: 50_001, applicationId: bot.applicationId });
    expect(await errorOf(ask(botId))).toMatchObject({ code: 'DISCORD_REFUSED' });
    harness.discord.acceptRequests();
    expect((await ask(botId)).account.applicationId).toBe(bot.applicationId);
    harness.discord.revokeToken(bot);
    await harness.bots.change(botId, {});
    await waitFor('the refusal', async () => (await errorOf(ask(botId)).catch(() => null))?.code === 'TOKEN_INVALID');
    expect(await errorOf(ask(randomUUID()))).toMatchObject({ code: 'TOKEN_MISSING' });
  });
});

describe('the channels of a server', () => {
  it('are those that members can write in, and the categories', async () => {
    const { bot, botId } = harness.addBot();
    const rules = harness.discord.addChannel(bot, { name: 'rules' });
    harness.discord.addChannel(bot, { name: 'a thread', parentId: rules.id });
    const lobby = harness.discord.addChannel(bot, { name: 'Lobby', type: 4 });
    const low = harness.discord.addRole(bot.guildId, { name: 'Low', position: 1 });
    const high = harness.discord.addRole(bot.guildId, { name: 'High', position: 20 });
    const { channels, categories, roles } = await channelsOf(botId, bot.guildId);
    // Without @everyone and the role of the bot itself.
    expect(roles).toEqual([
      { id: high, name: 'High' },
      { id: low, name: 'Low' },
    ]);
    expect(categories).toEqual([{ id: lobby.id, name: 'Lobby' }]);
    expect(channels).toEqual([
      { id: bot.channelId, name: 'general', kind: 'text', category: null },
      { id: rules.id, name: 'rules', kind: 'text', category: null },
    ]);
  });

  it('of a server that the bot is not in are refused in words', async () => {
    const [{ botId }, { bot: other }] = [harness.addBot(), harness.addBot()];
    const { code, message } = await errorOf(channelsOf(botId, other.guildId));
    expect(code).toBe('DISCORD_REFUSED');
    expect(message).not.toContain('50001');
  });
});

describe('the access of a bot to channels', () => {
  it('is what its roles and the overwrites allow; a deleted or hidden channel has no name', async () => {
    const { bot, botId } = harness.addBot({}, { permissions: ['viewChannel', 'sendMessages'] });
    const [open, silent, hidden] = ['open', 'silent', 'hidden'].map((name) => harness.discord.addChannel(bot, { name }).id);
    harness.discord.setOverwrites(silent ?? '', [{ id: bot.applicationId, of: 'member', deny: ['sendMessages'] }]);
    harness.discord.setOverwrites(hidden ?? '', [{ id: bot.guildId, of: 'role', deny: ['viewChannel'] }]);
    const channelIds = [open, silent, hidden].flatMap((id) => id ?? []);
    const asked = { botId, applicationId: bot.applicationId, channelIds: [...channelIds, '300000000000000009'] };
    const { channels } = await harness.runtime.rpc.ask(runnerChannels.access, asked);
    const maySend = channels.map(({ name, isDeleted, permissions }) => [name, (BigInt(permissions) & 0x800n) !== 0n, isDeleted]);
    expect(maySend).toEqual([
      ['open', true, false],
      ['silent', false, false],
      [null, false, false],
      [null, false, true],
    ]);
  });

  it('is told of the channels in a category that is asked for, each once, with what they and threads stand in', async () => {
    const { bot, botId } = harness.addBot();
    const { discord } = harness;
    const lounge = discord.addChannel(bot, { name: 'Lounge', type: 4 }).id;
    const adults = discord.addChannel(bot, { name: 'adults', type: 0, parentId: lounge, isAgeRestricted: true }).id;
    const games = discord.addChannel(bot, { name: 'games', type: 0, parentId: lounge }).id;
    const thread = discord.addChannel(bot, { name: 'chess', parentId: games }).id;
    const asked = { botId, applicationId: bot.applicationId, channelIds: [lounge, thread, games] };
    const { channels } = await harness.runtime.rpc.ask(runnerChannels.access, asked);
    const told = channels.map(({ channelId, isCategory, within, isAgeRestricted }) => [
      channelId,
      isCategory,
      within,
      isAgeRestricted,
    ]);
    expect(told).toEqual([
      [lounge, true, [], false],
      [thread, false, [games, lounge], false],
      [games, false, [lounge], false],
      [adults, false, [lounge], true],
    ]);
  });

  it('is in a thread that of its channel, and is seen as soon as the owner changed it', async () => {
    const { bot, botId } = harness.addBot();
    const parent = harness.discord.addChannel(bot, { name: 'help' });
    const thread = harness.discord.addChannel(bot, { name: 'a question', parentId: parent.id });
    const asked = { botId, applicationId: bot.applicationId, channelIds: [thread.id] };
    const maySend = async () => {
      const { channels } = await harness.runtime.rpc.ask(runnerChannels.access, asked);
      return channels.map(({ isThread, permissions }) => [isThread, (BigInt(permissions) & (1n << 38n)) !== 0n]);
    };
    expect(await maySend()).toEqual([[true, true]]);
    harness.discord.setOverwrites(parent.id, [{ id: bot.applicationId, of: 'member', deny: ['sendMessagesInThreads'] }]);
    expect(await maySend()).toEqual([[true, false]]);
  });

  it('names the roles that it cannot give: deleted, of an app, and above its own; also right after they were moved', async () => {
    const { bot, botId } = harness.addBot();
    const { guildId } = bot;
    const low = harness.discord.addRole(guildId, { name: 'Member', position: 2 });
    const high = harness.discord.addRole(guildId, { name: 'Staff', position: 20 });
    const gone = '310000000000000009';
    const ofApp = harness.discord.addRole(guildId, { name: 'Booster', managed: true });
    const roles = [
      { roleId: low, guildId: null },
      { roleId: high, guildId },
      { roleId: gone, guildId: null },
      { roleId: ofApp, guildId },
    ];
    const asked = { botId, applicationId: bot.applicationId, channelIds: [], roles, guildIds: [guildId] };
    const found = async () => (await harness.runtime.rpc.ask(runnerChannels.access, asked)).roles;
    expect(await found()).toEqual([
      { roleId: low, guildId, name: 'Member', fault: null },
      { roleId: high, guildId, name: 'Staff', fault: 'above' },
      { roleId: gone, guildId: null, name: null, fault: 'gone' },
      { roleId: ofApp, guildId, name: 'Booster', fault: 'managed' },
    ]);
    harness.discord.moveRole(guildId, high, 3);
    expect((await found())[1]).toMatchObject({ roleId: high, fault: null });
  });

  it('is an error in words while Discord fails', async () => {
    const { bot, botId } = harness.addBot();
    harness.discord.rejectRequests({ path: `/guilds/${bot.guildId}`, status: 403, code: 50_001 });
    const asked = { botId, applicationId: bot.applicationId, channelIds: [bot.channelId] };
    expect(await errorOf(harness.runtime.rpc.ask(runnerChannels.access, asked))).toMatchObject({ code: 'DISCORD_REFUSED' });
  });
});

describe('changes of the account', () => {
  it('are written to Discord and read back at once', async () => {
    const { botId } = harness.addBot({}, { name: 'Al' });
    await ask(botId);
    const picture = `data:image/png;base64,${Buffer.from('x').toString('base64')}`;
    const changed = await harness.runtime.rpc.ask(runnerAccounts.updateProfile, { botId, name: 'June', about: 'Hi', picture });
    expect(changed).toMatchObject({ name: 'June#0001', about: 'Hi' });
    expect((await ask(botId)).account).toMatchObject({ name: 'June#0001', about: 'Hi' });
  });

  it('switch Message Content on once', async () => {
    const { botId } = harness.addBot({}, { hasMessageContentIntent: false });
    expect((await ask(botId)).account.hasMessageContent).toBe(false);
    const enable = () => harness.runtime.rpc.ask(runnerAccounts.enableIntent, { botId, intent: 'message_content' });
    expect((await enable()).hasMessageContent).toBe(true);
    expect((await enable()).hasMessageContent).toBe(true);
    expect((await ask(botId)).account.hasMessageContent).toBe(true);
  });

  it('switch Message Content on for a bot that runs: it begins a session that has the intent', async () => {
    const { bot, botId } = harness.addBot({}, { hasMessageContentIntent: false });
    await harness.bots.start(botId);
    await harness.bots.waitForState(botId, 'online');
    await harness.allowIdentify(bot);
    const hasIntent = () => (harness.discord.intentsOf(bot) & GatewayIntentBits.MessageContent) !== 0;
    expect(hasIntent()).toBe(false);
    await harness.runtime.rpc.ask(runnerAccounts.enableIntent, { botId, intent: 'message_content' });
    await waitFor('the intent', hasIntent);
  });
});

describe('a greeting', () => {
  it('is posted once for each click, however often the call is repeated, and pings nobody', async () => {
    const { bot, botId } = harness.addBot();
    const helloId = randomUUID();
    await Promise.all([hello(botId, bot.channelId, helloId), hello(botId, bot.channelId, helloId)]);
    await hello(botId, bot.channelId, helloId);
    const [posted, ...more] = harness.discord.messages(bot.channelId);
    expect(more).toEqual([]);
    expect(posted).toMatchObject({ content: expect.stringContaining('I am Al'), allowedMentions: { parse: [] } });
    await hello(botId, bot.channelId);
    expect(harness.discord.messages(bot.channelId)).toHaveLength(2);
  });

  it('that Discord does not allow is refused in words', async () => {
    const { bot, botId } = harness.addBot();
    harness.discord.setOverwrites(bot.channelId, [{ id: bot.applicationId, of: 'member', deny: ['sendMessages'] }]);
    expect(await errorOf(hello(botId, bot.channelId))).toMatchObject({
      code: 'DISCORD_REFUSED',
      message: expect.stringContaining('may not do this'),
    });
  });
});

describe('the servers of a bot', () => {
  it('are announced when it joins or leaves one, and read again', async () => {
    const { bot, botId } = harness.addBot({}, { name: 'Al', isInGuild: false });
    await harness.bots.start(botId);
    await harness.bots.waitForState(botId, 'online');
    expect((await ask(botId)).servers).toEqual([]);
    harness.discord.addBotToGuild(bot);
    await waitFor('the announcement', () => announced.some((change) => change.botId === botId));
    const { guildId } = bot;
    expect(announced.filter((change) => change.botId === botId)).toEqual([
      { botId, userId: expect.any(String), change: 'joined', serverId: guildId, serverName: 'Guild of Al' },
    ]);
    await waitFor('the server', async () => (await ask(botId)).servers.length === 1);
    harness.discord.removeBotFromGuild(bot);
    await waitFor('the leave', () => announced.some((change) => change.botId === botId && change.change === 'left'));
    await waitFor('no server', async () => (await ask(botId)).servers.length === 0);
  });

  it('are not announced when the bot connects', async () => {
    const { botId } = await harness.onlineBot();
    const { bot } = await harness.onlineBot();
    await harness.discord.waitForReply(harness.discord.sendMessage({ bot, content: 'all well?' }));
    expect(announced.filter((change) => change.botId === botId)).toEqual([]);
  });
});

describe('the status text', () => {
  it('is shown when the bot connects, and changes while it is online', async () => {
    const { bot, botId } = harness.addBot();
    harness.bots.setStatusText(botId, 'Watching the tides');
    await harness.bots.start(botId);
    await harness.bots.waitForState(botId, 'online');
    const shown = () => harness.discord.presenceOf(bot);
    await waitFor('the status', () => shown() !== null);
    expect(shown()).toMatchObject({ status: 'online', activities: [{ type: 4, state: 'Watching the tides' }] });
    harness.bots.setStatusText(botId, null);
    await harness.bots.change(botId, {});
    await waitFor('no status', () => JSON.stringify(shown()).includes('"activities":[]'));
  });
});
