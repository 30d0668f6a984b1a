import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { RunningService } from '@kith/kit';
import { waitFor, type DiscordBot } from '@kith/kit/testing';
import { COMMANDS, type ChannelSettings, type RunnableCommand } from '@kith/proto';
import { DataSource } from 'typeorm';
import { CommandRunner } from '../src/commands/command-runner.js';
import { KeptAnswers } from '../src/commands/kept-answers.js';
import { CommandsWorker } from '../src/commands/commands.worker.js';
import { Traces } from '../src/traces/traces.service.js';
import { RunnerHarness } from './runner-harness.js';

const CUSTOM_ID = '5a5a5a5a-0000-4000-8000-000000000001';
const learned = (...ids: string[]): RunnableCommand[] =>
  ids.map((id) =>
    id === CUSTOM_ID
      ? { commandId: id, trigger: '!greet', custom: { name: 'Greet', description: 'Says hello' } }
      : { commandId: id, trigger: `!${id}`, custom: null },
  );
const ALL = learned(...COMMANDS.map(({ id }) => id), CUSTOM_ID);

let harness: RunnerHarness;
let service: RunningService;
let members = 0;
const newMember = (): string => String(700_000_000_000_000_000n + BigInt(++members));

beforeAll(async () => {
  harness = await RunnerHarness.open({ identifyEveryMs: 0 });
  service = await harness.startInProcess();
});
afterAll(() => harness.close());
beforeEach(() => {
  harness.discord.acceptRequests();
  harness.discord.resetStats();
});

async function aBot(commands: RunnableCommand[] = ALL, settings: Partial<ChannelSettings> = {}) {
  const added = harness.addBot(settings);
  await harness.bots.change(added.botId, { commands });
  await harness.bots.start(added.botId);
  await harness.bots.waitForState(added.botId, 'online');
  return added;
}
interface Saying {
  readonly authorId?: string;
  readonly guildId?: null;
  readonly mention?: boolean;
}
const send = (bot: DiscordBot, content: string, options: Saying = {}) =>
  harness.discord.sendMessage({ bot, content, authorId: newMember(), ...options });
const say = (bot: DiscordBot, content: string, options: Saying = {}) => harness.discord.waitForReply(send(bot, content, options));
const answerTo = async (bot: DiscordBot, content: string, options: Saying = {}) => (await say(bot, content, options)).content;
/** A member whose role has the permissions; the position decides whom they stand above. */
function aMember(
  bot: DiscordBot,
  permissions: Parameters<RunnerHarness['discord']['addRole']>[1]['permissions'] = [],
  position = 1,
) {
  const id = newMember();
  const roles = [harness.discord.addRole(bot.guildId, { name: `role ${id}`, permissions, position })];
  harness.discord.setMember(bot.guildId, { id, roles });
  return id;
}
const repliesJobOf = (messageId: string) => harness.chat.jobs.find((job) => job.messageId === messageId);

