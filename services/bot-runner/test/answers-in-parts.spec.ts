import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { waitFor, type DiscordBot } from '@kith/kit/testing';
import type { RunnableCommand } from '@kith/proto';
import { RunnerHarness } from './runner-harness.js';

const GREET: RunnableCommand = {
  commandId: '5a5a5a5a-0000-4000-8000-000000000004',
  trigger: '!greet',
  custom: { name: 'Greet', description: 'Says hello' },
};

let harness: RunnerHarness;
beforeAll(async () => {
  harness = await RunnerHarness.open({ identifyEveryMs: 0 });
  await harness.startInProcess();
  harness.chat.replyText = ({ content }) => [1, 2, 3].map((part) => `${content} ${part} `.padEnd(1900, 'x')).join('\n\n');
}, 30_000);
afterEach(() => harness.discord.limitChannels(null));
afterAll(() => harness.close());

let members = 0;
const say = (bot: DiscordBot, content: string): string =>
  harness.discord.sendMessage({ bot, content, authorId: String(700_000_000_000_000_000n + BigInt(++members)) });
/** The beginnings of what the bot posted. */
const postedIn = ({ channelId }: DiscordBot): string[] =>
  harness.discord.messages(channelId).flatMap(({ isBot, content }) => (isBot ? [content.replace(/ x{9}.*/s, '')] : []));

describe('an answer in three parts, in a channel that Discord limits', () => {
  it('is posted whole before the answer to a later question', async () => {
    const { bot } = await harness.onlineBot();
    harness.discord.limitChannels({ posts: 2, windowMs: 500 });
    say(bot, 'a');
    await waitFor('the first parts', () => postedIn(bot).length === 2);
    say(bot, 'b');
    await waitFor('both answers', () => postedIn(bot).length === 6, 15_000);
    expect(postedIn(bot)).toEqual(['a 1', 'a 2', 'a 3', 'b 1', 'b 2', 'b 3']);
  });

  it('keeps no command waiting: it runs at once, and again only when Discord limits its own answer', async () => {
    const { bot, botId } = harness.addBot();
    await harness.bots.change(botId, { commands: [GREET] });
    await harness.bots.start(botId);
    await harness.bots.waitForState(botId, 'online');
    harness.discord.limitChannels({ posts: 1, windowMs: 2000 });
    say(bot, 'a');
    await waitFor('the first part', () => postedIn(bot).length === 1);
    const called = say(bot, '!greet you');
    const runs = (): number => harness.bots.customRuns.filter(({ callId }) => callId === called).length;
    await waitFor('the run', () => runs() === 1);
    expect(postedIn(bot)).toEqual(['a 1']);
    await waitFor('all answers', () => postedIn(bot).length === 4, 15_000);
    expect(postedIn(bot).filter((content) => content !== 'ran you')).toEqual(['a 1', 'a 2', 'a 3']);
    expect(harness.discord.repliesTo(called).map(({ content }) => content)).toEqual(['ran you']);
    // Not more often than Discord's windows that had no room for its answer.
    expect(runs()).toBeLessThanOrEqual(4);
  }, 20_000);
});
