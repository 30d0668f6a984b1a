import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { RunningCounts } from '@kith/kit';
import { anActor, waitFor } from '@kith/kit/testing';
import { DAY_MS, isolated } from '@kith/proto';
import { Economy } from '../../src/systems/economy-system/economy-system.service.js';
import { EconomyStore, MAX_PAYMENTS_PER_DAY, type Server } from '../../src/systems/economy-system/economy-store.js';
import { Purchases } from '../../src/systems/economy-system/purchases.js';
import { ENTRY_COUNT } from '../../src/systems/economy-system/coin-orders.js';
import { MAX_ITEMS, MAX_PURCHASES_PER_DAY, ShopStore } from '../../src/systems/economy-system/shop-store.js';
import { SystemBots, type On } from './system-bots.js';

let bots: SystemBots;
let store: EconomyStore;
beforeAll(async () => {
  bots = await SystemBots.open('economy-system');
  store = bots.service.app.get(EconomyStore);
});
afterAll(() => bots.close());
beforeEach(() => bots.discord.acceptRequests());

const aBot = (settings: Parameters<SystemBots['bot']>[0] = {}) =>
  bots.bot({ currency: 'shells', ...settings }, { command: 'shop-remove' });
const serverOf = ({ bot, botId }: On): Server => ({
  botId,
  guildId: bot.guildId,
  ownerId: bots.harness.bots.runnableOf(botId).ownerId,
});
const owner = (memberId: string) => ({ memberId, name: 'Ann' });
const give = async (on: On, memberId: string, amount: number, eventId = bots.newMember()) =>
  store.grant(serverOf(on), owner(memberId), { amount, eventId });
const balance = (on: On, memberId: string) => store.balanceOf(serverOf(on), memberId);
const ledgerSum = async (on: On, memberId: string): Promise<number> => {
  const [row] = await bots.query<{ sum: number }>(
    'select coalesce(sum(amount), 0)::int as sum from runner.economy_entry where bot_id = $1 and member_id = $2',
    [on.botId, memberId],
  );
  return row?.sum ?? 0;
};
const idAt = (ms: number) => String((BigInt(ms) - 1_420_070_400_000n) << 22n);
const commandJob = (memberId: string, eventId: string, name: string, options: Record<string, string | number>) => ({
  eventId,
  task: {
    kind: 'command' as const,
    name,
    subcommand: null,
    options,
    files: [],
    member: { id: memberId, name: 'Ann', roleIds: [], permissions: '0' },
  },
});
const addRoleItem = async (on: On, name: string, position = 1, price = 10) => {
  const role = bots.discord.addRole(on.bot.guildId, { name, position });
  await bots.act(on, 'add-item', { values: { name, price, role, stock: 0 } });
  return role;
};

describe('the daily reward', () => {
  it('is given once a day, with a bonus for days in a row that a missed day ends', async () => {
    const on = await aBot({ dailyReward: 50, streakBonus: 5 });
    const memberId = bots.newMember();
    const today = Math.floor(Date.now() / DAY_MS) * DAY_MS;
    const daily = (ms: number) => store.daily(serverOf(on), owner(memberId), { eventId: idAt(ms), reward: 50, bonus: 5 });
    expect(await daily(today)).toMatchObject({ amount: 50, streak: 1 });
    expect(await daily(today + DAY_MS - 1)).toEqual({ refused: 'taken' });
    expect(await daily(today + DAY_MS)).toMatchObject({ amount: 55, streak: 2, balance: 105 });
    expect(await daily(today + DAY_MS)).toMatchObject({ amount: 55, streak: 2, balance: 105 });
    expect(await daily(today)).toMatchObject({ amount: 50 });
    expect(await daily(today + 3 * DAY_MS)).toMatchObject({ amount: 50, streak: 1 });
    for (let day = 4; day < 14; day++) await daily(today + day * DAY_MS);
    expect(await daily(today + 14 * DAY_MS)).toMatchObject({ amount: 50 + 7 * 5, streak: 12 });
  });

  it('is taken with /daily with the amounts of the settings, refused in words a second time, and shown with /balance', async () => {
    const on = await aBot({ dailyReward: 50 });
    const authorId = bots.member(on);
    expect(await bots.command(on, 'daily', { authorId })).toBe('You got 50 shells. You have 50 shells now.');
    expect(await bots.command(on, 'daily', { authorId })).toContain('already');
    expect(await bots.command(on, 'balance', { authorId })).toBe(`<@${authorId}> has 50 shells.`);
    expect(await bots.command(on, 'balance', { options: { member: authorId } })).toBe(`<@${authorId}> has 50 shells.`);
    await bots.configure(on, { dailyReward: 50, streakBonus: 7 });
    await bots.work(on, commandJob(authorId, idAt(Date.now() + DAY_MS), 'daily', {}));
    expect(await balance(on, authorId)).toBe(50 + 57);
    // As a setting was stored before fractions were refused.
    await bots.configure(on, { currency: 'shells', dailyReward: 10.5, streakBonus: 0.5 });
    expect(await bots.command(on, 'daily')).toBe('You got 10 shells. You have 10 shells now.');
    await bots.configure(on, { dailyReward: 0, streakBonus: 0 });
    expect(await bots.command(on, 'daily')).toBe('There is no daily reward here.');
  });
});

