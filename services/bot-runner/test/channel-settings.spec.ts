import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { anActor, waitFor, type DiscordBot } from '@kith/kit/testing';
import { runner } from '@kith/proto';
import { newMember } from './moderated-bots.js';
import { RunnerHarness } from './runner-harness.js';

let harness: RunnerHarness;
beforeAll(async () => {
  harness = await RunnerHarness.open({ identifyEveryMs: 0 });
  await harness.startInProcess();
});
afterAll(() => harness.close());
beforeEach(() => harness.discord.acceptRequests());

const jobOf = (messageId: string) => harness.chat.jobs.find((job) => job.messageId === messageId);
const write = (bot: DiscordBot, content: string, more: object = {}): string =>
  harness.discord.sendMessage({ bot, content, authorId: newMember(), ...more });
const A_FILE = [{ name: 'notes.txt', type: 'text/plain', content: 'Twice a day.' }];
const NO_FILES = 'I do not read files here. Please write what is in it.';

describe('a mention without a text', () => {
  it('is answered by a greeting that costs nothing, also when only mentions are answered; not more than one a minute', async () => {
    const { bot } = await harness.onlineBot({ mentionOnly: true });
    const messageId = write(bot, '', { mention: true });
    expect((await harness.discord.waitForReply(messageId)).content).toBe(
      'Hello! What can I do for you? Write it right after my name.',
    );
    expect(jobOf(messageId)).toBeUndefined();
    const second = write(bot, '', { mention: true });
    await harness.discord.waitForReply(write(bot, 'and now?', { mention: true }));
    expect(harness.discord.repliesTo(second)).toEqual([]);
  });

  it('is answered by the greeting of the owner, which names the member without a ping; not more than one a minute of the channel', async () => {
    const { bot, botId } = harness.addBot();
    harness.bots.setGreeting(botId, 'Ahoy {{user}}, I am {{char}}. @everyone');
    await harness.bots.start(botId);
    await harness.bots.waitForState(botId, 'online');
    const authorId = newMember();
    const { content, allowedMentions } = await harness.discord.waitForReply(write(bot, '', { mention: true, authorId }));
    expect(content).toBe(`Ahoy <@${authorId}>, I am Al. @everyone`);
    expect(allowedMentions).toMatchObject({ parse: [] });
    const second = write(bot, '', { mention: true });
    await harness.discord.waitForReply(write(bot, 'and now?', { mention: true }));
    expect(harness.discord.repliesTo(second)).toEqual([]);
  });
});

describe('direct messages', () => {
  it('that are switched off get one line, and no answer that costs something', async () => {
    const { bot, botId } = await harness.onlineBot({ allowDirectMessages: false });
    const direct = harness.discord.sendMessage({ bot, content: 'hi', guildId: null });
    expect((await harness.discord.waitForReply(direct)).content).toBe(
      'I do not answer direct messages. Write to me in a server, please.',
    );
    const { channelId } = harness.discord.message(direct) ?? { channelId: '' };
    const again = harness.discord.sendMessage({ bot, content: 'hi again', guildId: null, channelId });
    await harness.bots.change(botId, { settings: { allowDirectMessages: true } });
    await waitFor('an answer', async () => {
      const id = harness.discord.sendMessage({ bot, content: 'now?', guildId: null, channelId, authorId: newMember() });
      return harness.discord.waitForReply(id, 300).catch(() => false);
    });
    expect([harness.discord.repliesTo(again), jobOf(direct), jobOf(again)]).toEqual([[], undefined, undefined]);
  });

  it('above the limit of the owner are told the limit once', async () => {
    const { bot } = await harness.onlineBot({ maxMessagesPerMinute: 1 });
    const authorId = newMember();
    const first = harness.discord.sendMessage({ bot, content: 'one', guildId: null, authorId });
    await harness.discord.waitForReply(first);
    const { channelId } = harness.discord.message(first) ?? { channelId: '' };
    const second = harness.discord.sendMessage({ bot, content: 'two', guildId: null, authorId, channelId });
    expect((await harness.discord.waitForReply(second)).content).toContain('I answer 1 messages a minute at most.');
    const third = harness.discord.sendMessage({ bot, content: 'three', guildId: null, authorId, channelId });
    await harness.discord.waitForReply(write(bot, 'elsewhere'));
    expect(harness.discord.repliesTo(third)).toEqual([]);
  });
});

