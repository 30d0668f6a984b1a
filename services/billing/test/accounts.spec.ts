import { randomUUID } from 'node:crypto';
import { billing, type OutputOf } from '@kith/proto';
import { anActor } from '@kith/kit/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DataSource, type QueryRunner } from 'typeorm';
import { billingUnderTest, billingWithStripe, type BillingUnderTest } from './billing-under-test.js';
import { aBuyer, aSubscriber, refundEvent, sessionEvent, subscriptionEvent } from './paying-user.js';
import type { StripeStandIn } from './stripe-stand-in.js';

let kith: BillingUnderTest;
let stripe: StripeStandIn;
beforeAll(async () => {
  ({ kith, stripe } = await billingWithStripe());
});
afterAll(() => kith.stop());

const admin = anActor({ role: 'admin' });
const rollUp = () => kith.query('select billing.roll_up_credits()');
/** $2 postings of the user $1, and their sum in the wallet. */
const POST_MANY = `
  with posted as (
    insert into billing.ledger_txn (kind, reference, user_id, amount)
    select 'grant', gen_random_uuid()::text, $1, 1 + n % 7 from generate_series(1, $2::int) n
    returning amount
  )
  insert into billing.wallet as w (user_id, balance) select $1, sum(amount) from posted
  on conflict (user_id) do update set balance = w.balance + excluded.balance`;
const checkpointsOf = (userId: string) =>
  kith.query<{ lines: string; balance: string }>(
    'select lines, balance from billing.ledger_checkpoint where user_id = $1 order by txn_id',
    [userId],
  );
/** Begins a transaction that posts one credit to the user and is left open. */
async function anOpenPosting(userId: string): Promise<QueryRunner> {
  const app = kith.services.get('billing')?.app;
  if (!app) throw new Error('billing does not run');
  const runner = app.get(DataSource).createQueryRunner();
  await runner.startTransaction();
  await runner.query(POST_MANY, [userId, 1]);
  return runner;
}
const subscribe = (plan: 'basic' | 'premium') => aSubscriber(kith, stripe, { plan });

describe('the credit packages', () => {
  it('are those of the catalogue, cheapest first, with one popular and one best value', async () => {
    const { packages } = await kith.ask(billing.packages, { actor: anActor() });
    expect(packages.map(({ credits, price }) => [credits, price])).toEqual([
      [100, 199],
      [500, 799],
      [1000, 1399],
      [5000, 4999],
    ]);
    expect(packages.filter(({ isPopular }) => isPopular).map(({ credits }) => credits)).toEqual([500]);
    expect(packages.filter(({ isBestValue }) => isBestValue).map(({ credits }) => credits)).toEqual([5000]);
  });
});

