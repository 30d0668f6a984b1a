import { randomUUID } from 'node:crypto';
import { billing } from '@kith/proto';
import { anActor } from '@kith/kit/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { billingUnderTest, type BillingUnderTest } from './billing-under-test.js';
import { aBuyer, disputeEvent, refundEvent, sessionEvent, type Buyer } from './paying-user.js';

let kith: BillingUnderTest;
beforeAll(async () => {
  kith = await billingUnderTest();
});
afterAll(() => kith.stop());

const aPurchase = async (packageId = 'credits-100'): Promise<Buyer> => {
  const buyer = await aBuyer(kith, packageId);
  await kith.deliver(sessionEvent(buyer));
  return buyer;
};
const use = async (userId: string, credits: number): Promise<void> => {
  await kith.sendToday(userId, 50);
  for (let used = 0; used < credits; used += 1) expect(await kith.reserve(userId)).toBe('credit');
};
const flagOf = async ({ paymentId }: Buyer) =>
  (await kith.query('select reclaimed::int, owed::int from billing.purchase where payment_id = $1', [paymentId]))[0];

/** The balance, which must equal the sum of the ledger. */
const balanceOf = async ({ userId }: Buyer): Promise<number> => {
  const { credits } = await kith.usage(userId);
  expect(await kith.ledgerSum(userId)).toBe(credits);
  return credits;
};

describe('a refund of credits [S67]', () => {
  it('takes back unused credits and is in the audit log', async () => {
    const buyer = await aPurchase();
    await kith.deliver(refundEvent(buyer, 199, 199));
    expect(await balanceOf(buyer)).toBe(0);
    const [, refund] = await kith.audited(buyer.userId);
    expect(refund).toMatchObject({ action: 'payment_refunded', details: { credits: 100, owed: 0, disputed: false } });
  });

  it('takes the balance down to zero, never below, and flags the credits that had been used', async () => {
    const buyer = await aPurchase();
    await use(buyer.userId, 30);
    await kith.deliver(refundEvent(buyer, 199, 199));
    expect(await balanceOf(buyer)).toBe(0);
    expect(await flagOf(buyer)).toEqual({ reclaimed: 100, owed: 30 });
    expect(await kith.reserve(buyer.userId)).toBe('denied');
  });

  it('takes nothing when all credits had been used, and flags them', async () => {
    const buyer = await aPurchase();
    await kith.query('update billing.wallet set balance = 0 where user_id = $1', [buyer.userId]);
    await kith.deliver(refundEvent(buyer, 199, 199));
    expect(await flagOf(buyer)).toEqual({ reclaimed: 100, owed: 100 });
    expect((await kith.usage(buyer.userId)).credits).toBe(0);
  });

  it('in parts takes each part once, and never more than was bought', async () => {
    const buyer = await aPurchase();
    const half = refundEvent(buyer, 200, 100);
    await Promise.all([kith.deliver(half), kith.deliver({ ...half, id: `evt_${randomUUID()}` })]);
    expect(await balanceOf(buyer)).toBe(50);
    await kith.deliver(refundEvent(buyer, 200, 200));
    await kith.deliver(refundEvent(buyer, 200, 100));
    await kith.deliver(disputeEvent(buyer.paymentId));
    expect(await balanceOf(buyer)).toBe(0);
    expect(await flagOf(buyer)).toEqual({ reclaimed: 100, owed: 0 });
  });

  it('leaves the credits of other purchases alone', async () => {
    const buyer = await aPurchase();
    await kith.grant(buyer.userId, 7);
    await kith.deliver(refundEvent(buyer, 199, 199));
    expect(await balanceOf(buyer)).toBe(7);
  });

  it('whose event arrives before the payment takes the credits when they are added', async () => {
    const buyer = await aBuyer(kith, 'credits-100');
    await kith.deliver(refundEvent(buyer, 199, 199));
    expect(await balanceOf(buyer)).toBe(0);
    await kith.deliver(sessionEvent(buyer));
    expect(await balanceOf(buyer)).toBe(0);
    expect(await flagOf(buyer)).toEqual({ reclaimed: 100, owed: 0 });
  });

  it('at the same time as the payment leaves a balance of zero', async () => {
    for (let round = 0; round < 10; round += 1) {
      const buyer = await aBuyer(kith, 'credits-100');
      await Promise.all([kith.deliver(sessionEvent(buyer)), kith.deliver(disputeEvent(buyer.paymentId))]);
      expect(await balanceOf(buyer)).toBe(0);
    }
  });

  it('of an unknown payment changes nothing', async () => {
    const buyer = await aPurchase();
    await kith.deliver(refundEvent({ ...buyer, paymentId: `pi_${randomUUID()}` }, 199, 199));
    await kith.deliver(disputeEvent(`pi_${randomUUID()}`));
    await kith.deliver(refundEvent(buyer, 0, 0));
    expect(await balanceOf(buyer)).toBe(100);
  });
});

describe('credits from sandbox purchases', () => {
  it('are taken back, as far as they are left, when the provider is live [S66]', async () => {
    const live = await billingUnderTest({ STRIPE_SECRET_KEY: 'sk_live_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' });
    const [tried, paid] = [randomUUID(), randomUUID()];
    const buy = (userId: string, mode: string) =>
      live.query('select billing.credit_purchase($1, $1, $2, $3, 100, 199)', [`pi_${userId}`, userId, mode]);
    await Promise.all([buy(tried, 'sandbox'), buy(paid, 'live')]);
    await live.grant(tried, 7);
    for (let again = 0; again < 2; again += 1) await live.sweep();
    expect((await live.usage(tried)).credits).toBe(7);
    expect(await live.ledgerSum(tried)).toBe(7);
    expect((await live.usage(paid)).credits).toBe(100);
    await live.stop();
  });
});

describe('a dispute [S67]', () => {
  it('takes the credits back although its event names no customer', async () => {
    const buyer = await aPurchase();
    await kith.deliver(disputeEvent(buyer.paymentId));
    expect(await balanceOf(buyer)).toBe(0);
    expect((await kith.audited(buyer.userId)).at(-1)).toMatchObject({ details: { disputed: true, credits: 100 } });
  });

  it.each([false, true])('that is won returns the credits that it took (its end reported first: %s)', async (isReversed) => {
    const buyer = await aPurchase();
    await use(buyer.userId, 30);
    const dispute = [disputeEvent(buyer.paymentId), disputeEvent(buyer.paymentId, 'won')];
    for (const event of isReversed ? dispute.toReversed() : dispute) await kith.deliver(event);
    expect(await balanceOf(buyer)).toBe(70);
    expect(await flagOf(buyer)).toEqual({ reclaimed: 0, owed: 0 });
  });

  it('that is lost leaves them taken, and a refund after one that was won takes them again', async () => {
    const [lost, refunded] = [await aPurchase(), await aPurchase()];
    for (const status of ['needs_response', 'lost'] as const) await kith.deliver(disputeEvent(lost.paymentId, status));
    expect(await balanceOf(lost)).toBe(0);
    for (const status of ['needs_response', 'won'] as const) await kith.deliver(disputeEvent(refunded.paymentId, status));
    await kith.deliver(refundEvent(refunded, 199, 199));
    expect(await balanceOf(refunded)).toBe(0);
    const { movements } = await kith.ask(billing.history, { actor: anActor({ userId: refunded.userId }) });
    expect(movements.map(({ credits, description }) => [credits, description])).toEqual([
      [-100, 'Refund'],
      [100, 'Dispute closed: credits returned'],
      [-100, 'Refund'],
      [100, 'Bought 100 credits'],
    ]);
  });
});