describe('payments', () => {
  it('move what there is once per event, whatever runs at the same time, and the ledger sums to the balances', async () => {
    const on = await aBot();
    const [from, to] = [bots.member(on), bots.member(on)];
    await give(on, from, 100);
    const pay = (eventId: string) => store.pay(serverOf(on), { from: owner(from), to: owner(to), amount: 40, eventId });
    const back = (eventId: string) => store.pay(serverOf(on), { from: owner(to), to: owner(from), amount: 10, eventId });
    const ids = ['a', 'b', 'c', 'd', 'e'];
    const results = await Promise.all([...ids, ...ids].flatMap((id) => [pay(`p-${id}`), back(`b-${id}`)]));
    // 200 shells are to be paid out of 150 at most.
    expect(results.some(({ refused }) => refused === 'not-enough')).toBe(true);
    const [left, got] = [await balance(on, from), await balance(on, to)];
    expect(left).toBeGreaterThanOrEqual(0);
    expect(got).toBeGreaterThanOrEqual(0);
    expect(left + got).toBe(100);
    expect([await ledgerSum(on, from), await ledgerSum(on, to)]).toEqual([left, got]);
  });

  it('are refused to oneself, to bots, to people who are not there, without enough and when they are switched off', async () => {
    const on = await aBot();
    const [authorId, other] = [bots.member(on), bots.member(on)];
    await give(on, authorId, 10);
    const pay = (member: string, amount: number) => bots.command(on, 'pay', { authorId, options: { member, amount } });
    expect(await pay(authorId, 1)).toContain('another member');
    expect(await pay(bots.newMember(), 1)).toContain('another member');
    expect(await pay(on.bot.applicationId, 1)).toContain('Bots');
    expect(await pay(other, 11)).toContain('not enough');
    expect(await pay(other, 4)).toBe(`<@${other}> got 4 shells from you.`);
    await bots.configure(on, { transfers: false });
    const refused = await bots.command(on, 'pay', { authorId: other, options: { member: authorId, amount: 1 } });
    expect(refused).toContain('cannot pay');
    expect(await balance(on, authorId)).toBe(6);
    // A forged interaction with a negative amount.
    await bots.configure(on, {});
    await bots.work(on, commandJob(authorId, '77', 'pay', { member: other, amount: -5 }));
    expect([await balance(on, authorId), await balance(on, other)]).toEqual([6, 4]);
  });

  it('of one member fill the ledger with at most fifty entries a day', async () => {
    const on = await aBot();
    const [from, to] = [bots.newMember(), bots.newMember()];
    await give(on, from, 100);
    const pay = (eventId: string) => store.pay(serverOf(on), { from: owner(from), to: owner(to), amount: 1, eventId });
    for (let index = 0; index < MAX_PAYMENTS_PER_DAY; index++) expect(await pay(`${index}`)).toMatchObject({ refused: null });
    expect(await pay('more')).toEqual({ refused: 'limit' });
    expect(await pay('1')).toMatchObject({ refused: null });
    expect(await balance(on, to)).toBe(MAX_PAYMENTS_PER_DAY);
  });
});

