import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { RunningService } from '@kith/kit';
import { anActor, waitFor, type DiscordBot } from '@kith/kit/testing';
import { queues, runner, systemPages, type InstalledSystem, type JobOf } from '@kith/proto';
import { DataSource } from 'typeorm';
import { TicketClosing } from '../../src/systems/support-tickets/ticket-closing.js';
import { TicketStore } from '../../src/systems/support-tickets/ticket-store.js';
import { SystemsWorker } from '../../src/systems/systems.worker.js';
import { RunnerHarness } from '../runner-harness.js';

const SYSTEM = 'support-tickets';
const OPEN_BUTTON = 'system:support-tickets:open';

let harness: RunnerHarness;
let service: RunningService;
let members = 0;
const newMember = (): string => String(910_000_000_000_000_000n + BigInt(++members));

beforeAll(async () => {
  harness = await RunnerHarness.open({ identifyEveryMs: 0 });
  service = await harness.startInProcess();
});
afterAll(() => harness.close());

interface Desk {
  readonly bot: DiscordBot;
  readonly botId: string;
  readonly panelId: string;
  readonly teamRole: string;
  readonly teamMember: string;
  readonly logChannel: string;
}

/** A bot with the system, a team, a log channel and the button in its first channel. */
async function aDesk(
  settings: InstalledSystem['settings'] = {},
  options: Parameters<RunnerHarness['addBot']>[1] = {},
): Promise<Desk> {
  const { bot, botId } = harness.addBot({}, options);
  const teamRole = harness.discord.addRole(bot.guildId, { name: 'Team' });
  const teamMember = newMember();
  harness.discord.setMember(bot.guildId, { id: teamMember, roles: [teamRole] });
  const logChannel = harness.discord.addChannel(bot, { name: 'log' }).id;
  const installed = { systemId: SYSTEM, settings: { teamRole, logChannel, ...settings } };
  await harness.bots.change(botId, { systems: [installed] });
  await harness.bots.start(botId);
  await harness.bots.waitForState(botId, 'online');
  await waitFor('the commands', () => harness.discord.commandsOf(bot).some(({ name }) => name === 'ticket-panel'));
  await respondedTo(invoke(bot, 'ticket-panel', { authorId: await aManager(bot) }));
  const [panel] = messagesOf(bot, bot.channelId);
  return { bot, botId, panelId: panel?.id ?? '', teamRole, teamMember, logChannel };
}

async function aManager(bot: DiscordBot): Promise<string> {
  const role = harness.discord.addRole(bot.guildId, { name: 'Managers', permissions: ['manageGuild'] });
  const id = newMember();
  harness.discord.setMember(bot.guildId, { id, roles: [role] });
  return id;
}

const invoke = (
  bot: DiscordBot,
  name: string,
  used: { authorId: string; channelId?: string; subcommand?: string; options?: Record<string, unknown> },
): string => harness.discord.invokeCommand({ bot, name, ...used });

/** The text of the response, when there is one. */
const respondedTo = (interactionId: string): Promise<string> =>
  waitFor('a response', () => {
    const response = harness.discord.responseTo(interactionId);
    const text = response?.followUps.at(-1)?.content ?? response?.content ?? '';
    return response && !response.isDeferred && text !== '' ? text : undefined;
  });

const messagesOf = (bot: DiscordBot, channelId: string) =>
  harness.discord.messages(channelId).filter(({ authorId }) => authorId === bot.applicationId);

async function fillForm({ bot, panelId }: Desk, authorId: string, subject = 'My order'): Promise<string> {
  const pressed = harness.discord.pressButton({ bot, messageId: panelId, customId: OPEN_BUTTON, authorId });
  await waitFor('the form', () => harness.discord.responseTo(pressed)?.modal);
  return harness.discord.submitForm(pressed, { subject });
}

/** A member opens a ticket; returns the id of its thread. */
async function openTicket(desk: Desk, authorId: string, subject?: string): Promise<string> {
  const answer = await respondedTo(await fillForm(desk, authorId, subject));
  const thread = /<#(\d+)>/.exec(answer)?.[1];
  if (!thread) throw new Error(answer);
  return thread;
}

const inThread = (name: string, authorId: string, desk: Desk, channelId: string, options: Record<string, unknown> = {}) =>
  invoke(desk.bot, 'ticket', { authorId, channelId, subcommand: name, options });

