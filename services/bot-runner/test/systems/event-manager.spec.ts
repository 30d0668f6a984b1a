import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { RunningService } from '@kith/kit';
import { anActor, waitFor, type DiscordBot } from '@kith/kit/testing';
import { MINUTE_MS, systemPages, traces, type ParsedInputOf } from '@kith/proto';
import { DataSource } from 'typeorm';
import { EventManager } from '../../src/systems/event-manager/event-manager.service.js';
import { EventReminders } from '../../src/systems/event-manager/event-reminders.js';
import { EventStore, idOf } from '../../src/systems/event-manager/event-store.js';
import { RunnerHarness } from '../runner-harness.js';

const SYSTEM = 'event-manager';
let harness: RunnerHarness;
let service: RunningService;
let members = 0;

beforeAll(async () => {
  harness = await RunnerHarness.open({ identifyEveryMs: 0 });
  service = await harness.startInProcess();
});
afterAll(() => harness.close());
beforeEach(() => harness.discord.acceptRequests());

type Settings = Record<string, string | number | boolean>;
type Added = { readonly bot: DiscordBot; readonly botId: string };

/** A bot with the system, which announces in the channel `news`. */
async function aBot(settings: Settings = {}, options: Parameters<RunnerHarness['addBot']>[1] = {}) {
  const added = harness.addBot({}, options);
  const news = harness.discord.addChannel(added.bot, { name: 'news' }).id;
  const stored = { announcementChannel: news, reminderMinutes: 30, mentionSignUps: true, maxSignUps: 0, ...settings };
  await harness.bots.change(added.botId, { systems: [{ systemId: SYSTEM, settings: stored }] });
  await harness.bots.start(added.botId);
  await harness.bots.waitForState(added.botId, 'online');
  await waitFor(
    'the commands',
    () => harness.discord.commandsOf(added.bot).filter(({ name }) => name.startsWith('event')).length === 2,
  );
  return { ...added, news };
}
const inServer = ({ bot, botId }: Added) => ({
  actor: anActor({ userId: harness.bots.runnableOf(botId).ownerId }),
  botId,
  systemId: SYSTEM,
  guildId: bot.guildId,
});
const page = (added: Added) => harness.runtime.rpc.ask(systemPages.get, inServer(added));
const act = (added: Added, action: Partial<ParsedInputOf<typeof systemPages.act>>) =>
  harness.runtime.rpc.ask(systemPages.act, { ...inServer(added), action: 'create', ...action });
const planOnPage = (added: Added, values: Settings = {}) =>
  act(added, {
    values: { name: `Tea ${randomUUID()}`, start: 'in 3h', hours: 2, place: 'Garden', description: 'Bring cake', ...values },
  });
function aMember({ bot }: Added, permissions: ('manageEvents' | 'viewChannel')[] = []) {
  const id = String(820_000_000_000_000_000n + BigInt(++members));
  const roles = permissions.length > 0 ? [harness.discord.addRole(bot.guildId, { name: 'Host', permissions })] : [];
  harness.discord.setMember(bot.guildId, { id, roles });
  return id;
}
const answered = (interactionId: string) =>
  waitFor('the answer', () => {
    const response = harness.discord.responseTo(interactionId);
    return response && !response.isDeferred && response.content !== '' ? response : undefined;
  });
const use = ({ bot }: Added, authorId: string, subcommand: string | null, options = {}) =>
  answered(
    harness.discord.invokeCommand({
      bot,
      authorId,
      options,
      ...(subcommand === null ? { name: 'events' } : { name: 'event', subcommand }),
    }),
  );
const eventsOf = ({ bot }: Added) => harness.discord.scheduledEvents.of(bot.guildId);
const posted = (added: { readonly news: string }) => harness.discord.messages(added.news);
const store = () => service.app.get(EventStore);
const press = (added: Awaited<ReturnType<typeof aBot>>, which: 'up' | 'off', authorId: string) => {
  const [message] = posted(added);
  const [event] = eventsOf(added);
  const customId = `system:${SYSTEM}:${which}:${idOf(added.botId, event?.id ?? '')}`;
  return answered(harness.discord.pressButton({ bot: added.bot, messageId: message?.id ?? '', customId, authorId }));
};
const noted = (added: Added) => {
  const { actor, botId } = inServer(added);
  const list = async () => (await harness.runtime.rpc.ask(traces.list, { actor, botId, usedCommands: true })).traces;
  return waitFor('the trace', async () => ((await list()).length > 0 ? list() : undefined));
};
const idIn = (added: Added): string => idOf(added.botId, eventsOf(added)[0]?.id ?? '');
const later = (minutes: number): string => new Date(Date.now() + minutes * MINUTE_MS).toISOString();

