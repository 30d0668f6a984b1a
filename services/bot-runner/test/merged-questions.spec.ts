import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { waitFor } from '@kith/kit/testing';
import { queues, traces } from '@kith/proto';
import { AcceptedJobs } from '../src/messages/accepted-jobs.js';
import type { ConnectedBot } from '../src/messages/connected-bot.js';
import { OutstandingMessages } from '../src/messages/outstanding-messages.js';
import { MergedLines } from '../src/messages/merged-lines.js';
import { QuestionFeedback } from '../src/messages/question-feedback.js';
import { ReplyQueue } from '../src/messages/reply-queue.js';
import { LINK, ModeratedBots, newMember } from './moderated-bots.js';

let bots: ModeratedBots;
beforeAll(async () => {
  bots = await ModeratedBots.open({}, { REPLY_MERGE_WINDOW_MS: '300' });
});
afterAll(() => bots.harness.close());

describe('several lines that are one question', () => {
  it('say of each why it was taken up: the next ones need no mention of their own', async () => {
    const { bot, actor, botId } = await bots.add({ mentionOnly: true });
    const { discord } = bots.harness;
    const authorId = newMember();
    const first = discord.sendMessage({ bot, content: 'hello', authorId, mention: true });
    const last = discord.sendMessage({ bot, content: 'how are you?', authorId });
    expect((await discord.waitForReply(last)).content).toBe('re: hello\nhow are you?');
    const noted = await waitFor('the traces', async () => {
      const { traces: found } = await bots.ask(traces.list, { actor, botId });
      return found.every(({ outcome }) => outcome !== 'waiting') && found.length === 2 ? found : undefined;
    });
    expect(noted).toMatchObject([
      { messageId: last, outcome: 'answered', cause: 'next_line' },
      { messageId: first, outcome: 'merged', cause: 'mentioned' },
    ]);
  });

  // A runner that hung ends the question that it holds while the next owner of the session has heard of more lines.
  it.each([
    ['fewer', [0], [0, 1, 2]],
    ['more', [0, 1, 2], [0, 1]],
    ['as many', [0, 1], [0, 1, 2]],
  ])('are answered once when another runner queues a question with %s of them first', async (_how, before, after) => {
    const { bot, botId } = await bots.add();
    const { discord, chat, runtime } = bots.harness;
    const { app } = bots.service;
    const queue = () =>
      new ReplyQueue(
        app.get(OutstandingMessages),
        app.get(AcceptedJobs),
        app.get(QuestionFeedback),
        app.get(MergedLines),
        runtime.logger,
        runtime.config,
      );
    const connected = { bot: bots.harness.bots.runnableOf(botId), closed: new AbortController().signal } as ConnectedBot;
    // Without a text, so that the runner itself does not answer them.
    const ids = ['one', 'two', 'three'].map(() => discord.sendMessage({ bot, content: '' }));
    const { ownerId } = connected.bot;
    const { channelId, guildId } = bot;
    const author = { id: newMember(), name: 'Eve' };
    for (const indexes of [before, after]) {
      const replies = queue();
      const lines = indexes.map((index) => ({ messageId: ids[index] ?? '', content: ['one', 'two', 'three'][index] ?? '' }));
      await Promise.all(lines.map((line) => replies.add(connected, { ownerId, botId, channelId, guildId, author, ...line })));
    }
    const contents = () => chat.jobs.filter((job) => job.botId === botId).flatMap(({ content }) => content.split('\n'));
    const wanted = ['one', 'two', 'three'].slice(0, Math.max(before.length, after.length));
    await waitFor('all lines', () => contents().length >= wanted.length);
    await waitFor('an empty queue', async () => (await bots.harness.runtime.queues.depth(queues.replies)) === 0);
    expect(contents()).toEqual(wanted);
  });

  it.each([
    ['the first', 'how are you?'],
    ['the last', 'hello'],
  ])('are answered without %s one when it is deleted while they wait', async (which, left) => {
    const { bot } = await bots.add();
    const { discord, chat } = bots.harness;
    await chat.pause();
    const authorId = newMember();
    const first = discord.sendMessage({ bot, content: 'hello', authorId });
    const last = discord.sendMessage({ bot, content: 'how are you?', authorId });
    await waitFor('typing', () => discord.typingCount(bot.channelId) > 0);
    const [deleted, kept] = which === 'the first' ? [first, last] : [last, first];
    discord.deleteMessage(bot, deleted);
    const isAnswered = (id: string): boolean => chat.delivered.some((one) => one.startsWith(`${id}-`));
    await waitFor('the new question', async () => (await bots.harness.runtime.queues.depth(queues.replies)) > 1);
    chat.resume();
    await waitFor('the answer', () => isAnswered(kept));
    const next = discord.sendMessage({ bot, content: 'and now?', authorId: newMember() });
    await discord.waitForReply(next);
    expect([kept, deleted].map((id) => discord.repliesTo(id).map(({ content }) => content))).toEqual([[`re: ${left}`], []]);
  });

  it('lose their answer when moderation deletes any of them', async () => {
    const kith = await bots.add({ autoDelete: true });
    const { discord } = bots.harness;
    const authorId = newMember();
    const [first, last] = [bots.write(kith, 'hello', authorId), bots.write(kith, 'how are you?', authorId)];
    const answer = await discord.waitForReply(last);
    expect(answer.content).toBe('re: hello\nhow are you?');
    discord.editMessage(kith.bot, first, LINK);
    await waitFor('the deletion', () => bots.isDeleted(first));
    await waitFor('the end of the answer', () => discord.message(answer.id) === undefined);
    expect(bots.isDeleted(last)).toBe(false);
  });
});

describe('what a member writes in a row', () => {
  it('gets one answer, to the last line, and is one job that names all its messages', async () => {
    const { harness, service } = bots;
    const { bot, botId } = await harness.onlineBot();
    const { app } = service;
    const { runtime } = harness;
    const config = { ...runtime.config, REPLY_MERGE_WINDOW_MS: 300 };
    const [outstanding, accepted] = [app.get(OutstandingMessages), app.get(AcceptedJobs)];
    const [feedback, lines] = [app.get(QuestionFeedback), app.get(MergedLines)];
    const replies = new ReplyQueue(outstanding, accepted, feedback, lines, runtime.logger, config);
    const connected = { bot: harness.bots.runnableOf(botId), closed: new AbortController().signal } as ConnectedBot;
    // Without a text, so that the runner itself does not answer them.
    const ids = [1, 2].map(() => harness.discord.sendMessage({ bot, content: '' }));
    const [first = '', last = ''] = ids;
    const { ownerId } = connected.bot;
    const line = (messageId: string, content: string) => ({
      ownerId,
      botId,
      channelId: bot.channelId,
      guildId: bot.guildId,
      messageId,
      content,
      author: { id: '400000000000000001', name: 'Eve' },
    });
    await Promise.all([replies.add(connected, line(first, 'one')), replies.add(connected, line(last, 'two'))]);
    expect((await harness.discord.waitForReply(last)).content).toBe('re: one\ntwo');
    expect(harness.discord.repliesTo(first)).toEqual([]);
    expect(harness.chat.jobs.find(({ messageId }) => messageId === last)).toMatchObject({ earlierIds: [first] });
  });
});
