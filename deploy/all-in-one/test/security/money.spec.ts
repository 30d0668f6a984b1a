import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startStack, type Answer, type Stack } from '@kith/all-in-one/testing';
import { PLAN_CATALOGUE } from '@kith/proto';
import { aPlayer, expectDone, signInSuperAdmin, type Player } from '../matrix/cast.js';
import { aCommand, aForm } from '../matrix/things.js';
import { onDatabase } from './database.js';

const FREE = PLAN_CATALOGUE.free;
// A slow machine may not get round to all of a hundred requests: those did nothing.
const BUSY = ['UNAVAILABLE', 'OVERLOADED', 'DEADLINE'];

/** What costs money is decided by the server, whatever is sent, however often at once. */
describe('plans and credits', () => {
  let stack: Stack;
  let superAdmin: Player;

  beforeAll(async () => {
    stack = await startStack();
    superAdmin = await signInSuperAdmin(stack);
  }, 120_000);
  afterAll(() => stack.stop());

  const aBotOf = async ({ client }: Player) => String((await expectDone(client.post('/api/bots', { name: 'Amber' }))).body['id']);
  const times = <T>(count: number, run: (n: number) => Promise<T>) =>
    Promise.all(Array.from({ length: count }, (_value, n) => run(n)));
  const planOf = async ({ client }: Player) => (await expectDone(client.get('/api/auth/user'))).body['subscriptionPlan'];
  const creditsOf = async ({ client }: Player) => (await expectDone(client.get('/api/credits'))).body['credits'];
  const codeOf = ({ status, body }: Answer) => (status < 300 ? 'done' : String(body['code']));

  /** As if the user had written that many messages today. */
  const useUp = (player: Player, used: number) =>
    onDatabase(
      stack,
      `insert into billing.usage_day (user_id, day, used) values ($1, (now() at time zone 'UTC')::date, $2)
       on conflict (user_id, day) do update set used = excluded.used`,
      [player.id, used],
    );

  /** Every credit that was ever moved, and what the wallet says. */
  async function bookOf({ id }: Player): Promise<unknown> {
    const [book] = await onDatabase(
      stack,
      `select coalesce((select sum(amount)::int from billing.ledger_line where account = 'user:' || $1), 0) as booked,
              coalesce((select balance::int from billing.wallet where user_id = $1::uuid), 0) as balance`,
      [id],
    );
    return book;
  }

  it('S34: a free account gets what free is by direct calls too, whatever it says about itself', async () => {
    const player = await aPlayer(stack);
    const claim = { subscriptionPlan: 'premium', plan: 'premium', actor: { plan: 'premium' }, ownerPlan: 'premium' };
    const personality = { friendliness: true, formal: true, witty: 90 };
    const bot = await expectDone(player.client.post('/api/bots', { name: 'Amber', personality, ...claim }));
    expect(bot.body).toMatchObject({ droppedTraits: expect.arrayContaining(['formal', 'witty']) });
    expect(bot.body['personality']).toEqual({ friendliness: true });
    const path = `/api/bots/${String(bot.body['id'])}`;
    const { body: changed } = await expectDone(player.client.patch(path, { personality, ...claim }));
    expect(changed['personality']).toEqual({ friendliness: true });
    const refused = [
      await player.client.post('/api/bots', { name: 'Beryl', ...claim }),
      await player.client.post(`${path}/knowledge`, { title: 'Tides', content: 'Twice a day.', ...claim }),
      await player.client.post(`${path}/knowledge/upload`, aForm()),
      await player.client.get(`${path}/knowledge/search?query=tides`),
    ];
    expect(refused.map(codeOf)).toEqual(['BOT_LIMIT', 'UPGRADE_REQUIRED', 'UPGRADE_REQUIRED', 'UPGRADE_REQUIRED']);
    const command = await expectDone(player.client.post('/api/user-commands', aCommand()));
    const learned = await expectDone(player.client.post(`${path}/commands`, { commandId: command.body['id'], isEnabled: true }));
    expect(learned.body['isEnabled']).toBe(false);
    const enabled = await player.client.patch(`${path}/commands/${String(learned.body['id'])}`, { isEnabled: true });
    expect(codeOf(enabled)).toBe('UPGRADE_REQUIRED');
    await useUp(player, FREE.dailyMessages);
    const said = await player.client.post(`${path}/chat`, { message: 'hello', ...claim });
    expect([said.status, said.body['code']]).toEqual([429, 'DAILY_LIMIT']);
    expect(await planOf(player)).toBe('free');
  });

  it('S35: of a hundred companions created at once an account keeps as many as its plan allows', async () => {
    const player = await aPlayer(stack);
    const answers = await times(100, (n) => player.client.post('/api/bots', { name: `Bot ${n}` }));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(FREE.maxBots);
    const refused = answers.map(codeOf).filter((code) => code !== 'done');
    expect(refused.filter((code) => !['BOT_LIMIT', ...BUSY].includes(code))).toEqual([]);
    expect(refused).toContain('BOT_LIMIT');
    expect(await onDatabase(stack, 'select count(*)::int as bots from bots.bot where owner_id = $1', [player.id])).toEqual([
      { bots: FREE.maxBots },
    ]);
  }, 120_000);

  it('S35: of a hundred messages at once with one credit left one is answered and paid, and nothing is ever owed', async () => {
    const player = await aPlayer(stack);
    const botId = await aBotOf(player);
    await useUp(player, FREE.dailyMessages);
    await expectDone(superAdmin.client.post(`/api/admin/users/${player.id}/credits`, { credits: '1' }));
    const say = (n: number) => player.client.post(`/api/bots/${botId}/chat`, { message: `hello ${n}` });
    // At once as many as one user may have answered at a time; the others are told to wait. Then until there is nothing left to spend.
    const codes = (await times(100, say)).map(codeOf);
    for (let round = 0; round < 10 && !codes.includes('DAILY_LIMIT'); round += 1)
      codes.push(...(await times(5, say)).map(codeOf));
    codes.push(...(await times(5, say)).map(codeOf));
    expect(codes.filter((code) => code === 'done')).toHaveLength(1);
    expect(codes).toContain('DAILY_LIMIT');
    expect(codes.filter((code) => !['done', 'DAILY_LIMIT', 'RATE_LIMITED', ...BUSY].includes(code))).toEqual([]);
    expect(await bookOf(player)).toEqual({ booked: 0, balance: 0 });
    const states = await onDatabase(
      stack,
      `select count(*)::int as paid from billing.reservation where user_id = $1 and source = 'credit' and state = 'settled'`,
      [player.id],
    );
    expect(states).toEqual([{ paid: 1 }]);
  }, 120_000);

  it('S35: one grant under one key is one grant, however often it is sent at once', async () => {
    const player = await aPlayer(stack);
    const grant = () =>
      superAdmin.client.post(`/api/admin/users/${player.id}/credits`, { credits: '25', idempotencyKey: 'the-same-key' });
    await times(10, grant);
    expect(await bookOf(player)).toEqual({ booked: 25, balance: 25 });
  });

  it('S65: the client names neither price nor credits nor whose they are', async () => {
    const [player, other] = [await aPlayer(stack), await aPlayer(stack)];
    const greedy = { price: 1, amount: 1, credits: 999_999, userId: other.id, plan: 'premium', customer: 'cus_other' };
    const { body } = await expectDone(player.client.post('/api/credits/checkout', { ...greedy, packageId: 'credits-100' }));
    const checkoutId = String(body['url']).split('/').at(-1) ?? '';
    const shown = await expectDone(player.client.get(`/api/sandbox/checkout/${checkoutId}`));
    expect(shown.text).toContain('199');
    await expectDone(player.client.post(`/api/sandbox/checkout/${checkoutId}`, { outcome: 'pay', ...greedy }));
    expect([await creditsOf(player), await creditsOf(other), await planOf(player)]).toEqual([100, 0, 'free']);
  });

  it('S65: nothing is granted before it is paid: not by asking for it, nor by coming back from the page', async () => {
    const player = await aPlayer(stack);
    for (const path of ['/api/subscriptions/upgrade', '/api/create-checkout-session'])
      await expectDone(player.client.post(path, { plan: 'premium', paid: true, status: 'complete' }));
    await player.client.get('/dashboard?upgrade=success');
    await player.client.get('/api/subscriptions?upgrade=success');
    const forged = {
      type: 'checkout.session.completed',
      data: { object: { client_reference_id: player.id, payment_status: 'paid' } },
    };
    expect((await player.client.post('/api/webhooks/stripe', forged)).status).toBe(400);
    expect((await player.client.with({ 'stripe-signature': 't=1,v1=00' }).post('/api/webhooks/stripe', forged)).status).toBe(400);
    expect(await planOf(player)).toBe('free');
    expect(
      await onDatabase(stack, `select 1 from billing.plan_grant where user_id = $1 and plan <> 'free'`, [player.id]),
    ).toEqual([]);
  });

  it('S67: every line of the ledger has its other side, none of them can be changed, and wallets are what was booked', async () => {
    const [sums] = await onDatabase(stack, 'select coalesce(sum(amount), 0)::int as sum from billing.ledger_line');
    expect(sums).toEqual({ sum: 0 });
    const wrong = await onDatabase(
      stack,
      `select w.user_id from billing.wallet w
       where w.balance <> coalesce((select sum(amount) from billing.ledger_line where account = 'user:' || w.user_id), 0)`,
    );
    expect(wrong).toEqual([]);
    await expect(onDatabase(stack, 'update billing.ledger_line set amount = amount + 1')).rejects.toThrow();
    await expect(onDatabase(stack, 'delete from billing.ledger_line')).rejects.toThrow();
  });
});
