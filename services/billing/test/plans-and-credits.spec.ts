import { randomUUID } from 'node:crypto';
import { billing, events } from '@kith/proto';
import { anActor, waitFor } from '@kith/kit/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { billingUnderTest, type BillingUnderTest } from './billing-under-test.js';

let kith: BillingUnderTest;
beforeAll(async () => {
  kith = await billingUnderTest();
});
afterAll(() => kith.stop());

const admin = anActor({ role: 'admin' });
const root = anActor({ role: 'super_admin' });
const planOf = async (userId: string) => (await kith.ask(billing.entitlement, { userId })).plan;

describe('the account of a user', () => {
  it('shows administrators plan, source, credits and the messages of today, and users nothing [S31]', async () => {
    const userId = randomUUID();
    await kith.ask(billing.setPlan, { actor: admin, userId, plan: 'standard' });
    await kith.grant(userId, 7);
    await kith.reserve(userId);
    expect(await kith.ask(billing.userAccount, { actor: admin, userId })).toMatchObject({
      plan: 'basic',
      source: 'admin',
      paidPlan: null,
      credits: 7,
      used: 1,
      dailyLimit: 500,
    });
    const actor = anActor({ userId });
    await expect(kith.ask(billing.userAccount, { actor, userId })).rejects.toMatchObject({ code: 'FORBIDDEN' });
  });
});

