import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { anActor, waitFor } from '@kith/kit/testing';
import { LevelingXp } from '../../src/systems/leveling-xp/leveling-xp.service.js';
import { experienceFor, gainOf, levelOf } from '../../src/systems/leveling-xp/levels.js';
import { MemberNames } from '../../src/systems/member-names.js';
import { SystemBots, type On } from './system-bots.js';

let bots: SystemBots;
beforeAll(async () => {
  bots = await SystemBots.open('leveling-xp');
});
afterAll(() => bots.close());
beforeEach(() => bots.discord.acceptRequests());

const aBot = (settings: Parameters<SystemBots['bot']>[0] = {}) => bots.bot(settings, { command: 'rank' });
const say = ({ bot }: On, authorId: string, sentAtMs: number, how: { fromBot?: boolean } = {}) =>
  bots.discord.sendMessage({ bot, authorId, content: 'hello', sentAtMs, ...how });
interface Row {
  readonly experience: number;
  readonly messages: number;
  readonly name: string;
}
const rowOf = async ({ botId }: On, memberId: string): Promise<Row | undefined> =>
  (
    await bots.query<Row>('select experience, messages, name from runner.level_member where bot_id = $1 and member_id = $2', [
      botId,
      memberId,
    ])
  )[0];
const rewarded = (on: On, memberId: string, messages = 1) =>
  waitFor('the experience', async () => ((await rowOf(on, memberId))?.messages === messages ? rowOf(on, memberId) : undefined));
const setTo = (on: On, memberId: string, experience: number, announcedLevel = levelOf(experience)) =>
  bots.query('update runner.level_member set experience = $3, announced_level = $4 where bot_id = $1 and member_id = $2', [
    on.botId,
    memberId,
    experience,
    announcedLevel,
  ]);
const messageJob = (memberId: string, messageId: string) => ({
  eventId: messageId,
  task: { kind: 'event' as const, name: 'message', data: { memberId, name: 'Ann' } },
});
const said = ({ bot }: On, channelId = bot.channelId) =>
  bots.discord.messages(channelId).filter(({ isBot, content }) => isBot && content.includes('reached level'));

describe('experience', () => {
  it('is earned with a message, once a minute, however often the job runs, and never by bots', async () => {
    const on = await aBot();
    const [memberId, robot] = [bots.newMember(), bots.newMember()];
    const nowMs = Date.now();
    const first = say(on, memberId, nowMs - 200_000);
    say(on, memberId, nowMs - 180_000);
    const second = say(on, memberId, nowMs - 100_000);
    say(on, robot, nowMs, { fromBot: true });
    const { experience, name } = (await rewarded(on, memberId, 2)) ?? { experience: 0, name: '' };
    expect(experience).toBe(gainOf(first) + gainOf(second));
    expect(name).not.toContain('member');
    for (const id of [second, second, first]) await bots.work(on, messageJob(memberId, id));
    expect(await rowOf(on, memberId)).toMatchObject({ experience, messages: 2 });
    expect(await rowOf(on, robot)).toBeUndefined();
    expect(await bots.command(on, 'leaderboard', { options: { page: 2 } })).toContain('no such page');
  });

  it('needs a job only for messages that can be rewarded', async () => {
    const on = await aBot();
    const handler = bots.service.app.get(LevelingXp);
    const connected = { bot: { botId: on.botId } } as never;
    const raw = { author: { username: 'ann', global_name: null } } as never;
    const message = (id: string) => ({ id, guildId: '1', channelId: '2', authorId: '3', isBot: false }) as never;
    const at = (ms: number) => String((BigInt(ms) - 1_420_070_400_000n) << 22n);
    const startMs = Date.now() - 100_000;
    const results = [0, 1000, 59_999, 60_000].map((ms) =>
      handler.onMessage({ connected, settings: {} }, message(at(startMs + ms)), raw),
    );
    expect(results.map((result) => result !== null)).toEqual([true, false, false, true]);
  });

  it('of many members is ranked with indexes, and pages of the leaderboard show each of them once', async () => {
    const on = await aBot();
    const values = [on.botId, bots.harness.bots.runnableOf(on.botId).ownerId, on.bot.guildId];
    const asked = bots.newMember();
    say(on, asked, Date.now());
    await rewarded(on, asked);
    const names = bots.service.app.get(MemberNames);
    const ids = Array.from({ length: 10_000 }, (_, index) => String(900_000_000_000_000_001n + BigInt(index)));
    const encrypted = ids.map((memberId) => names.encrypt({ botId: on.botId, memberId }, 'Ann'));
    await bots.query(
      `insert into runner.level_member (bot_id, owner_id, guild_id, member_id, name, experience, messages)
       select $1, $2, $3, id, name, n * 10, 1 from unnest($4::text[], $5::text[]) with ordinality as m(id, name, n)`,
      [...values, ids, encrypted],
    );
    const plan = await bots.query<{ 'QUERY PLAN': string }>(
      'explain select count(*) from runner.level_member where bot_id = $1 and guild_id = $2 and experience > $3',
      [on.botId, on.bot.guildId, 99_000],
    );
    expect(plan.map((line) => line['QUERY PLAN']).join(' ')).toMatch(/Index/);
    await setTo(on, asked, 99_995);
    const { content, files } = await bots.answered(bots.use(on, 'rank', { authorId: asked }));
    expect(content).toContain('on place 2:');
    expect(files).toEqual(['rank.png']);
    const [first, second] = [
      await bots.command(on, 'leaderboard'),
      await bots.command(on, 'leaderboard', { options: { page: 2 } }),
    ];
    expect(first).toContain(`2. <@${asked}>`);
    expect(first.match(/<@\d+>/g)).toHaveLength(10);
    expect(new Set([...(first.match(/<@\d+>/g) ?? []), ...(second.match(/<@\d+>/g) ?? [])]).size).toBe(20);
    expect(await bots.command(on, 'leaderboard', { options: { page: 1000 } })).toContain('10000. <@');
  });
});

