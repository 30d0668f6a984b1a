import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { RunningService } from '@kith/kit';
import { waitFor, type DiscordBot } from '@kith/kit/testing';
import { COMMANDS, queues } from '@kith/proto';
import { DataSource } from 'typeorm';
import { CommandsWorker } from '../src/commands/commands.worker.js';
import { Reminders, type AddedReminder } from '../src/commands/reminders.service.js';
import { TriedCommands } from '../src/commands/tried-commands.js';
import { DesiredBotsSource } from '../src/connections/desired-bots.js';
import { MessagePoster } from '../src/discord/message-poster.js';
import { RunnerHarness } from './runner-harness.js';

let harness: RunnerHarness;
let service: RunningService;
beforeAll(async () => {
  harness = await RunnerHarness.open({ identifyEveryMs: 0 });
  service = await harness.startInProcess();
});
afterAll(() => harness.close());
afterEach(() => {
  harness.discord.acceptRequests();
  jest.restoreAllMocks();
});

const reminders = (): Reminders => service.app.get(Reminders, { strict: false });
const query = <T>(statement: string, values: unknown[] = []): Promise<T> =>
  service.app.get(DataSource, { strict: false }).query<T>(statement, values);
const commands = COMMANDS.map(({ id }) => ({ commandId: id, trigger: `!${id}`, custom: null }));

async function aBot(isOnline = true) {
  const added = harness.addBot();
  await harness.bots.change(added.botId, { commands });
  if (!isOnline) return added;
  await harness.bots.start(added.botId);
  await harness.bots.waitForState(added.botId, 'online');
  return added;
}

let messages = 0;
const remind = (bot: DiscordBot, botId: string, dueAtMs = Date.now()): Promise<AddedReminder> =>
  reminders().add({
    botId,
    memberId: '700000000000000001',
    ownerId: botId,
    messageId: String(800_000_000_000_000_000n + BigInt(++messages)),
    channelId: bot.channelId,
    guildId: bot.guildId,
    dueAtMs,
    text: 'tea',
  });
const idsOf = async (botId: string): Promise<string[]> =>
  (await query<{ id: string }[]>('select id from runner.reminder where bot_id = $1', [botId])).map(({ id }) => id);
const delivered = (bot: DiscordBot) => harness.discord.messages(bot.channelId).filter(({ content }) => content.includes('tea'));

describe('reminders', () => {
  const due = async () => {
    await query(`update runner.reminder set attempt_at = now()`);
    await reminders().sweep();
  };
  const deliveredIn = (bot: DiscordBot) =>
    harness.discord.messages(bot.channelId).filter(({ content }) => content.includes('⏰ <@'));
  let members = 0;
  const newMember = (): string => String(700_000_000_000_001_000n + BigInt(++members));
  const answerTo = async (bot: DiscordBot, content: string, { authorId = newMember() } = {}) =>
    (await harness.discord.waitForReply(harness.discord.sendMessage({ bot, content, authorId }))).content;

  it('are stored encrypted, listed, cancelled and delivered once, also after a restart of the runner', async () => {
    const { bot } = await aBot();
    const authorId = newMember();
    expect(await answerTo(bot, '!remind in 10m drink tea', { authorId })).toMatch(/^⏰ I will remind you <t:\d+:f>\.$/);
    expect(await answerTo(bot, '!remind tomorrow 9:00 call home', { authorId })).toContain('⏰');
    const [row] = await query<{ text: string }[]>('select text from runner.reminder');
    expect(row?.text).not.toContain('tea');
    const list = await answerTo(bot, '!remind list', { authorId });
    expect(list).toMatch(/1\. <t:\d+:f>: drink tea\n2\. <t:\d+:f>: call home/);
    expect(await answerTo(bot, '!remind list')).toBe('You have no reminders with me.');
    expect(await answerTo(bot, '!remind cancel 2', { authorId })).toBe('Cancelled: call home');
    await harness.stopInProcess(service);
    service = await harness.startInProcess();
    await waitFor('the bots to be known', async () => {
      await due();
      return deliveredIn(bot).length > 0;
    });
    await due();
    expect(await answerTo(bot, '!remind list', { authorId })).toBe('You have no reminders with me.');
    expect(deliveredIn(bot)).toMatchObject([{ content: `⏰ <@${authorId}> drink tea`, allowedMentions: { users: [authorId] } }]);
  });

  it('are at most ten of a member, and none is kept of a member who asks to be forgotten or of a deleted bot', async () => {
    const { bot, botId } = await aBot();
    const store = reminders();
    const owner = { botId, memberId: newMember() };
    const add = (messageId: string) =>
      store.add({
        ...owner,
        ownerId: botId,
        messageId,
        channelId: bot.channelId,
        guildId: bot.guildId,
        dueAtMs: Date.now() + 3_600_000,
        text: 'tea',
      });
    const added = await Promise.all(Array.from({ length: 12 }, (_, index) => add(String(1000 + index))));
    expect(added.filter((one) => one === 'kept')).toHaveLength(10);
    expect(await store.list(owner)).toHaveLength(10);
    await store.forgetMember(owner, '2000');
    expect(await store.list(owner)).toEqual([]);
    expect([await add('3000'), await add('3000')]).toEqual(['kept', 'kept']);
    expect(await store.list(owner)).toHaveLength(1);
    await store.purge(botId);
    expect(await store.list(owner)).toEqual([]);
  });
});

