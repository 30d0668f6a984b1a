import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { anActor, waitFor, type DiscordBot } from '@kith/kit/testing';
import { traces, type ChannelSettings } from '@kith/proto';
import { RunnerHarness } from './runner-harness.js';

let harness: RunnerHarness;
let members = 0;
const newMember = (): string => String(710_000_000_000_000_000n + BigInt(++members));

beforeAll(async () => {
  harness = await RunnerHarness.open({ identifyEveryMs: 0 });
  await harness.startInProcess();
});
afterAll(() => harness.close());

async function aBot(settings: Partial<ChannelSettings> = {}, discord: { hasMessageContentIntent?: boolean } = {}) {
  const { bot, botId } = harness.addBot(settings, discord);
  await harness.bots.start(botId);
  if (discord.hasMessageContentIntent === false) {
    await waitFor('the refusal', () => harness.discord.stats.closes[4014] === 1);
    await harness.allowIdentify(bot);
  }
  await harness.bots.waitForState(botId, 'online', 15_000);
  const traceOf = async (messageId: string) => {
    const actor = { ...anActor(), userId: harness.bots.runnableOf(botId).ownerId };
    return (await harness.runtime.rpc.ask(traces.get, { actor, botId, messageId })).trace ?? undefined;
  };
  return { bot, botId, traceOf };
}

const say = (bot: DiscordBot, content: string, more: object = {}): string =>
  harness.discord.sendMessage({ bot, content, authorId: newMember(), ...more });
const answerTo = async (id: string): Promise<string> => (await harness.discord.waitForReply(id)).content;

describe('a companion that answers mentions only', () => {
  it('answers replies to itself, whose authors have switched the mention off, and no replies to others', async () => {
    const { bot, traceOf } = await aBot({ mentionOnly: true });
    const first = say(bot, 'hello', { mention: true });
    const answer = await harness.discord.waitForReply(first);
    const toOther = say(bot, 'I think so, too', { replyTo: say(bot, 'nice weather') });
    expect(await answerTo(say(bot, 'and then?', { replyTo: answer.id }))).toBe('re: and then?');
    expect(await waitFor('the trace', () => traceOf(toOther))).toMatchObject({ outcome: 'ignored', reason: 'not_mentioned' });
  });

  it('answers mentions of the role that Discord made for it, without the role in the text, and not those of others', async () => {
    const { bot, botId, traceOf } = await aBot({ mentionOnly: true });
    const ownRole = harness.discord.ownRoleOf(bot);
    const other = harness.discord.addRole(bot.guildId, { name: 'Helpers', permissions: [], position: 2 });
    const toOthers = say(bot, `<@&${other}> can you help?`);
    expect(await answerTo(say(bot, `<@&${ownRole}> when do you open?`))).toBe('re: when do you open?');
    expect(await waitFor('the trace', () => traceOf(toOthers))).toMatchObject({ outcome: 'ignored', reason: 'not_mentioned' });
    expect(harness.chat.jobs.filter((job) => job.botId === botId).map(({ isAddressed = true }) => isAddressed)).toEqual([true]);
  });

  it('stays silent, and goes on, while Discord does not tell which role is its own', async () => {
    const { bot, traceOf } = await aBot({ mentionOnly: true });
    harness.discord.rejectRequests({ path: `/guilds/${bot.guildId}`, status: 500 });
    const untold = say(bot, `<@&${harness.discord.ownRoleOf(bot)}> hello?`);
    expect(await waitFor('the trace', () => traceOf(untold), 15_000)).toMatchObject({ reason: 'not_mentioned' });
    harness.discord.acceptRequests();
    expect(await answerTo(say(bot, 'hello', { mention: true }))).toBe('re: hello');
  }, 30_000);
});

describe('without Message Content', () => {
  it('the trace of a message whose text Discord withheld says so, not that it had none', async () => {
    const { bot, traceOf } = await aBot({}, { hasMessageContentIntent: false });
    const withheld = say(bot, 'hello?');
    expect(await waitFor('the trace', () => traceOf(withheld))).toMatchObject({ outcome: 'ignored', reason: 'text_withheld' });
    const answer = await harness.discord.waitForReply(say(bot, 'hello', { mention: true }));
    const reply = say(bot, 'and then?', { replyTo: answer.id });
    expect(await waitFor('the trace', () => traceOf(reply))).toMatchObject({ outcome: 'ignored', reason: 'text_withheld' });
  }, 30_000);
});

describe('a command by which members moderate', () => {
  it('works outside the dedicated channel, by prefix and as a slash command, and in no restricted one', async () => {
    const { bot, botId } = harness.addBot({});
    const [elsewhere, restricted] = ['elsewhere', 'restricted'].map((name) => harness.discord.addChannel(bot, { name }).id);
    await harness.bots.change(botId, {
      settings: { dedicatedChannelId: bot.channelId, restrictedChannels: [restricted ?? ''] },
      commands: ['slowmode', 'roll'].map((id) => ({ commandId: id, trigger: `!${id}`, custom: null })),
    });
    await harness.bots.start(botId);
    await harness.bots.waitForState(botId, 'online');
    await waitFor('the commands', () => harness.discord.commandsOf(bot).some(({ name }) => name === 'slowmode'));
    const authorId = newMember();
    const role = harness.discord.addRole(bot.guildId, { name: 'Moderators', permissions: ['manageChannels'], position: 1 });
    harness.discord.setMember(bot.guildId, { id: authorId, roles: [role] });
    const called = (content: string, channelId = elsewhere ?? '') => say(bot, content, { authorId, channelId });
    expect(await answerTo(called('!slowmode 10'))).toContain('every 10 s');
    const ignored = [called('!roll'), called('!slowmode 20', restricted)];
    const slash = async (name: string, channelId: string | undefined, options = {}) => {
      const id = harness.discord.invokeCommand({ bot, name, authorId, channelId: channelId ?? '', options });
      const answer = () => harness.discord.responseTo(id);
      return waitFor('the answer', () => answer()?.followUps[0]?.content ?? (answer()?.content || undefined));
    };
    expect(await slash('roll', elsewhere)).toBe('I do not answer in this channel.');
    expect(await slash('slowmode', restricted, { duration: '10s' })).toBe('I do not answer in this channel.');
    expect(await slash('slowmode', elsewhere, { duration: '30s' })).toContain('every 30 s');
    expect(ignored.flatMap((id) => harness.discord.repliesTo(id))).toEqual([]);
  });
});
