import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { RunningService } from '@kith/kit';
import { anActor, waitFor } from '@kith/kit/testing';
import { systemPages, traces } from '@kith/proto';
import { DesiredBotsSource } from '../src/connections/desired-bots.js';
import { ReactionRoles } from '../src/systems/reaction-roles/reaction-roles.service.js';
import { RoleMessages } from '../src/systems/reaction-roles/role-messages.service.js';
import { newMember } from './moderated-bots.js';
import { RunnerHarness } from './runner-harness.js';

const FOR_ADULTS = 'I am for adults, so I answer only in age-restricted channels of servers.';

let harness: RunnerHarness;
let service: RunningService;
beforeAll(async () => {
  harness = await RunnerHarness.open({ identifyEveryMs: 0 });
  service = await harness.startInProcess();
});
afterAll(() => harness.close());
beforeEach(() => harness.discord.acceptRequests());

/** An online bot for adults that rolls dice, with an age-restricted channel beside its first one. */
async function aBotForAdults() {
  const { bot, botId } = harness.addBot();
  const commands = [{ commandId: 'roll', trigger: '!roll', custom: null }];
  await harness.bots.change(botId, { ageRating: 'adult', commands });
  await harness.bots.start(botId);
  await harness.bots.waitForState(botId, 'online');
  await waitFor('the command', () => harness.discord.commandsOf(bot).some(({ name }) => name === 'roll'));
  const restricted = harness.discord.addChannel(bot, { name: 'adults', isAgeRestricted: true });
  const write = (content: string, more: object = {}): string =>
    harness.discord.sendMessage({ bot, content, authorId: newMember(), ...more });
  const traceOf = async (messageId: string) => {
    const actor = { ...anActor(), userId: harness.bots.runnableOf(botId).ownerId };
    return (await harness.runtime.rpc.ask(traces.get, { actor, botId, messageId })).trace;
  };
  return { bot, botId, restricted, write, traceOf };
}

