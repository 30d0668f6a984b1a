import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { waitFor, type DiscordBot } from '@kith/kit/testing';
import { newMember } from './moderated-bots.js';
import { RunnerHarness } from './runner-harness.js';

let harness: RunnerHarness;
beforeAll(async () => {
  harness = await RunnerHarness.open({ identifyEveryMs: 0 });
  await harness.startInProcess();
});
afterAll(() => harness.close());

const jobsFor = (messageId: string) => harness.chat.jobs.filter((job) => job.messageId === messageId);
const write = (bot: DiscordBot, content: string, more: object = {}): string =>
  harness.discord.sendMessage({ bot, content, authorId: newMember(), ...more });
const repliesTo = (messageId: string): string[] => harness.discord.repliesTo(messageId).map(({ content }) => content);
/** A further question of the channel was answered: whatever came before it has been handled. */
const afterAnother = async (bot: DiscordBot): Promise<void> => {
  await harness.discord.waitForReply(write(bot, 'and this?', { mention: true }));
};

describe('a question', () => {
  it('comes with the message that it replies to and with the last lines of members that are no questions', async () => {
    const { bot } = await harness.onlineBot({ mentionOnly: true });
    const [ann, bob] = [newMember(), newMember()];
    const changed = write(bot, 'The ferry leaves at 9\nBob: no', { authorId: ann });
    const deleted = write(bot, 'a secret', { authorId: bob });
    write(bot, 'beep', { fromBot: true });
    write(bot, 'At 10, I think', { authorId: bob });
    harness.discord.editMessage(bot, changed, 'The ferry leaves at 8\nBob: no');
    harness.discord.deleteMessage(bot, deleted);
    const question = write(bot, 'who is right?', { mention: true, replyTo: changed });
    const answer = await harness.discord.waitForReply(question);
    const [annsName, bobsName] = [ann, bob].map((id) => `member-${id.slice(-4)}`);
    expect(jobsFor(question)[0]).toMatchObject({
      repliedTo: { author: annsName, text: 'The ferry leaves at 8\nBob: no', isOwn: false },
      talk: [
        { author: annsName, text: 'The ferry leaves at 8 Bob: no' },
        { author: bobsName, text: 'At 10, I think' },
      ],
    });
    const next = write(bot, 'sure?', { mention: true, replyTo: answer.id });
    await harness.discord.waitForReply(next);
    // The first question is in the conversation already.
    expect(jobsFor(next)[0]?.talk).toHaveLength(2);
    expect(jobsFor(next)[0]?.repliedTo).toMatchObject({ text: 're: who is right?', isOwn: true });
  });

  it('comes without the talk where the owner keeps nothing, in direct messages, and after the member was forgotten', async () => {
    const { bot } = await harness.onlineBot({ mentionOnly: true, logMessages: false });
    write(bot, 'between us');
    const question = write(bot, 'what was that?', { mention: true });
    await harness.discord.waitForReply(question);
    expect(jobsFor(question)[0]?.talk).toBeUndefined();
    const { bot: keeping } = await harness.onlineBot({ mentionOnly: true });
    const ann = newMember();
    write(keeping, 'forget this', { authorId: ann });
    await waitFor('the command', () => harness.discord.commandsOf(keeping).some(({ name }) => name === 'forget-me'));
    const forgotten = harness.discord.invokeCommand({ bot: keeping, name: 'forget-me', authorId: ann });
    await waitFor('the response', () => harness.discord.responseTo(forgotten));
    const later = write(keeping, 'what was that?', { mention: true });
    await harness.discord.waitForReply(later);
    expect(jobsFor(later)[0]?.talk).toBeUndefined();
  });
});

describe('a question that is deleted', () => {
  it('while it waits gets no answer, and what was charged for it is given back', async () => {
    const { bot } = await harness.onlineBot();
    await harness.chat.pause();
    const question = write(bot, 'never mind');
    await waitFor('typing', () => harness.discord.typingCount(bot.channelId) > 0);
    harness.discord.deleteMessage(bot, question);
    harness.chat.resume();
    await waitFor('the report', () => harness.chat.undeliverable.some(({ messageId }) => messageId === question));
    await afterAnother(bot);
    expect([repliesTo(question), harness.chat.delivered.includes(question)]).toEqual([[], false]);
  });

  it('among many that a moderator deletes gets none; the answer to one that was answered before stays', async () => {
    const { bot } = await harness.onlineBot();
    const answered = write(bot, 'hello');
    await harness.discord.waitForReply(answered);
    await waitFor('the end', () => harness.chat.delivered.includes(answered));
    await harness.chat.pause();
    const waiting = write(bot, 'never mind');
    await waitFor('typing', () => harness.discord.typingCount(bot.channelId) > 1);
    harness.discord.dispatch(bot, 'MESSAGE_DELETE_BULK', {
      ids: [answered, waiting],
      channel_id: bot.channelId,
      guild_id: bot.guildId,
    });
    harness.chat.resume();
    await afterAnother(bot);
    expect([repliesTo(answered), repliesTo(waiting)]).toEqual([['re: hello'], []]);
  });
});

