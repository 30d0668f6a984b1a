import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { JobPostponed, type RunningService } from '@kith/kit';
import { waitFor, type DiscordBot } from '@kith/kit/testing';
import { idAt } from '@kith/proto';
import { MessagePoster, type Post } from '../src/discord/message-poster.js';
import { RunnerHarness } from './runner-harness.js';

let harness: RunnerHarness;
let service: RunningService;
beforeAll(async () => {
  harness = await RunnerHarness.open({ identifyEveryMs: 0 });
  service = await harness.startInProcess();
}, 30_000);
afterAll(() => harness.close());

const poster = (): MessagePoster => service.app.get(MessagePoster, { strict: false });
const postedIn = ({ channelId }: DiscordBot): string[] =>
  harness.discord.messages(channelId).flatMap(({ isBot, content }) => (isBot ? [content] : []));

let posts = 0;
/** An answer to a message of the bot's channel, as old as said. */
function anAnswer(bot: DiscordBot, botId: string, contents: readonly string[], ageMs = 0): Post {
  const replyTo = idAt(Date.now() - ageMs + posts++);
  return { botId, postId: replyTo, replyTo, channelId: bot.channelId, parts: contents.map((content) => ({ content })) };
}

/** Posts the first part of an answer; the next one has to wait. */
async function postFirstPart(answer: Post): Promise<void> {
  let requests = 0;
  const beforeRequest = async (): Promise<void> => {
    if (++requests > 1) throw new JobPostponed(1000);
  };
  await expect(poster().post({ ...answer, beforeRequest })).rejects.toBeInstanceOf(JobPostponed);
}

describe('an answer in several parts, of which one has to wait', () => {
  it('is posted whole before the answer to a command that was called meanwhile', async () => {
    const { bot, botId } = harness.addBot();
    const [long, short] = [anAnswer(bot, botId, ['one', 'two', 'three']), anAnswer(bot, botId, ['pong'])];
    await postFirstPart(long);
    await expect(poster().post(short)).rejects.toBeInstanceOf(JobPostponed);
    await poster().post(long);
    await poster().post(short);
    expect(postedIn(bot)).toEqual(['one', 'two', 'three', 'pong']);
  });

  it('is posted whole before another one in parts', async () => {
    const { bot, botId } = harness.addBot();
    const [first, second] = [anAnswer(bot, botId, ['one', 'two']), anAnswer(bot, botId, ['three', 'four'])];
    await postFirstPart(first);
    await expect(poster().post(second)).rejects.toBeInstanceOf(JobPostponed);
    await poster().post(first);
    await poster().post(second);
    expect(postedIn(bot)).toEqual(['one', 'two', 'three', 'four']);
  });

  it('holds up no other channel, no answer for longer than ten seconds, and no message that is not an answer', async () => {
    const { bot, botId } = harness.addBot();
    const [long, late] = [anAnswer(bot, botId, ['one', 'two']), anAnswer(bot, botId, ['late'], 11_000)];
    const { replyTo: _, ...reminder } = anAnswer(bot, botId, ['reminder']);
    const other = harness.addBot();
    await postFirstPart(long);
    await poster().post(late);
    await poster().post(reminder);
    await poster().post(anAnswer(other.bot, other.botId, ['elsewhere']));
    expect(postedIn(bot)).toEqual(['one', 'late', 'reminder']);
    expect(postedIn(other.bot)).toEqual(['elsewhere']);
  });
});

describe('the answer to a command', () => {
  it('is posted behind an answer in parts that Discord limits, and soon', async () => {
    const { bot, botId } = harness.addBot();
    await harness.bots.change(botId, { commands: [{ commandId: 'ping', trigger: '!ping', custom: null }] });
    await harness.bots.start(botId);
    await harness.bots.waitForState(botId, 'online');
    harness.chat.replyText = () => `long ${'word '.repeat(1000)}end`;
    harness.discord.limitChannels({ posts: 2, windowMs: 1500 });
    harness.discord.sendMessage({ bot, content: 'tell me more' });
    await waitFor('the first parts', () => postedIn(bot).length === 2);
    const called = harness.discord.sendMessage({ bot, content: '!ping', authorId: '700000000000000002' });
    const answer = await harness.discord.waitForReply(called);
    const contents = postedIn(bot);
    expect(contents).toHaveLength(4);
    expect(contents[2]).toMatch(/end$/);
    expect(contents[3]).toBe(answer.content);
    harness.discord.limitChannels(null);
  });
});
