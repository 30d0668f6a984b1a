import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { RunningService } from '@kith/kit';
import { anActor, waitFor, type DiscordBot } from '@kith/kit/testing';
import { systemPages, traces, type ParsedInputOf } from '@kith/proto';
import { DataSource } from 'typeorm';
import { ReactionRoles } from '../../src/systems/reaction-roles/reaction-roles.service.js';
import { ReactionSync } from '../../src/systems/reaction-roles/reaction-sync.js';
import { RoleMessages } from '../../src/systems/reaction-roles/role-messages.service.js';
import { RunnerHarness } from '../runner-harness.js';

const SYSTEM = 'reaction-roles';
const UNKNOWN = '00000000-0000-4000-8000-000000000000';
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
type Mode = 'reactions' | 'buttons' | 'menu';

/** A bot with the system, in a server with the roles Red, Green and Blue below its own. */
async function aBot(settings: Settings = {}, options: Parameters<RunnerHarness['addBot']>[1] = {}) {
  const added = harness.addBot({}, options);
  const log = harness.discord.addChannel(added.bot, { name: 'log' }).id;
  const stored = { maxRoles: 5, removeOnReact: true, logChannel: log, ...settings };
  await harness.bots.change(added.botId, { systems: [{ systemId: SYSTEM, settings: stored }] });
  await harness.bots.start(added.botId);
  await harness.bots.waitForState(added.botId, 'online');
  const role = (name: string, position = 1) => harness.discord.addRole(added.bot.guildId, { name, position });
  return { ...added, log, red: role('Red'), green: role('Green'), blue: role('Blue') };
}
const actorOf = (botId: string) => anActor({ userId: harness.bots.runnableOf(botId).ownerId });
const inServer = ({ bot, botId }: Added) => ({ actor: actorOf(botId), botId, systemId: SYSTEM, guildId: bot.guildId });
const page = (added: Added) => harness.runtime.rpc.ask(systemPages.get, inServer(added));
const act = (added: Added, action: Partial<ParsedInputOf<typeof systemPages.act>>) =>
  harness.runtime.rpc.ask(systemPages.act, { ...inServer(added), action: 'create', ...action });
async function post(added: Added, mode: Mode, roles = 'Red\nGreen\nBlue') {
  const text = `Pick ${randomUUID()}`;
  await act(added, { values: { channel: added.bot.channelId, text, roles, mode } });
  const found = harness.discord.messages(added.bot.channelId).find(({ content }) => content.startsWith(text));
  if (!found) throw new Error('no role message');
  return found;
}
function aMember({ bot }: Added, roles: string[] = []) {
  const id = String(810_000_000_000_000_000n + BigInt(++members));
  harness.discord.setMember(bot.guildId, { id, roles });
  return id;
}
const rolesOf = ({ bot }: Added, member: string) => harness.discord.member(bot.guildId, member)?.roles ?? [];
const answered = (interactionId: string) =>
  waitFor('the answer', () => {
    const response = harness.discord.responseTo(interactionId);
    return response && !response.isDeferred && response.content !== '' ? response : undefined;
  });
const press = ({ bot }: Added, messageId: string, member: string, roleId: string) =>
  answered(harness.discord.pressButton({ bot, messageId, customId: `system:${SYSTEM}:${roleId}`, authorId: member }));
const choose = ({ bot }: Added, messageId: string, member: string, values: string[]) =>
  answered(harness.discord.pressButton({ bot, messageId, customId: `system:${SYSTEM}:menu`, values, authorId: member }));
const react = ({ bot }: Added, messageId: string, memberId: string, emoji: string, isRemoved = false) =>
  harness.discord.react(bot, { messageId, emoji, memberId, isRemoved });
const logged = (added: Awaited<ReturnType<typeof aBot>>) => harness.discord.messages(added.log).map(({ content }) => content);
const stored = () => service.app.get(RoleMessages);
const problemsOf = ({ botId }: Added): Promise<object[]> =>
  service.app.get(DataSource).query('select action from runner.problem where bot_id = $1', [botId]);