describe('times of day in reminders', () => {
  it('are read in the time zone of the bot and confirmed with it; a span of time needs none', async () => {
    const { bot, botId } = await aBot();
    let members = 0;
    const answerTo = async (content: string): Promise<string> => {
      const authorId = String(700_000_000_000_000_100n + BigInt(++members));
      return (await harness.discord.waitForReply(harness.discord.sendMessage({ bot, content, authorId }))).content;
    };
    await harness.bots.change(botId, { timeZone: 'Asia/Tokyo' });
    const date = new Date(Date.now() + 40 * 86_400_000).toISOString().slice(0, 10);
    const seconds = Date.parse(`${date}T00:05:00Z`) / 1000;
    const confirmed = await waitFor('the time zone', async () => {
      const answer = await answerTo(`!remind ${date} 9:05 call home`);
      return answer.startsWith(`⏰ I will remind you <t:${seconds}:f> (`) ? answer : undefined;
    });
    expect(confirmed).toMatch(/ \(\w+,? \d+ \w+,? 09:05, Asia\/Tokyo\)\.$/);
    expect(await answerTo(`!remind ${date} 0:05 UTC call home`)).toMatch(/ 00:05, UTC\)\.$/);
    expect(await answerTo('!remind in 10m tea')).toMatch(/<t:\d+:f>\.$/);
  });
});

describe('the command for a reminder, run by a language model', () => {
  it('sets one for the member where they wrote, once for a message, and works nowhere without a message', async () => {
    const { bot, botId } = await aBot();
    const tried = service.app.get(TriedCommands, { strict: false });
    const call = {
      bot: { botId, ownerId: botId, name: 'Nova', timeZone: 'UTC', prefix: '!', commands },
      commandId: 'remind',
      args: 'in 2h tea',
      content: '!remind in 2h tea',
      sentAtMs: Date.now(),
    };
    const place = {
      channelId: bot.channelId,
      guildId: bot.guildId,
      messageId: '800000000000000999',
      memberId: '700000000000000009',
    };
    const rows = () =>
      query(
        `select channel_id as "channelId", guild_id as "guildId", message_id as "messageId", member_id as "memberId"
         from runner.reminder where bot_id = $1`,
        [botId],
      );
    expect(await tried.answer(call)).toMatchObject({ text: 'This command works on Discord.', isRefusal: true });
    expect(await tried.answer({ ...call, args: 'never', place })).toMatchObject({ isRefusal: true });
    expect(await rows()).toEqual([]);
    for (let times = 0; times < 2; times += 1)
      expect(await tried.answer({ ...call, place })).toEqual({
        kind: 'text',
        text: expect.stringMatching(/^⏰ I will remind you/),
      });
    expect(await rows()).toEqual([place]);
  });

  it('sets none for a message that was written before its author used /forget-me [S74]', async () => {
    const botId = randomUUID();
    const place = { botId, ownerId: botId, channelId: '1', guildId: null, dueAtMs: Date.now() + 60_000, text: 'tea' };
    const member = { botId, memberId: '700000000000000009' };
    const [before, forgetMe, after] = ['800000000000000001', '800000000000000002', '800000000000000003'] as const;
    expect(await reminders().add({ ...place, ...member, messageId: before })).toBe('kept');
    await reminders().forgetMember(member, forgetMe);
    expect(await reminders().add({ ...place, ...member, messageId: before })).toBe('forgotten');
    expect(await reminders().list(member)).toEqual([]);
    expect(await reminders().add({ ...place, memberId: '700000000000000010', messageId: before })).toBe('kept');
    expect(await reminders().add({ ...place, ...member, messageId: after })).toBe('kept');
    expect(await reminders().list(member)).toHaveLength(1);
  });
});

