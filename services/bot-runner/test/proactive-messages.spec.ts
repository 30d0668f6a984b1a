import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { anActor, waitFor, type DiscordBot } from '@kith/kit/testing';
import { ProactiveMessage, runner } from '@kith/proto';
import { GatewayIntentBits } from 'discord-api-types/v10';
import { DesiredBotsSource } from '../src/connections/desired-bots.js';
import { ProactiveLog } from '../src/proactive/proactive-log.js';
import { ProactiveMessages } from '../src/proactive/proactive-messages.service.js';
import { newMember } from './moderated-bots.js';
import { DAY, ProactiveBots, type Changes, type Job, type ProactiveBot } from './proactive-bots.js';

const TEXT = 'What are you playing, @everyone?';

let proactive: ProactiveBots;
beforeAll(async () => {
  proactive = await ProactiveBots.open();
});
afterAll(() => proactive.close());
beforeEach(() => proactive.harness.discord.acceptRequests());

const sayings = ({ channelId }: DiscordBot, fields: object = {}) => ({
  proactiveMessages: [ProactiveMessage.parse({ channelId, text: TEXT, ...fields })],
});

const change = (on: ProactiveBot, changes: Changes): Promise<void> => proactive.change(on, changes);

/** A bot that says something in its channel, and answers nobody: that would record and resolve the same problems. */
async function aBot(
  fields: object = {},
  changes: Changes = {},
  options: Parameters<ProactiveBots['harness']['addBot']>[1] = {},
): Promise<ProactiveBot> {
  const on = proactive.harness.addBot({ mentionOnly: true }, options);
  await proactive.start(on, { settings: sayings(on.bot, fields), ...changes });
  return on;
}

const write = (on: ProactiveBot, daysAgo: number): string => proactive.write(on, daysAgo);
const said = ({ bot }: ProactiveBot, channelId = bot.channelId) =>
  proactive.harness.discord.messages(channelId).filter(({ content }) => content === TEXT);

const work = (on: ProactiveBot, job: Partial<Job> = {}, isLastAttempt = false): Promise<void> =>
  proactive.work(proactive.jobOf(on, job), isLastAttempt);

describe('a channel in which nobody wrote for the days', () => {
  it('is spoken to once, without a ping, however often the sweep and the job run; not twice a day, nor before somebody wrote', async () => {
    const on = await aBot();
    write(on, 8);
    await Promise.all([proactive.get(ProactiveMessages).sweep(), proactive.get(ProactiveMessages).sweep()]);
    const [message] = await waitFor('the message', () => (said(on).length > 0 ? said(on) : undefined));
    expect(message?.allowedMentions).toMatchObject({ parse: [] });
    await Promise.all([work(on), work(on, { eventId: 'quiet-1' }), work(on, { eventId: 'quiet-1' })]);
    expect(said(on)).toHaveLength(1);
    write(on, 0);
    await change(on, { settings: sayings(on.bot, { event: 'weekly' }) });
    await work(on, { event: 'weekly' });
    expect(said(on)).toHaveLength(1);
    const log = proactive.get(ProactiveLog);
    const tomorrow = { botId: on.botId, channelId: on.bot.channelId, eventId: 'tomorrow', nowMs: Date.now() + DAY };
    expect(await log.claim({ ...tomorrow, writtenAtMs: Date.now() - DAY })).toBe(false);
    expect(await log.claim({ ...tomorrow, writtenAtMs: Date.now() + DAY / 2 })).toBe(true);
  });

  it('is not spoken to while somebody wrote within them, or where nobody ever wrote', async () => {
    const on = await aBot();
    await work(on);
    write(on, 8);
    write(on, 6);
    await work(on);
    expect(said(on)).toEqual([]);
  });

  it('is spoken to once when the process ended after it had decided, and not again when Redis has lost everything', async () => {
    const on = await aBot();
    const { channelId } = on.bot;
    write(on, 8);
    const claim = { botId: on.botId, channelId, eventId: 'cut', nowMs: Date.now(), writtenAtMs: Date.now() - 8 * DAY };
    expect(await proactive.get(ProactiveLog).claim(claim)).toBe(true);
    await work(on);
    expect(said(on)).toEqual([]);
    await work(on, { eventId: 'cut' });
    expect(said(on)).toHaveLength(1);
    await proactive.get(ProactiveLog).purge(on.botId);
    await work(on);
    expect(said(on)).toHaveLength(1);
  });

  it('leaves nothing in Redis once the bot is deleted', async () => {
    const on = await aBot();
    write(on, 8);
    await work(on);
    const key = `runner:proactive:${on.botId}`;
    expect(await proactive.harness.runtime.redis.exists(key)).toBe(1);
    await proactive.harness.bots.remove(on.botId);
    await waitFor('the end of the key', async () => (await proactive.harness.runtime.redis.exists(key)) === 0);
  });
});

