import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { waitFor } from '@kith/kit/testing';
import { AppError, traces } from '@kith/proto';
import { CommandRefusal } from '../../src/commands/command-refusal.js';
import { DesiredBotsSource } from '../../src/connections/desired-bots.js';
import { InteractionAnswers } from '../../src/interactions/interaction-answers.js';
import { EventDiscord } from '../../src/systems/event-manager/event-discord.js';
import { SupportTickets } from '../../src/systems/support-tickets/support-tickets.service.js';
import { TicketClosing } from '../../src/systems/support-tickets/ticket-closing.js';
import { TicketStore } from '../../src/systems/support-tickets/ticket-store.js';
import { Systems } from '../../src/systems/systems.js';
import { SystemsWorker } from '../../src/systems/systems.worker.js';
import { SystemBots, type On } from './system-bots.js';

let systems: SystemBots;
beforeAll(async () => {
  systems = await SystemBots.open('support-tickets');
});
afterAll(() => systems.close());
afterEach(() => systems.discord.acceptRequests());

const aBot = () => systems.bot({}, { command: 'ticket-panel' });
let events = 0;
const newEvent = (): string => `event-${(events += 1)}`;

const task = (memberId: string) => ({
  kind: 'component' as const,
  customId: 'subject',
  values: [],
  fields: { subject: 'My order' },
  messageId: null,
  member: { id: memberId, name: 'Ann', roleIds: [], permissions: '0' },
});

interface Ticket {
  readonly id: string;
  readonly threadId: string | null;
  readonly closedAt: Date | null;
  readonly finishedAt: Date | null;
}
const ticketsOf = ({ botId }: On) =>
  systems.query<Ticket>(
    `select id, thread_id as "threadId", closed_at as "closedAt", finished_at as "finishedAt" from runner.ticket
     where bot_id = $1 order by number`,
    [botId],
  );

describe('a command of tickets', () => {
  it('that is not run by its rules, because a permission is missing, because it has been removed or at an error is noted for the owner, without members', async () => {
    const on = await aBot();
    const authorId = systems.member(on, ['manageGuild']);
    const run = jest.spyOn(systems.service.app.get(SupportTickets), 'runCommand');
    const needed = 'I need the permission “Create Private Threads” in this channel for tickets.';
    run.mockRejectedValueOnce(new CommandRefusal(`<@${authorId}> is not <@&17> in <#18>.`));
    run.mockRejectedValueOnce(new CommandRefusal(needed, 'Create Private Threads'));
    run.mockRejectedValueOnce(new AppError('BAD_INPUT'));
    for (let time = 0; time < 3; time += 1) await systems.command(on, 'ticket-panel', { authorId });
    const find = jest.spyOn(systems.service.app.get(Systems), 'find').mockReturnValue(undefined);
    expect(await systems.command(on, 'ticket-panel', { authorId })).toBe('This is switched off at the moment.');
    find.mockRestore();
    run.mockRestore();
    const { actor, botId } = systems.inServer(on);
    const noted = () => systems.harness.runtime.rpc.ask(traces.list, { actor, botId, usedCommands: true });
    const found = await waitFor('the traces', async () => {
      const { traces: all } = await noted();
      return all.length >= 4 ? all : undefined;
    });
    const notRun = { outcome: 'command', command: '/ticket-panel', reason: 'command_refused' };
    expect(found.toReversed()).toMatchObject([
      { ...notRun, detail: 'a member is not the role 17 in the channel 18.' },
      { ...notRun, detail: needed },
      { ...notRun, detail: 'I could not do that. Please try again in a minute.' },
      { ...notRun, detail: 'This is switched off at the moment.' },
    ]);
  });

  it('that cannot be done is told to its member: at an error that stays, after many minutes, and when the bot was stopped', async () => {
    const on = await aBot();
    const { botId } = on;
    const authorId = systems.member(on, ['manageGuild']);
    const run = jest.spyOn(systems.service.app.get(SupportTickets), 'runCommand');
    run.mockRejectedValueOnce(new AppError('BAD_INPUT'));
    expect(await systems.command(on, 'ticket-panel', { authorId })).toContain('could not do that');
    run.mockImplementationOnce(async () => {
      await systems.harness.bots.stop(botId);
      await waitFor('the list', () => systems.service.app.get(DesiredBotsSource).bots.get(botId) === undefined);
      throw new Error('try again');
    });
    expect(await systems.command(on, 'ticket-panel', { authorId })).toContain('switched off');
    run.mockRestore();
    const other = await aBot();
    const end = jest.spyOn(systems.service.app.get(InteractionAnswers), 'end');
    const { ownerId } = systems.harness.bots.runnableOf(other.botId);
    const place = { ownerId, botId: other.botId, systemId: 'support-tickets', guildId: other.bot.guildId, channelId: '1' };
    const job = { ...place, eventId: newEvent(), interaction: 'sealed', task: task(systems.newMember()) };
    systems.discord.rejectRequests({ path: '/channels/1', status: 500 });
    const attempt = { isLastAttempt: false, addedAtMs: Date.now() - 8 * 60_000 };
    await systems.service.app.get(SystemsWorker).work(job, attempt);
    const told = expect.stringContaining('could not do that');
    expect(end).toHaveBeenCalledWith(expect.objectContaining({ interactionId: job.eventId }), told, expect.anything());
    end.mockRestore();
  }, 30_000);
});