const actorOf = (botId: string) => ({ ...anActor(), userId: harness.bots.runnableOf(botId).ownerId });
const pageOf = ({ bot, botId }: Desk, more: object = {}) =>
  harness.runtime.rpc.ask(systemPages.get, { actor: actorOf(botId), botId, systemId: SYSTEM, guildId: bot.guildId, ...more });
const act = ({ bot, botId }: Desk, action: string, more: object = {}) =>
  harness.runtime.rpc.ask(systemPages.act, {
    actor: actorOf(botId),
    botId,
    systemId: SYSTEM,
    guildId: bot.guildId,
    action,
    ...more,
  });
const query = <T>(sql: string, values: unknown[] = []): Promise<T[]> => service.app.get(DataSource).query(sql, values);

async function sectionOf(desk: Desk, id: string) {
  const section = (await pageOf(desk)).sections.find((one) => one.id === id);
  if (!section) throw new Error(`no section ${id}`);
  return section;
}

describe('a ticket', () => {
  it('is a private thread of the member and the team, opened by the button and a form, and nobody else is told of it', async () => {
    const desk = await aDesk();
    const [memberId, stranger] = [newMember(), newMember()];
    harness.discord.setMember(desk.bot.guildId, { id: stranger });
    const threadId = await openTicket(desk, memberId, 'Where is *my* order?');
    const thread = harness.discord.channelState(threadId);
    expect(thread).toMatchObject({ type: 12, parentId: desk.bot.channelId, name: 'ticket-0001 Where is *my* order?' });
    expect([...thread.memberIds].toSorted()).toEqual([desk.bot.applicationId, memberId, desk.teamMember].toSorted());
    const [first] = messagesOf(desk.bot, threadId);
    expect(first?.content).toContain(String.raw`**Where is \*my\* order?**`);
    expect(first?.allowedMentions).toMatchObject({ parse: [], users: [memberId], roles: [desk.teamRole] });
    const [row] = await query<Record<string, unknown>>('select * from runner.ticket where bot_id = $1', [desk.botId]);
    expect(JSON.stringify(row)).not.toContain('order');
  });

  it('is opened once although its job runs twice, and although the process died after Discord had made the thread', async () => {
    const desk = await aDesk();
    const memberId = newMember();
    const threadId = await openTicket(desk, memberId);
    const [{ eventId } = { eventId: '' }] = await query<{ eventId: string }>(
      'update runner.ticket set thread_id = null where bot_id = $1 returning event_id as "eventId"',
      [desk.botId],
    ).then(([rows]) => rows as unknown as { eventId: string }[]);
    const { botId, bot } = desk;
    const job: JobOf<typeof queues.systems> = {
      ownerId: harness.bots.runnableOf(botId).ownerId,
      botId,
      systemId: SYSTEM,
      eventId,
      guildId: bot.guildId,
      channelId: bot.channelId,
      task: {
        kind: 'component',
        customId: 'subject',
        values: [],
        fields: { subject: 'My order' },
        messageId: null,
        member: { id: memberId, name: 'Ann', roleIds: [], permissions: '0' },
      },
    };
    const worker = service.app.get(SystemsWorker);
    await worker.work(job, { isLastAttempt: false, addedAtMs: Date.now() });
    const [row] = await query<{ thread: string }>('select thread_id as thread from runner.ticket where bot_id = $1', [botId]);
    expect(row?.thread).toBe(threadId);
    expect(messagesOf(bot, threadId)).toHaveLength(1);
  });

  it('is refused to a member who has as many open as the owner allows, until one is closed', async () => {
    const desk = await aDesk({ maxOpenPerMember: 1 });
    const memberId = newMember();
    await openTicket(desk, newMember());
    // One more ticket of the server, of this member.
    const copy = `
      insert into runner.ticket (bot_id, owner_id, guild_id, event_id, number, channel_id, member_id, subject, closed_at)
      select bot_id, owner_id, guild_id, $2 || '-' || n, 10 + n, channel_id, $2, subject, case when n > 1 then now() end
      from runner.ticket, generate_series(1, $3) n where bot_id = $1 and number = 1`;
    await query(copy, [desk.botId, memberId, 1]);
    expect(await respondedTo(await fillForm(desk, memberId))).toContain('You have an open ticket already');
    // Whoever is forgotten has no more tickets for that.
    const forgetful = newMember();
    await openTicket(desk, forgetful);
    await service.app.get(TicketStore).forgetMember(desk.botId, forgetful);
    expect(await respondedTo(await fillForm(desk, forgetful))).toContain('You have an open ticket already');
    await query(`update runner.ticket set closed_at = now() where bot_id = $1 and member_id = $2`, [desk.botId, memberId]);
    await openTicket(desk, memberId);
    const other = newMember();
    await query(copy, [desk.botId, other, 10]);
    await query(`update runner.ticket set closed_at = now() where bot_id = $1 and member_id = $2`, [desk.botId, other]);
    expect(await respondedTo(await fillForm(desk, other))).toContain('many tickets today');
  });

  it('is refused where the bot may make no private threads, counts for nobody, and its owner reads why', async () => {
    const desk = await aDesk();
    const { guildId, channelId, applicationId } = desk.bot;
    const role = harness.discord.member(guildId, applicationId)?.roles[0] ?? '';
    const closed = harness.discord.addChannel(desk.bot, { name: 'closed' }).id;
    const earlier = await openTicket(desk, newMember());
    for (const id of [channelId, closed])
      harness.discord.setOverwrites(id, [{ id: role, of: 'role', deny: ['createPrivateThreads'] }]);
    expect(await respondedTo(await fillForm(desk, newMember()))).toContain('I lack a permission');
    const { problems } = await harness.runtime.rpc.ask(runner.problems, { actor: actorOf(desk.botId), botId: desk.botId });
    expect(problems).toMatchObject([{ action: 'manage-tickets', guildId }]);
    expect((await sectionOf(desk, 'open')).total).toBe(1);
    const refused = expect.objectContaining({
      code: 'DISCORD_REFUSED',
      message: expect.stringContaining('“Create Private Threads”'),
    });
    await expect(act(desk, 'panel', { values: { channel: closed } })).rejects.toEqual(refused);
    // What needs none of the permissions says nothing about them.
    await respondedTo(inThread('claim', desk.teamMember, desk, earlier));
    const problemsLeft = () => query('select action from runner.problem where bot_id = $1', [desk.botId]);
    expect(await problemsLeft()).toEqual([{ action: 'manage-tickets' }]);
    harness.discord.setOverwrites(channelId, []);
    await waitFor('a ticket', () => openTicket(desk, newMember()).catch(() => undefined));
    await waitFor('no problem', async () => (await problemsLeft()).length === 0);
  });

  it('is claimed by one member of the team, and whoever opened it may not claim', async () => {
    const desk = await aDesk();
    const memberId = newMember();
    const threadId = await openTicket(desk, memberId);
    expect(await respondedTo(inThread('claim', memberId, desk, threadId))).toBe('Only the team can do that.');
    expect(await respondedTo(inThread('claim', desk.teamMember, desk, threadId))).toBe(
      `<@${desk.teamMember}> takes care of this ticket.`,
    );
    const other = newMember();
    harness.discord.setMember(desk.bot.guildId, { id: other, roles: [desk.teamRole] });
    const [first] = messagesOf(desk.bot, threadId);
    const claim = ((first?.components ?? []) as { components: { custom_id: string }[] }[])[0]?.components[0]?.custom_id ?? '';
    const pressed = harness.discord.pressButton({ bot: desk.bot, messageId: first?.id ?? '', customId: claim, authorId: other });
    expect(await respondedTo(pressed)).toContain('takes care of this ticket already');
  });

  it('gets a further member by the team or its member, and by nobody else', async () => {
    const desk = await aDesk();
    const [memberId, guest, stranger] = [newMember(), newMember(), newMember()];
    harness.discord.setMember(desk.bot.guildId, { id: guest });
    const threadId = await openTicket(desk, memberId);
    const refused = inThread('add', stranger, desk, threadId, { member: guest });
    expect(await respondedTo(refused)).toContain('Only the team and whoever opened');
    await respondedTo(inThread('add', memberId, desk, threadId, { member: guest }));
    expect(harness.discord.channelState(threadId).memberIds.has(guest)).toBe(true);
    expect(await respondedTo(inThread('claim', desk.teamMember, desk, desk.bot.channelId))).toContain('only in the thread');
  });
});