describe('a command on Discord', () => {
  it('is answered by the bot that learned it, without the companion and without pinging anybody', async () => {
    const { bot } = await aBot();
    const reply = await say(bot, '!roll 2d6+1');
    expect(reply.content).toMatch(/^🎲 2d6\+1: [1-6] \+ [1-6] \+ 1 = \*\*\d+\*\*$/);
    expect(reply.allowedMentions).toEqual({ parse: [], replied_user: false });
    expect(await answerTo(bot, '!COINFLIP')).toMatch(/Heads|Tails/);
    expect(await answerTo(bot, '!8ball will it rain?')).toMatch(/^🎱 /);
    expect(await answerTo(bot, '!ping')).toMatch(/^🏓 Pong! Discord answered me within \d+ ms\.$/);
    expect(await answerTo(bot, 'roll d20', { mention: true })).toMatch(/1d20/);
    expect(await answerTo(bot, '!roll', { guildId: null })).toMatch(/1d6/);
    expect(harness.chat.jobs.filter(({ botId }) => botId === repliesBotId(bot))).toEqual([]);
  });

  it('that the bot did not learn, is switched off or follows another prefix goes to the companion as text', async () => {
    const { bot, botId } = await aBot(learned('roll'));
    expect(await answerTo(bot, '!purge 10')).toBe('re: !purge 10');
    expect(await answerTo(bot, 'help me with my homework', { mention: true })).toBe('re: help me with my homework');
    await harness.bots.change(botId, { settings: { customPrefix: '?' } });
    await waitFor('the new prefix', async () => (await answerTo(bot, '?roll')).startsWith('🎲'));
    expect(await answerTo(bot, '!roll')).toBe('re: !roll');
    await harness.bots.change(botId, { settings: { allowCommands: false } });
    await waitFor('commands to be off', async () => (await answerTo(bot, '?roll')) === 're: ?roll');
  });

  it('follows changes of what the bot learned within two seconds', async () => {
    const { bot, botId } = await aBot(learned('roll'));
    expect(await answerTo(bot, '!coinflip')).toBe('re: !coinflip');
    const changedMs = Date.now();
    await harness.bots.change(botId, { commands: learned('coinflip') });
    await waitFor('the command', async () => /Heads|Tails/.test(await answerTo(bot, '!coinflip')));
    expect(Date.now() - changedMs).toBeLessThan(2000);
    expect(await answerTo(bot, '!roll')).toBe('re: !roll');
  });

  it('is not run in a restricted channel, and runs where the companion answers mentions only', async () => {
    const { bot, botId } = await aBot(learned('roll'), { mentionOnly: true });
    expect(await answerTo(bot, '!roll')).toContain('🎲');
    await harness.bots.change(botId, { settings: { restrictedChannels: [bot.channelId] } });
    await waitFor('silence', () => {
      const messageId = send(bot, '!roll');
      return harness.discord.waitForReply(messageId, 300).then(
        () => false,
        () => true,
      );
    });
  });

  it('lists with help what the bot can really do, with its prefix and its custom commands', async () => {
    const { bot } = await aBot(learned('help', 'roll', CUSTOM_ID), { customPrefix: '?' });
    const text = await answerTo(bot, '?help');
    expect(text).toContain('`?roll` – Rolls dice');
    expect(text).toContain('`?greet` – Greet: Says hello');
    expect(text).not.toContain('purge');
  });

  it('with arguments that are not understood answers how it is used, in one line', async () => {
    const { bot } = await aBot();
    for (const [text, usage] of [
      ['!roll 7', '`!roll 2d6+1`'],
      ['!poll', '`!poll Tea or coffee? Tea, Coffee 2h`'],
      ['!remind', '`!remind in 10m tea`'],
      ['!translate hello', '`!translate to French: Good morning!`'],
      ['!purge lots', '`!purge 20`'],
    ] as const) {
      const answer = await answerTo(bot, text);
      expect(answer).toContain(usage);
      expect(answer).not.toContain('\n');
    }
  });

  it('survives hostile texts: mass mentions, very long words, combining marks, formats of Discord', async () => {
    const { bot } = await aBot();
    const texts = [
      `!8ball ${'@everyone '.repeat(100)}`,
      `!roll ${'9'.repeat(1900)}`,
      `!8ball ${'e\u0301\u0301\u0301'.repeat(400)}`,
      `!poll ${'"'.repeat(1000)}`,
      `!remind ${'in '.repeat(600)}`,
      `!${'z'.repeat(1990)}`,
      '!userinfo <@&1> <#2> <@1>',
    ];
    for (const text of texts) {
      const reply = await say(bot, text);
      expect(reply.allowedMentions).toEqual({ parse: [], replied_user: false });
    }
  });

  it('of a member who calls fifty at once is run five times, and the member is told once', async () => {
    const { bot } = await aBot(learned('roll'));
    const authorId = newMember();
    const record = jest.spyOn(service.app.get(Traces, { strict: false }), 'record');
    const ids = Array.from({ length: 50 }, () => send(bot, '!roll', { authorId }));
    await waitFor('the hint', () =>
      ids.some((id) => harness.discord.repliesTo(id).some(({ content }) => content.includes('many commands'))),
    );
    expect(await answerTo(bot, '!roll')).toContain('🎲');
    const answers = ids.flatMap((id) => harness.discord.repliesTo(id).map(({ content }) => content));
    expect(answers.filter((text) => text.includes('🎲'))).toHaveLength(5);
    expect(answers).toHaveLength(6);
    // What the owner reads: the others were ignored.
    const results = record.mock.calls.flatMap(([{ messageId }, result]) => (ids.includes(messageId) ? [result] : []));
    record.mockRestore();
    expect(results.filter(({ outcome }) => outcome === 'command')).toHaveLength(5);
    expect(results.filter(({ reason }) => reason === 'member_rate')).toHaveLength(45);
  });

  it('is answered once when Discord delivers it twice', async () => {
    const { bot } = await aBot(learned('roll'));
    const messageId = send(bot, '!roll');
    await harness.discord.waitForReply(messageId);
    harness.discord.interruptSession(bot, { op: 7 });
    await answerTo(bot, '!roll');
    expect(harness.discord.repliesTo(messageId)).toHaveLength(1);
  });
});

