import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { anActor, waitFor } from '@kith/kit/testing';
import { MAX_GREETINGS_PER_MINUTE } from '../../src/systems/welcome-messages/welcome-messages.service.js';
import { SystemBots, type On } from './system-bots.js';

let bots: SystemBots;
beforeAll(async () => {
  bots = await SystemBots.open('welcome-messages');
});
afterAll(() => bots.close());
beforeEach(() => bots.discord.acceptRequests());

/** Without pictures, which `pictures.spec.ts` tests. */
const TEXT = {
  picture: false,
  greeting: 'Hello {member}, you are {name}, number {count} of {server}! {unknown}',
  farewell: 'Bye {name}',
};
const said = ({ bot }: On) => bots.discord.messages(bot.channelId).filter(({ isBot }) => isBot);
const join = ({ bot }: On, memberId: string, isPending = false) =>
  bots.discord.setMember(bot.guildId, { id: memberId, isPending });
const saying = (on: On, text: string) => waitFor(text, () => said(on).find(({ content }) => content.includes(text)));
const joinedJob = (memberId: string, atMs: number) => ({
  eventId: `joined-${memberId}-${atMs}`,
  task: {
    kind: 'event' as const,
    name: 'joined',
    data: { memberId, name: 'Ann', username: 'ann', avatar: null, atMs, isPending: false },
  },
});

