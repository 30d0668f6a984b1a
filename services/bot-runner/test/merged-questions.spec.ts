import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { waitFor } from '@kith/kit/testing';
import { traces } from '@kith/proto';
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
