import { randomUUID } from 'node:crypto';
import { auditEvent, callScope, CLIENT_IP, startService, type RunningService } from '@kith/kit';
import { admin, audit, AUDIT_ACTIONS, auth, queues, type Actor, type AuditEvent, type InputOf } from '@kith/proto';
import { waitFor } from '@kith/kit/testing';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { definition } from '../src/index.js';
import { AuditLog } from '../src/audit/audit-log.service.js';
import { authUnderTest, type AuthUnderTest } from './auth-under-test.js';
import { anImpersonator, anOrigin, aSuperAdmin, aUser, startFakeBilling } from './actors.js';

let kith: AuthUnderTest;
let replica: RunningService;
let billingService: { close(): Promise<void> };
let superAdmin: Actor;
const printed: string[] = [];

beforeAll(async () => {
  jest.spyOn(process.stdout, 'write').mockImplementation((text) => printed.push(String(text)) > 0);
  kith = await authUnderTest({ LOG_LEVEL: 'trace' });
  replica = await startService(definition, kith.runtime);
  billingService = await startFakeBilling(kith);
  superAdmin = await aSuperAdmin(kith);
});
afterAll(async () => {
  await billingService.close();
  await replica.close();
  await kith.stop();
  jest.restoreAllMocks();
});

const log = (filter: Omit<InputOf<typeof audit.log>, 'actor'> = {}) => kith.ask(audit.log, { actor: superAdmin, ...filter });
const count = async () => Number((await kith.query<{ count: string }>('select count(*) from auth.audit_event'))[0]?.count);
const add = (event: AuditEvent) => kith.runtime.queues.add(queues.audit, event.id, event);
const queueIsEmpty = () =>
  waitFor('the audit queue to be empty', async () => (await kith.runtime.queues.depth(queues.audit)) === 0);
const written = async (event: AuditEvent) =>
  waitFor('the event', async () => (await log({ limit: 200 })).events.find(({ id }) => id === event.id));

/** Runs `damage` with the triggers disabled, as only a database administrator can, then `look`, then `repair`. */
async function tampered(damage: string, repair: string, look: () => Promise<unknown>): Promise<void> {
  const unguarded = (sql: string) =>
    kith.query(`do $$ begin
      alter table auth.audit_event disable trigger append_only; ${sql}; alter table auth.audit_event enable trigger append_only;
    end $$`);
  await unguarded(`create table auth.backup as table auth.audit_event; ${damage}`);
  try {
    await look();
  } finally {
    await unguarded(`${repair}; drop table auth.backup`);
  }
}