describe('reminders of a bot that is offline', () => {
  it('do not delay those of others, however many they are', async () => {
    const [offline, online] = [await aBot(false), await aBot()];
    await remind(offline.bot, offline.botId, Date.now() - 60_000);
    await query(
      `insert into runner.reminder (id, bot_id, owner_id, member_id, message_id, channel_id, text, due_at, attempt_at)
       select gen_random_uuid(), bot_id, owner_id, 'm' || n, 'm' || n, channel_id, text, due_at, attempt_at
       from runner.reminder, generate_series(1, 600) n where bot_id = $1`,
      [offline.botId],
    );
    await remind(online.bot, online.botId);
    await reminders().sweep();
    await waitFor('the reminder', () => delivered(online.bot).length === 1);
    expect(await idsOf(offline.botId)).toHaveLength(601);
  });

  it('are deleted a week after their time; later ones are kept', async () => {
    const { bot, botId } = await aBot(false);
    await remind(bot, botId, Date.now() - 7 * 86_400_000 - 60_000);
    await remind(bot, botId, Date.now() - 6 * 86_400_000);
    await remind(bot, botId, Date.now() + 60_000);
    await reminders().deleteOld();
    expect(await idsOf(botId)).toHaveLength(2);
  });

  it('are delivered by the next attempt when a job ended because the bot was stopped for a moment', async () => {
    const { bot, botId } = await aBot();
    await remind(bot, botId, Date.now() + 3_600_000);
    const { bots } = service.app.get(DesiredBotsSource, { strict: false });
    const runnable = bots.get(botId);
    const due = async (): Promise<void> => {
      await query('update runner.reminder set attempt_at = now() where bot_id = $1', [botId]);
      await reminders().sweep();
    };
    const worker = service.app.get(CommandsWorker, { strict: false });
    const [reminderId = ''] = await idsOf(botId);
    const missed = { ownerId: botId, botId, messageId: '1', channelId: bot.channelId, guildId: bot.guildId };
    // The job that the queue keeps as finished.
    await harness.runtime.queues.add(queues.commands, `${botId}-reminder-${reminderId}`, {
      ...missed,
      task: { kind: 'reminder', reminderId: '00000000-0000-4000-8000-000000000000' },
    });
    bots.change(botId, null, bots.nextRequestNumber());
    await worker.work({ ...missed, task: { kind: 'reminder', reminderId } }, { isLastAttempt: false });
    bots.change(botId, runnable ?? null, bots.nextRequestNumber());
    await due();
    await waitFor('the reminder', () => delivered(bot).length === 1);
    await waitFor('its deletion', async () => (await idsOf(botId)).length === 0);
  });
});

/** Not delivered by the sweep before a test does. */
const LATER = Date.now() + 3_600_000;