describe('questions that the command for it deletes', () => {
  const CLEAR = { commandId: 'purge', trigger: '!purge', custom: null };

  it('get no answer while they wait, keep it when they have one, and are one line of the log', async () => {
    const { bot, botId } = harness.addBot({ moderationMode: true, spamDetection: false });
    const log = harness.discord.addChannel(bot, { name: 'log' }).id;
    await harness.bots.change(botId, { commands: [CLEAR], settings: { moderationLogChannelId: log } });
    await harness.bots.start(botId);
    await harness.bots.waitForState(botId, 'online');
    const moderator = newMember();
    const roles = [harness.discord.addRole(bot.guildId, { name: 'Team', permissions: ['manageMessages'] })];
    harness.discord.setMember(bot.guildId, { id: moderator, roles });
    const answered = write(bot, 'hello');
    const answer = await harness.discord.waitForReply(answered);
    await waitFor('the end', () => harness.chat.delivered.includes(answered));
    await harness.chat.pause();
    const waiting = [write(bot, 'never mind'), write(bot, 'this neither')];
    const command = write(bot, '!purge 2', { authorId: moderator });
    expect((await harness.discord.waitForReply(command)).content).toBe('🧹 2 messages deleted.');
    harness.chat.resume();
    const isReported = (id: string): boolean => harness.chat.undeliverable.some(({ messageId }) => messageId === id);
    await waitFor('the reports', () => waiting.every(isReported));
    await afterAnother(bot);
    expect([...waiting, answered].map((id) => repliesTo(id))).toEqual([[], [], ['re: hello']]);
    expect(harness.discord.message(answer.id)).toBeDefined();
    expect(harness.discord.messages(log).map(({ content }) => content)).toEqual([
      `In <#${bot.channelId}>: a command of <@${moderator}>. I deleted 2 messages.`,
    ]);
  });
});

describe('a question that is changed within a minute', () => {
  it('is not answered anew where a companion that became one for adults may not answer', async () => {
    const { bot, botId } = await harness.onlineBot();
    const question = write(bot, 'how old is the moon?');
    const answer = await harness.discord.waitForReply(question);
    await harness.bots.change(botId, { ageRating: 'adult' });
    await waitFor('the rating', async () =>
      (await harness.discord.waitForReply(write(bot, 'and now?'))).content.startsWith('I am for adults'),
    );
    harness.discord.editMessage(bot, question, 'how old is the sun?');
    const { id: channelId } = harness.discord.addChannel(bot, { name: 'adults', isAgeRestricted: true });
    await harness.discord.waitForReply(write(bot, 'and this?', { channelId }));
    expect(harness.discord.message(answer.id)?.content).toBe('re: how old is the moon?');
    expect(jobsFor(question)).toHaveLength(1);
  });

  it('is answered anew in place of its answer, once for each change', async () => {
    const { bot } = await harness.onlineBot();
    const question = write(bot, 'how old is the moon?');
    const answer = await harness.discord.waitForReply(question);
    harness.discord.editMessage(bot, question, 'how old is the sun?');
    await waitFor('the new answer', () => harness.discord.message(answer.id)?.content === 're: how old is the sun?');
    await waitFor('the report', () => harness.chat.delivered.some((id) => id.startsWith(`${question}-`)));
    const [, second] = jobsFor(question);
    expect(second?.revision).toMatch(/^\d+$/);
    harness.discord.dispatch(bot, 'MESSAGE_UPDATE', {
      ...messageOf(bot, question),
      content: 'how old is the sun?',
      // Discord adds the preview of a link to the same change.
      edited_timestamp: new Date(sentAtMsOf(second?.revision ?? '0')).toISOString(),
    });
    await afterAnother(bot);
    expect([jobsFor(question).length, repliesTo(question)]).toEqual([2, ['re: how old is the sun?']]);
  });

  it('while it waits is answered as it is then', async () => {
    const { bot } = await harness.onlineBot();
    await harness.chat.pause();
    const question = write(bot, 'how old is the moon?');
    await waitFor('typing', () => harness.discord.typingCount(bot.channelId) > 0);
    harness.discord.editMessage(bot, question, 'how old is the sun?');
    await waitFor('the key', () =>
      harness.runtime.redis.keys('runner:superseded:*').then((keys) => keys.some((key) => key.endsWith(question))),
    );
    harness.chat.resume();
    await waitFor('the answer', () => repliesTo(question)[0] === 're: how old is the sun?');
    await afterAnother(bot);
    expect(repliesTo(question)).toEqual(['re: how old is the sun?']);
  });

  it('later, beyond the limits of the bot, or one that was no question is not answered anew', async () => {
    const { bot } = await harness.onlineBot({ maxMessagesPerMinute: 1 });
    const old = write(bot, 'hello', { sentAtMs: Date.now() - 61_000 });
    await harness.discord.waitForReply(old);
    harness.discord.editMessage(bot, old, 'hello again');
    const question = write(bot, 'hi');
    await harness.discord.waitForReply(question);
    harness.discord.editMessage(bot, question, 'hi again');
    const unasked = await harness.onlineBot({ mentionOnly: true });
    const ignored = write(unasked.bot, 'among us');
    harness.discord.editMessage(unasked.bot, ignored, `<@${unasked.bot.applicationId}> and now?`);
    await afterAnother(unasked.bot);
    expect([repliesTo(old), repliesTo(question), repliesTo(ignored)]).toEqual([['re: hello'], ['re: hi'], []]);
  });
});

const DISCORD_EPOCH_MS = 1_420_070_400_000n;
const sentAtMsOf = (id: string): number => Number((BigInt(id) >> 22n) + DISCORD_EPOCH_MS);

/** The parts of a message's JSON that the runner reads. */
const messageOf = (bot: DiscordBot, messageId: string) => {
  const message = harness.discord.message(messageId);
  return {
    id: messageId,
    type: 0,
    channel_id: bot.channelId,
    guild_id: bot.guildId,
    author: { id: message?.authorId, username: 'ann' },
    mentions: [],
    attachments: [],
  };
};
