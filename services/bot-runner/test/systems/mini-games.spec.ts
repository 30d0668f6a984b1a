import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { RunningService } from '@kith/kit';
import { anActor, waitFor, type DiscordBot } from '@kith/kit/testing';
import { queues, systemPages, type InstalledSystem, type JobOf } from '@kith/proto';
import { DataSource } from 'typeorm';
import { MiniGames } from '../../src/systems/mini-games/mini-games.service.js';
import { SystemsWorker } from '../../src/systems/systems.worker.js';
import { RunnerHarness } from '../runner-harness.js';

const SYSTEM = 'mini-games';
type State = Record<string, unknown> & { right: number; word: string; secret: number; players: string[] };

let harness: RunnerHarness;
let service: RunningService;
let members = 0;
const newMember = (): string => String(920_000_000_000_000_000n + BigInt(++members));

beforeAll(async () => {
  harness = await RunnerHarness.open({ identifyEveryMs: 0 });
  service = await harness.startInProcess();
});
afterAll(() => harness.close());

interface Installed {
  readonly bot: DiscordBot;
  readonly botId: string;
}

async function aBot(settings: InstalledSystem['settings'] = {}): Promise<Installed> {
  const { bot, botId } = harness.addBot();
  await harness.bots.change(botId, { systems: [{ systemId: SYSTEM, settings: { roundSeconds: 300, ...settings } }] });
  await harness.bots.start(botId);
  await harness.bots.waitForState(botId, 'online');
  await waitFor('the command', () => harness.discord.commandsOf(bot).some(({ name }) => name === 'game'));
  return { bot, botId };
}

const query = <T>(sql: string, values: unknown[]): Promise<T[]> => service.app.get(DataSource).query(sql, values);
const answered = (interactionId: string) =>
  waitFor('the answer', () => {
    const response = harness.discord.responseTo(interactionId);
    return response && !response.isDeferred ? response : undefined;
  });
type Use = { readonly authorId?: string; readonly channelId?: string; readonly options?: Record<string, unknown> };
const invoke = ({ bot }: Installed, subcommand: string, { authorId = newMember(), ...rest }: Use = {}): string =>
  harness.discord.invokeCommand({ bot, name: 'game', subcommand, authorId, ...rest });
const command = (on: Installed, subcommand: string, how: Use = {}) => answered(invoke(on, subcommand, how));

/** Starts a game; returns its id and the state that is kept of it. */
async function start(on: Installed, kind: string, how: Use = {}): Promise<{ id: string; state: State; text: string }> {
  const id = invoke(on, kind, how);
  const { content: text } = await answered(id);
  return { id, text, state: await stateOf(on, id) };
}
async function stateOf({ botId }: Installed, id: string): Promise<State> {
  const [row] = await query<{ state: State }>('select state from runner.game where bot_id = $1 and id = $2', [botId, id]);
  if (!row) throw new Error('no such game');
  return row.state;
}
const press = ({ bot }: Installed, id: string, rest: string, authorId: string): string =>
  harness.discord.pressButton({ bot, messageId: id, customId: `system:${SYSTEM}:${rest}`, authorId });
/** What the member reads who pressed a button: a refusal of their own, or the changed message. */
const told = (interactionId: string) =>
  waitFor('an answer to the button', () => {
    const response = harness.discord.responseTo(interactionId);
    return response?.followUps.at(-1)?.content ?? (response?.isDeferred ? undefined : response?.content);
  });
const say = ({ bot }: Installed, content: string, authorId = newMember(), channelId = bot.channelId): string =>
  harness.discord.sendMessage({ bot, content, authorId, channelId });
const posts = ({ bot }: Installed, text: RegExp, channelId = bot.channelId) =>
  harness.discord.messages(channelId).filter(({ authorId, content }) => authorId === bot.applicationId && text.test(content));
const posted = (on: Installed, text: RegExp, channelId?: string) => waitFor(`${text}`, () => posts(on, text, channelId)[0]);
const actorOf = (botId: string) => ({ ...anActor(), userId: harness.bots.runnableOf(botId).ownerId });
const inServer = ({ bot, botId }: Installed) => ({ actor: actorOf(botId), botId, systemId: SYSTEM, guildId: bot.guildId });
const sectionOf = async (on: Installed, id: string) => {
  const { sections } = await harness.runtime.rpc.ask(systemPages.get, inServer(on));
  return sections.find((section) => section.id === id)?.rows ?? [];
};
const act = (on: Installed, action: string, rowId?: string) =>
  harness.runtime.rpc.ask(systemPages.act, { ...inServer(on), action, ...(rowId === undefined ? {} : { rowId }) });
