import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { waitFor } from '@kith/kit/testing';
import { queues, traces } from '@kith/proto';
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
