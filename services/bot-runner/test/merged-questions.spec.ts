import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { waitFor } from '@kith/kit/testing';
import { LINK, ModeratedBots, newMember } from './moderated-bots.js';

let bots: ModeratedBots;
beforeAll(async () => {
  bots = await ModeratedBots.open({}, { REPLY_MERGE_WINDOW_MS: '300' });
});
afterAll(() => bots.harness.close());

describe('several lines that are one question', () => {
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