describe('the credit history', () => {
  it('lists every movement with a description, newest first, in pages', async () => {
    const buyer = await aBuyer(kith, 'credits-100');
    const { userId } = buyer;
    const requestId = randomUUID();
    await kith.grant(userId, 5);
    await kith.deliver(sessionEvent(buyer));
    await kith.sendToday(userId, 50);
    const botId = randomUUID();
    await kith.ask(billing.reserve, { userId, requestId, botId });
    await kith.ask(billing.release, { requestId });
    await kith.deliver(refundEvent(buyer, 199, 199));
    const all = await kith.ask(billing.history, { actor: anActor({ userId }) });
    expect(all.total).toBe(5);
    expect(
      all.movements.map(({ kind, credits, balanceAfter, botId: bot, description }) => [
        kind,
        credits,
        balanceAfter,
        bot,
        description,
      ]),
    ).toEqual([
      ['refund', -100, 5, null, 'Refund'],
      ['reversal', 1, 105, botId, 'Reply not delivered: credit returned'],
      ['message', -1, 104, botId, 'Reply above the daily limit'],
      ['purchase', 100, 105, null, 'Bought 100 credits'],
      ['grant', 5, 5, null, 'Added by an administrator'],
    ]);
  });

  it('is paged without gaps or repetitions while postings are added, and each balance is the sum up to there', async () => {
    const userId = randomUUID();
    const actor = anActor({ userId });
    for (let n = 1; n <= 7; n += 1) await kith.grant(userId, n);
    const pages: OutputOf<typeof billing.history>[] = [];
    for (let before: string | undefined | null; before !== null; before = pages.at(-1)?.next ?? null) {
      pages.push(await kith.ask(billing.history, { actor, limit: 3, ...(before && { before }) }));
      await kith.grant(userId, 1000);
    }
    const shown = pages.flatMap(({ movements }) => movements.map(({ credits, balanceAfter }) => [credits, balanceAfter]));
    expect(shown).toEqual([7, 6, 5, 4, 3, 2, 1].map((n) => [n, (n * (n + 1)) / 2]));
    expect(pages.map(({ movements }) => movements.length)).toEqual([3, 3, 1]);
  });

  it('is the same before and after checkpoints were added to a long one, which leave out what was posted since the last sweep', async () => {
    const userId = randomUUID();
    const actor = anActor({ userId });
    const posted = (count: number) => kith.query(POST_MANY, [userId, count]);
    const whole = async () => {
      const movements: OutputOf<typeof billing.history>['movements'] = [];
      const totals = new Set<number>();
      for (let before: string | undefined | null; before !== null;) {
        const page: OutputOf<typeof billing.history> = await kith.ask(billing.history, {
          actor,
          limit: 200,
          ...(before && { before }),
        });
        movements.push(...page.movements);
        totals.add(page.total);
        before = page.next;
      }
      return { movements, totals: [...totals] };
    };
    const checkpoints = () => checkpointsOf(userId);
    await posted(400);
    await rollUp();
    const before = await whole();
    expect([before.totals, await checkpoints()]).toEqual([[400], []]);
    await posted(300);
    await rollUp();
    await posted(300);
    const [first, second] = [await whole(), await whole()];
    expect(second).toEqual(first);
    expect(first.totals).toEqual([1000]);
    expect(first.movements.slice(600)).toEqual(before.movements);
    const sums = first.movements.map((_, at) => first.movements.slice(at).reduce((sum, { credits }) => sum + credits, 0));
    expect(first.movements.map(({ balanceAfter }) => balanceAfter)).toEqual(sums);
    expect((await checkpoints()).map(({ lines, balance }) => [Number(lines), Number(balance)])).toEqual(
      [256, 512].map((lines) => [lines, sums[1000 - lines]]),
    );
    expect(await kith.ask(billing.usage, { actor })).toMatchObject({ credits: sums[0] });
  });

  it('of twenty thousand postings of this minute reads the last of them alone', async () => {
    const userId = randomUUID();
    const actor = anActor({ userId });
    await kith.query(POST_MANY, [userId, 20_000]);
    await rollUp();
    await kith.ask(billing.history, { actor, limit: 20 });
    expect((await checkpointsOf(userId)).at(-1)).toMatchObject({ lines: '19968' });
    const { total, movements } = await kith.ask(billing.history, { actor, limit: 20 });
    expect([total, movements.length, movements[0]?.balanceAfter]).toEqual([20_000, 20, await kith.ledgerSum(userId)]);
  });

  it('misses no posting that is committed long after later ones, which no checkpoint passes', async () => {
    const userId = randomUUID();
    const actor = anActor({ userId });
    const late = await anOpenPosting(userId);
    // Without the wallet, which the open transaction holds.
    await kith.query(
      `insert into billing.ledger_txn (kind, reference, user_id, amount)
       select 'grant', gen_random_uuid()::text, $1, 2 from generate_series(1, 1000)`,
      [userId],
    );
    for (let sweep = 0; sweep < 3; sweep += 1) {
      await rollUp();
      await kith.ask(billing.history, { actor, limit: 20 });
    }
    expect(await checkpointsOf(userId)).toEqual([]);
    // Another one that is still open when that one ends.
    const open = await anOpenPosting(randomUUID());
    await late.commitTransaction();
    await late.release();
    await rollUp();
    await kith.ask(billing.history, { actor, limit: 20 });
    await open.rollbackTransaction();
    await open.release();
    expect((await checkpointsOf(userId)).map(({ lines }) => Number(lines))).toEqual([256, 512, 768]);
    const { total, movements } = await kith.ask(billing.history, { actor, limit: 20 });
    expect([total, movements[0]?.balanceAfter]).toEqual([1001, await kith.ledgerSum(userId)]);
  });

  it("is empty for a new user and never shows another user's movements", async () => {
    await kith.grant(randomUUID(), 5);
    expect(await kith.ask(billing.history, { actor: anActor() })).toEqual({ movements: [], total: 0, next: null });
  });

  it.each([{ limit: 0 }, { limit: 201 }, { before: '-1' }, { before: '1 or 1=1' }])('rejects the page %j', async (page) => {
    await expect(kith.ask(billing.history, { actor: anActor(), ...page })).rejects.toMatchObject({ code: 'BAD_INPUT' });
  });
});