describe('the audit log [S75]', () => {
  it('stores actor, effective user, action, target, time, address and request id of each of twenty events', async () => {
    await queueIsEmpty();
    const before = await count();
    const actor = await aUser(kith);
    await queueIsEmpty();
    const actions = AUDIT_ACTIONS.slice(0, 20);
    const target = randomUUID();
    const from = await count();
    for (const action of actions)
      await callScope.run({ meta: { 'x-request-id': `request-${action}`, [CLIENT_IP]: '203.0.113.9' } }, () =>
        kith.runtime.audit.report(action, { actor, target, details: { n: 1 } }),
      );
    await waitFor('twenty audit events', async () => (await count()) === from + 20);
    expect(from).toBeGreaterThan(before);
    const { events, total, isIntact } = await log({ userId: target });
    expect([total, isIntact]).toEqual([20, true]);
    expect(events.map(({ action }) => action).toSorted()).toEqual(actions.toSorted());
    expect(events.map(({ at }) => at)).toEqual(
      events
        .map(({ at }) => at)
        .toSorted()
        .toReversed(),
    );
    expect(events.find(({ action }) => action === actions.at(-1))).toEqual({
      id: expect.any(String),
      at: expect.any(String),
      action: actions.at(-1),
      actorId: actor.userId,
      actorName: actor.username,
      effectiveUserId: actor.userId,
      target,
      ip: '203.0.113.9',
      requestId: `request-${actions.at(-1)}`,
      details: { n: 1 },
    });
  });

  it('names both identities for an action during an impersonation', async () => {
    const actor = await anImpersonator(kith);
    await kith.runtime.audit.report('profile_changed', { actor, target: actor.userId });
    const both = { actorId: superAdmin.userId, actorName: 'superadmin', effectiveUserId: actor.userId };
    await waitFor('both audit events', async () => (await log({ userId: actor.userId, action: 'profile_changed' })).total === 1);
    const { events } = await log({ userId: actor.userId });
    const [changed, started] = events;
    expect(changed).toMatchObject({ action: 'profile_changed', ...both });
    expect(started).toMatchObject({ action: 'impersonation_started', ...both });
  });

  it('stores an event once when two replicas write it repeatedly', async () => {
    const event = auditEvent('login', { target: randomUUID() });
    await Promise.all(Array.from({ length: 10 }, () => add(event)));
    await written(event);
    const before = await count();
    const workers = [kith.services.get('auth'), replica].map((service) => service?.app.get(AuditLog));
    await Promise.all(Array.from({ length: 20 }, (_, index) => workers[index % 2]?.write(event)));
    expect(await count()).toBe(before);
    expect(await log()).toMatchObject({ isIntact: true });
  });

  it('keeps one unbroken chain when replicas write concurrently', async () => {
    const workers = [kith.services.get('auth'), replica].map((service) => service?.app.get(AuditLog));
    const target = randomUUID();
    await Promise.all(
      Array.from({ length: 60 }, (_, index) => workers[index % 2]?.write(auditEvent('logout', { target, details: { index } }))),
    );
    expect(await log({ userId: target, limit: 1 })).toMatchObject({ total: 60, isIntact: true });
    const positions = await kith.query<{ position: string }>('select position from auth.audit_event order by position');
    expect(positions.map(({ position }) => Number(position))).toEqual(positions.map((_, index) => index + 1));
  });

  it.each([
    'update auth.audit_event set event = event',
    `update auth.audit_event set hash = ''`,
    'delete from auth.audit_event where position = 1',
    'truncate auth.audit_event',
    'delete from auth.audit_head',
    "insert into auth.audit_head (position, hash) values (0, sha256(''))",
  ])('refuses the statement: %s', async (statement) => {
    const before = await count();
    await expect(kith.query(statement)).rejects.toThrow('the audit log is append-only');
    expect(await count()).toBe(before);
  });

  const last = '(select max(position) from auth.audit_event)';
  const fromBackup =
    'delete from auth.audit_event; insert into auth.audit_event (position, event, hash) select position, event, hash from auth.backup';
  it.each([
    [
      'a changed row',
      `update auth.audit_event set event = regexp_replace(event, '"action":"[a-z_]+"', '"action":"users_exported"') where position = 2`,
    ],
    ['a row with one blank more', `update auth.audit_event set event = event || ' ' where position = 2`],
    ['a row of another hash', `update auth.audit_event set hash = sha256('x') where position = 3`],
    [
      'two rows that changed places',
      `update auth.audit_event set position = -position where position in (4, 5);
      update auth.audit_event set position = case position when -4 then 5 else 4 end where position < 0`,
    ],
    ['a missing row', 'delete from auth.audit_event where position = 3'],
    ['a missing first row', 'delete from auth.audit_event where position = 1'],
    ['a missing last row', `delete from auth.audit_event where position = ${last}`],
    ['all rows missing', 'delete from auth.audit_event'],
    [
      'a row put behind the last one',
      `insert into auth.audit_event (position, event, hash) select position + 1, replace(event, id::text, gen_random_uuid()::text), hash from auth.audit_event where position = ${last}`,
    ],
    [
      'the last row with a hash that fits its new text',
      `update auth.audit_event e set event = replace(e.event, '"ip":null', '"ip":"x"'),
      hash = sha256((select hash from auth.audit_event p where p.position = e.position - 1) || convert_to(replace(e.event, '"ip":null', '"ip":"x"'), 'UTF8'))
      where position = ${last}`,
    ],
  ])('detects %s', async (_what, damage) => {
    for (let n = 0; n < 3; n += 1) await kith.services.get('auth')?.app.get(AuditLog).write(auditEvent('logout', {}));
    await tampered(damage, fromBackup, async () => expect(await log({ limit: 1 })).toMatchObject({ isIntact: false }));
    expect(await log({ limit: 1 })).toMatchObject({ isIntact: true });
  });

  it('returns the other events when one row was made unreadable', async () => {
    const target = randomUUID();
    for (let n = 0; n < 3; n += 1)
      await kith.services
        .get('auth')
        ?.app.get(AuditLog)
        .write(auditEvent('logout', { target, details: { n } }));
    const damage = `update auth.audit_event set event = replace(event, '"action":"logout"', '"action":"nothing_known"')
      where target = '${target}' and event like '%"n":1%'`;
    await tampered(damage, fromBackup, async () =>
      expect(await log({ userId: target })).toMatchObject({
        isIntact: false,
        total: 3,
        events: [{ details: { n: 2 } }, { details: { n: 0 } }],
      }),
    );
    expect(await log({ userId: target })).toMatchObject({ isIntact: true, total: 3 });
  });

  it('sorts an event that was written late by the time at which it happened', async () => {
    const target = randomUUID();
    const at = (minute: number) => ({ ...auditEvent('logout', { target }), at: `2026-01-01T00:0${minute}:00.000Z` });
    const worker = kith.services.get('auth')?.app.get(AuditLog);
    for (const minute of [2, 1, 3]) await worker?.write(at(minute));
    expect((await log({ userId: target })).events.map((event) => event.at.slice(15, 16))).toEqual(['3', '2', '1']);
  });

  it('filters by action and by user as actor, effective user or target, latest first and paged', async () => {
    const [actor, target] = [await aUser(kith), await aUser(kith)];
    const worker = kith.services.get('auth')?.app.get(AuditLog);
    for (let n = 0; n < 3; n += 1) await worker?.write(auditEvent('plan_set', { actor, target: target.userId, details: { n } }));
    await worker?.write(auditEvent('credits_granted', { actor: { ...actor, impersonator: superAdmin } }));
    for (const { userId } of [actor, target])
      expect(await log({ userId, action: 'plan_set', limit: 2 })).toMatchObject({
        total: 3,
        events: [{ details: { n: 2 } }, { details: { n: 1 } }],
      });
    for (const filter of [
      { userId: actor.userId, action: 'plan_set' as const },
      { action: 'plan_set' as const },
      { userId: target.userId },
    ]) {
      const { next } = await log({ ...filter, limit: 2 });
      for (const place of [{ offset: 2 }, { cursor: next ?? '' }]) {
        const page = await log({ ...filter, limit: 1, ...place });
        expect(page.events).toMatchObject([{ details: { n: 0 } }]);
        expect((await log({ ...filter, limit: 1, cursor: page.previous ?? '' })).events).toMatchObject([{ details: { n: 1 } }]);
      }
    }
    expect((await log({ userId: actor.userId, action: 'credits_granted' })).total).toBe(1);
    expect(await log({ userId: superAdmin.userId, action: 'credits_granted' })).toMatchObject({
      events: [{ effectiveUserId: actor.userId }],
    });
    expect((await log({ userId: randomUUID() })).events).toEqual([]);
  });

  it.each([
    ['an unknown action', { action: 'nothing' as 'login' }],
    ['a user that is no id', { userId: 'nobody' }],
    ['a page of 201', { limit: 201 }],
  ])('refuses %s as a filter', async (_what, filter) => {
    await expect(log(filter)).rejects.toMatchObject({ code: 'BAD_INPUT' });
  });
});