describe('a role message with buttons', () => {
  it('gives a member the role at a press and takes it back at the next one; the log channel is told both, and nobody is pinged', async () => {
    const added = await aBot();
    const message = await post(added, 'buttons');
    expect(message.components).toMatchObject([{ components: [{ label: 'Red' }, { label: 'Green' }, { label: 'Blue' }] }]);
    const member = aMember(added);
    const first = await press(added, message.id, member, added.red);
    expect(first).toMatchObject({ content: `You have <@&${added.red}> now.`, isEphemeral: true, allowedMentions: { parse: [] } });
    expect(rolesOf(added, member)).toEqual([added.red]);
    expect((await press(added, message.id, member, added.red)).content).toContain('gave');
    expect(rolesOf(added, member)).toEqual([]);
    expect(logged(added)).toEqual([`➕ <@${member}> picked <@&${added.red}>.`, `➖ <@${member}> gave <@&${added.red}> back.`]);
    expect(harness.discord.messages(added.log)[0]?.allowedMentions).toMatchObject({ parse: [] });
  });

  it('keeps the role at a second press when removeOnReact is off', async () => {
    const added = await aBot({ removeOnReact: false });
    const message = await post(added, 'buttons');
    const member = aMember(added);
    await press(added, message.id, member, added.red);
    expect((await press(added, message.id, member, added.red)).content).toContain('already');
    expect(rolesOf(added, member)).toEqual([added.red]);
  });

  it('gives a member at most maxRoles of its roles, whatever else they have', async () => {
    const added = await aBot({ maxRoles: 1 });
    const message = await post(added, 'buttons');
    const other = harness.discord.addRole(added.bot.guildId, { name: 'Other' });
    const member = aMember(added, [other]);
    await press(added, message.id, member, added.red);
    expect((await press(added, message.id, member, added.green)).content).toContain('at most 1 here');
    expect(rolesOf(added, member)).toEqual([other, added.red]);
    const second = await post(added, 'buttons', 'Green');
    await press(added, second.id, member, added.green);
    expect(rolesOf(added, member)).toContain(added.green);
  });

  it('decides a repeated job as the first time, and tells the log channel once', async () => {
    const added = await aBot();
    const message = await post(added, 'buttons');
    const member = aMember(added);
    const runnable = harness.bots.runnableOf(added.botId);
    const job = {
      ownerId: runnable.ownerId,
      botId: added.botId,
      systemId: SYSTEM,
      eventId: '999000000000000001',
      guildId: added.bot.guildId,
      channelId: added.bot.channelId,
      bot: runnable,
      settings: runnable.systems[0]?.settings ?? {},
      task: {
        kind: 'component' as const,
        customId: added.red,
        values: [],
        fields: {},
        messageId: message.id,
        member: { id: member, name: 'M', roleIds: [], permissions: '0' },
      },
    };
    const handler = service.app.get(ReactionRoles);
    const answers = [await handler.useComponent(job), await handler.useComponent(job)];
    expect(answers[1]).toEqual(answers[0]);
    expect(rolesOf(added, member)).toEqual([added.red]);
    expect(logged(added)).toHaveLength(1);
  });

  it('that offers a role no more refuses it, also when the component is old or of another server', async () => {
    const added = await aBot();
    const message = await post(added, 'buttons');
    const member = aMember(added);
    const choices = (await page(added)).sections.find(({ id }) => id === 'choices');
    const red = choices?.rows.find(({ cells }) => cells[0] === 'Red');
    const old = message.components;
    await act(added, { action: 'remove', rowId: red?.id ?? '' });
    expect(JSON.stringify(message.components)).not.toContain(added.red);
    message.components = old;
    expect((await press(added, message.id, member, added.red)).content).toContain('not offered any more');
    expect(rolesOf(added, member)).toEqual([]);
  });
});

describe('a role message with a menu', () => {
  it('gives and takes all chosen roles at once, what is given back first', async () => {
    const added = await aBot({ maxRoles: 2 });
    const message = await post(added, 'menu');
    const member = aMember(added);
    await choose(added, message.id, member, [added.red, added.green]);
    expect(rolesOf(added, member)).toEqual([added.red, added.green]);
    const answer = await choose(added, message.id, member, [added.blue, added.red]);
    expect(answer.content).toBe(`You have <@&${added.blue}> now.\nYou gave <@&${added.red}> back.`);
    expect(rolesOf(added, member)).toEqual([added.green, added.blue]);
  });
});