describe('the ledger', () => {
  it('refuses changes of its entries, and no balance falls below zero', async () => {
    const on = await aBot();
    const memberId = bots.newMember();
    await give(on, memberId, 5);
    const change = bots.query('update runner.economy_entry set amount = 500 where member_id = $1', [memberId]);
    await expect(change).rejects.toThrow('append-only');
    const below = bots.query('update runner.economy_account set balance = -1 where member_id = $1', [memberId]);
    await expect(below).rejects.toThrow('check constraint');
    expect(await give(on, memberId, -6)).toEqual({ refused: 'not-enough' });
  });

  it('holds no name of a member in plain text, and nothing of a member who is forgotten', async () => {
    const on = await aBot();
    const [memberId, other] = [bots.newMember(), bots.newMember()];
    await give(on, memberId, 5);
    await store.pay(serverOf(on), { from: owner(memberId), to: { memberId: other, name: 'Bob' }, amount: 2, eventId: 'x' });
    const rows = await bots.query<object>('select * from runner.economy_account a, runner.economy_entry e where a.bot_id = $1', [
      on.botId,
    ]);
    expect(JSON.stringify(rows)).not.toMatch(/Ann|Bob/);
    expect((await bots.cells(on, 'ledger'))[0]?.slice(1)).toEqual(['Bob', 'Payment', 'Ann', '2', '2']);
    await bots.service.app.get(Economy).forgetMember(on.botId, memberId);
    expect((await bots.cells(on, 'ledger')).map((cells) => cells.slice(1))).toEqual([
      ['Bob', 'Payment', 'A forgotten member', '2', '2'],
    ]);
    expect((await bots.cells(on, 'balances')).map(([name]) => name)).toEqual(['Bob']);
    await bots.service.app.get(Economy).purge(on.botId);
    expect(await bots.cells(on, 'balances')).toEqual([]);
  });

  it('gives a member who is forgotten no second reward on the same day, and no more payments and purchases', async () => {
    const on = await aBot({ dailyReward: 50 });
    const [memberId, to] = [bots.member(on), bots.newMember()];
    const daily = (ms: number) => store.daily(serverOf(on), owner(memberId), { eventId: idAt(ms), reward: 50, bonus: 0 });
    const pay = (eventId: string) => store.pay(serverOf(on), { from: owner(memberId), to: owner(to), amount: 1, eventId });
    const shop = bots.service.app.get(ShopStore);
    await shop.add(serverOf(on), { name: 'Tea', price: 1, roleId: null, stock: null });
    const buy = (eventId: string) => shop.buy(serverOf(on), owner(memberId), { name: 'Tea', eventId, heldRoles: [] });
    expect(await daily(Date.now())).toMatchObject({ refused: null });
    await give(on, memberId, 1000);
    for (let index = 0; index < MAX_PAYMENTS_PER_DAY; index++) await pay(`p${index}`);
    for (let index = 0; index < MAX_PURCHASES_PER_DAY; index++) expect(await buy(`${index}`)).toMatchObject({ result: 'bought' });
    expect(await buy('999')).toEqual({ result: 'limit' });
    for (let times = 0; times < 2; times++) await bots.service.app.get(Economy).forgetMember(on.botId, memberId);
    await give(on, memberId, 10);
    expect(await daily(Date.now() + 1)).toEqual({ refused: 'taken' });
    expect(await pay('again')).toEqual({ refused: 'limit' });
    expect(await buy('1000')).toEqual({ result: 'limit' });
    const keys = await bots.harness.runtime.redis.keys('runner:kept-limit:*');
    const ends = await Promise.all(keys.map((key) => bots.harness.runtime.redis.pttl(key)));
    expect(ends.every((ms) => ms > 0 && ms <= DAY_MS)).toBe(true);
    expect(keys.join(' ')).not.toContain(memberId);
  });
});

