import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { RunningService } from '@kith/kit';
import { anActor, waitFor, type DiscordBot } from '@kith/kit/testing';
import { AppError, ChannelSettings, COMMANDS, sentAtMs, traces, type RunnableCommand } from '@kith/proto';
import { DataSource } from 'typeorm';
import { CommandIntake } from '../src/commands/command-intake.js';
import { CommandRunner } from '../src/commands/command-runner.js';
import { CommandTraces } from '../src/commands/command-traces.js';
import { DesiredBotsSource } from '../src/connections/desired-bots.js';
import { commandSet } from '../src/interactions/command-set.js';
import { RESPONSE_TIMEOUT_MS } from '../src/interactions/interaction-responses.js';
import { Interactions } from '../src/interactions/interactions.js';
import { OutstandingMessages } from '../src/messages/outstanding-messages.js';
import { RunnerHarness } from './runner-harness.js';

const CUSTOM: RunnableCommand = {
  commandId: '5a5a5a5a-0000-4000-8000-000000000002',
  trigger: '!greet',
  custom: { name: 'Greet', description: 'Says hello' },
};
const learned = (...ids: string[]): RunnableCommand[] => ids.map((id) => ({ commandId: id, trigger: `!${id}`, custom: null }));
const ALL = [...learned(...COMMANDS.map(({ id }) => id)), CUSTOM];

let harness: RunnerHarness;
let service: RunningService;
let members = 0;
const newMember = (): string => String(800_000_000_000_000_000n + BigInt(++members));

beforeAll(async () => {
  harness = await RunnerHarness.open({ identifyEveryMs: 0 });
  service = await harness.startInProcess();
});
afterAll(() => harness.close());
beforeEach(() => {
  harness.discord.acceptRequests();
  harness.discord.resetStats();
});

/** What every bot has, whatever it learned. */
const BUILT_IN = new Set(
  commandSet({ commands: [], systems: [], ageRating: 'everyone', channelSettings: ChannelSettings.parse({}) }, false).map(
    ({ name }) => name,
  ),
);
const namesOf = (bot: DiscordBot) =>
  harness.discord
    .commandsOf(bot)
    .map(({ name }) => name)
    .filter((name) => !BUILT_IN.has(name));
async function aBot(commands: RunnableCommand[], settings: Partial<ChannelSettings> = {}) {
  const added = harness.addBot(settings);
  await harness.bots.change(added.botId, { commands });
  await harness.bots.start(added.botId);
  await harness.bots.waitForState(added.botId, 'online');
  await waitFor('the commands', () => namesOf(added.bot).length >= commands.length);
  return added;
}
type Use = { readonly options?: Record<string, unknown>; readonly authorId?: string; readonly guildId?: null };
const invoke = (bot: DiscordBot, name: string, { authorId = newMember(), ...rest }: Use = {}) =>
  harness.discord.invokeCommand({ bot, name, authorId, ...rest });
const answered = (interactionId: string) =>
  waitFor('the answer', () => {
    const response = harness.discord.responseTo(interactionId);
    return response && !response.isDeferred ? response : undefined;
  });
const answer = (bot: DiscordBot, name: string, how: Use = {}) => answered(invoke(bot, name, how));
type Added = Awaited<ReturnType<typeof aBot>>;
const ownerOf = ({ botId }: Added) => anActor({ userId: harness.bots.runnableOf(botId).ownerId });
const tracesOf = async (added: Added) => {
  const asked = { actor: ownerOf(added), botId: added.botId, usedCommands: true, limit: 100 };
  return (await harness.runtime.rpc.ask(traces.list, asked)).traces;
};
const traceOf = (added: Added, id: string, outcome = 'command') =>
  waitFor('the trace', async () =>
    (await tracesOf(added)).find(
      (trace) => trace.messageId === id && trace.outcome === outcome && (trace.reason ?? outcome) !== 'command',
    ),
  );
function aMember(bot: DiscordBot, permissions: Parameters<RunnerHarness['discord']['addRole']>[1]['permissions'], position = 1) {
  const id = newMember();
  harness.discord.setMember(bot.guildId, {
    id,
    roles: [harness.discord.addRole(bot.guildId, { name: id, permissions: permissions ?? [], position })],
  });
  return id;
}

