import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { waitFor, type DiscordBot } from '@kith/kit/testing';
import { AppError, type RunnableCommand } from '@kith/proto';
import { RunnerHarness } from './runner-harness.js';

const CUSTOM_ID = '5a5a5a5a-0000-4000-8000-000000000003';
const GREET: RunnableCommand = {
  commandId: CUSTOM_ID,
  trigger: '!greet',
  custom: { name: 'Greet', description: 'Says hello' },
};

let harness: RunnerHarness;
let members = 0;
const newMember = (): string => String(900_000_000_000_000_000n + BigInt(++members));

beforeAll(async () => {
  harness = await RunnerHarness.open({ identifyEveryMs: 0 });
  await harness.startInProcess();
});
afterAll(() => harness.close());

async function aBot() {
  const added = harness.addBot();
  await harness.bots.change(added.botId, { commands: [GREET] });
  await harness.bots.start(added.botId);
  await harness.bots.waitForState(added.botId, 'online');
  return added;
}
const send = (bot: DiscordBot, content: string, authorId = newMember()) =>
  harness.discord.sendMessage({ bot, content, authorId });
const say = (bot: DiscordBot, content: string, authorId?: string) => harness.discord.waitForReply(send(bot, content, authorId));
const answerTo = async (bot: DiscordBot, content: string, authorId?: string) => (await say(bot, content, authorId)).content;

describe('custom commands', () => {
  it('run as their owner wrote them, with what the member wrote, and their answers ping nobody', async () => {
    const { bot, botId } = await aBot();
    const authorId = newMember();
    const reply = await say(bot, '!greet one two', authorId);
    expect(reply).toMatchObject({ content: 'ran one+two', allowedMentions: { parse: [] } });
    expect(harness.bots.customRuns.at(-1)).toEqual({
      botId,
      commandId: CUSTOM_ID,
      context: {
        message: '!greet one two',
        userId: authorId,
        channelId: bot.channelId,
        guildId: bot.guildId,
        args: ['one', 'two'],
      },
    });
    expect(await answerTo(bot, '!greet again', authorId)).toContain('a few seconds');
  });

  it('that fail, or that the plan does not allow, are told in one polite line', async () => {
    const { bot } = await aBot();
    const { runCustom } = harness.bots;
    const failed = { result: null, error: { message: 'x is not defined', line: 1, column: 1 }, log: [], durationMs: 1 };
    harness.bots.runCustom = () => failed;
    const answer = await answerTo(bot, '!greet');
    expect(answer).toContain('This command did not work.');
    expect(answer).not.toContain('x is not defined');
    harness.bots.runCustom = () => {
      throw new AppError('UPGRADE_REQUIRED');
    };
    expect(await answerTo(bot, '!greet')).toBe('This command is switched off at the moment.');
    harness.bots.runCustom = () => ({ ...failed, error: null, result: { success: true, response: 'quiet', shouldReply: false } });
    const silent = send(bot, '!greet silently');
    await waitFor('the run', () => harness.bots.customRuns.some(({ context }) => context.message === '!greet silently'));
    harness.bots.runCustom = runCustom;
    expect(await answerTo(bot, '!greet loud')).toBe('ran loud');
    expect(harness.discord.repliesTo(silent)).toEqual([]);
  });

  it('that find the sandbox busy are tried once more, and then told, without another run', async () => {
    const { bot } = await aBot();
    const { runCustom } = harness.bots;
    const runsOf = (text: string) => harness.bots.customRuns.filter(({ context }) => context.message === text).length;
    const failing = (code: 'RATE_LIMITED' | 'DEADLINE') => () => {
      throw new AppError(code);
    };
    harness.bots.runCustom = (run) => (runsOf('!greet soon') === 1 ? failing('RATE_LIMITED')() : runCustom(run));
    expect(await answerTo(bot, '!greet soon')).toBe('ran soon');
    const busy = 'I am running as many commands as I can. Please try again in a moment.';
    harness.bots.runCustom = failing('RATE_LIMITED');
    expect(await answerTo(bot, '!greet never')).toBe(busy);
    expect(runsOf('!greet never')).toBe(2);
    harness.bots.runCustom = failing('DEADLINE');
    expect(await answerTo(bot, '!greet slowly')).toBe(busy);
    expect(runsOf('!greet slowly')).toBe(1);
    harness.bots.runCustom = runCustom;
  });
});
