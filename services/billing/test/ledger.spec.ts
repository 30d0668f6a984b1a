import { randomUUID } from 'node:crypto';
import { billing } from '@kith/proto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { queryAsOwner } from '@kith/kit/testing';
import fc from 'fast-check';
import { database } from '../src/database.js';
import { billingUnderTest, type BillingUnderTest } from './billing-under-test.js';
import { aBuyer, refundEvent, sessionEvent, type Buyer } from './paying-user.js';

let kith: BillingUnderTest;
beforeAll(async () => {
  kith = await billingUnderTest();
});
afterAll(() => kith.stop());

type Step =
  | { kind: 'reserve' | 'settle' | 'release'; user: number; request: number }
  | { kind: 'grant'; user: number; key: number; credits: number }
  | { kind: 'purchase'; user: number }
  | { kind: 'refund'; user: number; cents: number };

const user = fc.nat(1);
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('reserve' as const), user, request: fc.nat(7) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom('settle' as const, 'release' as const), user, request: fc.nat(7) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('grant' as const), user, key: fc.nat(2), credits: fc.constant(2) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('purchase' as const), user }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('refund' as const), user, cents: fc.constantFrom(50, 199) }) },
);
/** The steps of one batch run concurrently. */
const batches = fc.array(fc.array(step, { minLength: 1, maxLength: 12 }), { minLength: 1, maxLength: 6 });

const TOTALS = `
  select
    (select coalesce(sum(l.amount), 0)::int from billing.ledger_line l where l.account = 'user:' || u) as ledger,
    (select coalesce(sum(w.balance), 0)::int from billing.wallet w where w.user_id = u) as balance,
    (select count(*)::int * 2 from billing.ledger_txn t join billing.ledger_line l on l.txn_id = t.id and l.account = 'user:' || u where t.kind = 'grant') as granted,
    (select coalesce(sum(p.credits), 0)::int from billing.purchase p where p.user_id = u) as purchased,
    (select coalesce(sum(p.reclaimed - p.owed), 0)::int from billing.purchase p where p.user_id = u) as refunded,
    (select count(*)::int from billing.reservation r where r.user_id = u and r.source = 'credit' and r.state <> 'released') as credits,
    (select count(*)::int from billing.reservation r where r.user_id = u and r.source = 'plan' and r.state <> 'released') as messages,
    (select coalesce(sum(d.used), 0)::int from billing.usage_day d where d.user_id = u) as used
  from unnest($1::uuid[]) u`;

interface Totals {
  readonly ledger: number;
  readonly balance: number;
  readonly granted: number;
  readonly purchased: number;
  readonly refunded: number;
  readonly credits: number;
  readonly messages: number;
  readonly used: number;
}

describe('the ledger', () => {
  it('sums to the balance, never below zero, under any interleaving of grant, purchase, reserve, settle, release and refund [S67]', async () => {
    const outcomes = new Set<string>();
    await fc.assert(
      fc.asyncProperty(batches, async (run) => {
        const buyers = await Promise.all([aBuyer(kith, 'credits-100'), aBuyer(kith, 'credits-100')]);
        const users = buyers.map(({ userId }) => userId);
        const prefix = randomUUID();
        for (const userId of users) await kith.sendToday(userId, 48);
        for (const batch of run) {
          await Promise.all(batch.map(async (one) => outcomes.add(await runStep(one, buyers, prefix))));
          for (const totals of await kith.query<Totals>(TOTALS, [users])) {
            expect(totals.balance).toBeGreaterThanOrEqual(0);
            expect(totals.ledger).toBe(totals.balance);
            expect(totals.balance).toBe(totals.granted + totals.purchased - totals.refunded - totals.credits);
            expect(totals.used).toBe(48 + totals.messages);
            expect(totals.used).toBeLessThanOrEqual(50);
          }
        }
      }),
      { numRuns: 60 },
    );
    // Every kind of step must have happened, or the property proves little.
    expect([...outcomes].sort()).toEqual(['credit', 'denied', 'grant', 'plan', 'purchase', 'refund', 'release', 'settle']);
  }, 120_000);

  it.each([
    'update billing.ledger_txn set amount = 1',
    'delete from billing.ledger_txn',
    'truncate billing.ledger_txn cascade',
    `update billing.ledger_txn set kind = 'grant'`,
  ])('refuses to be changed, even by the owner of the database: %s', async (statement) => {
    await kith.grant(randomUUID(), 10);
    await expect(kith.query(statement)).rejects.toMatchObject({ code: '42501' });
    await expect(queryAsOwner(kith, database, statement)).rejects.toThrow('append-only');
  });

  it('has no posting that does not sum to zero: both sides are one row, and neither can be written alone [S67]', async () => {
    const userId = randomUUID();
    await kith.grant(userId, 5);
    const sides = `select account, amount::int from billing.ledger_line
      where txn_id = (select id from billing.ledger_txn where user_id = $1) order by account`;
    expect(await kith.query(sides, [userId])).toEqual([
      { account: 'granted', amount: -5 },
      { account: `user:${userId}`, amount: 5 },
    ]);
    const half = `insert into billing.ledger_line (txn_id, account, amount) values (1, 'granted', 5)`;
    await expect(queryAsOwner(kith, database, half)).rejects.toThrow('cannot insert into view');
    const nothing = `insert into billing.ledger_txn (kind, reference, user_id, amount) values ('grant', $1, $2, 0)`;
    await expect(kith.query(nothing, [randomUUID(), userId])).rejects.toThrow('check constraint');
  });

  it('refuses a wallet below zero [S35, S67]', async () => {
    const userId = randomUUID();
    await kith.grant(userId, 1);
    await expect(kith.query('update billing.wallet set balance = balance - 2 where user_id = $1', [userId])).rejects.toThrow(
      'check constraint',
    );
  });
});

/** Runs one step; returns what happened. A request number is always used by the same user, so no request id is foreign. */
async function runStep(one: Step, buyers: readonly Buyer[], prefix: string): Promise<string> {
  const buyer = (parity: number): Buyer => {
    const found = buyers[parity % 2];
    if (!found) throw new Error('no such user');
    return found;
  };
  switch (one.kind) {
    case 'grant':
      await kith.grant(buyer(one.user).userId, one.credits, `${prefix}-${one.user}-${one.key}`);
      return one.kind;
    case 'purchase':
      await kith.deliver(sessionEvent(buyer(one.user)));
      return one.kind;
    case 'refund':
      await kith.deliver(refundEvent(buyer(one.user), 199, one.cents));
      return one.kind;
    case 'reserve':
      return kith.reserve(buyer(one.request).userId, `${prefix}-${one.request}`);
    default:
      await kith.ask(billing[one.kind], { requestId: `${prefix}-${one.request}` });
      return one.kind;
  }
}
