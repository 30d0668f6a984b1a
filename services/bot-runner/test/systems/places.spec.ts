import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { waitFor } from '@kith/kit/testing';
import { systemPages } from '@kith/proto';
import { RoleMessages } from '../../src/systems/reaction-roles/role-messages.service.js';
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
  /** Installs the system and posts one; returns its role. */
  const aRoleMessage = async (on: On): Promise<string> => {
    const { bot, botId } = on;
    await bots.harness.bots.change(botId, { systems: [{ systemId: 'reaction-roles', settings: { removeOnReact: true } }] });
    const role = bots.discord.addRole(bot.guildId, { name: 'Red' });
    await postRoles(on);
    return role;
  };
  const postRoles = (on: On) => {
    const { limit: _limit, offset: _offset, ...place } = bots.inServer(on);
    const values = { channel: on.bot.channelId, text: 'Pick', roles: '🔴 Red', mode: 'reactions' };
    return bots.harness.runtime.rpc.ask(systemPages.act, { ...place, systemId: 'reaction-roles', action: 'create', values });
  };
  const keyOf = ({ botId }: Pick<On, 'botId'>) => `runner:role-messages:${botId}`;

  it('needs no job for other messages that are deleted or lose a reaction, also when Redis forgot which message it is', async () => {
    const on = await bots.bot();
    const { bot } = on;
    const { queues, redis } = bots.harness.runtime;
    const role = await aRoleMessage(on);
    const messageId = bots.discord.messages(bot.channelId)[0]?.id ?? '';
    const memberId = bots.member(on);
    const react = (id: string, isRemoved: boolean) =>
      bots.discord.react(bot, { messageId: id, emoji: '🔴', memberId, isRemoved });
    const isHeld = () => bots.rolesOf(on, memberId).includes(role);
    for (const isForgotten of [false, true]) {
      if (isForgotten) await redis.del(keyOf(on));
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

  it('knows it again after Redis lost its id: with the next session, and after five minutes whatever is added meanwhile', async () => {
    const on = await bots.bot();
    const { redis } = bots.harness.runtime;
    const role = await aRoleMessage(on);
    const messageId = bots.discord.messages(on.bot.channelId)[0]?.id ?? '';
    const memberId = bots.member(on);
    bots.discord.react(on.bot, { messageId, emoji: '🔴', memberId, isRemoved: false });
    await waitFor('the role', () => bots.rolesOf(on, memberId).includes(role));
    expect(await redis.ttl(keyOf(on))).toBeLessThanOrEqual(300);
    await redis.srem(keyOf(on), messageId);
    await redis.expire(keyOf(on), 100);
    await postRoles(on);
    expect(await redis.ttl(keyOf(on))).toBeLessThanOrEqual(100);
    expect(await redis.sismember(keyOf(on), messageId)).toBe(0);
    await bots.harness.bots.stop(on.botId);
    await bots.harness.bots.waitForState(on.botId, 'stopped');
    await bots.harness.allowIdentify(on.bot);
    await bots.harness.bots.start(on.botId);
    await waitFor('its id', async () => (await redis.sismember(keyOf(on), messageId)) === 1, 15_000);
  });

  it('knows it although the ids were read anew while it was stored', async () => {
    const { redis } = bots.harness.runtime;
    const messages = bots.service.app.get(RoleMessages);
    const bot = { botId: randomUUID(), ownerId: randomUUID(), guildId: '1', channelId: '1' };
    const row = await messages.add({ ...bot, id: randomUUID(), mode: 'reactions', text: 'Pick', choices: [] });
    jest.spyOn(messages.ids, 'add').mockImplementationOnce(async (botId) => {
      await redis.del(keyOf({ botId }));
      await messages.ids.reload(botId);
    });
    await messages.setPosted({ id: row?.id ?? '', botId: bot.botId }, '999');
    jest.restoreAllMocks();
    expect(await messages.ids.mayInclude(bot.botId, ['998'])).toBe(false);
    expect(await messages.ids.mayInclude(bot.botId, ['999'])).toBe(true);
  });
});
