import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { RunningService } from '@kith/kit';
import { waitFor, type DiscordBot } from '@kith/kit/testing';
import { COMMANDS, queues } from '@kith/proto';
import { DataSource } from 'typeorm';
import { CommandsWorker } from '../src/commands/commands.worker.js';
import { Reminders } from '../src/commands/reminders.service.js';
import { TriedCommands } from '../src/commands/tried-commands.js';
import { DesiredBotsSource } from '../src/connections/desired-bots.js';
import { RunnerHarness } from './runner-harness.js';

let harness: RunnerHarness;
let service: RunningService;
beforeAll(async () => {
  harness = await RunnerHarness.open({ identifyEveryMs: 0 });
  service = await harness.startInProcess();
});
afterAll(() => harness.close());

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
const remind = (bot: DiscordBot, botId: string, dueAtMs = Date.now()): Promise<boolean> =>
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
