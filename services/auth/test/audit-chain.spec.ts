import { auditEvent } from '@kith/kit';
import { ownerDatabase } from '@kith/kit/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { DataSource } from 'typeorm';
import { AuditLog } from '../src/audit/audit-log.service.js';
import { AuditChain } from '../src/audit/audit-chain.js';
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

  it('is shared by concurrent calls', async () => {
    await withBlockedChecks(async () => {
      expect(chain?.check()).toBe(chain?.check());
    });
    await chain?.check();
  });
});
