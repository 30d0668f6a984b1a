import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { waitFor } from '@kith/kit/testing';
import { runnerChannels, systemPages, type InstalledSystem } from '@kith/proto';
import { EconomyStore } from '../../src/systems/economy-system/economy-store.js';
import { experienceFor } from '../../src/systems/leveling-xp/levels.js';
import { ReactionSync } from '../../src/systems/reaction-roles/reaction-sync.js';
import { RoleMessages } from '../../src/systems/reaction-roles/role-messages.service.js';
import { SystemBots, type On } from './system-bots.js';

let bots: SystemBots;
beforeAll(async () => {
  bots = await SystemBots.open('reaction-roles');
});
afterAll(() => bots.close());
beforeEach(() => bots.discord.acceptRequests());

type Mode = 'reactions' | 'buttons' | 'menu';
const PICKING = { maxRoles: 5, removeOnReact: true };
const aRole = ({ bot }: On, name: string): string => bots.discord.addRole(bot.guildId, { name, position: 1 });
const deleteRole = ({ bot }: On, roleId: string): void => bots.discord.deleteRole(bot.guildId, roleId);
const aMember = ({ bot }: On): string => {
  const id = bots.newMember();
  bots.discord.setMember(bot.guildId, { id });
  return id;
};
const said = ({ bot }: On, text: string) =>
  bots.discord.messages(bot.channelId).find(({ isBot, content }) => isBot && content.includes(text));
const act = (on: On, systemId: string, action: string, values: Record<string, string | number>) =>
  bots.harness.runtime.rpc.ask(systemPages.act, { ...bots.inServer(on), systemId, action, values });

/** A bot with one of the systems. */
async function aBot(systemId: string, settings: InstalledSystem['settings'], command: string): Promise<On> {
  const on = bots.harness.addBot();
  await install(on, systemId, settings);
  await bots.harness.bots.start(on.botId);
  await bots.harness.bots.waitForState(on.botId, 'online');
  await waitFor('the command', () => bots.discord.commandsOf(on.bot).some(({ name }) => name === command));
  return on;
}
const install = ({ botId }: On, systemId: string, settings: InstalledSystem['settings']) =>
  bots.harness.bots.change(botId, { systems: [{ systemId, settings }] });

/** What the check-up of the owner asks the runner, about the roles that the bot uses in servers and those of its settings. */
async function faultsOf(on: On, ofSettings: readonly string[] = []) {
  const { actor } = bots.inServer(on);
  const { roles } = await bots.harness.runtime.rpc.ask(runnerChannels.used, { actor, botId: on.botId });
  const asked = [...roles, ...ofSettings.map((roleId) => ({ roleId, guildId: null }))];
  const access = await bots.harness.runtime.rpc.ask(runnerChannels.access, {
    botId: on.botId,
    applicationId: on.bot.applicationId,
    channelIds: [],
    roles: asked.map(({ roleId, guildId }) => ({ roleId, guildId })),
    guildIds: [on.bot.guildId],
  });
  return Object.fromEntries(access.roles.map(({ roleId, fault }) => [roleId, fault]));
}

/** A role message with a role that is deleted after the message was posted. */
async function offer(on: On, mode: Mode) {
  const [gone, stays] = [aRole(on, 'Gone'), aRole(on, 'Stays')];
  const values = { channel: on.bot.channelId, text: `By ${mode}`, roles: '🔴 Gone\n🟢 Stays', mode };
  await act(on, 'reaction-roles', 'create', values);
  const message = said(on, values.text);
  if (!message) throw new Error('no role message');
  deleteRole(on, gone);
  return { gone, stays, message };
}
const pick = async ({ bot }: On, messageId: string, authorId: string, what: { customId: string; values?: string[] }) =>
  (
    await bots.answered(
      bots.discord.pressButton({ bot, messageId, authorId, ...what, customId: `system:reaction-roles:${what.customId}` }),
    )
  ).content;

