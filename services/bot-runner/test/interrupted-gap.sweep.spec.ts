import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { waitFor, type DiscordBot } from '@kith/kit/testing';
import { RunnerHarness } from './runner-harness.js';

let harness: RunnerHarness;

beforeEach(async () => {
  harness = await RunnerHarness.open({ identifyEveryMs: 0 });
});
afterEach(() => harness.close());

let members = 0;
const say = (bot: DiscordBot, content: string): string =>
  harness.discord.sendMessage({ bot, content, authorId: String(310_000_000_000_000_000n + BigInt(++members)) });
const gapOf = ({ applicationId }: DiscordBot) => harness.runtime.redis.hget(`runner:session:${applicationId}`, 'gap');

it('what a runner had not read yet when it was killed is read by the one that takes its bot over, and answered once, before what came later', async () => {
  const first = await harness.startProcess();
  const { bot } = await harness.onlineBot();
  await harness.discord.waitForReply(say(bot, 'one'));
  await waitFor('the end of the first reading', async () => (await gapOf(bot)) === '');
  harness.discord.interruptSession(bot, { op: 9 });
  await waitFor('the end of the session', () => !harness.discord.hasSession(bot));
  const missed = say(bot, 'two');
  // The reading of the channel takes longer than the runner lives.
  harness.discord.delayRequests(2000);
  await waitFor('a new session in Redis', async () => (await gapOf(bot)) === '1', 20_000);
  await harness.end(first, 'SIGKILL');
  harness.discord.delayRequests(0);
  expect(harness.discord.repliesTo(missed)).toEqual([]);
  const later = say(bot, 'three');
  const { identifies } = harness.discord.stats;
  await harness.startInProcess();
  await harness.discord.waitForReply(later, 20_000);
  await harness.discord.waitForReply(missed, 1000);
  expect([missed, later].map((id) => harness.discord.repliesTo(id).length)).toEqual([1, 1]);
  expect(harness.discord.allMessages().flatMap(({ replyTo }) => replyTo ?? [])).toEqual([expect.any(String), missed, later]);
  expect(harness.discord.stats.identifies).toBe(identifies);
  await waitFor('the end of the reading', async () => (await gapOf(bot)) === '');
}, 60_000);

it('what it had read but not put into the queue, because more lines of the question might come, is answered by the next one, too', async () => {
  const first = await harness.startProcess({ env: { REPLY_MERGE_WINDOW_MS: '3000' } });
  const { bot, botId } = await harness.onlineBot();
  await harness.discord.waitForReply(say(bot, 'one'), 20_000);
  await waitFor('the end of the first reading', async () => (await gapOf(bot)) === '');
  harness.discord.interruptSession(bot, { op: 9 });
  await waitFor('the end of the session', () => !harness.discord.hasSession(bot));
  const missed = say(bot, 'two');
  await waitFor(
    'the reading',
    () => harness.output.some((line) => line.includes('missed messages read') && line.includes(botId)),
    20_000,
  );
  await waitFor('the new session in Redis', async () => (await gapOf(bot)) === '1');
  await harness.end(first, 'SIGKILL');
  expect(harness.discord.repliesTo(missed)).toEqual([]);
  await harness.startInProcess();
  await harness.discord.waitForReply(missed, 20_000);
  await waitFor('the end of the reading', async () => (await gapOf(bot)) === '');
  expect(harness.discord.repliesTo(missed)).toHaveLength(1);
}, 60_000);
