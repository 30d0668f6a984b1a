import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startStack, type Answer, type Stack } from '@kith/all-in-one/testing';
import { startModel, type StandInModel } from '@kith/kit/testing';
import { PLAN_CATALOGUE } from '@kith/proto';
import { createRoleUser, expectDone, signInSuperAdmin, type RoleUser } from '../matrix/roles.js';
import { aCommand, aForm } from '../matrix/fixtures.js';
import { onDatabase } from './database.js';

const FREE = PLAN_CATALOGUE.free;
// On a slow machine some of a hundred requests may time out; those had no effect.
const BUSY = ['UNAVAILABLE', 'OVERLOADED', 'DEADLINE'];

describe('plans and credits', () => {
  let stack: Stack;
  let model: StandInModel;
  let superAdmin: RoleUser;

  beforeAll(async () => {
    // Only replies that a model wrote count against the limit.
    model = await startModel();
    model.mock.on({ predicate: () => true }, { content: 'Hello.' });
    stack = await startStack(model.env);
    superAdmin = await signInSuperAdmin(stack);
  }, 120_000);
  afterAll(async () => {
    await stack.stop();
    await model.stop();
  });

  const aBotOf = async ({ client }: RoleUser) =>
    String((await expectDone(client.post('/api/bots', { name: 'Amber' }))).body['id']);
  const times = <T>(count: number, run: (n: number) => Promise<T>) =>
    Promise.all(Array.from({ length: count }, (_value, n) => run(n)));
  const planOf = async ({ client }: RoleUser) => (await expectDone(client.get('/api/auth/user'))).body['subscriptionPlan'];
  const creditsOf = async ({ client }: RoleUser) => (await expectDone(client.get('/api/credits'))).body['credits'];
  const codeOf = ({ status, body }: Answer) => (status < 300 ? 'done' : String(body['code']));

  /** Sets the number of messages of today. */
  const useUp = (roleUser: RoleUser, used: number) =>
    onDatabase(
      stack,
      `insert into billing.usage_day (user_id, day, used) values ($1, (now() at time zone 'UTC')::date, $2)
       on conflict (user_id, day) do update set used = excluded.used`,
      [roleUser.id, used],
    );

  /** The sum of all ledger lines and the balance of the wallet. */
  async function bookOf({ id }: RoleUser): Promise<unknown> {
    const [book] = await onDatabase(
      stack,
      `select coalesce((select sum(amount)::int from billing.ledger_line where account = 'user:' || $1), 0) as booked,
              coalesce((select balance::int from billing.wallet where user_id = $1::uuid), 0) as balance`,
      [id],
    );
    return book;
  }

  it('limits of the free plan hold for direct calls, whatever plan the body claims [S34]', async () => {
    const roleUser = await createRoleUser(stack);
    const claim = { subscriptionPlan: 'premium', plan: 'premium', actor: { plan: 'premium' }, ownerPlan: 'premium' };
    const personality = { friendliness: true, formal: true, witty: 90 };
    const bot = await expectDone(roleUser.client.post('/api/bots', { name: 'Amber', personality, ...claim }));
    expect(bot.body).toMatchObject({ droppedTraits: expect.arrayContaining(['formal', 'witty']) });
    expect(bot.body['personality']).toEqual({ friendliness: true });
    const path = `/api/bots/${String(bot.body['id'])}`;
    const { body: changed } = await expectDone(roleUser.client.patch(path, { personality, ...claim }));
    expect(changed['personality']).toEqual({ friendliness: true });
    const teach = () => roleUser.client.post(`${path}/knowledge`, { title: 'Tides', content: 'Twice a day.', ...claim });
    for (let n = 0; n < FREE.maxKnowledgeItems; n += 1) await expectDone(teach());
    const refused = [
      await roleUser.client.post('/api/bots', { name: 'Beryl', ...claim }),
      await teach(),
      await roleUser.client.post(`${path}/knowledge/upload`, aForm()),
    ];
    expect(refused.map(codeOf)).toEqual(['BOT_LIMIT', 'UPGRADE_REQUIRED', 'UPGRADE_REQUIRED']);
    const command = await expectDone(roleUser.client.post('/api/user-commands', aCommand()));
    const learned = await expectDone(
      roleUser.client.post(`${path}/commands`, { commandId: command.body['id'], isEnabled: true }),
    );
    expect(learned.body['isEnabled']).toBe(false);
    const enabled = await roleUser.client.patch(`${path}/commands/${String(learned.body['id'])}`, { isEnabled: true });
    expect(codeOf(enabled)).toBe('UPGRADE_REQUIRED');
    await useUp(roleUser, FREE.dailyMessages);
    const said = await roleUser.client.post(`${path}/chat`, { message: 'hello', ...claim });
    expect([said.status, said.body['code']]).toEqual([429, 'DAILY_LIMIT']);
    expect(await planOf(roleUser)).toBe('free');
  });

  it('of a hundred bots created at once only as many as the plan allows exist [S35]', async () => {
    const roleUser = await createRoleUser(stack);
    const answers = await times(100, (n) => roleUser.client.post('/api/bots', { name: `Bot ${n}` }));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(FREE.maxBots);
    const refused = answers.map(codeOf).filter((code) => code !== 'done');
    expect(refused.filter((code) => !['BOT_LIMIT', ...BUSY].includes(code))).toEqual([]);
    expect(refused).toContain('BOT_LIMIT');
    expect(await onDatabase(stack, 'select count(*)::int as bots from bots.bot where owner_id = $1', [roleUser.id])).toEqual([
      { bots: FREE.maxBots },
    ]);
  }, 120_000);

  it('of a hundred messages at once with one credit left one is answered and the balance is never negative [S35]', async () => {
    const roleUser = await createRoleUser(stack);
    const botId = await aBotOf(roleUser);
    await useUp(roleUser, FREE.dailyMessages);
    await expectDone(superAdmin.client.post(`/api/admin/users/${roleUser.id}/credits`, { credits: '1' }));
    const say = (n: number) => roleUser.client.post(`/api/bots/${botId}/chat`, { message: `hello ${n}` });
    // In batches of the number that one user may have in progress, until the credit is spent.
    const codes = (await times(100, say)).map(codeOf);
    for (let round = 0; round < 10 && !codes.includes('DAILY_LIMIT'); round += 1)
      codes.push(...(await times(5, say)).map(codeOf));
    codes.push(...(await times(5, say)).map(codeOf));
    expect(codes.filter((code) => code === 'done')).toHaveLength(1);
    expect(codes).toContain('DAILY_LIMIT');
    expect(codes.filter((code) => !['done', 'DAILY_LIMIT', 'RATE_LIMITED', ...BUSY].includes(code))).toEqual([]);
    expect(await bookOf(roleUser)).toEqual({ booked: 0, balance: 0 });
    const states = await onDatabase(
      stack,
      `select count(*)::int as paid from billing.reservation where user_id = $1 and source = 'credit' and state = 'settled'`,
      [roleUser.id],
    );
    expect(states).toEqual([{ paid: 1 }]);
  }, 120_000);

  it('parallel grants with one idempotency key are one grant [S35]', async () => {
    const roleUser = await createRoleUser(stack);
    const grant = () =>
      superAdmin.client.post(`/api/admin/users/${roleUser.id}/credits`, { credits: '25', idempotencyKey: 'the-same-key' });
    await times(10, grant);
    expect(await bookOf(roleUser)).toEqual({ booked: 25, balance: 25 });
  });

  it('price, credits and user id of a client are ignored [S65]', async () => {
    const [roleUser, other] = [await createRoleUser(stack), await createRoleUser(stack)];
    const additional = {
      price: 1,
      amount: 1,
      credits: 999_999,
      userId: other.id,
      plan: 'premium',
      model: 'gpt-4o',
      customer: 'cus_other',
    };
    const { body } = await expectDone(roleUser.client.post('/api/credits/checkout', { ...additional, packageId: 'credits-100' }));
    const checkoutId = String(body['url']).split('/').at(-1) ?? '';
    const shown = await expectDone(roleUser.client.get(`/api/sandbox/checkout/${checkoutId}`));
    expect(shown.text).toContain('199');
    await expectDone(roleUser.client.post(`/api/sandbox/checkout/${checkoutId}`, { outcome: 'pay', ...additional }));
    expect([await creditsOf(roleUser), await creditsOf(other), await planOf(roleUser)]).toEqual([100, 0, 'free']);
  });

  it('neither a checkout nor the return from the payment page grants anything before the payment [S65]', async () => {
    const roleUser = await createRoleUser(stack);
    for (const path of ['/api/subscriptions/upgrade', '/api/create-checkout-session'])
      await expectDone(roleUser.client.post(path, { plan: 'premium', paid: true, status: 'complete' }));
    await roleUser.client.get('/dashboard?upgrade=success');
    await roleUser.client.get('/api/subscriptions?upgrade=success');
    const greeting = await expectDone(roleUser.client.get('/api/subscriptions/recent-purchase?upgrade=success'));
    expect(greeting.body).toEqual({ purchase: { plan: 'premium', state: 'open' } });
    const forged = {
      type: 'checkout.session.completed',
      data: { object: { client_reference_id: roleUser.id, payment_status: 'paid' } },
    };
    expect((await roleUser.client.post('/api/webhooks/stripe', forged)).status).toBe(400);
    expect((await roleUser.client.with({ 'stripe-signature': 't=1,v1=00' }).post('/api/webhooks/stripe', forged)).status).toBe(
      400,
    );
    expect(await planOf(roleUser)).toBe('free');
    expect(
      await onDatabase(stack, `select 1 from billing.plan_grant where user_id = $1 and plan <> 'free'`, [roleUser.id]),
    ).toEqual([]);
  });

  it('rows of the ledger cannot be changed, and wallets equal the ledger [S67]', async () => {
    const wrong = await onDatabase(
      stack,
      `select w.user_id from billing.wallet w
       where w.balance <> coalesce((select sum(amount) from billing.ledger_line where account = 'user:' || w.user_id), 0)`,
    );
    expect(wrong).toEqual([]);
    for (const change of ['update billing.ledger_txn set amount = amount + 1', 'delete from billing.ledger_txn'])
      await expect(onDatabase(stack, change)).rejects.toThrow('the ledger is append-only');
  });
});
