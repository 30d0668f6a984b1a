import { auditEvent } from '@kith/kit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DataSource } from 'typeorm';
import { AuditLog } from '../src/audit/audit-log.service.js';
import { ChainCheck } from '../src/audit/chain-check.js';
import { authUnderTest, type AuthUnderTest } from './auth-under-test.js';

let kith: AuthUnderTest;
let chain: ChainCheck | undefined;
beforeAll(async () => {
  kith = await authUnderTest();
  chain = kith.services.get('auth')?.app.get(ChainCheck);
  await kith.services.get('auth')?.app.get(AuditLog).write(auditEvent('logout', {}));
});
afterAll(() => kith.stop());

/** Makes every check take as long as `look` does. */
async function slowly(look: () => Promise<void>): Promise<void> {
  const holder = kith.services.get('auth')?.app.get(DataSource).createQueryRunner();
  await holder?.startTransaction();
  await holder?.query('lock table auth.audit_head in access exclusive mode');
  try {
    await look();
  } finally {
    await holder?.rollbackTransaction();
    await holder?.release();
  }
}

describe('S75: the check of a log that is too long to wait for', () => {
  it('is OVERLOADED before the first one has ended, and says afterwards what the last one found', async () => {
    await slowly(async () => {
      await expect(chain?.isIntact(20)).rejects.toMatchObject({
        code: 'OVERLOADED',
        message: 'The audit log is being checked from end to end. Please try again in a minute.',
      });
    });
    expect(await chain?.check()).toBe(true);
    await slowly(async () => expect(await chain?.isIntact(20)).toBe(true));
    // The check that was not waited for is shared with whoever asks meanwhile, and looked before the change.
    await chain?.check();
    // The head is not guarded against changes: only the chain tells.
    await kith.query(`update auth.audit_head set hash = sha256('x')`);
    expect(await chain?.check()).toBe(false);
    await slowly(async () => expect(await chain?.isIntact(20)).toBe(false));
  });

  it('runs once, however many ask for it', async () => {
    await slowly(async () => {
      expect(chain?.check()).toBe(chain?.check());
    });
    await chain?.check();
  });
});