const repliesAskedFor = (messageId: string) => harness.chat.jobs.filter((job) => job.messageId === messageId);
const expire = ({ botId }: Installed) =>
  query("update runner.game set ends_at = now() - interval '1 s', attempt_at = now() where bot_id = $1 and ended_at is null", [
    botId,
  ]);

describe('trivia', () => {
  it('gives the first right answer the points, each member one try, and shows the answer in the message', async () => {
    const on = await aBot();
    const [winner, other] = [newMember(), newMember()];
    const { id, state, text } = await start(on, 'trivia', { options: { topic: 'food' } });
    expect(text).toMatch(/^❓ \*food\*: /u);
    const wrong = (state.right + 1) % 4;
    expect(await told(press(on, id, `trivia:${id}:${wrong}`, other))).toMatch(/That is not it/u);
    expect(await told(press(on, id, `trivia:${id}:${state.right}`, other))).toMatch(/had your try/u);
    await service.app.get(MiniGames).forgetMember(on.botId, other);
    expect(await told(press(on, id, `trivia:${id}:${state.right}`, other))).toMatch(/had your try/u);
    expect(await query('select id from runner.game where id = $1 and state::text like $2', [id, `%${other}%`])).toEqual([]);
    expect(await told(press(on, id, `trivia:${id}:${state.right}`, winner))).toContain(`<@${winner}> wins!`);
    const [row] = await sectionOf(on, 'scores');
    expect(row?.cells).toEqual(['1', expect.stringContaining('member-'), '10', '1', '0', '0', '0']);
    expect(() => press(on, id, `trivia:${id}:${wrong}`, newMember())).toThrow('can be used');
    const again = press(on, id, `again:trivia:${id}`, other);
    expect((await answered(again)).content).toMatch(/^❓/u);
    expect((await stateOf(on, again))['question']).not.toBe(state['question']);
  });
});