describe('a reminder that its channel refuses', () => {
  const MEMBER = '700000000000000001';
  const noPermission = (bot: DiscordBot, isMissing = true): void =>
    harness.discord.setOverwrites(
      bot.channelId,
      isMissing ? [{ id: bot.applicationId, of: 'member', deny: ['sendMessages'] }] : [],
    );
  const deliver = async (botId: string, isLastAttempt = false): Promise<void> => {
    const [row] = await query<{ id: string; channelId: string; guildId: string }[]>(
      'select id, channel_id as "channelId", guild_id as "guildId" from runner.reminder where bot_id = $1',
      [botId],
    );
    if (!row) return;
    const { id: reminderId, channelId, guildId } = row;
    const job = { ownerId: botId, botId, messageId: '1', channelId, guildId };
    const worker = service.app.get(CommandsWorker, { strict: false });
    await worker.work({ ...job, task: { kind: 'reminder', reminderId } }, { isLastAttempt });
  };
  /** Of the bot, oldest first. */
  const direct = ({ applicationId }: DiscordBot): string[] =>
    harness.discord
      .allMessages()
      .filter(({ authorId, guildId }) => authorId === applicationId && guildId === null)
      .map(({ content }) => content);
  const problems = (botId: string) =>
    query('select channel_id as "channelId", action, permission from runner.problem where bot_id = $1', [botId]);

  it('because it was deleted reaches its member by direct message, which says so, and is no problem of the owner', async () => {
    const { bot, botId } = await aBot();
    const channelId = harness.discord.addChannel(bot, { name: 'short-lived' }).id;
    await remind({ ...bot, channelId }, botId, LATER);
    harness.discord.deleteChannel(channelId);
    await deliver(botId);
    expect(direct(bot)).toEqual(['⏰ tea\n-# The channel in which you asked me for this does not exist any more.']);
    expect([await idsOf(botId), await problems(botId)]).toEqual([[], []]);
  });

  it('because the bot may not write there any more names the channel, and its owner reads which permission is missing', async () => {
    const { bot, botId } = await aBot();
    await remind(bot, botId, LATER);
    noPermission(bot);
    await deliver(botId);
    expect(direct(bot)).toEqual([`⏰ tea\n-# I cannot write in <#${bot.channelId}> any more, where you asked me for this.`]);
    const missing = { channelId: bot.channelId, action: 'send-messages', permission: 'Send Messages' };
    expect([await idsOf(botId), await problems(botId)]).toEqual([[], [missing]]);
  });

  it('because of its text reaches its member by direct message, which does not blame the channel, and is no problem of the owner', async () => {
    const { bot, botId } = await aBot();
    await remind(bot, botId, LATER);
    const path = `/channels/${bot.channelId}/messages`;
    harness.discord.rejectRequests({ path, method: 'POST', status: 400, code: 240_000 });
    await deliver(botId);
    expect(direct(bot)).toEqual([`⏰ tea\n-# Discord refused it in <#${bot.channelId}>, where you asked me for this.`]);
    expect([await idsOf(botId), await problems(botId)]).toEqual([[], []]);
  });

  it('is sent once, also when the process ended after the direct message and the channel takes messages again', async () => {
    const { bot, botId } = await aBot();
    await remind(bot, botId, LATER);
    noPermission(bot);
    jest.spyOn(reminders(), 'cancel').mockRejectedValueOnce(new Error('the process ended'));
    await expect(deliver(botId)).rejects.toThrow('the process ended');
    noPermission(bot, false);
    await deliver(botId);
    expect([direct(bot).length, delivered(bot).length, await idsOf(botId)]).toEqual([1, 0, []]);
  });

  it('is given up where Discord refuses the direct message, too, and its owner reads that', async () => {
    const { bot, botId } = await aBot();
    const channelId = harness.discord.addChannel(bot, { name: 'short-lived' }).id;
    await remind({ ...bot, channelId }, botId, LATER);
    harness.discord.deleteChannel(channelId);
    harness.discord.rejectRequests({ path: '/users/@me/channels', applicationId: bot.applicationId, status: 403, code: 50_007 });
    await deliver(botId);
    expect(direct(bot)).toEqual([]);
    const given = { channelId, action: 'send-messages', permission: null };
    expect([await idsOf(botId), await problems(botId)]).toEqual([[], [given]]);
  });

  it.each([
    ['is for adults', { ageRating: 'adult' as const }],
    ['writes no direct messages', { settings: { allowDirectMessages: false } }],
    ['is locked to its server', { serverId: 'own' }],
  ])('of a bot that %s sends nobody a direct message', async (_why, change) => {
    const { bot, botId } = await aBot();
    await harness.bots.change(botId, 'serverId' in change ? { serverId: bot.guildId } : change);
    const { version } = harness.bots.runnableOf(botId);
    const { bots } = service.app.get(DesiredBotsSource, { strict: false });
    await waitFor('the change', () => bots.get(botId)?.version === version);
    await remind(bot, botId, LATER);
    noPermission(bot);
    await deliver(botId);
    expect([direct(bot), await idsOf(botId)]).toEqual([[], []]);
    expect(await problems(botId)).toMatchObject([{ action: 'send-messages' }]);
  });

  it('of direct messages is refused once', async () => {
    const { bot, botId } = await aBot();
    const asked = harness.discord.sendMessage({ bot, content: '!remind in 10m tea', guildId: null, authorId: MEMBER });
    const { channelId } = await harness.discord.waitForReply(asked);
    harness.discord.rejectRequests({ path: `/channels/${channelId}/messages`, method: 'POST', status: 403, code: 50_007 });
    await deliver(botId);
    expect([await idsOf(botId), direct(bot).length]).toEqual([[], 1]);
  });
});

describe('a reminder that cannot be delivered while Discord is away', () => {
  it('is kept, and delivered later', async () => {
    const { bot, botId } = await aBot();
    await remind(bot, botId, LATER);
    const [reminderId = ''] = await idsOf(botId);
    const worker = service.app.get(CommandsWorker, { strict: false });
    const job = { ownerId: botId, botId, messageId: '1', channelId: bot.channelId, guildId: bot.guildId };
    jest.spyOn(service.app.get(MessagePoster, { strict: false }), 'post').mockRejectedValueOnce(new Error('the network is down'));
    await worker.work({ ...job, task: { kind: 'reminder', reminderId } }, { isLastAttempt: true });
    expect(await idsOf(botId)).toHaveLength(1);
    await query('update runner.reminder set attempt_at = now() where bot_id = $1', [botId]);
    await reminders().sweep();
    await waitFor('the reminder', () => delivered(bot).length === 1);
    await waitFor('its deletion', async () => (await idsOf(botId)).length === 0);
  });
});
