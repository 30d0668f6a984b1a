import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { anActor, waitFor } from '@kith/kit/testing';
import { events, runner, runnerAccounts, type RunnableBot } from '@kith/proto';
import { GatewayIntentBits } from 'discord-api-types/v10';
import { BotConnection } from '../src/connections/bot-connection.js';
import { DiscordAccess } from '../src/connections/discord-access.js';
import { RunnerHarness } from './runner-harness.js';

const { GuildMessageReactions, GuildMembers, MessageContent } = GatewayIntentBits;

let harness: RunnerHarness;
beforeAll(async () => {
  harness = await RunnerHarness.open({ identifyEveryMs: 0 });
  await harness.startInProcess();
});
afterAll(() => harness.close());

type Systems = RunnableBot['systems'];
const REACTION_ROLES: Systems = [{ systemId: 'reaction-roles', settings: {} }];
const WELCOME: Systems = [{ systemId: 'welcome-messages', settings: {} }];

const problemsOf = async (botId: string) => {
  const actor = anActor({ userId: harness.bots.runnableOf(botId).ownerId });
  const { problems } = await harness.runtime.rpc.ask(runner.problems, { actor, botId });
  return problems.map(({ action, permission }) => `${action}: ${permission}`);
};

describe('the intents of a session', () => {
  it('grow when a system is installed that needs another one, without losing a message, and not when it is removed', async () => {
    const { bot, botId } = await harness.onlineBot();
    expect(harness.discord.intentsOf(bot) & GuildMessageReactions).toBe(0);
    await harness.allowIdentify(bot);
    await harness.bots.change(botId, { systems: REACTION_ROLES });
    await waitFor('the intent', () => (harness.discord.intentsOf(bot) & GuildMessageReactions) !== 0);
    await harness.discord.waitForReply(harness.discord.sendMessage({ bot, content: 'hello' }));
    const { identifies } = harness.discord.stats;
    await harness.bots.change(botId, { systems: [] });
    await harness.discord.waitForReply(harness.discord.sendMessage({ bot, content: 'still there?' }));
    expect(harness.discord.stats.identifies).toBe(identifies);
  });

  it('grow only when Discord allows a new session: until then the present one goes on', async () => {
    const { bot, botId } = await harness.onlineBot();
    const { identifies } = harness.discord.stats;
    const hasGrown = () => (harness.discord.intentsOf(bot) & GuildMessageReactions) !== 0;
    const isAnswering = () => harness.discord.waitForReply(harness.discord.sendMessage({ bot, content: 'hello' }), 3000);
    // Five seconds after its last IDENTIFY the bot may send another one.
    await harness.bots.change(botId, { systems: REACTION_ROLES });
    await isAnswering();
    expect(harness.discord.stats.identifies).toBe(identifies);
    await waitFor('the slot', hasGrown, 15_000);
    await harness.bots.change(botId, { systems: [] });
    harness.discord.limitIdentifies(harness.discord.stats.identifies);
    await harness.allowIdentify(bot);
    await harness.bots.change(botId, { systems: WELCOME });
    await isAnswering();
    await isAnswering();
    expect(harness.discord.intentsOf(bot) & GuildMembers).toBe(0);
    expect(harness.discord.isConnected(bot)).toBe(true);
    harness.discord.limitIdentifies(1000);
    await harness.bots.change(botId, { systems: WELCOME, settings: { moderationMode: true } });
    await waitFor('the intent', () => (harness.discord.intentsOf(bot) & GuildMembers) !== 0, 15_000);
  }, 60_000);

  it('are asked for once when Discord refuses a new session, and again only when the owner saves the bot', async () => {
    const { botId } = await harness.onlineBot();
    const requests = jest.spyOn(DiscordAccess.prototype, 'gatewayUrl');
    const asked = () => requests.mock.contexts.filter((access) => Reflect.get(Object(access), 'bot').botId === botId).length;
    const updates = jest.spyOn(BotConnection.prototype, 'update');
    const checks = jest.spyOn(BotConnection.prototype, 'updatePause');
    harness.discord.limitIdentifies(harness.discord.stats.identifies);
    await harness.bots.change(botId, { systems: REACTION_ROLES });
    await waitFor('the refusal', () => asked() === 1);
    // The runner reads the same version of the bot again, as after every report, and looks twice a second whether something is missing.
    const { version } = harness.bots.runnableOf(botId);
    const before = updates.mock.calls.length;
    for (let times = 1; times <= 3; times += 1) {
      await harness.runtime.events.publish(events.botChanged, { botId });
      await waitFor('the same version', () => updates.mock.calls.length >= before + times);
    }
    expect(updates.mock.calls.slice(before).filter(([bot]) => bot.botId === botId && bot.version === version)).not.toEqual([]);
    const checked = checks.mock.calls.length;
    await waitFor('more checks', () => checks.mock.calls.length >= checked + 10);
    expect(asked()).toBe(1);
    await harness.bots.change(botId, { settings: { moderationMode: true } });
    await waitFor('the next request', () => asked() === 2);
    for (const spy of [requests, updates, checks]) spy.mockRestore();
    harness.discord.limitIdentifies(1000);
  }, 30_000);

  it('leave out Server Members while the owner has not switched it on; the owner reads that, and it is used as soon as it is on', async () => {
    const { bot, botId } = harness.addBot({}, { hasMembersIntent: false });
    await harness.bots.change(botId, { systems: WELCOME });
    const before = await harness.runtime.rpc.ask(runnerAccounts.account, { botId });
    expect(before.account).toMatchObject({ hasMessageContent: true, hasServerMembers: false });
    await harness.bots.start(botId);
    await waitFor('the refusal', () => harness.discord.stats.closes[4014] === 1);
    await harness.allowIdentify(bot);
    await harness.bots.waitForState(botId, 'online', 15_000);
    expect(harness.discord.intentsOf(bot) & (GuildMembers | MessageContent)).toBe(MessageContent);
    expect(await problemsOf(botId)).toEqual(['see-members: Server Members Intent']);
    const account = await harness.runtime.rpc.ask(runnerAccounts.enableIntent, { botId, intent: 'server_members' });
    expect(account).toMatchObject({ hasMessageContent: true, hasServerMembers: true });
    await harness.allowIdentify(bot);
    await waitFor('the intent', async () => {
      await harness.runtime.events.publish(events.botChanged, { botId });
      return (harness.discord.intentsOf(bot) & GuildMembers) !== 0;
    });
    await waitFor('the end of the problem', async () => (await problemsOf(botId)).length === 0);
    expect(harness.discord.stats.closes[4014]).toBe(1);
  }, 40_000);
});