const repliesBotId = (bot: DiscordBot): string | undefined =>
  harness.chat.jobs.find(({ channelId }) => channelId === bot.channelId)?.botId;

describe('facts and polls', () => {
  it('are shown of the server, a member and an avatar', async () => {
    const { bot } = await aBot();
    const other = aMember(bot);
    const { embeds: server } = await say(bot, '!serverinfo');
    expect(JSON.stringify(server)).toContain('Members');
    const { embeds: user } = await say(bot, `!userinfo <@${other}>`, { authorId: aMember(bot) });
    expect(JSON.stringify(user)).toContain('In this server since');
    const { embeds: avatar } = await say(bot, '!avatar', { authorId: other });
    expect(JSON.stringify(avatar)).toContain('avatars');
    expect(await answerTo(bot, '!userinfo 123456789012345678', { authorId: other })).toBe('I cannot find this member here.');
    expect(await answerTo(bot, '!serverinfo', { guildId: null })).toBe('This command works in servers only.');
  });

  it("are Discord's own polls", async () => {
    const { bot } = await aBot();
    const reply = await say(bot, '!poll Tea or coffee? Tea, Coffee 2h');
    expect(JSON.stringify(reply.poll)).toContain('Tea or coffee?');
    expect(JSON.stringify(reply.poll)).toContain('Coffee');
  });

  it('are started only for members who may create polls in the channel', async () => {
    const { bot } = await aBot();
    harness.discord.setOverwrites(bot.channelId, [{ id: bot.guildId, of: 'role', deny: ['sendPolls'] }]);
    const refused = await say(bot, '!poll Tea or coffee? Tea, Coffee', { authorId: aMember(bot) });
    expect(refused).toMatchObject({ content: 'You need the permission “Create Polls” for this.', poll: null });
    expect((await say(bot, '!poll Tea? Yes, No', { guildId: null })).poll).not.toBeNull();
  });
});