describe('a role message with reactions', () => {
  it('gives the role at a reaction and takes it when the reaction is taken back; reactions of bots and to other messages do nothing', async () => {
    const added = await aBot();
    const party = `party:${harness.discord.addEmoji(added.bot.guildId, 'party')}`;
    const message = await post(added, 'reactions', '🔴 Red\nGreen\n:party: Blue');
    expect(message.content).toContain(`🔴 <@&${added.red}>`);
    expect([...message.reactions.keys()]).toEqual(['🔴', '🟠', party]);
    const member = aMember(added);
    react(added, message.id, member, '🟠');
    await waitFor('the role', () => rolesOf(added, member).includes(added.green));
    react(added, message.id, member, '🟠', true);
    await waitFor('no role', () => rolesOf(added, member).length === 0);
    const other = harness.discord.sendMessage({ bot: added.bot, content: 'Hello', authorId: member });
    react(added, other, member, '🔴');
    react(added, message.id, member, '🐸');
    react(added, message.id, member, '🔴');
    await waitFor('the role', () => rolesOf(added, member).includes(added.red));
    react(added, message.id, member, party);
    await waitFor('the role of the emoji of the server', () => rolesOf(added, member).includes(added.blue));
    await waitFor('the log', () => logged(added).length === 4);
  });

  it('gives the role once when the reaction is found after a new session while its event is waiting', async () => {
    const added = await aBot();
    const message = await post(added, 'reactions', '🔴 Red');
    const member = aMember(added);
    message.reactions.get('🔴')?.add(member);
    const row = await stored().byMessage(added.botId, message.id);
    if (!row) throw new Error('no row');
    // It does not offer again what it offers already.
    harness.discord.rejectRequests({ path: '/reactions/', method: 'PUT', status: 400 });
    await service.app.get(ReactionSync).sync(row, { maxRoles: 5, removeOnReact: true, logChannelId: added.log });
    harness.discord.acceptRequests();
    const bot = harness.bots.runnableOf(added.botId);
    await service.app.get(ReactionRoles).work({
      bot,
      ownerId: bot.ownerId,
      botId: added.botId,
      systemId: SYSTEM,
      eventId: 'waiting',
      guildId: added.bot.guildId,
      channelId: added.bot.channelId,
      settings: bot.systems[0]?.settings ?? {},
      task: { kind: 'event', name: 'reacted', data: { messageId: message.id, memberId: member, emoji: '🔴', roles: '' } },
    });
    expect(rolesOf(added, member)).toEqual([added.red]);
    expect(logged(added)).toHaveLength(1);
  });

  it('takes the reaction of a member who has as many roles as they may pick', async () => {
    const added = await aBot({ maxRoles: 1 });
    const message = await post(added, 'reactions', '🔴 Red\n🟢 Green');
    const member = aMember(added);
    react(added, message.id, member, '🔴');
    await waitFor('the role', () => rolesOf(added, member).includes(added.red));
    react(added, message.id, member, '🟢');
    await waitFor('the reaction to go', () => message.reactions.get('🟢')?.has(member) === false);
    expect(rolesOf(added, member)).toEqual([added.red]);
    const read = () => harness.runtime.rpc.ask(traces.list, { ...inServer(added), usedCommands: true });
    const detail = `A member who reacted did not get the role ${added.green}: of the roles of a message everybody can pick at most 1.`;
    await waitFor('what the owner reads', async () => (await read()).traces.some((one) => one.detail === detail));
  });

  it('keeps the roles of its members when somebody clears the reactions, and offers its emoji again', async () => {
    const added = await aBot();
    const message = await post(added, 'reactions', '🔴 Red');
    const member = aMember(added);
    react(added, message.id, member, '🔴');
    await waitFor('the role', () => rolesOf(added, member).includes(added.red));
    harness.discord.clearReactions(added.bot, message.id);
    await waitFor('its own reaction', () => message.reactions.get('🔴')?.has(added.bot.applicationId));
    expect(rolesOf(added, member)).toEqual([added.red]);
  });

  it('does what reactions asked for that came and went while the bot was away, and forgets messages that were deleted then', async () => {
    const added = await aBot();
    const message = await post(added, 'reactions', '🔴 Red\n🟢 Green');
    const gone = await post(added, 'buttons');
    const [stays, leaves, comes] = [aMember(added), aMember(added), aMember(added)];
    for (const member of [stays, leaves]) react(added, message.id, member, '🔴');
    await waitFor('both roles', () => [stays, leaves].every((member) => rolesOf(added, member).includes(added.red)));
    await harness.bots.stop(added.botId);
    await harness.bots.waitForState(added.botId, 'stopped');
    react(added, message.id, leaves, '🔴', true);
    react(added, message.id, comes, '🟢');
    harness.discord.deleteMessage(added.bot, gone.id);
    await harness.allowIdentify(added.bot);
    await harness.bots.start(added.botId);
    await waitFor('the roles', () => rolesOf(added, comes).includes(added.green) && rolesOf(added, leaves).length === 0, 15_000);
    expect(rolesOf(added, stays)).toEqual([added.red]);
    await waitFor('the deleted message', async () => (await stored().byMessage(added.botId, gone.id)) === null, 15_000);
  });
});