describe('an event', () => {
  it('planned on the page is one of Discord, and is announced with buttons to sign up and off', async () => {
    const added = await aBot();
    const said = await planOnPage(added, { name: 'Tea' });
    expect(said.message).toMatch(/^“Tea” begins \w{3} \d{4}-\d\d-\d\d \d\d:\d\d UTC\./);
    expect(eventsOf(added)).toMatchObject([{ name: 'Tea', location: 'Garden', description: 'Bring cake' }]);
    const [message] = posted(added);
    expect(message?.embeds).toMatchObject([{ title: 'Tea', description: 'Bring cake' }]);
    const [host, guest] = [aMember(added), aMember(added)];
    expect((await press(added, 'up', host)).content).toContain('(1 so far)');
    expect((await press(added, 'up', host)).content).toContain('(1 so far)');
    expect((await press(added, 'up', guest)).content).toContain('(2 so far)');
    expect((await press(added, 'off', guest)).content).toContain('not signed up any more');
    const [calendar] = (await page(added)).sections;
    expect(calendar?.rows).toMatchObject([{ cells: ['Tea', expect.stringMatching(/UTC$/), 'Garden', '0', '1'] }]);
  });

  it('takes place in a voice or stage channel of the server, for members only in one that they may enter', async () => {
    const added = await aBot();
    const channelOf = (type: number) => harness.discord.addChannel(added.bot, { name: 'talk', type }).id;
    const [voice, stage] = [channelOf(2), channelOf(13)];
    await planOnPage(added, { name: 'Talk', voice });
    await planOnPage(added, { name: 'Show', voice: stage, channel: added.bot.channelId });
    expect(eventsOf(added)).toMatchObject([
      { channelId: voice, kind: 2 },
      { channelId: stage, kind: 1 },
    ]);
    expect(JSON.stringify(posted(added)[0]?.embeds)).toContain(`<#${voice}>`);
    await expect(planOnPage(added, { voice: added.news })).rejects.toMatchObject({
      details: { fields: { voice: expect.anything() } },
    });
    const host = aMember(added, ['manageEvents']);
    harness.discord.setOverwrites(voice, [{ id: host, of: 'member', deny: ['connect'] }]);
    const mine = { name: 'Mine', start: 'in 3h' };
    expect((await use(added, host, 'create', { ...mine, voice })).content).toBe('You may not enter that channel yourself.');
    expect((await use(added, host, 'create', { ...mine, voice: stage })).content).toContain('Done.');
    harness.discord.setOverwrites(stage, [{ id: added.bot.applicationId, of: 'member', deny: ['muteMembers'] }]);
    await expect(planOnPage(added, { name: 'Late', voice: stage })).rejects.toMatchObject({
      message: expect.stringContaining('Mute Members'),
    });
  });

  it('is planned, listed, announced, counted and cancelled by slash command of members who may', async () => {
    const added = await aBot();
    const host = aMember(added, ['manageEvents']);
    const channel = harness.discord.addChannel(added.bot, { name: 'other' }).id;
    expect((await use(added, host, 'create', { name: 'Chess', start: 'in 3h', hours: 2, channel })).content).toContain(
      'announced',
    );
    expect(harness.discord.messages(channel)).toHaveLength(1);
    const guest = aMember(added);
    harness.discord.scheduledEvents.setInterest(eventsOf(added)[0]?.id ?? '', guest);
    await waitFor('the interest', async () => (await store().signedUp(idIn(added), 9)).length === 1);
    expect((await use(added, host, 'sign-ups', { event: 'chess' })).content).toContain(`<@${guest}>`);
    const list = await use(added, guest, null);
    expect(list).toMatchObject({ content: expect.stringContaining('Chess'), isEphemeral: false });
    expect(list.content).toContain('1 coming');
    expect((await use(added, host, 'announce', { event: 'Nothing' })).content).toContain('do not know that event');
    expect((await use(added, host, 'cancel', { event: 'Chess' })).content).toContain('cancelled');
    expect(eventsOf(added)).toEqual([]);
    expect(harness.discord.messages(channel)[0]).toMatchObject({ content: '❌ Cancelled: Chess', components: [] });
    expect((await use(added, guest, null)).content).toContain('Nothing is planned');
  });

  it('is announced by members only where they may write, and cancelled or announced again only by those who manage events', async () => {
    const added = await aBot();
    const host = aMember(added, ['manageEvents']);
    const channel = harness.discord.addChannel(added.bot, { name: 'quiet' }).id;
    harness.discord.setOverwrites(channel, [
      { id: added.bot.guildId, of: 'role', deny: ['sendMessages'] },
      { id: added.bot.applicationId, of: 'member', allow: ['sendMessages'] },
    ]);
    const refused = await use(added, host, 'create', { name: 'Chess', start: 'in 3h', channel });
    expect(refused.content).toBe('You may not write in that channel yourself.');
    expect(eventsOf(added)).toEqual([]);
    await use(added, host, 'create', { name: 'Chess', start: 'in 3h' });
    const runnable = harness.bots.runnableOf(added.botId);
    const member = { id: aMember(added), name: 'M', roleIds: [], permissions: String(1n << 44n) };
    for (const subcommand of ['cancel', 'announce'])
      await expect(
        service.app.get(EventManager).runCommand({
          ownerId: runnable.ownerId,
          botId: added.botId,
          systemId: SYSTEM,
          eventId: '999000000000000003',
          bot: runnable,
          guildId: added.bot.guildId,
          channelId: added.bot.channelId,
          settings: {},
          task: { kind: 'command', name: 'event', subcommand, files: [], options: { event: 'Chess' }, member },
        }),
      ).rejects.toThrow('Manage Events');
    expect(eventsOf(added)).toHaveLength(1);
  });

  it('is not planned or announced twice by a repeated job', async () => {
    const added = await aBot();
    const runnable = harness.bots.runnableOf(added.botId);
    // A later attempt reads the same time, as the member meant it.
    const sentAtMs = Math.floor(Date.now() / 1000) * 1000 - 10_000;
    const job = {
      ownerId: runnable.ownerId,
      botId: added.botId,
      systemId: SYSTEM,
      eventId: String((BigInt(sentAtMs) - 1_420_070_400_000n) << 22n),
      bot: runnable,
      guildId: added.bot.guildId,
      channelId: added.bot.channelId,
      settings: runnable.systems[0]?.settings ?? {},
      task: {
        kind: 'command' as const,
        name: 'event',
        subcommand: 'create',
        files: [],
        options: { name: 'Once', start: 'in 3h' },
        member: { id: aMember(added), name: 'M', roleIds: [], permissions: String(1n << 33n) },
      },
    };
    const handler = service.app.get(EventManager);
    const answers = [await handler.runCommand(job), await handler.runCommand(job)];
    expect(answers[1]).toEqual(answers[0]);
    expect(eventsOf(added).map(({ startsAt }) => Date.parse(startsAt))).toEqual([sentAtMs + 3 * 60 * MINUTE_MS]);
    expect(posted(added)).toHaveLength(1);
  });

  it('takes as many sign-ups by its button as it has places, however many are interested on Discord', async () => {
    const added = await aBot({ maxSignUps: 1 });
    await planOnPage(added);
    const interested = aMember(added);
    await store().signUp(idIn(added), interested, 'discord');
    await press(added, 'up', aMember(added));
    expect((await press(added, 'up', interested)).content).toContain('full');
    expect(await store().signedUp(idIn(added), 9)).toHaveLength(2);
  });

  it('with a wrong field is refused at that field, and what Discord refuses is told', async () => {
    const added = await aBot();
    const elsewhere = await aBot();
    const wrong = (field: string) => ({ code: 'BAD_INPUT', details: { fields: { [field]: expect.any(String) } } });
    await expect(planOnPage(added, { name: '' })).rejects.toMatchObject(wrong('name'));
    await expect(planOnPage(added, { start: 'one day' })).rejects.toMatchObject(wrong('start'));
    await expect(planOnPage(added, { hours: 'many' })).rejects.toMatchObject(wrong('hours'));
    await expect(planOnPage(added, { channel: 'x' })).rejects.toMatchObject(wrong('channel'));
    await expect(planOnPage(added, { channel: elsewhere.news })).rejects.toMatchObject(wrong('channel'));
    // A channel of the settings, which hold for all servers, is announced in only where it is.
    const other = await aBot({ announcementChannel: elsewhere.news });
    harness.discord.addBotToGuild(other.bot, { guildId: elsewhere.bot.guildId, permissions: ['administrator'] });
    await planOnPage(other);
    expect([eventsOf(other).length, posted(elsewhere).length]).toEqual([1, 0]);
    expect(eventsOf(added)).toEqual([]);
    const weak = await aBot({}, { permissions: ['viewChannel', 'sendMessages', 'readMessageHistory'] });
    await expect(planOnPage(weak)).rejects.toMatchObject({
      code: 'DISCORD_REFUSED',
      message: expect.stringContaining('Create Events'),
    });
  });
});