describe('the registration of slash commands', () => {
  it('follows what the bot learned with a diff, and leaves commands of the owner alone', async () => {
    const { bot, botId } = harness.addBot();
    harness.discord.setCommand(bot, { name: 'dice', description: 'Of the owner' });
    await harness.bots.change(botId, { commands: learned('roll', 'ping') });
    await harness.bots.start(botId);
    await waitFor('the commands', () => namesOf(bot).length === 3);
    expect(namesOf(bot).toSorted()).toEqual(['dice', 'ping', 'roll']);
    harness.discord.resetStats();
    await harness.bots.change(botId, { commands: [...learned('roll'), CUSTOM] });
    await waitFor('the change', () => namesOf(bot).includes('greet') && !namesOf(bot).includes('ping'));
    expect(namesOf(bot).toSorted()).toEqual(['dice', 'greet', 'roll']);
    expect(harness.discord.stats.commandWrites).toBe(2);
    await harness.bots.change(botId, { settings: { allowCommands: false } });
    await waitFor('the removal', () => namesOf(bot).join() === 'dice');
  });

  it('is not repeated by another session or runner while nothing changed', async () => {
    const { bot, botId } = await aBot(learned('roll', 'poll'));
    const writes = harness.discord.stats.commandWrites;
    await harness.bots.stop(botId);
    await harness.bots.waitForState(botId, 'stopped');
    await harness.stopInProcess(service);
    service = await harness.startInProcess();
    await harness.allowIdentify(bot);
    await harness.bots.start(botId);
    await harness.bots.waitForState(botId, 'online');
    await harness.bots.change(botId, { commands: learned('roll', 'poll', 'ping') });
    await waitFor('the new one', () => namesOf(bot).includes('ping'));
    expect(harness.discord.stats.commandWrites).toBe(writes + 1);
  });
});

