import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { RunningService } from '@kith/kit';
import { anActor, waitFor, type DiscordBot } from '@kith/kit/testing';
import { ProactiveMessage, runner, type JobOf, type queues } from '@kith/proto';
import { GatewayIntentBits } from 'discord-api-types/v10';
import { DesiredBotsSource } from '../src/connections/desired-bots.js';
import { ProactiveLog } from '../src/proactive/proactive-log.js';
import { ProactiveMessages } from '../src/proactive/proactive-messages.service.js';
import { ProactiveWorker } from '../src/proactive/proactive.worker.js';
import { newMember } from './moderated-bots.js';
import { RunnerHarness } from './runner-harness.js';

type Job = JobOf<typeof queues.proactive>;
type Changes = Parameters<RunnerHarness['bots']['change']>[1];
interface On {
  readonly bot: DiscordBot;
  readonly botId: string;
}

const DAY = 86_400_000;
const TEXT = 'What are you playing, @everyone?';

let harness: RunnerHarness;
let service: RunningService;
let events = 0;
beforeAll(async () => {
  harness = await RunnerHarness.open({ identifyEveryMs: 0 });
  service = await harness.startInProcess();
});
afterAll(() => harness.close());
beforeEach(() => harness.discord.acceptRequests());

const sayings = ({ channelId }: DiscordBot, fields: object = {}) => ({
  proactiveMessages: [ProactiveMessage.parse({ channelId, text: TEXT, ...fields })],
});

/** Resolves when the runner knows the changes. */
async function change({ botId }: On, changes: Changes): Promise<void> {
  await harness.bots.change(botId, changes);
  const { version } = harness.bots.runnableOf(botId);
  await waitFor('the change', () => service.app.get(DesiredBotsSource).bots.get(botId)?.version === version);
}

/** A bot that says something in its channel, and answers nobody: that would record and resolve the same problems. */
async function aBot(
  fields: object = {},
  changes: Changes = {},
  options: Parameters<RunnerHarness['addBot']>[1] = {},
): Promise<On> {
  const on = harness.addBot({ mentionOnly: true }, options);
  await harness.bots.change(on.botId, { settings: sayings(on.bot, fields), sendsProactiveMessages: true, ...changes });
  await harness.bots.start(on.botId);
  await harness.bots.waitForState(on.botId, 'online', 15_000);
  return on;
}

const write = ({ bot }: On, daysAgo: number, channelId = bot.channelId): string =>
  harness.discord.sendMessage({ bot, content: 'hm', channelId, authorId: newMember(), sentAtMs: Date.now() - daysAgo * DAY });
const said = ({ bot }: On, channelId = bot.channelId) =>
  harness.discord.messages(channelId).filter(({ content }) => content === TEXT);

/** Runs a job as a worker does; each without an id is after an event of its own. */
function work({ bot, botId }: On, job: Partial<Job> = {}, isLastAttempt = false): Promise<void> {
  const { ownerId } = harness.bots.runnableOf(botId);
  const place = {
    ownerId,
    botId,
    channelId: bot.channelId,
    event: 'quiet',
    eventId: `quiet-${++events}`,
    guildId: null,
  } as const;
  return service.app.get(ProactiveWorker).work({ ...place, ...job }, { isLastAttempt, addedAtMs: Date.now() });
}

