import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { waitFor } from '@kith/kit/testing';
import type { ChannelSettings } from '@kith/proto';
import { DesiredBotsSource } from '../src/connections/desired-bots.js';
import { LINK, ModeratedBots, newMember, type Moderated } from './moderated-bots.js';
import { outcomeOf } from './setting-probes.js';

const CATEGORY = 4;
const TEXT = 0;

let bots: ModeratedBots;
beforeAll(async () => {
  bots = await ModeratedBots.open();
}, 30_000);
afterAll(() => bots.harness.close());
beforeEach(() => bots.harness.discord.acceptRequests());

const change = async ({ botId }: Moderated, settings: Partial<ChannelSettings>): Promise<void> => {
  await bots.harness.bots.change(botId, { settings });
  const { version } = bots.harness.bots.runnableOf(botId);
  await waitFor('the settings', () => bots.service.app.get(DesiredBotsSource).bots.get(botId)?.version === version);
};

/** What becomes of a message of a new member. */
const outcomeIn = (on: Moderated, channelId: string): Promise<string> =>
  outcomeOf({ ...on, bots }, bots.write(on, 'hello', newMember(), { channelId }));

/** After a change of the settings, which the connection learns a little after the runner. */
const becomes = (on: Moderated, channelId: string, wanted: string): Promise<true> =>
  waitFor(wanted, async () => (await outcomeIn(on, channelId)) === wanted || undefined);

describe('a category in the settings of channels', () => {
  it('stands for its channels and their threads, also after a channel was moved', async () => {
    const on = await bots.add();
    const { discord } = bots.harness;
    const [home, elsewhere] = ['home', 'elsewhere'].map((name) => discord.addChannel(on.bot, { name, type: CATEGORY }).id);
    const { id: channelId } = discord.addChannel(on.bot, { name: 'inside', parentId: home ?? '', type: TEXT });
    const { id: threadId } = discord.addChannel(on.bot, { name: 'a thread', parentId: channelId });
    await change(on, { allowedChannels: [home ?? ''] });
    await becomes(on, on.bot.channelId, 'ignored: not_allowed');
    expect(await outcomeIn(on, channelId)).toBe('answered');
    expect(await outcomeIn(on, threadId)).toBe('answered');
    await change(on, { allowedChannels: [], dedicatedChannelId: home ?? '' });
    await becomes(on, on.bot.channelId, 'ignored: not_dedicated');
    expect(await outcomeIn(on, channelId)).toBe('answered');
    await change(on, { dedicatedChannelId: '', restrictedChannels: [home ?? ''] });
    await becomes(on, channelId, 'ignored: restricted');
    expect(await outcomeIn(on, threadId)).toBe('ignored: restricted');
    expect(await outcomeIn(on, on.bot.channelId)).toBe('answered');
    discord.dispatch(on.bot, 'CHANNEL_UPDATE', { id: channelId, type: TEXT, guild_id: on.bot.guildId, parent_id: elsewhere });
    await becomes(on, channelId, 'answered');
  });

  it('is known from the first session on, without a request for each channel', async () => {
    const { discord, bots: stored } = bots.harness;
    const added = bots.harness.addBot();
    const { id: home } = discord.addChannel(added.bot, { name: 'home', type: CATEGORY });
    const { id: channelId } = discord.addChannel(added.bot, { name: 'inside', parentId: home, type: TEXT });
    await stored.change(added.botId, { settings: { restrictedChannels: [home] } });
    discord.rejectRequests({ path: `/channels/${channelId}`, method: 'GET', status: 503 });
    await stored.start(added.botId);
    await stored.waitForState(added.botId, 'online');
    const on = { ...added, actor: { ...(await bots.add()).actor, userId: stored.runnableOf(added.botId).ownerId } };
    expect(await outcomeIn(on, channelId)).toBe('ignored: restricted');
  });
});

describe('a thread of which Discord does not tell where it belongs', () => {
  /** A thread in a server of a second bot, of which only that one was told. */
  async function aThreadUnknownTo(
    on: Moderated,
  ): Promise<{ readonly other: Moderated; readonly parentId: string; readonly threadId: string }> {
    const { discord } = bots.harness;
    const other = await bots.add({ mentionOnly: true });
    discord.addBotToGuild(on.bot, { guildId: other.bot.guildId });
    const parentId = other.bot.channelId;
    return { other, parentId, threadId: discord.addChannel(other.bot, { name: 'a thread', parentId }).id };
  }

  it('is not answered in while settings name channels, and is asked for again some seconds after Discord failed', async () => {
    const on = await bots.add();
    const { parentId, threadId } = await aThreadUnknownTo(on);
    await change(on, { restrictedChannels: [parentId] });
    bots.harness.discord.rejectRequests({ path: `/channels/${threadId}`, method: 'GET', status: 503 });
    await becomes(on, threadId, 'ignored: unknown_place');
    bots.harness.discord.acceptRequests();
    await waitFor('the question to Discord', async () => {
      // Only sixty messages a minute that are ignored leave a trace.
      await sleep(300);
      return (await outcomeIn(on, threadId)) === 'ignored: restricted';
    });
    await change(on, { restrictedChannels: [] });
    await becomes(on, threadId, 'answered');
  });

  it('is asked for once when Discord refuses to tell', async () => {
    const on = await bots.add();
    const { parentId, threadId } = await aThreadUnknownTo(on);
    await change(on, { allowedChannels: [parentId] });
    bots.harness.discord.rejectRequests({ path: `/channels/${threadId}`, method: 'GET', status: 403, code: 50_001 });
    await becomes(on, threadId, 'ignored: unknown_place');
    bots.harness.discord.acceptRequests();
    expect(await outcomeIn(on, threadId)).toBe('ignored: unknown_place');
  });

  it('is asked for when a message is changed there too: in a restricted channel it is left alone', async () => {
    const on = await bots.add({ moderationMode: true, autoDelete: true });
    const { other, parentId, threadId } = await aThreadUnknownTo(on);
    await change(on, { restrictedChannels: [parentId] });
    await becomes(on, parentId, 'ignored: restricted');
    await change(other, { moderationMode: false });
    const messageId = bots.write(other, 'harmless', newMember(), { channelId: threadId });
    bots.harness.discord.editMessage(on.bot, messageId, LINK);
    const answered = bots.write(on, LINK, newMember(), { channelId: on.bot.channelId });
    await waitFor('the deletion elsewhere', () => bots.isDeleted(answered));
    expect(bots.isDeleted(messageId)).toBe(false);
  });
});