describe('what Discord makes anew at each request', () => {
  const lost = { method: 'POST', status: 502, times: 1, hasEffect: true } as const;

  it('is made once although its answer was lost: the thread of a ticket, and an event', async () => {
    const on = await aBot();
    const { guildId, channelId } = on.bot;
    const job = { eventId: newEvent(), channelId, task: task(systems.newMember()) };
    systems.discord.rejectRequests({ path: '/threads', ...lost });
    await expect(systems.work(on, job)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    await systems.work(on, job);
    const [ticket] = await ticketsOf(on);
    const active = await fetch(`${systems.discord.apiUrl}/v10/guilds/${guildId}/threads/active`, {
      headers: { authorization: `Bot ${on.bot.token}` },
    });
    const { threads } = (await active.json()) as { threads: { id: string }[] };
    expect(threads.map(({ id }) => id)).toEqual([ticket?.threadId]);
    const events = systems.service.app.get(EventDiscord);
    const plan = {
      name: 'Once',
      description: '',
      place: 'here',
      startsAtMs: Date.now() + 86_400_000,
      voiceChannelId: null,
      endsAtMs: Date.now() + 90_000_000,
    };
    const server = { botId: on.botId, guildId };
    systems.discord.rejectRequests({ path: '/scheduled-events', ...lost });
    await expect(events.create(server, plan)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    await events.create(server, plan);
    expect(await events.list(server)).toHaveLength(1);
  });
});

describe('an open ticket', () => {
  const opened = async (on: On) => {
    await systems.work(on, { eventId: newEvent(), task: task(systems.newMember()) });
    return (await ticketsOf(on)).at(-1);
  };

  it('is closed when nobody wrote for long and the bot does not see its thread any more', async () => {
    const on = await aBot();
    const ticket = await opened(on);
    systems.discord.rejectRequests({ path: `/channels/${ticket?.threadId}`, status: 403, code: 50_001 });
    const old = `update runner.ticket set active_at = now() - interval '90 days', attempt_at = now() where bot_id = $1`;
    await systems.query(old, [on.botId]);
    await systems.service.app.get(TicketClosing).sweep();
    await waitFor('the end', async () => (await ticketsOf(on))[0]?.finishedAt ?? undefined);
  });

  it('is closed when the bot leaves the server, and not while Discord cannot show the server', async () => {
    const on = await aBot();
    await opened(on);
    const { guildId } = on.bot;
    systems.discord.dispatch(on.bot, 'GUILD_DELETE', { id: guildId, unavailable: true });
    await opened(on);
    expect((await ticketsOf(on)).map(({ closedAt }) => closedAt)).toEqual([null, null]);
    systems.discord.dispatch(on.bot, 'GUILD_DELETE', { id: guildId });
    await waitFor('the end', async () => (await ticketsOf(on)).every(({ closedAt, finishedAt }) => closedAt && finishedAt));
  });
});

describe('a ticket whose messages Discord does not list because a permission is missing', () => {
  const deny = ({ bot }: On, threadId: string) => {
    const denied = { id: bot.applicationId, of: 'member', deny: ['readMessageHistory'] } as const;
    for (const id of [bot.channelId, threadId]) systems.discord.setOverwrites(id, [denied]);
  };
  const problemsOf = ({ botId }: On) =>
    systems.query<object>('select action, permission from runner.problem where bot_id = $1', [botId]);
  const missing = [{ action: 'read-history', permission: 'Read Message History' }];
  const opened = async (on: On) => {
    await systems.work(on, { eventId: newEvent(), task: task(systems.member(on)) });
    return (await ticketsOf(on)).at(-1) ?? { id: '', threadId: '' };
  };

  it('is closed, and the team reads in the place of its transcript which permission it is, as does the owner until it is given', async () => {
    const on = await aBot();
    const { id: logChannel } = systems.discord.addChannel(on.bot, { name: 'log' });
    await systems.configure(on, { logChannel });
    const [hidden, next] = [await opened(on), await opened(on)];
    deny(on, hidden.threadId ?? '');
    await systems.act(on, 'close', { rowId: hidden.id });
    const logged = () => systems.discord.messages(logChannel).map(({ content }) => content);
    const why = `I need the permission “Read Message History” in <#${on.bot.channelId}>.`;
    expect(logged()).toEqual([`📄 There is no ticket-0001.txt: ${why}`]);
    expect((await ticketsOf(on))[0]?.finishedAt).not.toBeNull();
    expect(await problemsOf(on)).toEqual(missing);
    systems.discord.setOverwrites(on.bot.channelId, []);
    await systems.act(on, 'close', { rowId: next.id });
    expect(logged()[1]).toBe('📄 ticket-0002.txt');
    await waitFor('no problem', async () => (await problemsOf(on)).length === 0 || undefined);
  });

  it('is not closed as one in which nobody writes', async () => {
    const on = await aBot();
    const { id, threadId } = await opened(on);
    deny(on, threadId ?? '');
    await systems.query(`update runner.ticket set created_at = now() - interval '90 days' where bot_id = $1`, [on.botId]);
    const task = { kind: 'event' as const, name: 'end', data: { ticketId: id } };
    await systems.work(on, { eventId: newEvent(), task });
    expect((await ticketsOf(on))[0]?.closedAt).toBeNull();
    expect(await problemsOf(on)).toEqual(missing);
  });

  it('is announced when the button is posted: without the permission there is none', async () => {
    const on = await aBot();
    deny(on, on.bot.channelId);
    const posted = systems.act(on, 'panel', { values: { channel: on.bot.channelId } });
    await expect(posted).rejects.toMatchObject({ message: expect.stringContaining('“Read Message History”') });
    expect(systems.discord.messages(on.bot.channelId)).toEqual([]);
  });
});

describe('a ticket of a companion whose owner keeps no messages', () => {
  it('leaves no transcript and no subject with Kith; the log channel of the server gets the file, and /privacy says so', async () => {
    const on = await aBot();
    const { id: logChannel } = systems.discord.addChannel(on.bot, { name: 'log' });
    await systems.configure(on, { logChannel });
    await systems.harness.bots.change(on.botId, { settings: { logMessages: false } });
    const desired = systems.service.app.get(DesiredBotsSource).bots;
    await waitFor('the setting', () => desired.get(on.botId)?.channelSettings.logMessages === false);
    const memberId = systems.newMember();
    await systems.work(on, { eventId: newEvent(), task: task(memberId) });
    const [ticket] = await ticketsOf(on);
    const channelId = ticket?.threadId ?? '';
    systems.discord.sendMessage({ bot: on.bot, channelId, authorId: memberId, content: 'It never arrived' });
    await systems.act(on, 'close', { rowId: ticket?.id ?? '' });
    expect(systems.discord.messages(logChannel)).toMatchObject([{ attachments: [{ name: 'ticket-0001.txt' }] }]);
    const store = systems.service.app.get(TicketStore);
    const stored = await store.find(on.botId, ticket?.id ?? '');
    if (!stored?.finishedAt) throw new Error('the ticket is not finished');
    const parts = await systems.query<object>('select from runner.transcript_part where ticket_id = $1', [stored.id]);
    expect([parts, stored.transcriptLines, stored.authorIds, store.subjectOf(stored)]).toEqual([[], null, [], 'Ticket']);
    const response = systems.discord.invokeCommand({ bot: on.bot, name: 'privacy', authorId: memberId });
    const { content } = await waitFor('the answer', () => systems.discord.responseTo(response));
    expect(content).toContain('which tickets you opened');
    expect(content).not.toContain('what is written in your tickets');
  });

  it('that ends because it left the server leaves no subject either', async () => {
    const on = await aBot();
    await systems.work(on, { eventId: newEvent(), task: task(systems.newMember()) });
    const [ticket] = await ticketsOf(on);
    const store = systems.service.app.get(TicketStore);
    await store.endAll(on.botId, on.bot.guildId, false);
    const stored = await store.find(on.botId, ticket?.id ?? '');
    expect(stored && store.subjectOf(stored)).toBe('Ticket');
  });
});

describe('a member who is forgotten', () => {
  it('leaves no subject, reason or line behind, also in the transcript of a ticket that was open then', async () => {
    const on = await aBot();
    const [asks, answers] = [systems.newMember(), systems.newMember()];
    await systems.work(on, { eventId: newEvent(), task: task(asks) });
    const [ticket] = await ticketsOf(on);
    const channelId = ticket?.threadId ?? '';
    // The companion, which may answer before the ticket is closed, does not repeat what it was told.
    systems.harness.chat.replyText = () => 'Yes.';
    for (const authorId of [asks, answers])
      systems.discord.sendMessage({ bot: on.bot, channelId, authorId, content: `by ${authorId}`, mention: false });
    const store = systems.service.app.get(TicketStore);
    await store.forgetMember(on.botId, asks);
    await systems.act(on, 'close', { rowId: ticket?.id ?? '' });
    const stored = await store.find(on.botId, ticket?.id ?? '');
    if (!stored) throw new Error('no ticket');
    expect(stored).toMatchObject({ memberId: null, closedBecause: null });
    expect(store.subjectOf(stored)).toBe('Ticket');
    const { lines } = await store.transcriptPage(stored, { limit: 100, offset: 0 });
    const texts = lines.map(({ text }) => text);
    expect(texts).toContain(`by ${answers}`);
    expect(texts.join()).not.toMatch(new RegExp(`${asks}|My order`));
    await store.forgetMember(on.botId, answers);
    const [row] = await systems.query<object>('select * from runner.ticket where bot_id = $1', [on.botId]);
    expect(JSON.stringify(row)).not.toContain(asks);
    expect(JSON.stringify(row)).not.toContain(answers);
  });
});