describe('account summaries', () => {
  it('contain plan, badge and credits of each requested user in the order of the request, unknown users included', async () => {
    const [paying, given, cancelled] = [await subscribe('basic'), randomUUID(), await subscribe('premium')];
    const nobody = randomUUID();
    await kith.ask(billing.setPlan, { actor: admin, userId: given, plan: 'premium' });
    await kith.grant(given, 12);
    stripe.subscribe(cancelled.customer, { status: 'canceled' });
    await kith.deliver(subscriptionEvent(cancelled.customer, 'deleted'));
    const userIds = [nobody, given, cancelled.userId, paying.userId];
    const { accounts } = await kith.ask(billing.accounts, { userIds });
    expect(accounts).toEqual([
      { userId: nobody, plan: 'free', status: 'inactive', credits: 0 },
      { userId: given, plan: 'premium', status: 'active', credits: 12 },
      { userId: cancelled.userId, plan: 'free', status: 'cancelled', credits: 0 },
      { userId: paying.userId, plan: 'basic', status: 'active', credits: 0 },
    ]);
  });

  it('are limited to 200 users per call', async () => {
    const userIds = Array.from({ length: 200 }, () => randomUUID());
    expect((await kith.ask(billing.accounts, { userIds })).accounts).toHaveLength(200);
    await expect(kith.ask(billing.accounts, { userIds: [...userIds, randomUUID()] })).rejects.toMatchObject({
      code: 'BAD_INPUT',
    });
    expect(await kith.ask(billing.accounts, { userIds: [] })).toEqual({ accounts: [] });
  });
});

describe('the number of users per plan', () => {
  it('counts plans in force, whether paid for or given by an administrator', async () => {
    const before = await kith.ask(billing.planCounts, { actor: admin });
    const { userId } = await subscribe('basic');
    await subscribe('premium');
    await kith.ask(billing.setPlan, { actor: admin, userId: randomUUID(), plan: 'premium' });
    expect(await kith.ask(billing.planCounts, { actor: admin })).toEqual({
      basic: before.basic + 1,
      premium: before.premium + 2,
    });
    await kith.ask(billing.setPlan, { actor: admin, userId, plan: 'premium' });
    expect(await kith.ask(billing.planCounts, { actor: admin })).toEqual({ basic: before.basic, premium: before.premium + 3 });
  });

  it('is answered, and changes are announced, within the time limits with 30,000 subscribers', async () => {
    const before = await kith.ask(billing.planCounts, { actor: admin });
    await kith.query(`
      with payers as (select gen_random_uuid() as id from generate_series(1, 30000)),
        announced as (insert into billing.announced_plan (user_id, plan) select id, 'basic' from payers)
      insert into billing.subscription (user_id, mode, id, plan, status, period_end, cancels_at_period_end, last_payment_id, synced_at)
      select id, 'test', 'sub_' || id, 'basic', 'active', now() + interval '9 days', false, 'pi_' || id, now() from payers`);
    const { basic } = await kith.ask(billing.planCounts, { actor: admin });
    expect(basic).toBe(before.basic + 30_000);
    await expect(kith.sweep()).resolves.toEqual(expect.any(Number));
    await kith.query(`delete from billing.subscription where id = 'sub_' || user_id`);
    await kith.query('delete from billing.announced_plan where user_id not in (select user_id from billing.subscription)');
  });

  it('is refused to users and impersonated administrators', async () => {
    await expect(kith.ask(billing.planCounts, { actor: anActor() })).rejects.toMatchObject({ code: 'FORBIDDEN' });
    const impersonator = { userId: randomUUID(), username: 'root' };
    await expect(kith.ask(billing.planCounts, { actor: anActor({ impersonator }) })).rejects.toMatchObject({
      code: 'IMPERSONATING',
    });
  });
});