describe('a reminder', () => {
  it('is posted once before the start, mentions who signed up, and survives a restart', async () => {
    const added = await aBot({ reminderMinutes: 30 });
    await planOnPage(added, { name: 'Soon', start: 'in 45m' });
    const guest = aMember(added);
    await press(added, 'up', guest);
    const reminded = () => posted(added).filter(({ content }) => content.startsWith('⏰'));
    await service.app.get(EventReminders).sweep();
    expect(await store().takeDue(new Map([[added.botId, 30]]), 9)).toEqual([]);
    const [event] = eventsOf(added);
    await harness.stopInProcess(service);
    service = await harness.startInProcess();
    harness.discord.scheduledEvents.change(event?.id ?? '', { startsAt: later(20) });
    await waitFor('the reminder', () => reminded().length > 0, 20_000);
    expect(reminded()[0]).toMatchObject({
      content: expect.stringContaining(`<@${guest}>`),
      allowedMentions: { parse: [], users: [guest] },
    });
    await service.app.get(EventReminders).remind(added.botId, idIn(added), {});
    await service.app.get(EventReminders).sweep();
    expect(reminded()).toHaveLength(1);
  });

  it('of an event that somebody planned on Discord itself comes too, without mentions where the owner wants none, and not at 0 minutes', async () => {
    const [silent, off] = [await aBot({ mentionSignUps: false }), await aBot({ reminderMinutes: 0 })];
    for (const { bot } of [silent, off]) {
      const { id } = harness.discord.scheduledEvents.add({ guildId: bot.guildId, name: 'Party', startsAt: later(10) });
      harness.discord.scheduledEvents.setInterest(id, aMember({ bot, botId: '' }));
    }
    const [message] = await waitFor('the reminder', () => (posted(silent).length > 0 ? posted(silent) : undefined), 20_000);
    expect(message?.content).toMatch(/^⏰ \*\*Party\*\* begins <t:\d+:R>\.$/);
    expect(posted(off)).toEqual([]);
  });

  it('that Discord refuses is not tried again, and the owner is shown why', async () => {
    const added = await aBot();
    harness.discord.setOverwrites(added.news, [{ id: added.bot.guildId, of: 'role', deny: ['sendMessages'] }]);
    const { id } = harness.discord.scheduledEvents.add({ guildId: added.bot.guildId, name: 'Party', startsAt: later(10) });
    await waitFor('the attempt', async () => (await store().byEvent(added.botId, id))?.remindedAt ?? undefined, 20_000);
    expect(posted(added)).toEqual([]);
    const problems = () =>
      service.app
        .get(DataSource)
        .query<unknown[]>('select action, channel_id as "channelId", permission from runner.problem where bot_id = $1', [
          added.botId,
        ]);
    expect(await waitFor('the problem', async () => ((await problems()).length > 0 ? problems() : undefined))).toEqual([
      { action: 'send-messages', channelId: added.news, permission: 'Send Messages' },
    ]);
    expect(await noted(added)).toEqual([
      expect.objectContaining({
        command: 'Event Manager',
        reason: 'system_failed',
        detail: 'Discord refused the reminder of an event: Missing Permissions.',
      }),
    ]);
  });

  it('is not lost when Discord does not tell at that moment to which server the channel belongs', async () => {
    const added = await aBot();
    const { id } = harness.discord.scheduledEvents.add({ guildId: added.bot.guildId, name: 'Party', startsAt: later(600) });
    const stored = await waitFor('the event', async () => (await store().byEvent(added.botId, id)) ?? undefined);
    await service.app
      .get(DataSource)
      .query(`update runner.server_event set starts_at = now() + interval '10 minutes', attempt_at = 'infinity' where id = $1`, [
        stored.id,
      ]);
    const settings = { announcementChannel: added.news, reminderMinutes: 30, mentionSignUps: true, maxSignUps: 0 };
    const remind = () => service.app.get(EventReminders).remind(added.botId, stored.id, settings);
    harness.discord.rejectRequests({ path: `/channels/${added.news}`, method: 'GET', status: 500 });
    await expect(remind()).rejects.toThrow();
    harness.discord.acceptRequests();
    await remind();
    expect(posted(added)).toHaveLength(1);
  }, 30_000);
});