describe('a username with control characters and JSON syntax [S49]', () => {
  const hostile = 'eve\r\n{"level":"fatal","msg":"owned"}\u001b[31m\u2028"\\';

  it('is refused at registration', async () => {
    await expect(kith.register({ username: 'eve\r\n{"level":"fatal"}' })).rejects.toMatchObject({ code: 'BAD_INPUT' });
  });

  it('stays one row of the audit log, and every log line stays valid JSON', async () => {
    const { userId } = await aUser(kith);
    // Registration refuses such a name; it may come from an older version.
    await kith.query('update auth."user" set username = $2 where id = $1', [userId, hostile]);
    printed.length = 0;
    const actor = await anImpersonator(kith, userId);
    const event = auditEvent('profile_changed', { actor: { ...actor, username: hostile }, details: { name: hostile } });
    await add({ ...event, actorName: hostile });
    expect(await written(event)).toMatchObject({ actorName: hostile, details: { name: hostile } });
    expect((await log({ userId, action: 'profile_changed' })).total).toBe(1);
    await kith.ask(admin.users, { actor: superAdmin, search: 'eve' });
    await kith
      .ask(auth.login, { username: 'eve\u202e"},{', password: 'wrong password', origin: anOrigin() })
      .catch(() => undefined);
    const lines = printed.join('').split('\n').filter(Boolean);
    for (const line of lines) expect(JSON.parse(line)).toMatchObject({ level: expect.not.stringMatching('fatal') });
    expect(printed.join('')).not.toContain('\u001b');
  });

  it('in an event does not block the audit log when Postgres cannot store a character of it', async () => {
    const event = auditEvent('webhook_refused', { target: 'nul\0byte', details: { reason: 'half\ud800 a \0 character' } });
    await add(event);
    expect(await written(event)).toMatchObject({ target: 'nul\ufffdbyte', details: { reason: 'half\ufffd a \ufffd character' } });
    expect(await log()).toMatchObject({ isIntact: true });
  });
});