describe('a closed ticket', () => {
  it('is archived and locked, its transcript is a file in the log channel, and the owner reads and deletes it', async () => {
    const desk = await aDesk();
    const { bot, logChannel } = desk;
    const memberId = newMember();
    const threadId = await openTicket(desk, memberId);
    harness.discord.sendMessage({ bot, channelId: threadId, authorId: memberId, content: 'It never\narrived' });
    const closing = inThread('close', desk.teamMember, desk, threadId, { reason: 'solved' });
    expect(await respondedTo(closing)).toBe('The ticket is closed.');
    expect(harness.discord.channelState(threadId)).toMatchObject({ isArchived: true, isLocked: true });
    expect(messagesOf(bot, threadId).at(-1)?.content).toContain('Reason: solved');
    expect(messagesOf(bot, logChannel)).toMatchObject([{ attachments: [{ name: 'ticket-0001.txt' }] }]);
    const closed = await sectionOf(desk, 'closed');
    const [row] = closed.rows;
    expect(row?.cells.slice(0, 2)).toEqual(['1', 'My order']);
    const opens = row?.actions.find(({ opens }) => opens !== undefined)?.opens ?? '';
    const [transcript] = (await pageOf(desk, { section: opens })).sections;
    expect(transcript?.rows.map(({ cells }) => cells[2])).toContain('It never\narrived');
    const partsOf = () =>
      query<{ text: string }>(
        'select p.text from runner.transcript_part p join runner.ticket t on t.id = p.ticket_id where t.bot_id = $1',
        [desk.botId],
      );
    const stored = await partsOf();
    expect(stored).toHaveLength(1);
    expect(stored[0]?.text).not.toContain('arrived');
    await act(desk, 'delete', { rowId: row?.id });
    const [gone] = (await pageOf(desk, { section: opens })).sections;
    expect([gone?.total, await partsOf()]).toEqual([0, []]);
  });

  it('is ended once by everybody who closes it at the same time, and by the sweep when the process died in between', async () => {
    const desk = await aDesk();
    const memberId = newMember();
    const threadId = await openTicket(desk, memberId);
    harness.discord.sendMessage({ bot: desk.bot, channelId: threadId, authorId: memberId, content: 'hello' });
    const closings = [memberId, desk.teamMember].map((who) => inThread('close', who, desk, threadId));
    await Promise.all(closings.map(respondedTo));
    const endings = () => messagesOf(desk.bot, threadId).filter(({ content }) => content.includes('closed this ticket'));
    expect(endings()).toHaveLength(1);
    expect(messagesOf(desk.bot, desk.logChannel)).toHaveLength(1);
    await query(`update runner.ticket set finished_at = null, attempt_at = now() where bot_id = $1`, [desk.botId]);
    await service.app.get(TicketClosing).sweep();
    await waitFor('the end', async () => {
      const [row] = await query<{ at: Date | null }>('select finished_at as at from runner.ticket where bot_id = $1', [
        desk.botId,
      ]);
      return row?.at ?? undefined;
    });
    expect(endings()).toHaveLength(1);
    expect(messagesOf(desk.bot, desk.logChannel)).toHaveLength(1);
  });

  it('is one in which nobody wrote for as many days as the owner chose; one with a new message stays open', async () => {
    const desk = await aDesk({ closeAfterDays: 3 });
    const [quiet, busy] = [await openTicket(desk, newMember()), await openTicket(desk, newMember())];
    for (const message of harness.discord.messages(quiet)) harness.discord.deleteMessage(desk.bot, message.id);
    harness.discord.sendMessage({ bot: desk.bot, channelId: busy, content: 'still here' });
    await query(
      `update runner.ticket set active_at = now() - interval '4 days', created_at = now() - interval '4 days', attempt_at = now()
       where bot_id = $1`,
      [desk.botId],
    );
    await service.app.get(TicketClosing).sweep();
    await waitFor('the end', () => harness.discord.channelState(quiet).isArchived || undefined);
    expect(messagesOf(desk.bot, quiet).at(-1)?.content).toContain('nobody wrote in it for 3 days');
    expect(harness.discord.channelState(busy).isArchived).toBe(false);
    expect((await sectionOf(desk, 'open')).total).toBe(1);
  });

  it('is one whose thread was deleted, so that its member can open another one', async () => {
    const desk = await aDesk({ maxOpenPerMember: 1 });
    const memberId = newMember();
    harness.discord.deleteChannel(await openTicket(desk, memberId));
    await waitFor('the end', async () => ((await sectionOf(desk, 'open')).total === 0 ? true : undefined));
    await openTicket(desk, memberId);
  });

  it('is not shown in another server: its transcript is posted only in a log channel of its own', async () => {
    const elsewhere = harness.addBot().bot;
    const desk = await aDesk({ logChannel: elsewhere.channelId });
    harness.discord.addBotToGuild(desk.bot, { guildId: elsewhere.guildId, permissions: ['administrator'] });
    const memberId = newMember();
    const threadId = await openTicket(desk, memberId);
    await respondedTo(inThread('close', memberId, desk, threadId));
    expect(harness.discord.channelState(threadId).isArchived).toBe(true);
    expect(harness.discord.messages(elsewhere.channelId)).toEqual([]);
  });

  it('is closed although the bot may not write into the log channel, which the owner reads', async () => {
    const [desk, other] = [await aDesk(), await aDesk()];
    const permissionAfterTicket = async (of: Desk) => {
      const memberId = newMember();
      const threadId = await openTicket(of, memberId);
      await respondedTo(inThread('close', memberId, of, threadId));
      expect(harness.discord.channelState(threadId).isArchived).toBe(true);
      const { problems } = await harness.runtime.rpc.ask(runner.problems, { actor: actorOf(of.botId), botId: of.botId });
      return problems.find(({ action }) => action === 'write-ticket-log')?.permission;
    };
    harness.discord.setOverwrites(desk.logChannel, [{ id: desk.bot.applicationId, of: 'member', deny: ['sendMessages'] }]);
    expect(await permissionAfterTicket(desk)).toBe('Send Messages');
    harness.discord.deleteChannel(other.logChannel);
    expect(await permissionAfterTicket(other)).toBeNull();
  });

  it('is deleted after 30 days, and what a forgotten member wrote at once', async () => {
    const desk = await aDesk();
    const memberId = newMember();
    const threadId = await openTicket(desk, memberId);
    harness.discord.sendMessage({
      bot: desk.bot,
      channelId: threadId,
      authorId: desk.teamMember,
      content: 'an answer',
      mention: false,
    });
    await respondedTo(inThread('close', memberId, desk, threadId));
    const store = service.app.get(TicketStore);
    await store.forgetMember(desk.botId, desk.teamMember);
    const [row] = (await sectionOf(desk, 'closed')).rows;
    const [transcript] = (await pageOf(desk, { section: `t:${row?.id}` })).sections;
    // The companion may have answered it.
    expect(JSON.stringify(transcript)).not.toContain('"an answer"');
    expect(transcript?.total).toBeGreaterThan(0);
    await store.forgetMember(desk.botId, memberId);
    expect((await sectionOf(desk, 'closed')).rows[0]?.cells[2]).toBe('a member');
    await query(`update runner.ticket set closed_at = now() - interval '31 days' where bot_id = $1`, [desk.botId]);
    await store.deleteOld();
    expect((await sectionOf(desk, 'closed')).total).toBe(0);
  });
});