describe('the shop', () => {
  it('sells a role once per event and member, and gives it again after a crash before that', async () => {
    const on = await aBot();
    const role = await addRoleItem(on, 'Gold');
    const authorId = bots.member(on);
    await give(on, authorId, 25);
    expect(await bots.command(on, 'shop')).toContain(`• Gold – 10 shells (role <@&${role}>)`);
    expect(await bots.command(on, 'buy', { authorId, options: { item: ' gOLD ' } })).toBe(
      'You bought Gold. You have 15 shells left.',
    );
    expect(bots.rolesOf(on, authorId)).toContain(role);
    expect(await bots.command(on, 'buy', { authorId, options: { item: 'Gold' } })).toContain('already');
    // The process was killed after paying: another attempt at the same job finds the open purchase.
    const second = bots.member(on);
    await give(on, second, 10);
    await bots.service.app.get(ShopStore).buy(serverOf(on), owner(second), { name: 'Gold', eventId: '55', heldRoles: [] });
    await bots.work(on, commandJob(second, '55', 'buy', { item: 'Gold' }));
    await bots.work(on, commandJob(second, '55', 'buy', { item: 'Gold' }));
    expect(bots.rolesOf(on, second)).toContain(role);
    expect(await balance(on, second)).toBe(0);
  });

  it('takes the price once when a member buys a role twice at the same time, and sells it again when it was paid back or taken away', async () => {
    const on = await aBot();
    await addRoleItem(on, 'Gold');
    const memberId = bots.newMember();
    await give(on, memberId, 40);
    const shop = bots.service.app.get(ShopStore);
    // As the interactions told the roles of the member: before the first purchase.
    const buy = (eventId: string) => shop.buy(serverOf(on), owner(memberId), { name: 'Gold', eventId, heldRoles: [] });
    const twice = await Promise.all([buy(idAt(Date.now())), buy(idAt(Date.now() + 1))]);
    expect(twice.map(({ result }) => result).toSorted()).toEqual(['bought', 'owned']);
    expect(await balance(on, memberId)).toBe(30);
    const [bought] = twice.filter(({ result }) => result === 'bought');
    if (bought?.result !== 'bought' || !bought.purchase) throw new Error('not bought');
    await shop.refund(bought.purchase);
    expect(await buy(idAt(Date.now() + 2))).toMatchObject({ result: 'bought', balance: 30 });
    expect(await buy(idAt(Date.now() + 3_600_000))).toMatchObject({ result: 'bought', balance: 20 });
  });

  it('gives the price back, once, when Discord refuses the role, and the owner reads why', async () => {
    const on = await aBot();
    const role = await addRoleItem(on, 'Too high', 50);
    const authorId = bots.member(on);
    await give(on, authorId, 10);
    const id = bots.use(on, 'buy', { authorId, options: { item: 'Too high' } });
    expect((await bots.answered(id)).content).toContain('got your shells back');
    await bots.work(on, commandJob(authorId, id, 'buy', { item: 'Too high' }));
    expect([await balance(on, authorId), await ledgerSum(on, authorId)]).toEqual([10, 10]);
    expect(bots.rolesOf(on, authorId)).not.toContain(role);
    expect(await bots.query('select action from runner.problem where bot_id = $1', [on.botId])).toEqual([
      { action: 'manage-roles' },
    ]);
  });

  it('gives a role that was paid during an outage of Discord later, by a sweep', async () => {
    const on = await aBot();
    const role = await addRoleItem(on, 'Late');
    const authorId = bots.member(on);
    await give(on, authorId, 10);
    await bots.service.app.get(ShopStore).buy(serverOf(on), owner(authorId), { name: 'Late', eventId: '66', heldRoles: [] });
    await bots.service.app.get(Purchases).sweep();
    expect(bots.rolesOf(on, authorId)).not.toContain(role);
    await bots.query('update runner.economy_purchase set attempt_at = now() where bot_id = $1', [on.botId]);
    await bots.service.app.get(Purchases).sweep();
    await waitFor('the role', () => bots.rolesOf(on, authorId).includes(role));
    await waitFor(
      'its end',
      async () => (await bots.query('select 1 from runner.economy_purchase where bot_id = $1', [on.botId])).length === 0,
    );
  });

  it('sells no more than there are, to members who buy at the same time', async () => {
    const on = await aBot();
    await bots.act(on, 'add-item', { values: { name: 'Cake', price: 5, role: '', stock: 3 } });
    const buyers = Array.from({ length: 8 }, () => bots.newMember());
    for (const memberId of buyers) await give(on, memberId, 5);
    const shop = bots.service.app.get(ShopStore);
    const results = await Promise.all(
      buyers.map((memberId) => shop.buy(serverOf(on), owner(memberId), { name: 'cake', eventId: memberId, heldRoles: [] })),
    );
    expect(results.map(({ result }) => result).toSorted()).toEqual([...Array(3).fill('bought'), ...Array(5).fill('sold-out')]);
    expect(await bots.command(on, 'buy', { options: { item: 'nothing' } })).toContain('no such item');
    expect(await bots.command(on, 'buy', { options: { item: 'cake' } })).toContain('sold out');
  });

  it('is filled by members who manage the server, with roles below their own only', async () => {
    const on = await aBot();
    const low = bots.discord.addRole(on.bot.guildId, { name: 'low', position: 2 });
    const high = bots.discord.addRole(on.bot.guildId, { name: 'high', position: 8 });
    const [manager, other] = [bots.member(on, ['manageGuild', 'manageRoles'], 5), bots.member(on, ['manageGuild'], 5)];
    const add = (authorId: string, item: string, role: string) =>
      bots.command(on, 'shop-add', { authorId, options: { item, price: 5, role } });
    expect(await add(manager, 'Low', low)).toContain('in the shop now');
    expect(await add(manager, 'High', high)).toContain('above the one');
    expect(await add(other, 'Other', low)).toContain('Manage Roles');
    expect(await add(manager, 'low', low)).toContain('already');
    expect((await bots.cells(on, 'items')).map(([name]) => name)).toEqual(['Low']);
    expect(() => bots.use(on, 'shop-remove', { authorId: bots.member(on), options: { item: 'Low' } })).toThrow();
    await bots.work(on, commandJob(bots.member(on), '88', 'shop-remove', { item: 'Low' }));
    expect(await bots.cells(on, 'items')).toHaveLength(1);
    expect(await bots.command(on, 'shop-remove', { authorId: other, options: { item: 'none' } })).toContain('no such item');
    expect(await bots.command(on, 'shop-remove', { authorId: other, options: { item: 'LOW' } })).toContain('no longer');
    expect(await bots.command(on, 'shop')).toBe('The shop is empty.');
  });

  it('holds at most a hundred items', async () => {
    const on = await aBot();
    const shop = bots.service.app.get(ShopStore);
    const item = { price: 1, roleId: null, stock: null };
    for (let index = 0; index < MAX_ITEMS; index++) await shop.add(serverOf(on), { ...item, name: `Item ${index}` });
    expect(await shop.add(serverOf(on), { ...item, name: 'One more' })).toBe('full');
  });
});

