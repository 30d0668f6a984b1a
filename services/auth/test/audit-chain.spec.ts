import { auditEvent, Keyring, LOGGER, type Logger } from '@kith/kit';
import { ownerDatabase } from '@kith/kit/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { DataSource } from 'typeorm';
import { AuditLog } from '../src/audit/audit-log.service.js';
import { AuditChain } from '../src/audit/audit-chain.js';
import { AuditCheckpoint } from '../src/audit/audit-checkpoint.js';
import { database } from '../src/index.js';
import { authUnderTest, type AuthUnderTest } from './auth-under-test.js';

let kith: AuthUnderTest;
let owner: DataSource;
let chain: AuditChain | undefined;
beforeAll(async () => {
  kith = await authUnderTest();
  owner = await ownerDatabase(kith, database);
  chain = kith.services.get('auth')?.app.get(AuditChain);
  await kith.services.get('auth')?.app.get(AuditLog).write(auditEvent('logout', {}));
});
afterAll(async () => {
  await owner.destroy();
  await kith.stop();
});

function appOf() {
  const app = kith.services.get('auth')?.app;
  if (!app) throw new Error('auth does not run');
  return app;
}

/** Blocks every check of the chain until `look` has ended. */
async function withBlockedChecks(look: () => Promise<void>): Promise<void> {
  const holder = owner.createQueryRunner();
  await holder.startTransaction();
  await holder.query('lock table auth.audit_head in access exclusive mode');
  try {
    await look();
  } finally {
    await holder.rollbackTransaction();
    await holder.release();
  }
}

describe('the check of an audit log that takes longer than the timeout [S75]', () => {
  it('fails with OVERLOADED before the first check has ended, and later returns the result of the last check', async () => {
    await withBlockedChecks(async () => {
      await expect(chain?.isIntact(20)).rejects.toMatchObject({
        code: 'OVERLOADED',
        message: 'The audit log is being checked from end to end. Please try again in a minute.',
      });
    });
    expect(await chain?.check()).toBe(true);
    await withBlockedChecks(async () => expect(await chain?.isIntact(20)).toBe(true));
    // Waits for the check that timed out above, which read the log before the change below.
    await chain?.check();
    // No trigger refuses updates of the head, so only the chain check detects this.
    await kith.query(`update auth.audit_head set hash = sha256('x')`);
    expect(await chain?.check()).toBe(false);
    await withBlockedChecks(async () => expect(await chain?.isIntact(20)).toBe(false));
  });

  it('reads only what was added when a long log was intact, and finds a change of what was there in the check of the whole', async () => {
    const write = () => kith.services.get('auth')?.app.get(AuditLog).write(auditEvent('logout', {}));
    // The check that timed out at the end of the test above read the log before the change below, which undoes what that test changed.
    await chain?.check();
    await kith.query('update auth.audit_head set hash = (select hash from auth.audit_event order by position desc limit 1)');
    expect(await chain?.check()).toBe(true);
    await write();
    expect(await chain?.isIntact(10_000, 0)).toBe(true);
    const change = async (position: string, from: string, to: string) => {
      await owner.query('alter table auth.audit_event disable trigger append_only');
      await owner.query(`update auth.audit_event set event = replace(event, '${from}', '${to}') where position = (${position})`);
      await owner.query('alter table auth.audit_event enable trigger append_only');
    };
    await change('select min(position) from auth.audit_event', 'logout', 'login');
    await write();
    expect(await chain?.isIntact(10_000, 0)).toBe(true);
    expect(await chain?.isIntact(10_000, 1_000_000)).toBe(false);
    // Once it is broken, only a check of the whole says otherwise.
    expect(await chain?.isIntact(10_000, 0)).toBe(false);
    await change('select min(position) from auth.audit_event', 'login', 'logout');
    expect(await chain?.isIntact(10_000, 0)).toBe(true);
    await write();
    await change('select max(position) from auth.audit_event', 'logout', 'login');
    expect(await chain?.isIntact(10_000, 0)).toBe(false);
    await change('select max(position) from auth.audit_event', 'login', 'logout');
    expect(await chain?.check()).toBe(true);
  });

  it('is not mistaken by another check that ends meanwhile', async () => {
    const write = () => kith.services.get('auth')?.app.get(AuditLog).write(auditEvent('logout', {}));
    expect(await chain?.check()).toBe(true);
    const { manager } = appOf().get(DataSource);
    const query = manager.query.bind(manager);
    const slow = jest.spyOn(manager, 'query').mockImplementationOnce(async (...statement) => {
      const head: unknown = await query(...statement);
      await write();
      expect(await chain?.isIntact(10_000, 0)).toBe(true);
      return head;
    });
    expect(await chain?.isIntact(10_000, 0)).toBe(true);
    slow.mockRestore();
  });

  it('is shared by concurrent calls', async () => {
    await withBlockedChecks(async () => {
      expect(chain?.check()).toBe(chain?.check());
    });
    await chain?.check();
  });
});