describe('the word and number rounds', () => {
  it('take answers of members in their channel and leave everything else to the companion', async () => {
    const on = await aBot();
    const elsewhere = harness.discord.addChannel(on.bot, { name: 'elsewhere' }).id;
    const { state } = await start(on, 'word');
    const wrong = state.word === 'bakery' ? 'rocket' : 'q'.repeat(state.word.length);
    const [taken, talk, foreign] = [say(on, wrong), say(on, 'what a nice day it is'), say(on, wrong, newMember(), elsewhere)];
    await waitFor('the talk', () => repliesAskedFor(talk).length === 1 && repliesAskedFor(foreign).length === 1);
    expect(repliesAskedFor(taken)).toEqual([]);
    const winner = newMember();
    const solution = say(on, state.word.toUpperCase(), winner);
    expect((await harness.discord.waitForReply(solution)).content).toBe(`🏆 <@${winner}> wins! The word is **${state.word}**.`);
    const after = say(on, state.word);
    await waitFor('the message after the round', () => repliesAskedFor(after).length === 1);
  });

  it('say whether the number is higher or lower, and take guesses by command where the bot cannot read messages', async () => {
    const on = await aBot({ highestNumber: 1000 });
    const { state } = await start(on, 'number');
    const guess = state.secret === 1 ? 2 : 1;
    const hint = await harness.discord.waitForReply(say(on, String(guess)));
    expect(hint.content).toMatch(state.secret === 1 ? /lower than 2/u : /higher than 1\./u);
    expect((await command(on, 'guess', { options: { answer: '5000' } })).content).toBe('A number from 1 to 1000, please.');
    const winner = newMember();
    const right = await command(on, 'guess', { authorId: winner, options: { answer: String(state.secret) } });
    expect(right.content).toBe(`🏆 <@${winner}> wins! The number is **${state.secret}**.`);
    expect((await command(on, 'guess', { options: { answer: '5' } })).content).toMatch(/No word or number round/u);
  });

  it('that Discord does not let the bot answer are a problem of the channel until it may write there, whatever commands do', async () => {
    const on = await aBot({ highestNumber: 1000 });
    const { state } = await start(on, 'number');
    const wrong = String(state.secret === 1 ? 2 : 1);
    const { channelId, applicationId } = on.bot;
    const problems = () =>
      service.app
        .get(DataSource)
        .query<unknown[]>('select channel_id as "channelId", action, permission from runner.problem where bot_id = $1', [
          on.botId,
        ]);
    harness.discord.setOverwrites(channelId, [{ id: applicationId, of: 'member', deny: ['sendMessages'] }]);
    say(on, wrong);
    await waitFor('the problem', async () => (await problems()).length > 0);
    await command(on, 'guess', { options: { answer: wrong } });
    expect(await problems()).toEqual([{ channelId, action: 'send-messages', permission: 'Send Messages' }]);
    harness.discord.setOverwrites(channelId, []);
    say(on, wrong, newMember());
    await waitFor('the end of the problem', async () => (await problems()).length === 0);
  });

  it('give a repeated job of the right answer no second points and no second message', async () => {
    const on = await aBot();
    const { id: gameId, state } = await start(on, 'number');
    const memberId = newMember();
    const messageId = say(on, String(state.secret), memberId);
    await harness.discord.waitForReply(messageId);
    const { botId, bot } = on;
    const job: JobOf<typeof queues.systems> = {
      ownerId: harness.bots.runnableOf(botId).ownerId,
      botId,
      systemId: SYSTEM,
      eventId: messageId,
      guildId: bot.guildId,
      channelId: bot.channelId,
      task: { kind: 'event', name: 'guess', data: { gameId, answer: state.secret, memberId, memberName: 'Al' } },
    };
    await service.app.get(SystemsWorker).work(job, { isLastAttempt: false, addedAtMs: Date.now() });
    expect(harness.discord.repliesTo(messageId)).toHaveLength(1);
    expect((await sectionOf(on, 'scores')).map(({ cells }) => cells[2])).toEqual(['10']);
  });

  it('are one at a time in a channel, in the channel of the setting, and end with the one who started them', async () => {
    const on = await aBot();
    const [starter, other] = [newMember(), newMember()];
    const { state } = await start(on, 'word', { authorId: starter });
    expect((await command(on, 'number')).content).toMatch(/running here already/u);
    expect((await command(on, 'stop', { authorId: other })).content).toMatch(/no game here that you may stop/u);
    expect((await command(on, 'stop', { authorId: starter })).content).toContain(`The word is **${state.word}**.`);
    const games = harness.discord.addChannel(on.bot, { name: 'games' }).id;
    await harness.bots.change(on.botId, { systems: [{ systemId: SYSTEM, settings: { gamesChannel: games } }] });
    await waitFor('the setting', async () => (await command(on, 'word')).content.includes(`<#${games}>`));
    expect((await command(on, 'word', { channelId: games })).content).toMatch(/^🔤/u);
  });

  it('survive a restart of the runner, and end in words when their time is up', async () => {
    const on = await aBot();
    const { state } = await start(on, 'word');
    await harness.stopInProcess(service);
    service = await harness.startInProcess();
    await harness.allowIdentify(on.bot);
    await harness.bots.waitForState(on.botId, 'online');
    await waitFor('the connection', () => harness.discord.isConnected(on.bot));
    const winner = newMember();
    await waitFor('the win', async () => {
      say(on, state.word, winner);
      return posts(on, /wins! The word is/u).length > 0;
    });
    const { state: second } = await start(on, 'number');
    await expire(on);
    await posted(on, new RegExp(`Time is up\\. The number is \\*\\*${second.secret}\\*\\*`, 'u'));
  });
});

describe('a round whose end Discord does not let the bot tell', () => {
  it('is over all the same, and the owner reads what is missing', async () => {
    const on = await aBot();
    await start(on, 'number');
    harness.discord.setOverwrites(on.bot.channelId, [{ id: on.bot.applicationId, of: 'member', deny: ['sendMessages'] }]);
    await expire(on);
    const problems = () => query('select action from runner.problem where bot_id = $1', [on.botId]);
    await waitFor('the problem', async () => (await problems()).length > 0);
    expect(await problems()).toEqual([{ action: 'send-messages' }]);
    expect(await sectionOf(on, 'running')).toEqual([]);
  });
});