describe('what Discord refuses', () => {
  it('is told when a message is made: a role above the bot, one of an app, a missing permission, a channel of another server', async () => {
    const added = await aBot();
    const elsewhere = await aBot();
    harness.discord.addRole(added.bot.guildId, { name: 'Boss', position: 90 });
    const create = (values: Settings) =>
      act(added, { values: { channel: added.bot.channelId, text: 'Pick', roles: 'Red', mode: 'buttons', ...values } });
    await expect(create({ roles: 'Boss' })).rejects.toMatchObject({
      code: 'DISCORD_REFUSED',
      message: expect.stringContaining('above mine'),
    });
    await expect(create({ channel: elsewhere.bot.channelId })).rejects.toMatchObject({
      code: 'BAD_INPUT',
      details: { fields: { channel: expect.any(String) } },
    });
    await expect(create({ roles: 'Nothing' })).rejects.toMatchObject({
      code: 'BAD_INPUT',
      details: { fields: { roles: expect.any(String) } },
    });
    await expect(create({ text: ' ' })).rejects.toMatchObject({ code: 'BAD_INPUT' });
    await expect(create({ text: 'x'.repeat(500).repeat(3) })).rejects.toMatchObject({ code: 'BAD_INPUT' });
    await expect(create({ mode: 'telepathy' })).rejects.toMatchObject({ code: 'BAD_INPUT' });
    harness.discord.setOverwrites(added.bot.channelId, [{ id: added.bot.guildId, of: 'role', deny: ['sendMessages'] }]);
    await expect(create({})).rejects.toMatchObject({
      code: 'DISCORD_REFUSED',
      message: expect.stringContaining('Send Messages'),
    });
    const weak = await aBot({}, { permissions: ['viewChannel', 'sendMessages', 'readMessageHistory'] });
    await expect(post(weak, 'buttons')).rejects.toMatchObject({
      code: 'DISCORD_REFUSED',
      message: expect.stringContaining('Manage Roles'),
    });
    expect((await page(weak)).sections[0]?.rows).toEqual([]);
  });

  it('is told to the member and shown to the owner when a role was moved above the bot later', async () => {
    const added = await aBot();
    const message = await post(added, 'buttons');
    const member = aMember(added);
    harness.discord.moveRole(added.bot.guildId, added.red, 90);
    expect((await press(added, message.id, member, added.red)).content).toContain('above mine');
    expect(await problemsOf(added)).toEqual([{ action: 'manage-roles' }]);
    harness.discord.moveRole(added.bot.guildId, added.red, 1);
    expect((await press(added, message.id, member, added.red)).content).toContain('You have');
    expect(await problemsOf(added)).toEqual([]);
  });
});