describe('the plan in force', () => {
  it('is free for an unknown user', async () => {
    expect(await planOf(randomUUID())).toBe('free');
  });

  it.each([
    ['basic', 'basic'],
    ['standard', 'basic'],
    ['premium', 'premium'],
  ] as const)('that an administrator sets to %s is reported as %s', async (plan, reported) => {
    const userId = randomUUID();
    await expect(kith.ask(billing.setPlan, { actor: admin, userId, plan })).resolves.toMatchObject({ userId, plan: reported });
    expect(await planOf(userId)).toBe(reported);
  });

  it('is the higher of the paid plan and the granted plan; setting free removes only the grant', async () => {
    const userId = randomUUID();
    await kith.query(
      `insert into billing.subscription (user_id, mode, id, plan, status, period_end, cancels_at_period_end, synced_at)
       values ($1, 'sandbox', 'sub_1', 'basic', 'active', now() + interval '1 day', false, now())`,
      [userId],
    );
    await kith.ask(billing.setPlan, { actor: root, userId, plan: 'premium' });
    expect(await planOf(userId)).toBe('premium');
    const answer = await kith.ask(billing.setPlan, { actor: root, userId, plan: 'free' });
    expect(answer).toMatchObject({ plan: 'basic', message: 'The plan is now Standard.' });
    expect(await planOf(userId)).toBe('basic');
  });

  it('raises the daily limit at once', async () => {
    const userId = randomUUID();
    await kith.sendToday(userId, 50);
    expect(await kith.reserve(userId)).toBe('denied');
    await kith.ask(billing.setPlan, { actor: admin, userId, plan: 'basic' });
    expect(await kith.reserve(userId)).toBe('plan');
    expect((await kith.usage(userId)).dailyLimit).toBe(500);
  });

  it('publishes actorDropped when it changes, so that caches are invalidated', async () => {
    const dropped = new Set<string>();
    const unsubscribe = await kith.runtime.events.subscribe(events.actorDropped, ({ userId }) => dropped.add(userId));
    const userId = randomUUID();
    await kith.ask(billing.setPlan, { actor: admin, userId, plan: 'basic' });
    await waitFor('the announcement', () => dropped.has(userId));
    unsubscribe();
  });

  it.each([
    ['a user', anActor(), 'FORBIDDEN'],
    [
      'an impersonated administrator',
      anActor({ role: 'admin', impersonator: { userId: randomUUID(), username: 'root' } }),
      'IMPERSONATING',
    ],
  ])('cannot be set by %s', async (_who, actor, code) => {
    const userId = randomUUID();
    await expect(kith.ask(billing.setPlan, { actor, userId, plan: 'premium' })).rejects.toMatchObject({ code });
    expect(await planOf(userId)).toBe('free');
  });

  it('cannot be set for a user who does not exist', async () => {
    const userId = randomUUID();
    kith.strangers.add(userId);
    await expect(kith.ask(billing.setPlan, { actor: admin, userId, plan: 'premium' })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    expect(await planOf(userId)).toBe('free');
  });

  it('is recorded in the audit log when an administrator sets it [S75]', async () => {
    const userId = randomUUID();
    await kith.ask(billing.setPlan, { actor: admin, userId, plan: 'basic' });
    expect(await kith.audited(userId)).toMatchObject([{ action: 'plan_set', actorId: admin.userId, details: { plan: 'basic' } }]);
  });

  it('adds one plan-changes job per change, each under its own id', async () => {
    const userId = randomUUID();
    for (const plan of ['basic', 'basic', 'premium', 'free', 'free'] as const)
      await kith.ask(billing.setPlan, { actor: admin, userId, plan });
    const jobs = await kith.jobsFor('plan-changes', userId);
    expect(jobs.sort()).toEqual([1, 2, 3].map((version) => `plan-${userId}-${version}`));
  });
});

describe('granting credits', () => {
  it('adds them once per idempotency key, with 20 concurrent calls', async () => {
    const userId = randomUUID();
    const key = randomUUID();
    const answers = await Promise.all(Array.from({ length: 20 }, () => kith.grant(userId, 100, key)));
    expect(new Set(answers.map(({ credits }) => credits))).toEqual(new Set([100]));
    expect((await kith.grant(userId, 50)).credits).toBe(150);
    expect((await kith.usage(userId)).credits).toBe(150);
    expect(await kith.ledgerSum(userId)).toBe(150);
  });

  it('accepts a number as text, as the form sends it', async () => {
    const input = { actor: root, userId: randomUUID(), credits: '25', idempotencyKey: randomUUID() };
    await expect(kith.ask(billing.grantCredits, input)).resolves.toEqual({ credits: 25, message: 'Added 25 credits.' });
  });

  it('refuses an idempotency key that was used for another user or amount', async () => {
    const userId = randomUUID();
    const key = randomUUID();
    await kith.grant(userId, 5, key);
    await expect(kith.grant(userId, 6, key)).rejects.toMatchObject({ code: 'BAD_INPUT' });
    await expect(kith.grant(randomUUID(), 5, key)).rejects.toMatchObject({ code: 'BAD_INPUT' });
    expect((await kith.usage(userId)).credits).toBe(5);
  });

  it('records the administrator in the ledger', async () => {
    const key = randomUUID();
    await kith.ask(billing.grantCredits, { actor: root, userId: randomUUID(), credits: 1, idempotencyKey: key });
    expect(await kith.query('select actor_id from billing.ledger_txn where reference = $1', [key])).toEqual([
      { actor_id: root.userId },
    ]);
  });

  it('is refused for a user who does not exist', async () => {
    const userId = randomUUID();
    kith.strangers.add(userId);
    await expect(kith.grant(userId, 5)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await kith.ledgerSum(userId)).toBe(0);
  });

  it('is in the audit log once per grant, and announced to live screens [S75]', async () => {
    const notified: string[] = [];
    const end = await kith.runtime.events.subscribe(events.usageChanged, ({ userId }) => notified.push(userId));
    const userId = randomUUID();
    const key = randomUUID();
    await Promise.all([kith.grant(userId, 5, key), kith.grant(userId, 5, key)]);
    expect(await kith.audited(userId)).toMatchObject([
      { action: 'credits_granted', actorId: expect.any(String), details: { credits: 5 } },
    ]);
    await waitFor('the announcement', () => notified.includes(userId));
    end();
  });

  it('is refused during impersonation', async () => {
    const actor = anActor({ role: 'super_admin', impersonator: { userId: randomUUID(), username: 'root' } });
    const input = { actor, userId: randomUUID(), credits: 5, idempotencyKey: randomUUID() };
    await expect(kith.ask(billing.grantCredits, input)).rejects.toMatchObject({ code: 'IMPERSONATING' });
  });

  it.each(['user', 'admin'] as const)('is refused to the role %s', async (role) => {
    const userId = randomUUID();
    const input = { actor: anActor({ role }), userId, credits: 5, idempotencyKey: randomUUID() };
    await expect(kith.ask(billing.grantCredits, input)).rejects.toMatchObject({ code: 'FORBIDDEN' });
    expect((await kith.usage(userId)).credits).toBe(0);
  });
});

describe('a correction of credits', () => {
  const correct = (userId: string, credits: number, idempotencyKey: string = randomUUID(), actor = root) =>
    kith.ask(billing.correctCredits, { actor, userId, credits, reason: 'Granted twice', idempotencyKey });

  it('takes credits once per idempotency key, with 20 concurrent calls, and leaves the ledger equal to the balance', async () => {
    const userId = randomUUID();
    await kith.grant(userId, 100);
    const key = randomUUID();
    const answers = await Promise.all(Array.from({ length: 20 }, () => correct(userId, 30, key)));
    expect(new Set(answers.map(({ credits }) => credits))).toEqual(new Set([70]));
    expect((await kith.usage(userId)).credits).toBe(70);
    expect(await kith.ledgerSum(userId)).toBe(70);
  });

  it('is refused with a sentence when the user has fewer credits, and takes nothing', async () => {
    const userId = randomUUID();
    const fewer = (had: number) => ({
      code: 'BAD_INPUT',
      details: { fields: { credits: `Ada has ${had} credits. Nothing was taken.` } },
    });
    await expect(correct(userId, 1)).rejects.toMatchObject(fewer(0));
    await kith.grant(userId, 5);
    await expect(correct(userId, 6)).rejects.toMatchObject(fewer(5));
    expect(await kith.ledgerSum(userId)).toBe(5);
    expect((await kith.audited(userId)).map(({ action }) => action)).toEqual(['credits_granted']);
  });

  it('never takes the balance below zero, whatever runs at the same time', async () => {
    const userId = randomUUID();
    await kith.grant(userId, 10);
    const taken = await Promise.allSettled(Array.from({ length: 15 }, () => correct(userId, 1)));
    expect(taken.filter(({ status }) => status === 'fulfilled')).toHaveLength(10);
    expect((await kith.usage(userId)).credits).toBe(0);
    expect(await kith.ledgerSum(userId)).toBe(0);
  });

  it('is in the audit log with the administrator, the user and the reason, which the user reads too [S75]', async () => {
    const userId = randomUUID();
    await kith.grant(userId, 9);
    await correct(userId, 4);
    expect((await kith.audited(userId)).at(-1)).toMatchObject({
      action: 'credits_corrected',
      actorId: root.userId,
      target: userId,
      details: { credits: -4, reason: 'Granted twice' },
    });
    const { movements } = await kith.ask(billing.history, { actor: anActor({ userId }) });
    expect(movements[0]).toMatchObject({
      kind: 'correction',
      credits: -4,
      balanceAfter: 5,
      description: 'Taken back by an administrator: Granted twice',
    });
    expect(await kith.query(`select actor_id from billing.ledger_txn where kind = 'correction' and reason is null`)).toEqual([]);
  });

  it('refuses an idempotency key that was used for another user or amount', async () => {
    const [userId, other] = [randomUUID(), randomUUID()];
    await Promise.all([kith.grant(userId, 9), kith.grant(other, 9)]);
    const key = randomUUID();
    await correct(userId, 2, key);
    await expect(correct(userId, 3, key)).rejects.toMatchObject({ code: 'BAD_INPUT' });
    await expect(correct(other, 2, key)).rejects.toMatchObject({ code: 'BAD_INPUT' });
    expect((await kith.usage(userId)).credits).toBe(7);
  });

  it.each([
    ['the role user', anActor(), 'FORBIDDEN'],
    ['the role admin', admin, 'FORBIDDEN'],
    [
      'an impersonation',
      anActor({ role: 'super_admin', impersonator: { userId: randomUUID(), username: 'root' } }),
      'IMPERSONATING',
    ],
  ])('is refused to %s', async (_who, actor, code) => {
    const userId = randomUUID();
    await kith.grant(userId, 5);
    await expect(correct(userId, 1, randomUUID(), actor)).rejects.toMatchObject({ code });
    expect((await kith.usage(userId)).credits).toBe(5);
  });

  it.each([
    ['no reason', { reason: '  ' }, 'reason'],
    ['a reason of 201 characters', { reason: 'r'.repeat(201) }, 'reason'],
    ['a negative number', { credits: -1 }, 'credits'],
  ])('refuses %s', async (_what, fields, field) => {
    const input = { actor: root, userId: randomUUID(), credits: 1, reason: 'Granted twice', idempotencyKey: 'key', ...fields };
    await expect(kith.ask(billing.correctCredits, input)).rejects.toMatchObject({
      code: 'BAD_INPUT',
      details: { fields: { [field]: expect.any(String) } },
    });
  });
});

describe('live screens', () => {
  it('are notified when a message is reserved or released, and not when nothing changed', async () => {
    const notified: string[] = [];
    const end = await kith.runtime.events.subscribe(events.usageChanged, ({ userId }) => notified.push(userId));
    const [userId, denied, last] = [randomUUID(), randomUUID(), randomUUID()];
    const requestId = randomUUID();
    await kith.sendToday(denied, 50);
    await kith.reserve(userId, requestId);
    await kith.reserve(denied);
    await kith.ask(billing.release, { requestId });
    await kith.ask(billing.release, { requestId });
    await kith.reserve(last);
    await waitFor('the announcements', () => notified.includes(last));
    // Events of other tests arrive here too, because all share one Redis.
    const ours: string[] = [userId, denied, last];
    expect(notified.filter((id) => ours.includes(id))).toEqual([userId, userId, last]);
    end();
  });
});

describe('input validation', () => {
  const valid = { actor: root, userId: randomUUID(), credits: 5, idempotencyKey: 'key' };

  it.each([
    ['no credits', { ...valid, credits: 0 }, 'credits'],
    ['a negative number of credits', { ...valid, credits: -5 }, 'credits'],
    ['a fraction of a credit', { ...valid, credits: 1.5 }, 'credits'],
    ['more credits than allowed', { ...valid, credits: 1_000_001 }, 'credits'],
    ['a word as a number', { ...valid, credits: 'many' }, 'credits'],
    ['zero as text', { ...valid, credits: '0' }, 'credits'],
    ['a negative number as text', { ...valid, credits: '-5' }, 'credits'],
    ['a fraction as text', { ...valid, credits: '1.5' }, 'credits'],
    ['a user id that is not a UUID', { ...valid, userId: "1' or '1'='1" }, 'userId'],
    ['a NUL byte in the key', { ...valid, idempotencyKey: 'a\0b' }, 'idempotencyKey'],
    ['an over-long key', { ...valid, idempotencyKey: 'k'.repeat(121) }, 'idempotencyKey'],
  ])('refuses %s', async (_what, input, field) => {
    await expect(kith.ask(billing.grantCredits, input)).rejects.toMatchObject({
      code: 'BAD_INPUT',
      details: { fields: { [field]: expect.any(String) } },
    });
  });

  it('refuses an unknown plan and wrong types', async () => {
    const unknownPlan = { actor: admin, userId: randomUUID(), plan: 'platinum' } as unknown as {
      actor: typeof admin;
      userId: string;
      plan: 'basic';
    };
    await expect(kith.ask(billing.setPlan, unknownPlan)).rejects.toMatchObject({ code: 'BAD_INPUT' });
    const wrongTypes = { userId: 42, requestId: ['x'] } as unknown as { userId: string; requestId: string };
    await expect(kith.ask(billing.reserve, wrongTypes)).rejects.toMatchObject({ code: 'BAD_INPUT' });
  });

  it.each([
    ['a NUL byte', 'a\0b'],
    ['a lone surrogate', 'a\ud800'],
    ['121 characters', 'r'.repeat(121)],
    ['no characters', ''],
  ])('refuses a request id of %s', async (_what, requestId) => {
    await expect(kith.reserve(randomUUID(), requestId)).rejects.toMatchObject({ code: 'BAD_INPUT' });
  });
});