describe('a channel in which nobody wrote for the days', () => {
  it('is spoken to once, without a ping, however often the sweep and the job run; not twice a day, nor before somebody wrote', async () => {
    const on = await aBot();
    write(on, 8);
    await Promise.all([service.app.get(ProactiveMessages).sweep(), service.app.get(ProactiveMessages).sweep()]);
    const [message] = await waitFor('the message', () => (said(on).length > 0 ? said(on) : undefined));
    expect(message?.allowedMentions).toMatchObject({ parse: [] });
    await Promise.all([work(on), work(on, { eventId: 'quiet-1' }), work(on, { eventId: 'quiet-1' })]);
    expect(said(on)).toHaveLength(1);
    write(on, 0);
    await change(on, { settings: sayings(on.bot, { event: 'weekly' }) });
    await work(on, { event: 'weekly' });
    expect(said(on)).toHaveLength(1);
    const log = service.app.get(ProactiveLog);
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
    expect(await service.app.get(ProactiveLog).claim(claim)).toBe(true);
    await work(on);
    expect(said(on)).toEqual([]);
    await work(on, { eventId: 'cut' });
    expect(said(on)).toHaveLength(1);
    await service.app.get(ProactiveLog).purge(on.botId);
    await work(on);
    expect(said(on)).toHaveLength(1);
  });

  it('leaves nothing in Redis once the bot is deleted', async () => {
    const on = await aBot();
    write(on, 8);
    await work(on);
    const key = `runner:proactive:${on.botId}`;
    expect(await harness.runtime.redis.exists(key)).toBe(1);
    await harness.bots.remove(on.botId);
    await waitFor('the end of the key', async () => (await harness.runtime.redis.exists(key)) === 0);
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
    await harness.bots.stop(on.botId);
    await waitFor('the stop', () => !service.app.get(DesiredBotsSource).bots.get(on.botId));
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
    const direct = harness.discord.sendMessage({ bot: on.bot, content: 'hi', guildId: null, sentAtMs: Date.now() - 8 * DAY });
    const { channelId } = harness.discord.message(direct) ?? { channelId: '' };
    await change(on, { settings: sayings({ ...on.bot, channelId }) });
    await work(on, { channelId });
    expect(said(on, channelId)).toEqual([]);
  });

  it('that may not write there tells its owner, until it may', async () => {
    const on = await aBot({ event: 'weekly' });
    const actor = anActor({ userId: harness.bots.runnableOf(on.botId).ownerId });
    const problems = async () => (await harness.runtime.rpc.ask(runner.problems, { actor, botId: on.botId })).problems;
    write(on, 1);
    harness.discord.rejectRequests({ method: 'POST', path: `/channels/${on.bot.channelId}/messages`, status: 403, code: 50_013 });
    await work(on, { event: 'weekly', eventId: 'refused' });
    expect(await problems()).toMatchObject([
      { guildId: on.bot.guildId, channelId: on.bot.channelId, action: 'send-messages', permission: 'Send Messages' },
    ]);
    harness.discord.acceptRequests();
    await work(on, { event: 'weekly', eventId: 'refused' });
    expect(said(on)).toHaveLength(1);
    expect(await problems()).toEqual([]);
  });
});

describe('a channel that the bot may not see', () => {
  it('is told to its owner, until it may', async () => {
    const on = await aBot({ event: 'weekly' });
    const actor = anActor({ userId: harness.bots.runnableOf(on.botId).ownerId });
    const problems = async () => (await harness.runtime.rpc.ask(runner.problems, { actor, botId: on.botId })).problems;
    write(on, 1);
    harness.discord.rejectRequests({ method: 'GET', path: `/channels/${on.bot.channelId}`, status: 403, code: 50_001 });
    await work(on, { event: 'weekly', eventId: 'hidden' });
    expect(said(on)).toEqual([]);
    expect(await problems()).toMatchObject([
      { channelId: on.bot.channelId, action: 'send-messages', permission: 'View Channel' },
    ]);
    harness.discord.acceptRequests();
    await work(on, { event: 'weekly', eventId: 'hidden' });
    expect(said(on)).toHaveLength(1);
    expect(await problems()).toEqual([]);
  });
});

describe('a new member', () => {
  const join = ({ bot }: On) => harness.discord.setMember(bot.guildId, { id: newMember() });

  it('is followed by one message, in a channel of their own server; for it the bot learns who joins', async () => {
    const on = await aBot({ event: 'newMember' });
    expect(harness.discord.intentsOf(on.bot) & GatewayIntentBits.GuildMembers).not.toBe(0);
    write(on, 1);
    await work(on, { event: 'newMember', guildId: harness.addBot().bot.guildId });
    expect(said(on)).toEqual([]);
    join(on);
    join(on);
    await waitFor('the message', () => said(on).length > 0);
    await work(on, { event: 'newMember', guildId: on.bot.guildId });
    expect(said(on)).toHaveLength(1);
  });

  it('is learned of from the message of Discord where its owner has not switched Server Members on', async () => {
    const on = harness.addBot({}, { hasMembersIntent: false });
    await harness.bots.change(on.botId, { settings: sayings(on.bot, { event: 'newMember' }), sendsProactiveMessages: true });
    await harness.bots.start(on.botId);
    await waitFor('the refusal', () => harness.discord.stats.closes[4014] === 1);
    await harness.allowIdentify(on.bot);
    await harness.bots.waitForState(on.botId, 'online', 15_000);
    harness.discord.setSystemChannel(on.bot.guildId, on.bot.channelId);
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
