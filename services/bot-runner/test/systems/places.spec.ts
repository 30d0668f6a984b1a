import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { waitFor } from '@kith/kit/testing';
import { systemPages } from '@kith/proto';
import { SystemBots, type On } from './system-bots.js';

const NOT_HERE = 'I do not answer in this channel.';
const FOR_ADULTS = 'I am for adults, so I answer only in age-restricted channels of servers.';

let bots: SystemBots;
beforeAll(async () => {
  bots = await SystemBots.open('leveling-xp');
});
afterAll(() => bots.close());
beforeEach(() => bots.discord.acceptRequests());

type Change = Parameters<SystemBots['harness']['bots']['change']>[1];
const change = async (on: On, changes: Change): Promise<void> => {
  await bots.harness.bots.change(on.botId, changes);
  await bots.configure(on, {});
};
const rank = async (on: On, how: { channelId?: string; authorId?: string } = {}): Promise<string> => {
  const id = bots.discord.invokeCommand({ bot: on.bot, name: 'rank', authorId: how.authorId ?? bots.newMember(), ...how });
  return (await bots.answered(id)).content;
};
const levelsOf = (on: On) => bots.query('select member_id from runner.level_member where bot_id = $1', [on.botId]);

describe('a system', () => {
  it('is used by members where the companion answers, and set up in every channel that is not restricted', async () => {
    const on = await bots.bot({}, { command: 'rank' });
    const { bot } = on;
    const [allowed, other] = ['allowed', 'other'].map((name) => bots.discord.addChannel(bot, { name }).id);
    await change(on, { settings: { allowedChannels: [allowed ?? ''], enableThreads: false } });
    expect(await rank(on, { channelId: allowed ?? '' })).toContain('has not earned');
    expect(await rank(on, { channelId: other ?? '' })).toBe(NOT_HERE);
    const thread = bots.discord.addChannel(bot, { name: 'thread', parentId: allowed ?? '' }).id;
    expect(await rank(on, { channelId: thread })).toBe(NOT_HERE);
    const authorId = bots.member(on, ['manageGuild', 'manageRoles']);
    const set = async (channelId = '') => {
      const options = { member: bots.member(on), experience: 5 };
      return (await bots.answered(bots.discord.invokeCommand({ bot, name: 'set-xp', channelId, authorId, options }))).content;
    };
    expect(await set(other)).toContain('5 experience');
    await change(on, { settings: { restrictedChannels: [other ?? ''] } });
    await waitFor('the restriction to hold', async () => (await set(other)) === NOT_HERE);
  });

  it('of a companion for adults is used, and sees messages, in age-restricted channels only', async () => {
    const on = await bots.bot({}, { command: 'rank' });
    const adults = bots.discord.addChannel(on.bot, { name: 'adults', isAgeRestricted: true }).id;
    // Discord is not told yet, and still offers the command everywhere.
    bots.discord.rejectRequests({ path: '/commands', method: 'GET', status: 503 });
    await change(on, { ageRating: 'adult' });
    await waitFor('the connection to know it', async () => (await rank(on)) === FOR_ADULTS);
    expect(await rank(on, { channelId: adults })).toContain('has not earned');
    const [elsewhere, here] = [bots.newMember(), bots.newMember()];
    bots.discord.sendMessage({ bot: on.bot, authorId: elsewhere, content: 'hello' });
    bots.discord.sendMessage({ bot: on.bot, authorId: here, content: 'hello', channelId: adults });
    await waitFor('the experience', async () => (await levelsOf(on)).length > 0);
    expect(await levelsOf(on)).toEqual([{ member_id: here }]);
  });

  it('is passed no text that breaks a rule of moderation, except by members who are exempt from it', async () => {
    const games = await bots.bot();
    const rules = { moderationMode: true, profanityFilter: true, blockedWords: 'petrel' };
    const systems = [{ systemId: 'event-manager', settings: {} }];
    await bots.harness.bots.change(games.botId, { systems, settings: rules });
    await waitFor('the command', () => bots.discord.commandsOf(games.bot).some(({ name }) => name === 'event'));
    const create = async (permissions: Parameters<SystemBots['member']>[1]) => {
      const options = { name: 'Petrel', start: 'one day' };
      const authorId = bots.member(games, permissions);
      const id = bots.discord.invokeCommand({ bot: games.bot, name: 'event', subcommand: 'create', authorId, options });
      return (await bots.answered(id)).content;
    };
    expect(await create(['manageEvents'])).toContain('breaks a rule of this server');
    expect(await create(['manageEvents', 'manageMessages'])).not.toContain('breaks a rule');
  });
});

describe('a bot with a role message', () => {
  it('needs no job for other messages that are deleted or lose a reaction, also when Redis forgot which message it is', async () => {
    const on = await bots.bot();
    const { bot, botId } = on;
    const { queues, redis, rpc } = bots.harness.runtime;
    await bots.harness.bots.change(botId, { systems: [{ systemId: 'reaction-roles', settings: { removeOnReact: true } }] });
    const role = bots.discord.addRole(bot.guildId, { name: 'Red' });
    const values = { channel: bot.channelId, text: 'Pick', roles: '🔴 Red', mode: 'reactions' };
    const { limit: _limit, offset: _offset, ...place } = bots.inServer(on);
    await rpc.ask(systemPages.act, { ...place, systemId: 'reaction-roles', action: 'create', values });
    const messageId = bots.discord.messages(bot.channelId)[0]?.id ?? '';
    const memberId = bots.member(on);
    const react = (id: string, isRemoved: boolean) =>
      bots.discord.react(bot, { messageId: id, emoji: '🔴', memberId, isRemoved });
    const isHeld = () => bots.rolesOf(on, memberId).includes(role);
    for (const isForgotten of [false, true]) {
      if (isForgotten) await redis.del(`runner:role-messages:${botId}`);
      react(messageId, false);
      await waitFor('the role', isHeld);
      const adding = jest.spyOn(queues, 'add');
      const other = bots.discord.sendMessage({ bot, content: 'hello', authorId: memberId });
      for (const isRemoved of [false, true]) react(other, isRemoved);
      bots.discord.deleteMessage(bot, other);
      react(messageId, true);
      await waitFor('the end of the role', () => !isHeld());
      const jobs = adding.mock.calls.filter(([queue]) => queue.name === 'systems').map(([, jobId]) => jobId);
      expect(jobs).toEqual([expect.stringContaining(`-${messageId}-`)]);
      adding.mockRestore();
    }
  });
});