describe('what came while the bot was away', () => {
  it('is found after a new session: events, cancellations and interest', async () => {
    const added = await aBot();
    await planOnPage(added, { name: 'Gone' });
    await planOnPage(added, { name: 'Went well' });
    const [gone, over] = eventsOf(added);
    await harness.bots.stop(added.botId);
    await harness.bots.waitForState(added.botId, 'stopped');
    for (const event of [gone, over]) harness.discord.scheduledEvents.remove(event?.id ?? '');
    const began = "update runner.server_event set starts_at = now() - interval '1 hour' where event_id = $1";
    await service.app.get(DataSource).query(began, [over?.id]);
    const made = harness.discord.scheduledEvents.add({ guildId: added.bot.guildId, name: 'New', startsAt: later(300) });
    const guest = aMember(added);
    harness.discord.scheduledEvents.setInterest(made.id, guest);
    await harness.allowIdentify(added.bot);
    await harness.bots.start(added.botId);
    await waitFor('the interest', async () => (await store().signedUp(idOf(added.botId, made.id), 9)).includes(guest), 15_000);
    expect(await store().byEvent(added.botId, gone?.id ?? '')).toBeNull();
    expect(await store().byEvent(added.botId, over?.id ?? '')).toBeNull();
    expect(
      posted(added)
        .filter(({ content }) => content.startsWith('❌'))
        .map(({ content }) => content),
    ).toEqual(['❌ Cancelled: Gone']);
  });
});