describe('a bot', () => {
  it('says nothing by itself without its owner’s consent, after another event than the chosen one, or once it is stopped', async () => {
    const on = await aBot({}, { sendsProactiveMessages: false });
    write(on, 8);
    await work(on);
    await change(on, { sendsProactiveMessages: true, settings: sayings(on.bot, { event: 'weekly' }) });
    await work(on);
    await change(on, { settings: sayings(on.bot) });
    await proactive.harness.bots.stop(on.botId);
    await waitFor('the stop', () => !proactive.get(DesiredBotsSource).bots.get(on.botId));
    await work(on);
    expect(said(on)).toEqual([]);
  });

  it.each([
    ['restricted', ({ channelId }: DiscordBot) => ({ settings: { restrictedChannels: [channelId] } })],
    ['not among the allowed ones', () => ({ settings: { allowedChannels: ['123456789012345678'] } })],
    ['not the dedicated one', () => ({ settings: { dedicatedChannelId: '123456789012345678' } })],
    ['of another server than the one that it is locked to', () => ({ serverId: '123456789012345678' })],
    ['open to everybody, if it is rated 18+', () => ({ ageRating: 'adult' as const })],
  ])('says nothing in a channel that is %s', async (_why, changesOf) => {
    const on = await aBot();
    write(on, 8);
    await change(on, changesOf(on.bot));
    await work(on);
    expect(said(on)).toEqual([]);
    const settings = { restrictedChannels: [], allowedChannels: [], dedicatedChannelId: '' };
    await change(on, { settings, serverId: on.bot.guildId, ageRating: 'everyone' });
    await work(on);
    expect(said(on)).toHaveLength(1);
  });

  it('says nothing in direct messages', async () => {
    const on = await aBot();
    const direct = proactive.harness.discord.sendMessage({
      bot: on.bot,
      content: 'hi',
      guildId: null,
      sentAtMs: Date.now() - 8 * DAY,
    });
    const { channelId } = proactive.harness.discord.message(direct) ?? { channelId: '' };
    await change(on, { settings: sayings({ ...on.bot, channelId }) });
    await work(on, { channelId });
    expect(said(on, channelId)).toEqual([]);
  });

  it('that may not write there tells its owner, until it may', async () => {
    const on = await aBot({ event: 'weekly' });
    const actor = anActor({ userId: proactive.harness.bots.runnableOf(on.botId).ownerId });
    const problems = async () => (await proactive.harness.runtime.rpc.ask(runner.problems, { actor, botId: on.botId })).problems;
    write(on, 1);
    proactive.harness.discord.rejectRequests({
      method: 'POST',
      path: `/channels/${on.bot.channelId}/messages`,
      status: 403,
      code: 50_013,
    });
    await work(on, { event: 'weekly', eventId: 'refused' });
    expect(await problems()).toMatchObject([
      { guildId: on.bot.guildId, channelId: on.bot.channelId, action: 'send-messages', permission: 'Send Messages' },
    ]);
    proactive.harness.discord.acceptRequests();
    await work(on, { event: 'weekly', eventId: 'refused' });
    expect(said(on)).toHaveLength(1);
    expect(await problems()).toEqual([]);
  });
});

describe('a channel that the bot may not see', () => {
  it('is told to its owner, until it may', async () => {
    const on = await aBot({ event: 'weekly' });
    const actor = anActor({ userId: proactive.harness.bots.runnableOf(on.botId).ownerId });
    const problems = async () => (await proactive.harness.runtime.rpc.ask(runner.problems, { actor, botId: on.botId })).problems;
    write(on, 1);
    proactive.harness.discord.rejectRequests({ method: 'GET', path: `/channels/${on.bot.channelId}`, status: 403, code: 50_001 });
    await work(on, { event: 'weekly', eventId: 'hidden' });
    expect(said(on)).toEqual([]);
    expect(await problems()).toMatchObject([
      { channelId: on.bot.channelId, action: 'send-messages', permission: 'View Channel' },
    ]);
    proactive.harness.discord.acceptRequests();
    await work(on, { event: 'weekly', eventId: 'hidden' });
    expect(said(on)).toHaveLength(1);
    expect(await problems()).toEqual([]);
  });
});

describe('a new member', () => {
  const join = ({ bot }: ProactiveBot) => proactive.harness.discord.setMember(bot.guildId, { id: newMember() });

  it('is followed by one message, in a channel of their own server; for it the bot learns who joins', async () => {
    const on = await aBot({ event: 'newMember' });
    expect(proactive.harness.discord.intentsOf(on.bot) & GatewayIntentBits.GuildMembers).not.toBe(0);
    write(on, 1);
    await work(on, { event: 'newMember', guildId: proactive.harness.addBot().bot.guildId });
    expect(said(on)).toEqual([]);
    join(on);
    join(on);
    await waitFor('the message', () => said(on).length > 0);
    await work(on, { event: 'newMember', guildId: on.bot.guildId });
    expect(said(on)).toHaveLength(1);
  });

  it('is learned of from the message of Discord where its owner has not switched Server Members on', async () => {
    const on = proactive.harness.addBot({}, { hasMembersIntent: false });
    await proactive.harness.bots.change(on.botId, {
      settings: sayings(on.bot, { event: 'newMember' }),
      sendsProactiveMessages: true,
    });
    await proactive.harness.bots.start(on.botId);
    await waitFor('the refusal', () => proactive.harness.discord.stats.closes[4014] === 1);
    await proactive.harness.allowIdentify(on.bot);
    await proactive.harness.bots.waitForState(on.botId, 'online', 15_000);
    proactive.harness.discord.setSystemChannel(on.bot.guildId, on.bot.channelId);
    write(on, 1);
    join(on);
    await waitFor('the message', () => said(on).length === 1);
  }, 30_000);

  it('is left to the welcome messages where they are installed', async () => {
    const on = await aBot({ event: 'newMember' }, { systems: [{ systemId: 'welcome-messages', settings: {} }] });
    write(on, 1);
    await work(on, { event: 'newMember', guildId: on.bot.guildId });
    expect(said(on)).toEqual([]);
  });
});