describe('the direct messages that a member may write in an hour', () => {
  const aMember = (bot: DiscordBot) => {
    const authorId = newMember();
    let channelId: string | undefined;
    return (content: string): string => {
      const id = harness.discord.sendMessage({ bot, content, guildId: null, authorId, ...(channelId && { channelId }) });
      channelId = harness.discord.message(id)?.channelId;
      return id;
    };
  };

  it('are answered, and the member is told the limit once; others have their own, and 0 is no limit', async () => {
    const { bot, botId } = await harness.onlineBot({ directMessagesPerHour: 2 });
    const [ann, bob] = [aMember(bot), aMember(bot)];
    for (const text of ['one', 'two']) await harness.discord.waitForReply(ann(text));
    const [third, fourth] = [ann('three'), ann('four')];
    expect((await harness.discord.waitForReply(third)).content).toBe(
      'I answer 2 direct messages an hour at most. Please write again later.',
    );
    expect((await harness.discord.waitForReply(bob('one'))).content).toBe('re: one');
    await harness.discord.waitForReply(write(bot, 'elsewhere'));
    expect([harness.discord.repliesTo(fourth), jobOf(third), jobOf(fourth)]).toEqual([[], undefined, undefined]);
    await harness.bots.change(botId, { settings: { directMessagesPerHour: 0 } });
    await waitFor('an answer', () => harness.discord.waitForReply(ann('five'), 300).catch(() => false));
  });

  it.each([
    [{ directMessagesPerHour: 1 }, 'I answer one direct message an hour at most. Please write again later.'],
    [{ maxMessagesPerMinute: 1 }, 'I answer 1 messages a minute at most. Please wait a moment, then write again.'],
  ])('count the commands that it answers itself, and the member is told the limit %j once, too', async (settings, limit) => {
    const { bot, botId } = harness.addBot();
    const commands = ['ask', 'roll'].map((commandId) => ({ commandId, trigger: `!${commandId}`, custom: null }));
    await harness.bots.change(botId, { settings, commands });
    await harness.bots.start(botId);
    await harness.bots.waitForState(botId, 'online');
    const ann = aMember(bot);
    await harness.discord.waitForReply(ann('one'));
    const [first, second] = [ann('!ask two'), ann('!ask three')];
    expect((await harness.discord.waitForReply(first)).content).toBe(limit);
    // What costs nothing is not limited.
    await harness.discord.waitForReply(ann('!roll'));
    expect([harness.discord.repliesTo(second), jobOf(first), jobOf(second)]).toEqual([[], undefined, undefined]);
  });
});

describe('files of members', () => {
  it('are passed on when files are allowed; otherwise it says once that it does not read them', async () => {
    const { bot, botId } = await harness.onlineBot();
    const alone = write(bot, '', { files: A_FILE });
    expect((await harness.discord.waitForReply(alone)).content).toBe(NO_FILES);
    const withText = write(bot, 'read this', { files: A_FILE });
    await harness.discord.waitForReply(withText);
    // It was said in this channel already.
    expect(jobOf(withText)).toMatchObject({ content: 'read this' });
    expect([jobOf(withText)?.files, jobOf(withText)?.remark]).toEqual([undefined, undefined]);
    const other = harness.discord.addChannel(bot, { name: 'other' });
    const elsewhere = write(bot, 'and this', { files: A_FILE, channelId: other.id });
    await harness.discord.waitForReply(elsewhere);
    expect(jobOf(elsewhere)).toMatchObject({ remark: NO_FILES });
    await harness.bots.change(botId, { settings: { allowFileUploads: true } });
    const read = await waitFor('a job with files', async () => {
      const id = write(bot, '', { files: A_FILE });
      await harness.discord.waitForReply(id, 500).catch(() => undefined);
      return jobOf(id)?.files;
    });
    expect(read).toEqual([{ name: 'notes.txt', type: 'text/plain', bytes: 12, url: expect.stringMatching(/^http/) }]);
  });
});

describe('an answer with auto-create threads', () => {
  it('is posted in a new thread below the question, and in the channel where Discord allows none', async () => {
    const { bot } = await harness.onlineBot({ autoCreateThreads: true });
    const question = write(bot, 'How do tides work?\nPlease.');
    const posted = await waitFor('the answer', () => harness.discord.messages(question).find((one) => one.isBot));
    expect(posted).toMatchObject({ content: 're: How do tides work?\nPlease.', replyTo: null });
    expect(harness.discord.channelState(question)).toMatchObject({ name: 'How do tides work?', parentId: bot.channelId });
    // Within the thread the conversation goes on.
    const inThread = write(bot, 'and the moon?', { channelId: question });
    expect((await harness.discord.waitForReply(inThread)).channelId).toBe(question);
    expect(jobOf(inThread)?.threadName).toBeUndefined();
    harness.discord.setOverwrites(bot.channelId, [
      { id: bot.guildId, of: 'role', deny: ['createPublicThreads'] },
      { id: bot.applicationId, of: 'member', deny: ['createPublicThreads'] },
    ]);
    const denied = write(bot, 'no thread here');
    expect((await harness.discord.waitForReply(denied)).channelId).toBe(bot.channelId);
  });

  it('is posted in the channel when the bot may open threads and not write in them; the channel goes on being answered', async () => {
    const { bot, botId } = await harness.onlineBot({ autoCreateThreads: true });
    harness.discord.setOverwrites(bot.channelId, [{ id: bot.applicationId, of: 'member', deny: ['sendMessagesInThreads'] }]);
    for (const text of ['How do tides work?', 'And the moon?']) {
      const question = write(bot, text);
      expect((await harness.discord.waitForReply(question)).channelId).toBe(bot.channelId);
      expect(() => harness.discord.channelState(question)).toThrow('no channel');
    }
    const actor = { ...anActor(), userId: harness.bots.runnableOf(botId).ownerId };
    const { problems } = await harness.runtime.rpc.ask(runner.problems, { actor, botId });
    expect(problems).toMatchObject([
      { action: 'create-threads', channelId: bot.channelId, permission: 'Send Messages in Threads' },
    ]);
  });
});

describe('a bot whose owner keeps no messages', () => {
  it('tells the chat service with each question', async () => {
    const { bot } = await harness.onlineBot({ logMessages: false });
    const messageId = write(bot, 'forget this');
    await harness.discord.waitForReply(messageId);
    expect(jobOf(messageId)).toMatchObject({ isKept: false });
  });
});
