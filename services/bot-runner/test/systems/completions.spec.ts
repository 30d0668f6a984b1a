import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { RunningService } from '@kith/kit';
import { anActor, waitFor, type DiscordBot } from '@kith/kit/testing';
import { systemPages } from '@kith/proto';
import { AutoModeration } from '../../src/systems/auto-moderation/auto-moderation.service.js';
import { Economy } from '../../src/systems/economy-system/economy-system.service.js';
import { ShopStore } from '../../src/systems/economy-system/shop-store.js';
import { EventManager } from '../../src/systems/event-manager/event-manager.service.js';
import { RunnerHarness } from '../runner-harness.js';

const SYSTEMS = ['economy-system', 'auto-moderation', 'event-manager'];
const NOBODY = { id: '940000000000000001', roleIds: [], permissions: '0' };

let harness: RunnerHarness;
let service: RunningService;
let on: { readonly bot: DiscordBot; readonly botId: string };
let members = 0;

beforeAll(async () => {
  harness = await RunnerHarness.open({ identifyEveryMs: 0 });
  service = await harness.startInProcess();
  on = harness.addBot();
  await harness.bots.change(on.botId, { systems: SYSTEMS.map((systemId) => ({ systemId, settings: {} })) });
  await harness.bots.start(on.botId);
  await harness.bots.waitForState(on.botId, 'online');
  const isThere = (name: string): boolean => harness.discord.commandsOf(on.bot).some((command) => command.name === name);
  await waitFor('the commands', () => ['buy', 'shop-remove', 'automod', 'event'].every(isThere));
});
afterAll(() => harness.close());

const ownerId = () => harness.bots.runnableOf(on.botId).ownerId;
const place = () => ({ botId: on.botId, guildId: on.bot.guildId });
const act = (systemId: string, action: string, values: Record<string, string | number | boolean>) =>
  harness.runtime.rpc.ask(systemPages.act, { ...place(), actor: anActor({ userId: ownerId() }), systemId, action, values });

type Permission = 'manageGuild' | 'manageEvents';
function aMember(permissions: Permission[] = [], roles: string[] = []): string {
  const id = String(940_000_000_000_001_000n + BigInt(++members));
  const role = harness.discord.addRole(on.bot.guildId, { name: id, permissions });
  harness.discord.setMember(on.bot.guildId, { id, roles: [role, ...roles] });
  return id;
}

interface Used {
  readonly name: string;
  readonly subcommand?: string;
  readonly options: Record<string, string>;
}

const offeredTo = async (authorId: string, used: Used) => {
  const id = harness.discord.invokeCommand({ bot: on.bot, authorId, ...used, isTyping: true });
  return (await waitFor('the choices', () => harness.discord.responseTo(id)?.choices)) as { name: string; value: string }[];
};
const namesTo = async (authorId: string, used: Used) => (await offeredTo(authorId, used)).map(({ name }) => name);

describe('while a member types, a command offers', () => {
  it('the items of the shop that they can get, and to those who manage the server all of them', async () => {
    const shop = service.app.get(ShopStore);
    const role = harness.discord.addRole(on.bot.guildId, { name: 'VIP', permissions: [] });
    const add = (name: string, item: { readonly roleId?: string; readonly stock?: number } = {}) =>
      shop.add({ ...place(), ownerId: ownerId() }, { name, price: 10, roleId: null, stock: null, ...item });
    await add('Blue hat');
    await add('VIP hat', { roleId: role });
    await add('Sold hat', { stock: 0 });
    await shop.add(
      { ...place(), ownerId: ownerId(), guildId: '950000000000000001' },
      { name: 'Foreign hat', price: 1, roleId: null, stock: null },
    );
    const buy = { name: 'buy', options: { item: 'HAT' } };
    const remove = { name: 'shop-remove', options: { item: 'hat' } };
    expect(await namesTo(aMember(), buy)).toEqual(['Blue hat', 'VIP hat']);
    expect(await namesTo(aMember([], [role]), buy)).toEqual(['Blue hat']);
    expect(await namesTo(aMember(['manageGuild']), remove)).toEqual(['Blue hat', 'Sold hat', 'VIP hat']);
    const typed = { ...place(), command: 'shop-remove', subcommand: null, text: '', member: NOBODY };
    expect(await service.app.get(Economy).complete(typed)).toEqual([]);
    for (let index = 0; index < 30; index++) await add(`Book ${index}`);
    expect(await namesTo(aMember(), { name: 'buy', options: { item: 'book' } })).toHaveLength(25);
  });

  it('the names of rules to those who manage the server', async () => {
    await act('auto-moderation', 'add', { name: 'No coins', trigger: 'words', words: 'free coins' });
    await act('auto-moderation', 'add', { name: 'No links', trigger: 'links' });
    const remove = { name: 'automod', subcommand: 'remove', options: { name: 'coin' } };
    expect(await offeredTo(aMember(['manageGuild']), remove)).toEqual([{ name: 'No coins', value: 'No coins' }]);
    const typed = { ...place(), command: 'automod', subcommand: 'remove', text: '', member: NOBODY };
    expect(await service.app.get(AutoModeration).complete(typed)).toEqual([]);
  });

  it('the events with their time to those who manage events, and takes the one that they choose', async () => {
    await act('event-manager', 'create', { name: 'Tea', start: 'in 3h', hours: 1 });
    await act('event-manager', 'create', { name: '🎉'.repeat(100), start: 'in 4h', hours: 1 });
    const host = aMember(['manageEvents']);
    const typing = (event: string) => offeredTo(host, { name: 'event', subcommand: 'sign-ups', options: { event } });
    const [tea, ...others] = await typing('TEA');
    expect(tea?.name).toMatch(/^Tea · \w{3} [\d-]{10} \d\d:\d\d UTC$/);
    expect(others).toEqual([]);
    expect((await typing('🎉')).map(({ name }) => name)).toEqual([expect.stringMatching(/^(?:🎉){70} · .* UTC$/u)]);
    const options = { event: tea?.value ?? '' };
    const id = harness.discord.invokeCommand({ bot: on.bot, name: 'event', subcommand: 'sign-ups', options, authorId: host });
    const answer = await waitFor('the answer', () => {
      const response = harness.discord.responseTo(id);
      return response && !response.isDeferred && response.content !== '' ? response : undefined;
    });
    expect(answer.content).toContain('Tea');
    const typed = { ...place(), command: 'event', subcommand: 'cancel', text: '', member: NOBODY };
    const events = service.app.get(EventManager);
    expect(await events.complete(typed)).toEqual([]);
    // Who may create events may see who comes, and change only what they planned themselves.
    const creator = { ...NOBODY, permissions: String(1n << 44n) };
    expect(await events.complete({ ...typed, member: creator })).toEqual([]);
    expect(await events.complete({ ...typed, subcommand: 'sign-ups', member: creator })).toHaveLength(2);
  });
});