describe('a duel', () => {
  it('is played by its two members in turns, and won once with its points', async () => {
    const on = await aBot();
    const [challenger, challenged] = [newMember(), newMember()];
    const { id } = await start(on, 'duel', { authorId: challenger, options: { member: challenged } });
    expect(await told(press(on, id, `duel:${id}:0`, newMember()))).toMatch(/two other members/u);
    expect(await told(press(on, id, `duel:${id}:0`, challenger))).toMatch(/not your turn/u);
    for (const [cell, player] of [
      [0, challenged],
      [3, challenger],
      [1, challenged],
      [4, challenger],
    ] as const)
      expect(await told(press(on, id, `duel:${id}:${cell}`, player))).toContain('It is the turn of');
    expect(await told(press(on, id, `duel:${id}:2`, challenged))).toContain(`<@${challenged}> wins!`);
    const [first] = await sectionOf(on, 'scores');
    expect(first?.cells.slice(2)).toEqual(['15', '0', '0', '0', '1']);
    expect((await command(on, 'scores')).embeds).toMatchObject([{ description: `1. <@${challenged}>: 15 points` }]);
  });

  it('gives no points for giving up at once, and takes neither oneself nor a bot as the other player', async () => {
    const on = await aBot();
    const [challenger, challenged] = [newMember(), newMember()];
    const { id } = await start(on, 'duel', { authorId: challenger, options: { member: challenged } });
    expect(await told(press(on, id, `duel:${id}:give-up`, challenged))).toContain(`<@${challenger}> wins`);
    expect(await sectionOf(on, 'scores')).toEqual([]);
    const itself = await command(on, 'duel', { authorId: challenger, options: { member: challenger } });
    expect(itself.content).toMatch(/cannot challenge yourself/u);
    const { content, isEphemeral } = await command(on, 'duel', { options: { member: on.bot.applicationId } });
    expect([content, isEphemeral]).toEqual([expect.stringContaining('bots do not play'), true]);
  });
});

describe('the games of a server', () => {
  it('are at most ten at a time', async () => {
    const on = await aBot();
    const channels = Array.from({ length: 11 }, (_, index) => harness.discord.addChannel(on.bot, { name: `room-${index}` }).id);
    const answers: string[] = [];
    for (const channelId of channels) answers.push((await command(on, 'word', { channelId })).content);
    expect(answers.slice(0, 10).every((text) => text.startsWith('🔤'))).toBe(true);
    expect(answers[10]).toMatch(/cannot keep another one in mind/u);
  });

  it('are seen and ended by the owner of the bot alone, who also deletes scores', async () => {
    const on = await aBot();
    const foreign = { ...inServer(on), actor: anActor() };
    await expect(harness.runtime.rpc.ask(systemPages.get, foreign)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(harness.runtime.rpc.ask(systemPages.act, { ...foreign, action: 'reset-scores' })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    const { id, state } = await start(on, 'word');
    expect((await sectionOf(on, 'running')).map((row) => row.id)).toEqual([id]);
    await act(on, 'end-game', id);
    expect(posts(on, /was stopped\. The word is/u)).toHaveLength(1);
    await expect(act(on, 'end-game', id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await sectionOf(on, 'running')).toEqual([]);
    const winner = newMember();
    const next = await start(on, 'word');
    await harness.discord.waitForReply(say(on, next.state.word, winner));
    expect(state.word).not.toBe('');
    await act(on, 'remove-scores', winner);
    expect(await sectionOf(on, 'scores')).toEqual([]);
    await expect(act(on, 'remove-scores', winner)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('forget a member, who reads what is kept and whose name is stored encrypted, and go with the bot', async () => {
    const on = await aBot();
    const winner = newMember();
    const { state } = await start(on, 'word');
    await harness.discord.waitForReply(say(on, state.word, winner));
    const [score] = await query<Record<string, unknown>>('select * from runner.game_score where bot_id = $1', [on.botId]);
    expect(JSON.stringify(score)).not.toContain(`member-${winner.slice(-4)}`);
    const privacy = await answered(harness.discord.invokeCommand({ bot: on.bot, name: 'privacy', authorId: winner }));
    expect(privacy.content).toContain('the games that you won and your points');
    const games = service.app.get(MiniGames);
    await start(on, 'word', { authorId: winner });
    await games.forgetMember(on.botId, winner);
    const left = await query<{ id: string }>(
      'select id from runner.game where bot_id = $1 and ($2 = any(member_ids) or winner_id = $2)',
      [on.botId, winner],
    );
    expect([left, await sectionOf(on, 'scores')]).toEqual([[], []]);
    await start(on, 'word');
    await games.purge(on.botId);
    expect(await query('select id from runner.game where bot_id = $1', [on.botId])).toEqual([]);
  });
});