describe('the slash command', () => {
  const use = ({ bot }: Added, subcommand: string, authorId: string, options = {}) =>
    answered(harness.discord.invokeCommand({ bot, name: SYSTEM, subcommand, authorId, options }));
  const aManager = (added: Added, position = 5) =>
    aMember(added, [harness.discord.addRole(added.bot.guildId, { name: 'Mod', permissions: ['manageRoles'], position })]);

  it('makes, changes, lists and deletes role messages for members who manage roles', async () => {
    const added = await aBot();
    await waitFor('the command', () => harness.discord.commandsOf(added.bot).some(({ name }) => name === SYSTEM));
    const mod = aManager(added);
    expect((await use(added, 'create', mod, { text: 'Colours', role: added.red, emoji: '🔴' })).content).toContain('posted');
    const message = harness.discord.messages(added.bot.channelId).at(-1);
    const link = `https://discord.com/channels/${added.bot.guildId}/${added.bot.channelId}/${message?.id}`;
    await use(added, 'add', mod, { message: link, role: added.green });
    expect(message?.components).toMatchObject([{ components: [{ label: 'Red' }, { label: 'Green' }] }]);
    await use(added, 'remove', mod, { message: link, role: added.red });
    expect(JSON.stringify(message?.components)).not.toContain(added.red);
    expect((await use(added, 'remove', mod, { message: link, role: added.green })).content).toContain('only role');
    const second = aManager(added);
    expect((await use(added, 'list', second)).content).toContain(link);
    expect((await use(added, 'delete', second, { message: link })).content).toContain('deleted');
    expect(harness.discord.message(message?.id ?? '')).toBeUndefined();
    expect((await use(added, 'list', second)).content).toContain('none yet');
  });

  it('lets nobody offer a role that is not below their own, nor post where they may not write', async () => {
    const added = await aBot();
    await waitFor('the command', () => harness.discord.commandsOf(added.bot).some(({ name }) => name === SYSTEM));
    const mod = aManager(added, 2);
    const high = harness.discord.addRole(added.bot.guildId, { name: 'High', position: 3 });
    expect((await use(added, 'create', mod, { text: 'Mine', role: high })).content).toContain('does not stand below yours');
    harness.discord.setOverwrites(added.log, [
      { id: added.bot.guildId, of: 'role', deny: ['sendMessages'] },
      { id: added.bot.applicationId, of: 'member', allow: ['sendMessages'] },
    ]);
    const answer = await use(added, 'create', aManager(added), { text: 'Mine', role: added.red, channel: added.log });
    expect(answer.content).toBe('You may not write in that channel yourself.');
    expect((await page(added)).sections[0]?.rows).toEqual([]);
  });
});

describe('the rows of role messages', () => {
  it('go with the message, its channel and the bot, and a member is forgotten', async () => {
    const added = await aBot();
    const channel = harness.discord.addChannel(added.bot, { name: 'roles' });
    const [first, second] = [await post(added, 'reactions', '🔴 Red'), await post(added, 'buttons')];
    await act(added, { values: { channel: channel.id, text: 'There', roles: 'Red', mode: 'menu' } });
    expect((await page(added)).sections[0]).toMatchObject({ total: 3 });
    const member = aMember(added);
    react(added, first.id, member, '🔴');
    await waitFor('the role', () => rolesOf(added, member).includes(added.red));
    const message = await stored().byMessage(added.botId, first.id);
    if (!message) throw new Error('no row');
    await waitFor('the row', async () => (await stored().reactedMembers(message, '🔴', 9)).length === 1);
    await stored().forgetMember(added.botId, member);
    expect(await stored().reactedMembers(message, '🔴', 9)).toEqual([]);
    harness.discord.deleteMessage(added.bot, first.id);
    harness.discord.deleteChannel(channel.id);
    await waitFor('one row', async () => (await page(added)).sections[0]?.total === 1);
    await act(added, { action: 'delete', rowId: (await stored().byMessage(added.botId, second.id))?.id ?? '' });
    expect(harness.discord.message(second.id)).toBeUndefined();
    await post(added, 'buttons');
    await service.app.get(ReactionRoles).purge(added.botId);
    expect((await page(added)).sections[0]?.rows).toEqual([]);
  });

  it('are at most 50 in a server', async () => {
    const added = await aBot();
    const row = { botId: added.botId, ownerId: randomUUID(), guildId: added.bot.guildId, channelId: '1', mode: 'menu' as const };
    const results = [];
    for (let index = 0; index < 51; index++)
      results.push(await stored().add({ ...row, id: randomUUID(), text: 'x', choices: [] }));
    expect(results.filter((one) => one !== null)).toHaveLength(50);
  });

  it('of a bot of another owner are neither shown nor changed', async () => {
    const [mine, other] = [await aBot(), await aBot()];
    await post(other, 'buttons');
    const foreign = { ...inServer(other), actor: actorOf(mine.botId) };
    await expect(harness.runtime.rpc.ask(systemPages.get, foreign)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(harness.runtime.rpc.ask(systemPages.act, { ...foreign, action: 'create', values: {} })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    const rowId = (await page(other)).sections[0]?.rows[0]?.id ?? '';
    await expect(act(mine, { action: 'delete', rowId })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(act(mine, { action: 'delete', rowId: UNKNOWN })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(act(mine, { action: 'delete', rowId: "'; drop" })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(act(mine, { action: 'unknown' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});