describe('the first check of an audit log after a start [S75]', () => {
  /** As a process has it that starts now. */
  const aNewChain = () =>
    new AuditChain(appOf().get(DataSource), appOf().get(Keyring), appOf().get(AuditCheckpoint), appOf().get<Logger>(LOGGER));
  const change = async (from: string, to: string) => {
    await owner.query('alter table auth.audit_event disable trigger append_only');
    await owner.query(`update auth.audit_event set event = replace(event, $1, $2) where position = 1`, [from, to]);
    await owner.query('alter table auth.audit_event enable trigger append_only');
  };
  const aWholeCheckFinds = async (first: AuditChain, isIntact: boolean) => {
    expect(await first.check()).toBe(isIntact);
    expect(await first.isIntact(10_000, 0)).toBe(isIntact);
  };
  beforeEach(async () => {
    await appOf().get(AuditLog).write(auditEvent('logout', {}));
    expect(await aNewChain().check()).toBe(true);
  });

  it('goes on from the last check of an earlier process, while the whole is checked beside it and decides', async () => {
    await change('logout', 'login');
    const { manager } = appOf().get(DataSource);
    const query = manager.query.bind(manager);
    let goOn = (): void => undefined;
    const waiting = new Promise<void>((resolve) => (goOn = resolve));
    const slow = jest.spyOn(manager, 'query').mockImplementation(async (...statement) => {
      const [text, parameters] = statement;
      if (text.includes('bool_and') && (parameters as string[])[0] === '0') await waiting;
      return query(...statement);
    });
    try {
      const first = aNewChain();
      expect(await first.isIntact(10_000, 0)).toBe(true);
      goOn();
      await aWholeCheckFinds(first, false);
      // What was found to be broken is no place to go on from.
      expect(await aNewChain().isIntact(10_000, 0)).toBe(false);
    } finally {
      slow.mockRestore();
      await change('login', 'logout');
    }
    await aWholeCheckFinds(aNewChain(), true);
  });

  it('is of the whole when the place of the last check is not in the log, not sealed or not known', async () => {
    await change('logout', 'login');
    const key = 'auth:audit-checkpoint';
    const stored = (await kith.runtime.redis.get(key)) ?? '';
    const checkpoint = appOf().get(AuditCheckpoint);
    const hash = Buffer.alloc(32, 1);
    try {
      await checkpoint.store({ position: '2', hash });
      expect(await aNewChain().isIntact(10_000, 0)).toBe(false);
      for (const text of [
        stored.replace('"seal":"', '"seal":"AAAA'),
        stored.replace(/"position":"\d+"/, '"position":"1"'),
        '{',
        '',
      ]) {
        await kith.runtime.redis.set(key, text);
        expect(await aNewChain().isIntact(10_000, 0)).toBe(false);
      }
    } finally {
      await change('login', 'logout');
    }
    expect(await aNewChain().check()).toBe(true);
  });

  it('of a log of up to five hundred events is of the whole', async () => {
    await change('logout', 'login');
    expect(await aNewChain().isIntact()).toBe(false);
    await change('login', 'logout');
    expect(await aNewChain().isIntact()).toBe(true);
  });
});
