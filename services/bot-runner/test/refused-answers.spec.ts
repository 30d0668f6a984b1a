import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { anActor, waitFor, type DiscordBot } from '@kith/kit/testing';
import type { ChannelSettings, RunnableCommand } from '@kith/proto';
import { Problems } from '../src/problems/problems.service.js';
import { RunnerHarness } from './runner-harness.js';

const learned = (...ids: string[]): RunnableCommand[] =>
  ids.map((commandId) => ({ commandId, trigger: `!${commandId}`, custom: null }));

const MEMBER = '710000000000009999';

let harness: RunnerHarness;
let problems: Problems;
let members = 0;

beforeAll(async () => {
  harness = await RunnerHarness.open({ identifyEveryMs: 0 });
  problems = (await harness.startInProcess()).app.get(Problems, { strict: false });
});
afterAll(() => harness.close());

async function aBot(settings: Partial<ChannelSettings> = {}) {
  const added = harness.addBot(settings);
  await harness.bots.change(added.botId, { commands: learned('serverinfo', 'poll') });
  await harness.bots.start(added.botId);
  await harness.bots.waitForState(added.botId, 'online');
  const actor = anActor({ userId: harness.bots.runnableOf(added.botId).ownerId });
  return { ...added, problems: async () => (await problems.list({ actor, botId: added.botId })).problems };
}
const say = (bot: DiscordBot, content: string) => {
  const authorId = String(710_000_000_000_000_000n + BigInt(++members));
  harness.discord.setMember(bot.guildId, { id: authorId, roles: [] });
  return harness.discord.waitForReply(harness.discord.sendMessage({ bot, content, authorId }));
};
/** The bot alone may not do it in its channel. */
const deny = (bot: DiscordBot, ...permissions: ('embedLinks' | 'sendPolls' | 'sendMessagesInThreads')[]) =>
  harness.discord.setOverwrites(bot.channelId, [{ id: bot.applicationId, of: 'member', deny: permissions }]);

describe('an answer that the bot may not show', () => {
  it('because it is a card is replaced by the permission that is missing, which the owner reads until a card is shown', async () => {
    const { bot, problems: open } = await aBot();
    deny(bot, 'embedLinks');
    expect(await say(bot, '!serverinfo')).toMatchObject({
      content: 'I need the permission “Embed Links” to show this here.',
      embeds: [],
    });
    const place = { guildId: bot.guildId, channelId: bot.channelId };
    await waitFor('the problem', async () => (await open()).length > 0);
    expect(await open()).toEqual([expect.objectContaining({ ...place, action: 'show-cards', permission: 'Embed Links' })]);
    deny(bot);
    expect((await say(bot, '!serverinfo')).embeds).toHaveLength(1);
    await waitFor('the end of the problem', async () => (await open()).length === 0);
  });

  it('because it is a poll is replaced by the permission that is missing, which the owner reads until one is started', async () => {
    const { bot, problems: open } = await aBot();
    deny(bot, 'sendPolls');
    expect(await say(bot, '!poll Tea or coffee? Tea, Coffee')).toMatchObject({
      content: 'I need the permission “Create Polls” for this.',
      poll: null,
    });
    await waitFor('the problem', async () => (await open()).length > 0);
    expect(await open()).toEqual([expect.objectContaining({ action: 'create-polls', permission: 'Create Polls' })]);
  });
});

describe('the permission that the owner reads', () => {
  const permissionsIn = async (open: () => Promise<readonly { action: string; permission: string | null }[]>) => {
    await waitFor('the problem', async () => (await open()).length > 0);
    return (await open()).map(({ action, permission }) => `${action}: ${permission}`);
  };

  it('is that for threads where Discord refuses an answer in a thread', async () => {
    const { bot, problems: open } = await aBot();
    const thread = harness.discord.addChannel(bot, { name: 'thread', parentId: bot.channelId }).id;
    deny(bot, 'sendMessagesInThreads');
    harness.discord.sendMessage({ bot, channelId: thread, content: 'hello', authorId: MEMBER });
    expect(await permissionsIn(open)).toEqual(['send-messages: Send Messages in Threads']);
  });

  it('is that for threads where Discord refuses the answer to a command there', async () => {
    const { bot, problems: open } = await aBot();
    const thread = harness.discord.addChannel(bot, { name: 'thread', parentId: bot.channelId }).id;
    deny(bot, 'sendMessagesInThreads');
    harness.discord.sendMessage({ bot, channelId: thread, content: '!serverinfo', authorId: MEMBER });
    expect(await permissionsIn(open)).toEqual(['send-messages: Send Messages in Threads']);
  });

  it('is that to see the channel where the log of moderation is hidden', async () => {
    const { bot, botId, problems: open } = await aBot({ moderationMode: true, blockLinks: true, issueWarnings: true });
    const log = harness.discord.addChannel(bot, { name: 'log' }).id;
    harness.discord.setOverwrites(log, [{ id: bot.applicationId, of: 'member', deny: ['viewChannel'] }]);
    await harness.bots.change(botId, { settings: { moderationLogChannelId: log } });
    await waitFor('the setting', async () => {
      harness.discord.sendMessage({ bot, content: 'see https://example.net', authorId: MEMBER });
      return (await open()).length > 0;
    });
    expect(await permissionsIn(open)).toEqual(['write-moderation-log: View Channel']);
  });
});