describe('moderation', () => {
  it('deletes the last messages for members who may, and for nobody else', async () => {
    const { bot } = await aBot();
    const authorId = aMember(bot, ['manageMessages']);
    const ids = Array.from({ length: 4 }, (_, index) =>
      harness.discord.sendMessage({ bot, content: `n ${index}`, fromBot: true }),
    );
    const refusal = await answerTo(bot, '!purge 1', { authorId: aMember(bot) });
    expect(refusal).toBe('You need the permission “Manage Messages” for this.');
    const before = harness.discord.messages(bot.channelId).length;
    expect(await answerTo(bot, '!purge 3', { authorId })).toBe('🧹 3 messages deleted.');
    expect(harness.discord.messages(bot.channelId).length).toBe(before - 3 + 2);
    expect(harness.discord.message(ids[0] ?? '')).toBeDefined();
  });

  it('deletes nothing where the bot may not read the channel, and names the permission instead of an empty channel', async () => {
    const { bot } = await aBot(learned('purge'));
    await waitFor('the command', () => harness.discord.commandsOf(bot).some(({ name }) => name === 'purge'));
    const authorId = aMember(bot, ['manageMessages']);
    const kept = harness.discord.sendMessage({ bot, content: 'kept', fromBot: true });
    const denied = { id: bot.applicationId, of: 'member', deny: ['readMessageHistory'] } as const;
    harness.discord.setOverwrites(bot.channelId, [denied]);
    const used = harness.discord.invokeCommand({ bot, name: 'purge', authorId, options: { count: 5 } });
    const answer = () => harness.discord.responseTo(used);
    const texts = () => [answer()?.content, ...(answer()?.followUps ?? []).map(({ content }) => content)].filter(Boolean);
    await waitFor('the answer', () => texts().length > 0 || undefined);
    expect(texts()).toEqual(['I need the permission “Read Message History” for this.']);
    expect(harness.discord.message(kept)).toBeDefined();
  });

  it('deletes nothing more and answers no second time when a killed worker left the job half done', async () => {
    const { bot, botId } = await aBot();
    const authorId = aMember(bot, ['manageMessages']);
    for (let n = 0; n < 6; n += 1) harness.discord.sendMessage({ bot, content: `n ${n}`, fromBot: true });
    const messageId = send(bot, '!purge 2', { authorId });
    await harness.discord.waitForReply(messageId);
    const before = harness.discord.messages(bot.channelId).map(({ id }) => id);
    const { channelId, guildId, applicationId: ownUserId } = bot;
    const author = { id: authorId, name: 'Eve' };
    const task = { kind: 'call' as const, commandId: 'purge', author, ownUserId, parentId: null, args: '2', content: '!purge 2' };
    const job = { ownerId: botId, botId, messageId, channelId, guildId, task };
    await service.app.get(CommandsWorker, { strict: false }).work(job, { isLastAttempt: false });
    expect(harness.discord.messages(bot.channelId).map(({ id }) => id)).toEqual(before);
  });

  it('sets slow mode and ends it', async () => {
    const { bot } = await aBot();
    const authorId = aMember(bot, ['manageChannels']);
    expect(await answerTo(bot, '!slowmode 10', { authorId })).toContain('every 10 s');
    expect(await answerTo(bot, '!slowmode off', { authorId })).toBe('🐇 Slow mode is off.');
    expect(await answerTo(bot, '!slowmode 7h', { authorId })).toBe('Slow mode is at most 6 hours.');
  });

  it('times a member out whose highest role is below, not one above the caller or the bot', async () => {
    const { bot } = await aBot();
    const authorId = aMember(bot, ['moderateMembers'], 3);
    const below = aMember(bot, [], 1);
    const above = aMember(bot, [], 5);
    expect(await answerTo(bot, `!timeout <@${below}> 10m too loud`, { authorId })).toContain('cannot write for 10 m: too loud');
    expect(await answerTo(bot, `!timeout <@${below}> off`, { authorId })).toContain('may write again');
    expect(await answerTo(bot, `!timeout <@${above}> 10m`, { authorId })).toContain('below yours');
    // The owner reads later why it was not run.
    const recorded = jest.spyOn(service.app.get(Traces, { strict: false }), 'record');
    const detailsOf = () => recorded.mock.calls.map(([, { reason, detail }]) => reason === 'command_refused' && detail);
    expect(await answerTo(bot, `!timeout <@${below}> 10m`, { authorId: below })).toContain('Time out members');
    await waitFor('the trace', () => detailsOf().some((detail) => String(detail).includes('Time out members')));
    recorded.mockRestore();
  });

  it('warns a member, who is notified', async () => {
    const { bot } = await aBot();
    const authorId = aMember(bot, ['moderateMembers'], 3);
    const below = aMember(bot, [], 1);
    const reply = await say(bot, `!warn <@${below}> Please be kind.`, { authorId });
    expect(reply.content).toBe(`⚠️ <@${below}>, this is a warning: Please be kind.`);
    expect(reply.allowedMentions).toMatchObject({ parse: [], users: [below] });
    // The second one within 30 days says so; both are cases of moderation, which the owner sees.
    expect(await answerTo(bot, `!warn <@${below}> Again.`, { authorId })).toContain('Again. (number 2 in 30 days)');
    const cases = await service.app
      .get(DataSource, { strict: false })
      .query<unknown[]>('select rule, actions, warnings from runner.moderation_case where member_id = $1 order by warnings', [
        below,
      ]);
    expect(cases).toEqual([
      { rule: 'command', actions: ['warn'], warnings: 1 },
      { rule: 'command', actions: ['warn'], warnings: 2 },
    ]);
  });
});