describe('a slash command', () => {
  it('is answered like the command in a message, visible to all, or to the member alone where that is private', async () => {
    const { bot } = await aBot(ALL);
    const roll = await answer(bot, 'roll', { options: { dice: '2d6' } });
    expect(roll).toMatchObject({ content: expect.stringMatching(/^🎲 2d6/), isEphemeral: false, allowedMentions: { parse: [] } });
    expect(await answer(bot, 'roll', { options: { dice: 'seven' } })).toMatchObject({ isEphemeral: true });
    const card = { description: expect.stringContaining('`!roll`') };
    expect(await answer(bot, 'help')).toMatchObject({ embeds: [card], isEphemeral: true });
    expect((await answer(bot, 'ping', { guildId: null })).content).toContain('Pong');
    expect((await answer(bot, 'greet', { options: { text: 'a b' } })).content).toBe('ran a+b');
  });

  it('that needs time is deferred at once and answered later', async () => {
    const { bot } = await aBot(ALL);
    const member = aMember(bot, []);
    const info = await answer(bot, 'userinfo', { options: { member }, authorId: member });
    expect(JSON.stringify(info.embeds)).toContain('In this server since');
    const poll = invoke(bot, 'poll', { options: { question: 'Tea?', answers: 'yes, no', hours: 2 }, authorId: member });
    await answered(poll);
    const reminded = await answer(bot, 'remind', { options: { when: 'in 10m', text: 'tea' }, authorId: member });
    expect(reminded).toMatchObject({ content: expect.stringContaining('I will remind you'), isEphemeral: true });
  });

  it('of moderation is refused by the same rules as in a message, to the member alone', async () => {
    const { bot } = await aBot(ALL);
    const moderator = aMember(bot, ['moderateMembers'], 3);
    const above = aMember(bot, [], 9);
    const refused = await answer(bot, 'timeout', { options: { member: above, duration: '10m' }, authorId: moderator });
    expect(refused).toMatchObject({ content: expect.stringContaining('below yours'), isEphemeral: true });
    const below = aMember(bot, [], 1);
    const done = await answer(bot, 'timeout', {
      options: { member: below, duration: '10m', reason: 'loud' },
      authorId: moderator,
    });
    expect(done).toMatchObject({ content: expect.stringContaining('cannot write for 10 m: loud'), isEphemeral: true });
  });

  it('that the companion or a model writes is answered with its reply, and reported as delivered', async () => {
    const { bot } = await aBot(ALL);
    const asked = invoke(bot, 'ask', { options: { question: 'why is the sky blue?' } });
    expect((await answered(asked)).content).toBe('re: why is the sky blue?');
    await waitFor('the report', () => harness.chat.delivered.includes(asked));
    const translated = invoke(bot, 'translate', { options: { language: 'French', text: 'Good morning' } });
    await answered(translated);
    expect(harness.chat.jobs.find(({ messageId }) => messageId === translated)?.task).toEqual({
      kind: 'translate',
      language: 'French',
      text: 'Good morning',
    });
    const jobs = JSON.stringify(harness.chat.jobs);
    expect(jobs).not.toContain('token');
  });

  it('in the context menu of a message sums that message up, for the member alone', async () => {
    const { bot } = await aBot(ALL, { mentionOnly: true });
    await waitFor('the context menu', () => namesOf(bot).includes('Summarize'));
    const messageId = harness.discord.sendMessage({ bot, content: 'a long story', authorId: newMember() });
    const interactionId = harness.discord.invokeOnMessage({ bot, name: 'Summarize', messageId, authorId: newMember() });
    expect(await answered(interactionId)).toMatchObject({ isEphemeral: true });
    // The text of somebody else is in the task alone, which is not stored.
    expect(harness.chat.jobs.find((job) => job.messageId === interactionId)).toMatchObject({
      content: 'Summarize',
      task: { kind: 'summarize', messages: [{ text: 'a long story' }] },
    });
  });

  it('is marked as not to be kept where the owner keeps no messages', async () => {
    const { bot } = await aBot(ALL, { logMessages: false });
    await waitFor('the context menu', () => namesOf(bot).includes('Summarize'));
    const asked = invoke(bot, 'ask', { options: { question: 'why?' } });
    const messageId = harness.discord.sendMessage({ bot, content: 'a long story', fromBot: true });
    const summed = harness.discord.invokeOnMessage({ bot, name: 'Summarize', messageId, authorId: newMember() });
    for (const id of [asked, summed]) {
      await answered(id);
      expect(harness.chat.jobs.find((job) => job.messageId === id)).toMatchObject({ isKept: false });
    }
  });

  it('that nobody can answer now says why, and one that was answered before is not told anything more', async () => {
    const added = await aBot(ALL);
    const { bot } = added;
    await waitFor('the context menu', () => namesOf(bot).includes('Summarize'));
    const messageId = harness.discord.sendMessage({ bot, content: 'a long story', fromBot: true });
    const summarize = () => harness.discord.invokeOnMessage({ bot, name: 'Summarize', messageId, authorId: newMember() });
    const admit = jest.spyOn(service.app.get(OutstandingMessages, { strict: false }), 'admit');
    admit.mockResolvedValue('too_many_waiting');
    const summed = summarize();
    expect((await answered(summed)).content).toContain('many questions to answer');
    expect(await traceOf(added, summed)).toMatchObject({ command: 'Summarize', reason: 'too_many_waiting' });
    const asked = invoke(bot, 'ask', { options: { question: 'why?' } });
    expect((await answered(asked)).content).toContain('many questions to answer');
    expect(await traceOf(added, asked)).toMatchObject({ command: '/ask', reason: 'too_many_waiting' });
    admit.mockResolvedValue('channel_refused');
    expect((await answer(bot, 'ask', { options: { question: 'why?' } })).content).toContain('does not let me write');
    admit.mockResolvedValue('settled');
    const repeated = [summarize(), invoke(bot, 'ask', { options: { question: 'why?' } })];
    await waitFor('both', () => repeated.every((id) => admit.mock.calls.some(([message]) => message.messageId === id)));
    admit.mockRestore();
    await answer(bot, 'ask', { options: { question: 'after them' } });
    for (const id of repeated) expect(harness.discord.responseTo(id)).toMatchObject({ isDeferred: true });
  });

  it('that the companion answers has a trace for the owner, found by the link of its answer too, without the question', async () => {
    const added = await aBot(ALL);
    const { bot, botId } = added;
    const asked = invoke(bot, 'ask', { options: { question: 'why is the gull white?' } });
    await answered(asked);
    const trace = await traceOf(added, asked, 'answered');
    expect(trace).toMatchObject({ command: '/ask', reason: null, channelId: bot.channelId, guildId: bot.guildId });
    expect(JSON.stringify(trace)).not.toContain('gull');
    const text = 'select answer_ids as ids from runner.message_trace where message_id = $1';
    const [row] = await service.app.get(DataSource).query<{ ids: string[] }[]>(text, [asked]);
    expect(row?.ids).toEqual([expect.stringMatching(/^\d+$/)]);
    const [messageId = ''] = row?.ids ?? [];
    const found = await harness.runtime.rpc.ask(traces.get, { actor: ownerOf(added), botId, messageId });
    expect(found.trace).toEqual(trace);
    // Of many calls in a minute not all are noted.
    const called = jest.spyOn(service.app.get(CommandTraces, { strict: false }), 'called').mockReturnValue();
    const notNoted = invoke(bot, 'ask', { options: { question: 'and at night?' } });
    expect(await traceOf(added, notNoted, 'answered')).toMatchObject({ command: '/ask' });
    called.mockRestore();
  });

  it('that is not run has a trace with what decided, or what the member was told; one that is run has none', async () => {
    const added = await aBot(ALL, { maxMessagesPerMinute: 1 });
    const { bot, botId } = added;
    const use = async (name: string, options: Record<string, unknown> = {}, authorId = newMember()) => {
      const id = invoke(bot, name, { options, authorId });
      return { id, told: (await answered(id)).content };
    };
    const run = await use('roll', { dice: '2d6' });
    const unreadable = await use('roll', { dice: 'seven' });
    const moderator = aMember(bot, ['moderateMembers'], 3);
    const forbidden = await use('timeout', { member: aMember(bot, [], 9), duration: '10m' }, moderator);
    const busy = newMember();
    for (let time = 0; time < 5; time += 1) await use('coinflip', {}, busy);
    const many = await use('coinflip', {}, busy);
    await use('ask', { question: 'why?' });
    const often = await use('ask', { question: 'why?' });
    await harness.bots.change(botId, { settings: { allowedChannels: ['300000000000000009'], maxMessagesPerMinute: 60 } });
    const elsewhere = await waitFor('the setting', async () => {
      const used = await use('roll', { dice: '2d6' });
      return used.told.includes('do not answer') ? used : null;
    });
    const told = (used: { told: string }) => ({ reason: 'command_refused', detail: used.told });
    expect(await traceOf(added, unreadable.id)).toMatchObject({ command: '/roll', ...told(unreadable) });
    expect(await traceOf(added, forbidden.id)).toMatchObject({ command: '/timeout', ...told(forbidden) });
    expect(await traceOf(added, many.id)).toMatchObject({ command: '/coinflip', ...told(many) });
    expect(await traceOf(added, often.id)).toMatchObject({ command: '/ask', reason: 'channel_rate', detail: null });
    expect(await traceOf(added, elsewhere.id)).toMatchObject({ command: '/roll', reason: 'not_allowed', detail: null });
    expect((await tracesOf(added)).map(({ messageId }) => messageId)).not.toContain(run.id);
  });

  it('whose text breaks a rule of moderation is refused to the member alone, and run for those who are exempt', async () => {
    const rules = { moderationMode: true, profanityFilter: true, blockedWords: 'petrel' };
    const { bot, botId } = await aBot(ALL, rules);
    const options = { question: 'Petrel or gull?', answers: 'petrel, gull' };
    const poll = async (authorId = newMember()) => {
      const { content, isEphemeral } = await answer(bot, 'poll', { options, authorId });
      return { content, isEphemeral };
    };
    const refusal = { content: expect.stringContaining('breaks a rule of this server'), isEphemeral: true };
    expect(await poll()).toEqual(refusal);
    expect(await answer(bot, 'greet', { options: { text: 'a petrel' } })).toMatchObject(refusal);
    expect(await poll(aMember(bot, ['manageMessages']))).toMatchObject({ isEphemeral: false });
    const exempt = newMember();
    await harness.bots.change(botId, { settings: { ...rules, whitelistUsers: exempt } });
    await waitFor('the exemption', async () => !(await poll(exempt)).isEphemeral);
    await harness.bots.change(botId, { settings: { ...rules, moderationDryRun: true } });
    await waitFor('the dry run', async () => !(await poll()).isEphemeral);
  });

  it('that the bot has just unlearned is told to be unknown', async () => {
    const { bot, botId } = await aBot(learned('roll'));
    harness.discord.rejectRequests({ path: '/commands', status: 500 });
    await harness.bots.change(botId, { commands: [] });
    await waitFor('the answer', async () => (await answer(bot, 'roll')).content === 'I do not know this command any more.');
  });

  it('is not answered in a restricted channel, nor more than five times in ten seconds', async () => {
    const { bot, botId } = await aBot(learned('roll'));
    const authorId = newMember();
    for (let n = 0; n < 5; n += 1) expect((await answer(bot, 'roll', { authorId })).content).toContain('🎲');
    expect(await answer(bot, 'roll', { authorId })).toMatchObject({
      content: expect.stringContaining('many commands'),
      isEphemeral: true,
    });
    await harness.bots.change(botId, { settings: { restrictedChannels: [bot.channelId] } });
    await waitFor('the refusal', async () => (await answer(bot, 'roll')).content === 'I do not answer in this channel.');
  });

  it('is run once whose deferral Discord may have accepted: by an answer that was lost, or before', async () => {
    const { bot } = await aBot(ALL);
    const run = async (text: string, rejection: { readonly hasEffect?: true; readonly times?: number }) => {
      harness.discord.rejectRequests({ path: '/callback', status: 503, ...rejection });
      const id = invoke(bot, 'greet', { options: { text } });
      await waitFor('the run', () => harness.bots.customRuns.some(({ context }) => context.args.join() === text));
      harness.discord.acceptRequests();
      return id;
    };
    expect((await answered(await run('lost', { hasEffect: true, times: 1 }))).content).toBe('ran lost');
    expect((await answered(await run('unknown', { hasEffect: true }))).content).toBe('ran unknown');
    await run('unreachable', {});
    const refused = invoke(bot, 'greet', { options: { text: 'refused' } });
    harness.discord.rejectRequests({ path: `/interactions/${refused}`, status: 404, code: 10_062 });
    await answer(bot, 'greet', { options: { text: 'last' } });
    expect(harness.bots.customRuns.map(({ callId }) => callId)).not.toContain(refused);
  });

  it('that no attempt can run, or that waited until the bot was stopped, is told so', async () => {
    const { bot, botId } = await aBot(ALL);
    const { bots } = service.app.get(DesiredBotsSource);
    const run = jest.spyOn(service.app.get(CommandRunner, { strict: false }), 'answer');
    run.mockRejectedValueOnce(new AppError('NOT_FOUND'));
    expect((await answer(bot, 'greet')).content).toContain('could not do that');
    run.mockImplementationOnce(async () => {
      await harness.bots.stop(botId);
      await waitFor('the list', () => bots.get(botId) === undefined);
      throw new Error('try again');
    });
    expect((await answer(bot, 'greet')).content).toContain('switched off');
    run.mockRestore();
  });

  it('that arrives too late is dropped, and one that Discord delivers twice is answered once', async () => {
    const { bot } = await aBot(ALL);
    const first = invoke(bot, 'greet', { options: { text: 'once' } });
    await answered(first);
    const runs = harness.bots.customRuns.length;
    const { resumed } = harness.discord.stats;
    harness.discord.interruptSession(bot, { op: 7 });
    await waitFor('the RESUME', () => harness.discord.stats.resumed > resumed);
    await answer(bot, 'roll');
    expect(harness.bots.customRuns.length).toBe(runs);
    harness.discord.muteGateway(bot);
    const late = invoke(bot, 'roll');
    await waitFor('it to be old', () => Date.now() - Number((BigInt(late) >> 22n) + 1_420_070_400_000n) > 2600);
    harness.discord.unmuteGateway(bot);
    // Discord delivers it with the RESUME.
    harness.discord.interruptSession(bot, { op: 7 });
    await waitFor('the RESUME', () => harness.discord.stats.resumed > resumed + 1);
    await answer(bot, 'roll');
    expect(harness.discord.responseTo(late)).toBeNull();
  });
});