describe('the page of the economy', () => {
  it('gives and takes, adds and removes, with words for what is wrong, and is for the owner only', async () => {
    const on = await aBot();
    const memberId = bots.member(on);
    const grant = (values: Record<string, string | number>) => bots.act(on, 'grant', { values });
    expect(await grant({ member: memberId, amount: 40 })).toContain('has 40 shells now');
    await expect(grant({ member: memberId, amount: -41 })).rejects.toMatchObject({ code: 'BAD_INPUT' });
    for (const amount of [0, 1.5, 2_000_000_000])
      await expect(grant({ member: memberId, amount })).rejects.toMatchObject({ code: 'BAD_INPUT' });
    for (const member of ['x', bots.newMember(), ''])
      await expect(grant({ member, amount: 1 })).rejects.toMatchObject({ code: 'BAD_INPUT' });
    const item = { name: 'Tea', price: 5, role: '', stock: 0 };
    for (const wrong of [
      { name: '' },
      { name: 'a\nb' },
      { price: 0 },
      { stock: -1 },
      { role: '123456789012345678' },
      { role: on.bot.guildId },
    ])
      await expect(bots.act(on, 'add-item', { values: { ...item, ...wrong } })).rejects.toMatchObject({ code: 'BAD_INPUT' });
    await bots.act(on, 'add-item', { values: item });
    const { sections, forms } = await bots.page(on);
    expect(sections.map(({ id, total }) => [id, total])).toEqual([
      ['items', 1],
      ['balances', 1],
      ['ledger', 1],
    ]);
    expect(forms.map(({ id }) => id)).toEqual(['add-item', 'grant']);
    const rowId = sections[0]?.rows[0]?.id ?? '';
    await expect(bots.act(on, 'remove-item', { rowId, actor: anActor() })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    const another = await aBot();
    await expect(bots.act(another, 'remove-item', { rowId })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await bots.act(on, 'remove-item', { rowId });
    await expect(bots.act(on, 'remove-item', { rowId })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('names the role of an item, and how many are left', async () => {
    const on = await aBot();
    const role = await addRoleItem(on, 'Gold');
    await bots.act(on, 'add-item', { values: { name: 'Tea', price: 5, role: '', stock: 3 } });
    const byName = async () => Object.fromEntries((await bots.cells(on, 'items')).map(([name, , ...rest]) => [name, rest]));
    expect(await byName()).toEqual({ Gold: [`@${isolated('Gold')}`, 'Unlimited'], Tea: ['–', '3'] });
    bots.discord.deleteRole(on.bot.guildId, role);
    expect(await byName()).toMatchObject({ Gold: ['a deleted role', 'Unlimited'] });
  });

  it('is read with indexes when there are ten thousand members and entries', async () => {
    const on = await aBot();
    const { botId, ownerId, guildId } = serverOf(on);
    await give(on, bots.newMember(), 5);
    await bots.query(
      `insert into runner.economy_entry (bot_id, owner_id, guild_id, member_id, kind, amount, balance, event_id)
       select $1, $2, $3, (900000000000000000 + n)::text, 'grant', 1, 1, 'n' || n from generate_series(1, 10000) n`,
      [botId, ownerId, guildId],
    );
    const plan = await bots.query<{ 'QUERY PLAN': string }>(
      'explain select * from runner.economy_entry where bot_id = $1 and guild_id = $2 order by id desc limit 20 offset 0',
      [botId, guildId],
    );
    expect(plan.map((line) => line['QUERY PLAN']).join(' ')).toMatch(/Index/);
    const { sections } = await bots.page(on, { section: 'ledger', limit: 20, offset: 9_990 });
    expect([sections[0]?.total, sections[0]?.rows.length]).toEqual([10_001, 11]);
    await bots.service.app.get(Economy).purge(botId);
    const counts = bots.service.app.get(RunningCounts);
    await counts.fold();
    const kept = await bots.query('select from runner.economy_entry_count where bot_id = $1', [botId]);
    expect([kept, await counts.check(ENTRY_COUNT)]).toEqual([[], true]);
  });

  it('grants by /grant need the permission to manage the server', async () => {
    const on = await aBot();
    const [manager, memberId] = [bots.member(on, ['manageGuild']), bots.member(on)];
    const grant = (amount: number) => bots.command(on, 'grant', { authorId: manager, options: { member: memberId, amount } });
    expect(await grant(9)).toBe(`<@${memberId}> got 9 shells and has 9 now.`);
    expect(await grant(-10)).toContain('below zero');
    expect(await grant(-9)).toContain('lost 9 shells and has 0');
    await bots.work(on, commandJob(memberId, '99', 'grant', { member: memberId, amount: 100 }));
    expect(await balance(on, memberId)).toBe(0);
  });
});