describe('commands that are written by the companion or a language model', () => {
  it('are marked as not to be kept where the owner keeps no messages', async () => {
    const { bot } = await aBot(ALL, { logMessages: false });
    for (const text of ['!ask why is the sky blue?', '!translate French: Good morning']) {
      const messageId = send(bot, text);
      await harness.discord.waitForReply(messageId);
      expect(repliesJobOf(messageId)).toMatchObject({ isKept: false });
    }
  });

  it('ask passes the question on, summarize the last messages, translate the text and its language', async () => {
    const { bot } = await aBot(ALL, { mentionOnly: true });
    const asked = send(bot, '!ask why is the sky blue?');
    await harness.discord.waitForReply(asked);
    expect(repliesJobOf(asked)).toMatchObject({ content: 'why is the sky blue?' });
    expect(repliesJobOf(asked)?.task).toBeUndefined();
    for (const content of ['first thing', 'second thing']) send(bot, content);
    const authorId = aMember(bot);
    const summed = send(bot, '!summarize 2', { authorId });
    await harness.discord.waitForReply(summed);
    expect(repliesJobOf(summed)?.task).toMatchObject({
      kind: 'summarize',
      messages: [{ text: 'first thing' }, { text: 'second thing' }],
    });
    const translated = send(bot, '!translate to Brazilian Portuguese: Good morning: all');
    await harness.discord.waitForReply(translated);
    expect(repliesJobOf(translated)?.task).toEqual({
      kind: 'translate',
      language: 'Brazilian Portuguese',
      text: 'Good morning: all',
    });
  });
});

describe('a command whose answer Discord takes only later', () => {
  it('is run once, and its answer is kept encrypted meanwhile', async () => {
    const { bot, botId } = await aBot();
    const run = jest.spyOn(service.app.get(CommandRunner, { strict: false }), 'answer');
    const path = `/channels/${bot.channelId}/messages`;
    harness.discord.rejectRequests({ path, method: 'POST', status: 429, retryAfterS: 0.3, times: 2 });
    const id = send(bot, '!greet');
    const key = `runner:command-answer:${botId}-${id}`;
    const kept = await waitFor('the answer to be kept', () => harness.runtime.redis.get(key));
    expect(kept).not.toContain('ran');
    expect((await harness.discord.waitForReply(id)).content).toContain('ran');
    await waitFor('the end of what was kept', async () => (await harness.runtime.redis.exists(key)) === 0);
    const { calls } = run.mock;
    run.mockRestore();
    expect(calls.filter(([, { place }]) => place?.messageId === id)).toHaveLength(1);
    expect(harness.bots.customRuns.filter(({ callId }) => callId === id)).toHaveLength(1);
  });

  it('is not kept once Discord has refused it for good, nor when its bot was stopped', async () => {
    const { bot, botId } = await aBot();
    const worker = service.app.get(CommandsWorker, { strict: false });
    const drop = jest.spyOn(service.app.get(KeptAnswers, { strict: false }), 'drop');
    const path = `/channels/${bot.channelId}/messages`;
    const keptOf = (id: string) => harness.runtime.redis.exists(`runner:command-answer:${botId}-${id}`);
    harness.discord.rejectRequests({ path, method: 'POST', status: 429, retryAfterS: 0.3, times: 1 });
    harness.discord.rejectRequests({ path, method: 'POST', status: 403, code: 50_013 });
    const id = send(bot, '!greet');
    await waitFor('the end of the job', () => drop.mock.calls.length > 0);
    await waitFor('the end of what was kept', async () => (await keptOf(id)) === 0);
    drop.mockRestore();
    const stopped = send(bot, 'hello');
    await harness.runtime.redis.set(`runner:command-answer:${botId}-${stopped}`, 'kept');
    await harness.bots.stop(botId);
    const author = { id: newMember(), name: 'Eve' };
    const task = { kind: 'call' as const, commandId: 'roll', author, ownUserId: '1', parentId: null, args: '', content: '!roll' };
    const job = { ownerId: botId, botId, messageId: stopped, channelId: bot.channelId, guildId: bot.guildId, task };
    await waitFor('the end of the bot', () => !harness.discord.isConnected(bot));
    await worker.work(job, { isLastAttempt: false });
    expect(await keptOf(stopped)).toBe(0);
  });
});