describe('the page of tickets', () => {
  it('posts the button where the owner wants it and closes tickets, and shows nothing to another owner', async () => {
    const desk = await aDesk();
    const channel = harness.discord.addChannel(desk.bot, { name: 'help' }).id;
    await act(desk, 'panel', { values: { channel, text: 'Ask us' } });
    expect(messagesOf(desk.bot, channel)).toMatchObject([{ content: 'Ask us' }]);
    await expect(act(desk, 'panel', { values: { channel: 'x' } })).rejects.toMatchObject({ code: 'BAD_INPUT' });
    const threadId = await openTicket(desk, newMember());
    const [row] = (await sectionOf(desk, 'open')).rows;
    const other = await aDesk();
    await expect(act(other, 'close', { rowId: row?.id })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(pageOf(other, { botId: desk.botId })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(act(desk, 'close', { rowId: 'not an id' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await act(desk, 'close', { rowId: row?.id });
    expect(harness.discord.channelState(threadId).isArchived).toBe(true);
    await expect(act(desk, 'close', { rowId: row?.id })).rejects.toMatchObject({ code: 'BAD_INPUT' });
  });

  it('is refused to members without Manage Server, whatever Discord shows them', async () => {
    const desk = await aDesk();
    expect(() => invoke(desk.bot, 'ticket-panel', { authorId: newMember() })).toThrow('may not use');
  });
});