describe('a new level', () => {
  it('is announced once, pings nobody and brings the role of the level', async () => {
    const on = await aBot();
    const [one, two] = [1, 2].map((level) => bots.discord.addRole(on.bot.guildId, { name: `level ${level}` }));
    const memberId = bots.newMember();
    const message = 'Well done {member}: reached level {level} {other}';
    await bots.configure(on, { roles: `1 ${one}\n2: ${two}\nnonsense`, keepRoles: false, message });
    say(on, memberId, Date.now() - 300_000);
    await rewarded(on, memberId);
    await setTo(on, memberId, experienceFor(1) - 5);
    const second = say(on, memberId, Date.now() - 200_000);
    await waitFor('the role', () => bots.rolesOf(on, memberId).includes(String(one)));
    await bots.work(on, messageJob(memberId, second));
    expect(said(on).map(({ content }) => content)).toEqual([`Well done <@${memberId}>: reached level 1 {other}`]);
    expect(said(on)[0]?.allowedMentions).toMatchObject({ parse: [] });
    await setTo(on, memberId, experienceFor(2) - 5);
    say(on, memberId, Date.now() - 100_000);
    await waitFor('the other role', () => bots.rolesOf(on, memberId).join() === String(two));
  });

  it('that a job reached but did not finish is announced once, with its role, by whichever job of the member comes next', async () => {
    const on = await aBot();
    const role = bots.discord.addRole(on.bot.guildId, { name: 'level 1' });
    await bots.configure(on, { roles: `1 ${role}` });
    const memberId = bots.newMember();
    const first = say(on, memberId, Date.now() - 300_000);
    await rewarded(on, memberId);
    // The process ended between the experience and the announcement, and the member wrote again meanwhile.
    await setTo(on, memberId, experienceFor(1), 0);
    say(on, memberId, Date.now() - 200_000);
    await waitFor('the role', () => bots.rolesOf(on, memberId).includes(role));
    await bots.work(on, messageJob(memberId, first));
    expect(said(on)).toHaveLength(1);
  });

  it('is announced in one channel or not at all, and a refused announcement or role is shown to the owner', async () => {
    const on = await aBot();
    const channel = bots.discord.addChannel(on.bot, { name: 'levels' });
    const high = bots.discord.addRole(on.bot.guildId, { name: 'above the bot', position: 50 });
    const memberId = bots.newMember();
    const levelUp = async (sentAtMs: number, messages: number) => {
      await setTo(on, memberId, experienceFor(messages - 1) - 1);
      say(on, memberId, sentAtMs);
      await rewarded(on, memberId, messages);
    };
    say(on, memberId, Date.now() - 400_000);
    await rewarded(on, memberId);
    await bots.configure(on, { announce: 'One channel', announceChannel: channel.id, roles: `1 ${high}` });
    await levelUp(Date.now() - 300_000, 2);
    await waitFor('the announcement', () => said(on, channel.id).length === 1);
    await waitFor('the problem', async () => {
      const found = await bots.query('select 1 from runner.problem where bot_id = $1 and action = $2', [
        on.botId,
        'manage-roles',
      ]);
      return found.length === 1;
    });
    bots.discord.setOverwrites(channel.id, [{ id: on.bot.applicationId, of: 'member', deny: ['sendMessages'] }]);
    await levelUp(Date.now() - 200_000, 3);
    await waitFor('the problem', async () => {
      const found = await bots.query('select 1 from runner.problem where bot_id = $1 and action = $2', [
        on.botId,
        'send-messages',
      ]);
      return found.length === 1;
    });
    await bots.configure(on, { announce: 'Off' });
    await levelUp(Date.now() - 100_000, 4);
    const elsewhere = bots.harness.addBot().bot;
    bots.discord.addBotToGuild(on.bot, { guildId: elsewhere.guildId, permissions: ['administrator'] });
    await bots.configure(on, { announce: 'One channel', announceChannel: elsewhere.channelId });
    await setTo(on, memberId, experienceFor(1) - 1);
    await bots.work(on, messageJob(memberId, String(BigInt(Date.now() - 1_420_070_400_000) << 22n)));
    await rewarded(on, memberId, 5);
    expect(bots.discord.messages(elsewhere.channelId)).toEqual([]);
    expect([...said(on), ...said(on, channel.id)]).toHaveLength(1);
  });
});