describe('a companion for adults', () => {
  it('answers in age-restricted channels and their threads only, and says so once a day elsewhere', async () => {
    const { bot, restricted, write, traceOf } = await aBotForAdults();
    const first = write('Hello?');
    expect((await harness.discord.waitForReply(first)).content).toBe(FOR_ADULTS);
    const [second, command] = [write('Hello again?'), write('!roll 2d6')];
    const inRestricted = write('And here?', { channelId: restricted.id });
    expect((await harness.discord.waitForReply(inRestricted)).content).toBe('re: And here?');
    const thread = harness.discord.addChannel(bot, { name: 'a thread', parentId: restricted.id });
    expect((await harness.discord.waitForReply(write('!roll 2d6', { channelId: thread.id }))).content).toContain('2d6');
    expect([second, command].flatMap((id) => harness.discord.repliesTo(id))).toEqual([]);
    expect(harness.chat.jobs.map(({ messageId }) => messageId)).not.toContain(first);
    expect(await waitFor('the trace', () => traceOf(second))).toMatchObject({ outcome: 'ignored', reason: 'not_age_restricted' });
  });

  it('does not answer direct messages, and says so', async () => {
    const { write } = await aBotForAdults();
    const direct = write('Just us?', { guildId: null });
    expect((await harness.discord.waitForReply(direct)).content).toBe(FOR_ADULTS);
  });

  it('offers and runs slash commands in age-restricted channels only', async () => {
    const { bot, botId, restricted } = await aBotForAdults();
    expect(() => harness.discord.invokeCommand({ bot, name: 'roll', authorId: newMember() })).toThrow('age-restricted');
    const isOffered = () => harness.discord.commandsOf(bot).find(({ name }) => name === 'roll')?.nsfw === false;
    await harness.bots.change(botId, { ageRating: 'everyone' });
    await waitFor('the command everywhere', isOffered);
    // Discord is not told yet that the companion is for adults again.
    harness.discord.rejectRequests({ path: '/commands', method: 'GET', status: 503 });
    await harness.bots.change(botId, { ageRating: 'adult' });
    const use = async (channelId: string) => {
      const id = harness.discord.invokeCommand({ bot, name: 'roll', channelId, options: { dice: '2d6' }, authorId: newMember() });
      return waitFor('the response', () => harness.discord.responseTo(id));
    };
    // Its connection hears of the rating a little after the runner.
    const refused = await waitFor('the rating', async () => {
      const response = await use(bot.channelId);
      return response.content === FOR_ADULTS ? response : undefined;
    });
    expect(refused).toMatchObject({ isEphemeral: true });
    expect(await use(restricted.id)).toMatchObject({ content: expect.stringContaining('2d6') });
    expect(isOffered()).toBe(true);
  });

  it('gives and takes roles for reactions in age-restricted channels and their threads only, also for those of a time away', async () => {
    const { bot, botId } = harness.addBot();
    const systemId = 'reaction-roles';
    const { guildId, channelId } = bot;
    const restricted = harness.discord.addChannel(bot, { name: 'adults', isAgeRestricted: true });
    const thread = harness.discord.addChannel(bot, { name: 'a thread', parentId: restricted.id });
    const [red, green] = ['Red', 'Green'].map((name) => harness.discord.addRole(guildId, { name, position: 1 }));
    await harness.bots.change(botId, { systems: [{ systemId, settings: {} }] });
    await harness.bots.start(botId);
    await harness.bots.waitForState(botId, 'online');
    const bots = service.app.get(DesiredBotsSource).bots;
    const actor = anActor({ userId: harness.bots.runnableOf(botId).ownerId });
    const post = async (channel: string, roles: string) => {
      const values = { channel, text: roles, roles, mode: 'reactions' };
      await harness.runtime.rpc.ask(systemPages.act, { actor, botId, systemId, guildId, action: 'create', values });
      return harness.discord.messages(channel).at(-1)?.id ?? '';
    };
    const [open, inThread] = [await post(channelId, '🔴 Red'), await post(thread.id, '🟢 Green')];
    const aMember = (): string => {
      const id = newMember();
      harness.discord.setMember(guildId, { id });
      return id;
    };
    const react = (messageId: string, emoji: string, memberId: string, isRemoved = false): void =>
      harness.discord.react(bot, { messageId, emoji, memberId, isRemoved });
    const rolesOf = (memberId: string) => harness.discord.member(guildId, memberId)?.roles;
    const [early, late] = [aMember(), aMember()];
    react(open, '🔴', early);
    await waitFor('the role', () => rolesOf(early)?.length === 1);
    await harness.bots.change(botId, { ageRating: 'adult' });
    await waitFor('the rating', () => bots.get(botId)?.ageRating === 'adult');
    react(open, '🔴', early, true);
    react(open, '🔴', late);
    react(inThread, '🟢', late);
    await waitFor('the role', () => rolesOf(late)?.length === 1);
    const runnable = harness.bots.runnableOf(botId);
    const id = (await service.app.get(RoleMessages).byMessage(botId, open))?.id ?? '';
    const task = { kind: 'event' as const, name: 'sync', data: { id } };
    const job = { bot: runnable, ownerId: runnable.ownerId, botId, systemId, guildId, channelId, eventId: 'sync', settings: {} };
    await service.app.get(ReactionRoles).work({ ...job, task });
    expect([rolesOf(early), rolesOf(late)]).toEqual([[red], [green]]);
  });

  it('stays silent while Discord does not say whether a channel is age-restricted', async () => {
    const { restricted, write, traceOf } = await aBotForAdults();
    harness.discord.rejectRequests({ path: `/channels/${restricted.id}`, method: 'GET', status: 403, code: 50_001 });
    const asked = write('Anybody?', { channelId: restricted.id });
    await waitFor('the trace', () => traceOf(asked));
    expect(harness.discord.repliesTo(asked)).toEqual([]);
    harness.discord.acceptRequests();
    await harness.discord.waitForReply(write('And now?', { channelId: restricted.id }));
  });

  it('answers everywhere as soon as it is for everyone', async () => {
    const { botId, write } = await aBotForAdults();
    await harness.discord.waitForReply(write('Hello?'));
    await harness.bots.change(botId, { ageRating: 'everyone' });
    await waitFor('an answer', () => harness.discord.waitForReply(write('Now?'), 500).catch(() => undefined));
  });
});