describe('a slash command that Discord delivers again after it is too late for a response', () => {
  const isLate = (id: string) => waitFor('the end of its time', () => Date.now() - sentAtMs(id) > RESPONSE_TIMEOUT_MS);

  it('is run when a runner deferred its answer and died before it queued the call', async () => {
    const { bot } = await aBot([CUSTOM]);
    const handled = jest.spyOn(service.app.get(Interactions, { strict: false }), 'handle');
    const intake = service.app.get(CommandIntake, { strict: false });
    jest.spyOn(intake, 'enqueue').mockImplementationOnce(() => new Promise(() => undefined));
    const id = invoke(bot, 'greet');
    await waitFor('the deferral', () => harness.discord.responseTo(id)?.isDeferred);
    await isLate(id);
    const [connected, interaction] = handled.mock.calls[0] ?? [];
    handled.mockRestore();
    if (!connected || !interaction) throw new Error('the interaction was not handled');
    for (let time = 0; time < 2; time += 1) await service.app.get(Interactions, { strict: false }).handle(connected, interaction);
    expect((await answered(id)).content).toBe('ran ');
    expect(harness.bots.customRuns.filter(({ callId }) => callId === id)).toHaveLength(1);
  });

  it('has no effect when nobody responded, which Discord has told the member', async () => {
    const { bot } = await aBot([CUSTOM]);
    const handled = jest.spyOn(service.app.get(Interactions, { strict: false }), 'handle').mockReturnValueOnce(null);
    const id = invoke(bot, 'greet');
    await isLate(id);
    const [connected, interaction] = handled.mock.calls[0] ?? [];
    handled.mockRestore();
    if (!connected || !interaction) throw new Error('the interaction was not handled');
    await service.app.get(Interactions, { strict: false }).handle(connected, interaction);
    expect(harness.discord.responseTo(id)).toBeNull();
    expect((await answer(bot, 'greet')).content).toBe('ran ');
    expect(harness.bots.customRuns.filter(({ callId }) => callId === id)).toEqual([]);
  });
});