describe('a new member', () => {
  it('is greeted once, by name, server and number, in the channel of the setting, and only they are notified', async () => {
    const on = await bots.bot({ ...TEXT });
    bots.discord.setSystemChannel(on.bot.guildId, on.bot.channelId);
    const memberId = bots.newMember();
    join(on, memberId);
    const greeting = await saying(on, 'Hello');

    expect(greeting.content).toBe(
      `Hello <@${memberId}>, you are member\\-${memberId.slice(-4)}, number 3 of Guild of bot\\-${on.bot.applicationId.slice(-4)}! {unknown}`,
    );
    expect(greeting.allowedMentions).toMatchObject({ parse: [], users: [memberId] });
    // Discord sent the event about the member and a message of its own; the job is repeated, too.
    const joinedAt = Date.parse(bots.discord.member(on.bot.guildId, memberId)?.joinedAt ?? '');
    await bots.work(on, joinedJob(memberId, joinedAt));
    await bots.work(on, joinedJob(memberId, joinedAt + 1000));
    expect(said(on)).toHaveLength(1);
    const other = bots.discord.addChannel(on.bot, { name: 'welcome' });
    await bots.configure(on, { ...TEXT, channel: other.id, notifyMember: false });
    await waitFor('a greeting there', () => {
      join(on, bots.newMember());
      return bots.discord.messages(other.id).length > 0;
    });
    expect(bots.discord.messages(other.id)[0]?.allowedMentions).not.toHaveProperty('users');
  });

  it('is greeted where Discord announces new members when the channel of the setting is one of another server', async () => {
    const [on, elsewhere] = [await bots.bot(), bots.harness.addBot().bot];
    bots.discord.addBotToGuild(on.bot, { guildId: elsewhere.guildId, permissions: ['administrator'] });
    await bots.configure(on, { ...TEXT, channel: elsewhere.channelId });
    await expect(bots.act(on, 'test')).rejects.toMatchObject({ code: 'BAD_INPUT' });
    bots.discord.setSystemChannel(on.bot.guildId, on.bot.channelId);
    await bots.work(on, joinedJob(bots.newMember(), Date.now()));
    expect(said(on)).toHaveLength(1);
    expect(bots.discord.messages(elsewhere.channelId)).toEqual([]);
  });

  it('is greeted by a companion for adults in a channel that its owner chose, or that Discord restricts to adults', async () => {
    const on = await bots.bot({ ...TEXT });
    const { guildId, channelId } = on.bot;
    await bots.harness.bots.change(on.botId, { ageRating: 'adult' });
    await bots.configure(on, { ...TEXT });
    bots.discord.setSystemChannel(guildId, channelId);
    await bots.work(on, joinedJob(bots.newMember(), Date.now()));
    expect(said(on)).toEqual([]);
    await bots.configure(on, { ...TEXT, channel: channelId });
    await bots.work(on, joinedJob(bots.newMember(), Date.now()));
    expect(said(on)).toHaveLength(1);
    await bots.configure(on, { ...TEXT });
    const restricted = bots.discord.addChannel(on.bot, { name: 'adults', isAgeRestricted: true });
    bots.discord.setSystemChannel(guildId, restricted.id);
    await bots.work(on, joinedJob(bots.newMember(), Date.now()));
    expect(bots.discord.messages(restricted.id)).toHaveLength(1);
  });

  it('is greeted without the Server Members intent when Discord announces them', async () => {
    const on = await bots.bot({ ...TEXT }, { hasMembersIntent: false });
    bots.discord.setSystemChannel(on.bot.guildId, on.bot.channelId);
    expect(bots.discord.intentsOf(on.bot) & 2).toBe(0);
    join(on, bots.newMember());
    await saying(on, 'Hello');
  });

  it('gets the role, after accepting the rules of a server that has some', async () => {
    const on = await bots.bot();
    const roleId = bots.discord.addRole(on.bot.guildId, { name: 'new' });
    await bots.configure(on, { ...TEXT, greeting: '', role: roleId });
    const memberId = bots.newMember();
    await waitFor('the role', () => {
      const id = bots.newMember();
      join(on, id);
      return waitFor('it', () => bots.rolesOf(on, id).includes(roleId), 500).catch(() => false);
    });
    join(on, memberId, true);
    const other = bots.newMember();
    join(on, other);
    await waitFor('the role of the other', () => bots.rolesOf(on, other).includes(roleId));
    expect(bots.rolesOf(on, memberId)).toEqual([]);
    bots.discord.setMember(on.bot.guildId, { id: memberId, isPending: false });
    await waitFor('the role', () => bots.rolesOf(on, memberId).includes(roleId));
    // Discord shows the role before the runner knows that it was given.
    const screening = `runner:screening:${on.botId}:${memberId}`;
    await waitFor('the end of the job', async () => (await bots.harness.runtime.redis.exists(screening)) === 0);
    // Whoever loses it later does not get it back.
    bots.discord.setMember(on.bot.guildId, { id: memberId, roles: [] });
    const job = { kind: 'event' as const, name: 'accepted', data: { memberId } };
    await bots.work(on, { eventId: `accepted-${memberId}`, task: job });
    expect(bots.rolesOf(on, memberId)).toEqual([]);
  });

  it('gets the role although the greeting is refused, and the owner reads both refusals', async () => {
    const on = await bots.bot({ ...TEXT, greeting: '' });
    const memberId = bots.newMember();
    join(on, memberId);
    const high = bots.discord.addRole(on.bot.guildId, { name: 'above the bot', position: 50 });
    await bots.configure(on, { ...TEXT, channel: on.bot.channelId, role: high });
    bots.discord.setOverwrites(on.bot.channelId, [{ id: on.bot.applicationId, of: 'member', deny: ['sendMessages'] }]);
    await bots.work(on, joinedJob(memberId, Date.now()));
    const problems = () =>
      bots.query('select action, permission from runner.problem where bot_id = $1 order by action', [on.botId]);
    await waitFor('both problems', async () => (await problems()).length === 2);
    const both = [
      { action: 'manage-roles', permission: 'Manage Roles' },
      { action: 'send-messages', permission: 'Send Messages' },
    ];
    expect(await problems()).toEqual(both);
    await bots.configure(on, { ...TEXT, picture: true, channel: on.bot.channelId, role: high });
    await bots.work(on, joinedJob(bots.newMember(), Date.now()));
    expect(await problems()).toEqual(both);
  });

  it('is greeted with a picture, and without one where the bot may attach no files, which the owner reads', async () => {
    const on = await bots.bot({ greeting: 'Hello {member}' });
    bots.discord.setSystemChannel(on.bot.guildId, on.bot.channelId);
    await bots.work(on, joinedJob(bots.newMember(), Date.now()));
    expect(said(on).map(({ attachments }) => attachments.map(({ name, type }) => [name, type]))).toEqual([
      [['welcome.png', 'image/png']],
    ]);
    bots.discord.setOverwrites(on.bot.channelId, [{ id: on.bot.applicationId, of: 'member', deny: ['attachFiles'] }]);
    await bots.work(on, joinedJob(bots.newMember(), Date.now()));
    expect(said(on).map(({ attachments }) => attachments.length)).toEqual([1, 0]);
    const problems = await bots.query('select action, permission from runner.problem where bot_id = $1', [on.botId]);
    expect(problems).toEqual([{ action: 'attach-files', permission: 'Attach Files' }]);
    expect(await bots.act(on, 'test')).toContain('without its picture: Discord refused');
    bots.discord.setOverwrites(on.bot.channelId, []);
    const next = joinedJob(bots.newMember(), Date.now());
    // Discord takes five messages in five seconds.
    await waitFor(
      'the greeting',
      () =>
        bots
          .work(on, next)
          .then(() => true)
          .catch(() => false),
      15_000,
    );
    expect(await bots.query('select action from runner.problem where bot_id = $1', [on.botId])).toEqual([]);
  });

  it('whose name is hostile formats nothing, and many who join together get no more greetings than a minute allows', async () => {
    const on = await bots.bot({ ...TEXT, greeting: '{name} {name}'.repeat(40), channel: '' });
    bots.discord.setSystemChannel(on.bot.guildId, on.bot.channelId);
    const minute = Math.floor(Date.now() / 60_000) * 60_000;
    // The jobs are run without the queue that tries again those that wait for Discord.
    bots.discord.limitChannels({ posts: MAX_GREETINGS_PER_MINUTE + 5, windowMs: 60_000 });
    for (let index = 0; index < MAX_GREETINGS_PER_MINUTE + 5; index++) {
      const job = joinedJob(bots.newMember(), minute + index);
      job.task.data.name = `**@everyone** [x](http://x) <@&1>\n${'Ж'.repeat(60)}`;
      await bots.work(on, job);
    }
    bots.discord.limitChannels(null);
    expect(said(on)).toHaveLength(MAX_GREETINGS_PER_MINUTE);
    expect(said(on)[0]?.content).not.toMatch(/(?<!\\)[*[<@]|\n/);
    expect(said(on)[0]?.content.length).toBeLessThanOrEqual(2000);
  });
});

describe('a member who leaves', () => {
  it('is bidden farewell once, however often they come and go', async () => {
    const on = await bots.bot({ ...TEXT, greeting: '' });
    bots.discord.setSystemChannel(on.bot.guildId, on.bot.channelId);
    const memberId = bots.newMember();
    for (let times = 0; times < 3; times++) {
      join(on, memberId);
      bots.discord.removeMember(on.bot.guildId, memberId);
    }
    const farewell = await saying(on, 'Bye');
    expect(farewell.content).toBe(`Bye member\\-${memberId.slice(-4)}`);
    const last = bots.newMember();
    join(on, last);
    bots.discord.removeMember(on.bot.guildId, last);
    await saying(on, last.slice(-4));
    expect(said(on)).toHaveLength(2);
  });
});

describe('the page of welcome messages', () => {
  it('posts a test greeting that notifies nobody, says what is missing, and is for the owner only', async () => {
    const on = await bots.bot({ ...TEXT });
    await expect(bots.act(on, 'test')).rejects.toMatchObject({ code: 'BAD_INPUT' });
    await bots.configure(on, { ...TEXT, channel: on.bot.channelId });
    expect(await bots.act(on, 'test')).toBe('Your companion posted a test greeting.');
    expect(said(on)[0]?.content).toContain('Hello New member');
    expect(said(on)[0]?.allowedMentions).not.toHaveProperty('users');
    bots.discord.setOverwrites(on.bot.channelId, [{ id: on.bot.applicationId, of: 'member', deny: ['sendMessages'] }]);
    await expect(bots.act(on, 'test')).rejects.toMatchObject({ code: 'DISCORD_REFUSED' });
    await expect(bots.act(on, 'test', { actor: anActor() })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(bots.act(on, 'nothing')).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect((await bots.page(on)).forms.map(({ id }) => id)).toEqual(['test']);
  });
});