it('a cancelled event whose announcement the bot may not change any more is gone, and the owner reads that the announcement still stands', async () => {
  const added = await aBot();
  await planOnPage(added, { name: 'Chess' });
  harness.discord.setOverwrites(added.news, [{ id: added.bot.guildId, of: 'role', deny: ['viewChannel'] }]);
  await act(added, { action: 'cancel', rowId: eventsOf(added)[0]?.id ?? '' });
  expect(eventsOf(added)).toEqual([]);
  expect(posted(added)[0]?.content).not.toContain('Cancelled');
  const detail = 'The announcement of a cancelled event still stands, because Discord refused to change it: Missing Access.';
  expect(await noted(added)).toEqual([expect.objectContaining({ command: 'Event Manager', reason: 'system_failed', detail })]);
});

describe('the rows of events', () => {
  it('go with the bot, a member is forgotten, and those of a bot of another owner are neither shown nor changed', async () => {
    const [mine, other] = [await aBot(), await aBot()];
    await planOnPage(other);
    await press(other, 'up', aMember(other));
    const foreign = { ...inServer(other), actor: inServer(mine).actor };
    await expect(harness.runtime.rpc.ask(systemPages.get, foreign)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    const cancel = { action: 'cancel', rowId: eventsOf(other)[0]?.id ?? '' };
    await expect(harness.runtime.rpc.ask(systemPages.act, { ...foreign, ...cancel })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    await expect(act(mine, cancel)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    const [member = ''] = await store().signedUp(idIn(other), 9);
    await store().forgetMember(other.botId, member);
    expect(await store().signedUp(idIn(other), 9)).toEqual([]);
    await service.app.get(EventManager).purge(other.botId);
    expect(await store().byId(other.botId, idIn(other))).toBeNull();
    await act(other, cancel);
    expect(eventsOf(other)).toEqual([]);
  });
});