describe('a role that somebody deletes while a role message offers it', () => {
  it('is told to who presses its button, and the other button goes on', async () => {
    const on = await aBot('reaction-roles', PICKING, 'reaction-roles');
    const { gone, stays, message } = await offer(on, 'buttons');
    const member = aMember(on);
    expect(await pick(on, message.id, member, { customId: gone })).toBe(`Not offered any more: <@&${gone}>.`);
    expect(await pick(on, message.id, member, { customId: stays })).toBe(`You have <@&${stays}> now.`);
    expect(bots.rolesOf(on, member)).toEqual([stays]);
    expect(await faultsOf(on)).toEqual({ [gone]: 'gone', [stays]: null });
  });

  it('keeps nobody from the other roles of a menu that they choose with it', async () => {
    const on = await aBot('reaction-roles', PICKING, 'reaction-roles');
    const { gone, stays, message } = await offer(on, 'menu');
    const member = aMember(on);
    const answer = await pick(on, message.id, member, { customId: 'menu', values: [gone, stays] });
    expect(answer).toBe(`You have <@&${stays}> now.\nNot offered any more: <@&${gone}>.`);
    expect(bots.rolesOf(on, member)).toEqual([stays]);
  });

  it('keeps nobody from the role of another reaction, also of one that came while the bot was away', async () => {
    const on = await aBot('reaction-roles', PICKING, 'reaction-roles');
    const { stays, message } = await offer(on, 'reactions');
    const [here, later] = [aMember(on), aMember(on)];
    for (const emoji of ['🔴', '🟢']) bots.discord.react(on.bot, { messageId: message.id, emoji, memberId: here });
    await waitFor('the other role', () => bots.rolesOf(on, here).includes(stays));
    for (const emoji of ['🔴', '🟢']) message.reactions.get(emoji)?.add(later);
    const row = await bots.service.app.get(RoleMessages).byMessage(on.botId, message.id);
    if (!row) throw new Error('no row');
    await bots.service.app.get(ReactionSync).sync(row, { ...PICKING, logChannelId: null });
    expect(bots.rolesOf(on, later)).toEqual([stays]);
  });
});

describe('a role that somebody deletes while a system gives it', () => {
  it('costs nobody coins in the shop, however often it is bought, and other items are sold', async () => {
    const on = await aBot('economy-system', { currency: 'shells' }, 'shop-remove');
    const [gone, stays] = [aRole(on, 'Gone'), aRole(on, 'Stays')];
    await act(on, 'economy-system', 'add-item', { name: 'Old', price: 10, role: gone, stock: 1 });
    await act(on, 'economy-system', 'add-item', { name: 'New', price: 10, role: stays, stock: 0 });
    deleteRole(on, gone);
    const authorId = aMember(on);
    const { ownerId } = bots.harness.bots.runnableOf(on.botId);
    const server = { botId: on.botId, guildId: on.bot.guildId, ownerId };
    const economy = bots.service.app.get(EconomyStore);
    await economy.grant(server, { memberId: authorId, name: 'Ann' }, { amount: 10, eventId: 'gift' });
    for (let time = 0; time < 2; time++) {
      const bought = await bots.command(on, 'buy', { authorId, options: { item: 'Old' } });
      expect(bought).toContain('got your shells back');
      expect(await economy.balanceOf(server, authorId)).toBe(10);
    }
    expect(await bots.command(on, 'buy', { authorId, options: { item: 'New' } })).toContain('New');
    expect(await economy.balanceOf(server, authorId)).toBe(0);
    expect(bots.rolesOf(on, authorId)).toEqual([stays]);
    expect(await faultsOf(on)).toEqual({ [gone]: 'gone', [stays]: null });
  });

  it('does not keep a level from being announced and from its other roles, nor a manager from setting experience', async () => {
    const on = await aBot('leveling-xp', {}, 'rank');
    const [gone, stays] = [aRole(on, 'Gone'), aRole(on, 'Stays')];
    await install(on, 'leveling-xp', { roles: `1 ${gone}\n2 ${stays}`, keepRoles: true });
    await bots.waitForSettings(on);
    deleteRole(on, gone);
    const [memberId, manager] = [aMember(on), bots.member(on, ['manageGuild', 'manageRoles'], 5)];
    const options = { member: memberId, experience: experienceFor(2) };
    expect(await bots.command(on, 'set-xp', { authorId: manager, options })).not.toContain('refused');
    expect(bots.rolesOf(on, memberId)).toEqual([stays]);
    await bots.query('update runner.level_member set experience = $2, announced_level = 0 where member_id = $1', [
      memberId,
      experienceFor(2),
    ]);
    bots.discord.setMember(on.bot.guildId, { id: memberId, roles: [] });
    bots.discord.sendMessage({ bot: on.bot, authorId: memberId, content: 'hello' });
    await waitFor('the announcement', () => said(on, 'level 2'));
    await waitFor('the other role', () => bots.rolesOf(on, memberId).includes(stays));
    expect(await faultsOf(on, [gone, stays])).toEqual({ [gone]: 'gone', [stays]: null });
  });

  it('does not keep a new member from being greeted', async () => {
    const on = await aBot('welcome-messages', { picture: false, greeting: 'Hello {member}' }, 'privacy');
    const gone = aRole(on, 'Gone');
    bots.discord.setSystemChannel(on.bot.guildId, on.bot.channelId);
    await install(on, 'welcome-messages', { picture: false, greeting: 'Hello {member}', role: gone });
    await bots.waitForSettings(on);
    deleteRole(on, gone);
    const memberId = aMember(on);
    await waitFor('the greeting', () => said(on, `<@${memberId}>`));
    expect(bots.rolesOf(on, memberId)).toEqual([]);
    expect(await faultsOf(on, [gone])).toEqual({ [gone]: 'gone' });
  });
});