describe('corrections', () => {
  it('by /set-xp need the permission to manage the server, roles that follow need that to give them, and a role above', async () => {
    const on = await aBot();
    const role = bots.discord.addRole(on.bot.guildId, { name: 'level 3' });
    await bots.configure(on, { roles: `3 ${role}` });
    const manager = bots.member(on, ['manageGuild', 'manageRoles'], 5);
    const memberId = bots.member(on);
    const set = (experience: number, authorId = manager) =>
      bots.command(on, 'set-xp', { authorId, options: { member: memberId, experience } });
    for (const weak of [bots.member(on, ['manageGuild'], 5), bots.member(on, ['manageGuild', 'manageRoles'], 1)])
      expect(await set(experienceFor(3), weak)).toContain('a role above');
    expect(bots.rolesOf(on, memberId)).not.toContain(role);
    expect(() => bots.use(on, 'set-xp', { authorId: memberId, options: { member: memberId, experience: 5000 } })).toThrow();
    const forged = { id: memberId, name: 'x', roleIds: [], permissions: '0' };
    const options = { member: memberId, experience: 5000 };
    await bots.work(on, {
      eventId: '1',
      task: { kind: 'command', name: 'set-xp', subcommand: null, options, files: [], member: forged },
    });
    expect(await rowOf(on, memberId)).toBeUndefined();
    expect(await set(experienceFor(3))).toBe(`The member has ${experienceFor(3)} experience now: level 3.`);
    expect(bots.rolesOf(on, memberId)).toContain(role);
    expect(await set(10, bots.member(on, ['manageGuild'], 5))).toContain('a role above');
    expect(await set(10)).toContain('level 0');
    expect(await set(20, bots.member(on, ['manageGuild']))).toContain('level 0');
    expect(bots.rolesOf(on, memberId)).not.toContain(role);
    const stranger = bots.newMember();
    const ofStranger = { authorId: manager, options: { member: stranger, experience: 5 } };
    expect(await bots.command(on, 'set-xp', ofStranger)).toContain('has not earned any experience');
    expect(await bots.command(on, 'rank', { authorId: bots.newMember() })).toContain('has not earned any experience');
  });

  it('are made on the page by the owner only, which keeps members who left until they are forgotten', async () => {
    const on = await aBot();
    const memberId = bots.newMember();
    say(on, memberId, Date.now());
    await rewarded(on, memberId);
    bots.discord.removeMember(on.bot.guildId, memberId);
    const name = `member-${memberId.slice(-4)}`;
    expect(await bots.act(on, 'set', { values: { member: memberId, experience: 260 } })).toContain('level 2');
    expect(await bots.cells(on, 'leaderboard')).toEqual([['1', name, '2', '260', '1']]);
    await bots.act(on, 'reset', { rowId: memberId });
    expect(await bots.cells(on, 'leaderboard')).toEqual([['1', name, '0', '0', '1']]);
    const bad: Record<string, string | number>[] = [
      { member: memberId, experience: -1 },
      { member: memberId, experience: 1.5 },
      { member: "'; drop", experience: 1 },
      {},
    ];
    for (const values of bad) await expect(bots.act(on, 'set', { values })).rejects.toMatchObject({ code: 'BAD_INPUT' });
    await expect(bots.act(on, 'reset', { rowId: bots.newMember() })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(bots.act(on, 'reset', { rowId: memberId, actor: anActor() })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await bots.service.app.get(LevelingXp).forgetMember(on.botId, memberId);
    expect(await bots.cells(on, 'leaderboard')).toEqual([]);
  });
});

describe('/privacy', () => {
  it('says what the installed system keeps of a member', async () => {
    const on = await aBot();
    expect(await bots.command(on, 'privacy')).toContain(
      'I also keep, with your name encrypted unless I say otherwise: your experience',
    );
  });
});