describe('the removal of an account', () => {
  it('ends the subscription at the provider, deletes all billing data and keeps the ledger', async () => {
    const { userId, customer } = await subscribe('premium');
    await kith.grant(userId, 5);
    await kith.ask(billing.setPlan, { actor: admin, userId, plan: 'basic' });
    await aBuyer(kith, 'credits-100', userId);
    await kith.ask(billing.removeUser, { userId });
    expect([...stripe.subscriptions.values()].find((one) => one.customer === customer)?.status).toBe('canceled');
    const open = [...stripe.sessions.values()].filter(
      ({ form, status }) => form['metadata[userId]'] === userId && status === 'open',
    );
    expect(open).toEqual([]);
    for (const table of ['customer', 'subscription', 'checkout', 'plan_grant', 'announced_plan'])
      expect(await kith.query(`select 1 from billing.${table} where user_id = $1`, [userId])).toEqual([]);
    expect(await kith.ledgerSum(userId)).toBe(5);
    expect(await kith.subscription(userId)).toMatchObject({ plan: 'free', status: 'inactive' });
  });

  it('can be repeated, and succeeds for a user who never paid', async () => {
    const { userId } = await subscribe('basic');
    for (const who of [userId, userId, randomUUID()])
      await expect(kith.ask(billing.removeUser, { userId: who })).resolves.toEqual({});
  });

  it('makes events that arrive later events of an unknown customer', async () => {
    const { userId, customer } = await subscribe('basic');
    await kith.ask(billing.removeUser, { userId });
    await expect(kith.deliver(subscriptionEvent(customer, 'deleted'))).resolves.toEqual({ received: true });
    expect(await kith.query('select 1 from billing.subscription where user_id = $1', [userId])).toEqual([]);
  });

  it('expires a payment page that is created at the same time, before or after the deletion', async () => {
    const pageOf = (userId: string) =>
      [...stripe.sessions.values()].filter(({ form }) => form['metadata[userId]'] === userId).map(({ status }) => status);
    const [early, late] = [await subscribe('basic'), await subscribe('basic')];
    // The page is created after the account was deleted.
    stripe.beforeSession = async () => {
      await kith.ask(billing.removeUser, { userId: early.userId });
    };
    const input = { actor: anActor({ userId: early.userId }), packageId: 'credits-100' };
    await expect(kith.ask(billing.checkoutCredits, input)).rejects.toMatchObject({ code: 'CHECKOUT_OVER' });
    stripe.beforeSession = () => undefined;
    expect(new Set(pageOf(early.userId))).toEqual(new Set(['expired']));
    // The page is created after the removal read the open pages and before it deletes them.
    stripe.beforeRead = async () => {
      stripe.beforeRead = () => undefined;
      await aBuyer(kith, 'credits-100', late.userId);
    };
    await expect(kith.ask(billing.removeUser, { userId: late.userId })).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    await kith.ask(billing.removeUser, { userId: late.userId });
    expect(new Set(pageOf(late.userId))).toEqual(new Set(['expired']));
  });

  it('expires an open payment page although the customer is deleted already', async () => {
    const { userId } = await aBuyer(kith, 'credits-100');
    await kith.query('delete from billing.customer where user_id = $1', [userId]);
    await kith.ask(billing.removeUser, { userId });
    const [page] = [...stripe.sessions.values()].filter(({ form }) => form['metadata[userId]'] === userId);
    expect(page?.status).toBe('expired');
  });

  it('deletes nothing while the provider is down', async () => {
    const { userId } = await subscribe('basic');
    stripe.state = 'down';
    await expect(kith.ask(billing.removeUser, { userId })).rejects.toMatchObject({ code: 'PAYMENT_UNAVAILABLE' });
    stripe.state = 'up';
    expect((await kith.subscription(userId)).plan).toBe('basic');
    await kith.ask(billing.removeUser, { userId });
    expect((await kith.subscription(userId)).plan).toBe('free');
  });

  it('ends a sandbox subscription', async () => {
    const sandbox = await billingUnderTest();
    const actor = anActor();
    const { url } = await sandbox.ask(billing.checkoutPlan, { actor, plan: 'basic' });
    await sandbox.ask(billing.sandboxPay, { actor, checkoutId: url.split('/').at(-1) ?? '', outcome: 'pay' });
    await sandbox.ask(billing.removeUser, { userId: actor.userId });
    expect(await sandbox.query('select 1 from billing.sandbox_subscription')).toEqual([]);
    expect((await sandbox.subscription(actor.userId)).plan).toBe('free');
    await sandbox.stop();
  });
});
