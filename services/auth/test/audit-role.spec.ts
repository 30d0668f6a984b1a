import { auditEvent, Keyring, LOGGER, type Logger, RunningCounts } from '@kith/kit';
import { ownerDatabase } from '@kith/kit/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { DataSource } from 'typeorm';
import { AuditEventEntity } from '../src/audit/audit-event.entity.js';
import { AuditChain } from '../src/audit/audit-chain.js';
import { AuditCheckpoint } from '../src/audit/audit-checkpoint.js';
import { AuditLog } from '../src/audit/audit-log.service.js';
import { AuditNames } from '../src/audit/audit-names.js';
import { database } from '../src/index.js';
import { authUnderTest, type AuthUnderTest } from './auth-under-test.js';

let kith: AuthUnderTest;
/** Connected as the role of the service. */
let role: DataSource;
let owner: DataSource;
let log: AuditLog;
let chain: AuditChain;

beforeAll(async () => {
  kith = await authUnderTest();
  role = appOf().get(DataSource);
  owner = await ownerDatabase(kith, database);
  startAnew();
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

/** The log as a process of auth has it that starts now: it remembers no earlier check. */
function startAnew(): void {
  chain = new AuditChain(role, appOf().get(Keyring), appOf().get(AuditCheckpoint), appOf().get<Logger>(LOGGER));
  log = new AuditLog(role.getRepository(AuditEventEntity), chain, appOf().get(AuditNames), appOf().get(RunningCounts));
}

const canonical = (target: string): string => {
  const event = auditEvent('logout', { target });
  return JSON.stringify(event, Object.keys(event).toSorted());
};
const position = async (): Promise<number> => Number((await owner.query('select position from auth.audit_head'))[0].position);

/** Computes the chain anew, as `append_audit_event` does, from the first row on; needs the rights of the owner. */
const RECOMPUTE = `
  declare row record; previous bytea := ''; begin
    for row in select * from auth.audit_event order by position loop
      previous := sha256(previous || convert_to(row.event, 'UTF8'));
      update auth.audit_event set hash = previous where position = row.position;
    end loop;
    update auth.audit_head set position = (select max(position) from auth.audit_event), hash = previous;
  end`;

/** Does what only the owner of the tables can, past the triggers. */
const pastTriggers = (block: string): Promise<unknown> =>
  owner.query(`do $$ begin
    alter table auth.audit_event disable trigger append_only;
    ${block};
    alter table auth.audit_event enable trigger append_only;
  end $$`);

describe('with the role of auth the audit log', () => {
  it.each([
    `update auth.audit_event set event = event`,
    `update auth.audit_event set hash = ''`,
    'delete from auth.audit_event',
    'truncate auth.audit_event',
    `insert into auth.audit_event (position, event, hash) values (999, '{}', '')`,
    `update auth.audit_head set seal = ''`,
    'update auth.audit_head set position = 1',
    'delete from auth.audit_head',
    'select * from auth.audit_head for update',
    'alter table auth.audit_event disable trigger append_only',
    'alter table auth.audit_event disable trigger all',
    'drop trigger append_only on auth.audit_event',
    'drop table auth.audit_event',
    'alter table auth.audit_event add column note text',
    'drop function auth.append_audit_event(text)',
    `create or replace function auth.refuse_audit_change() returns trigger language plpgsql as $$ begin return null; end $$`,
    `set session_replication_role = 'replica'`,
  ])('cannot be changed past its functions: %s is refused [S75]', async (statement) => {
    const before = await position();
    await expect(role.query(statement)).rejects.toMatchObject({ code: '42501' });
    expect(await position()).toBe(before);
    expect(await chain.check()).toBe(true);
  });
});

describe('without the key of the service a forged audit log', () => {
  // The test before left the chain broken on purpose.
  beforeEach(async () => {
    await pastTriggers('delete from auth.audit_event');
    await owner.query(`update auth.audit_head set position = 0, hash = '', seal = ''`);
    startAnew();
    for (let n = 0; n < 3; n += 1) await log.write(auditEvent('logout', { target: `event ${n}` }));
    expect(await chain.check()).toBe(true);
  });

  it('is detected when the role of the service appended an event without a seal [S75]', async () => {
    await role.query('select auth.append_audit_event($1)', [canonical('forged')]);
    expect(await chain.check()).toBe(false);
  });

  it('is detected after the service has written further events behind an unsealed one [S75]', async () => {
    await role.query('select auth.append_audit_event($1)', [canonical('forged')]);
    await log.write(auditEvent('logout', { target: 'genuine' }));
    expect(await position()).toBe(5);
    expect(await chain.check()).toBe(false);
  });

  it('is detected when the role of the service wrote another seal [S75]', async () => {
    await role.query(`select auth.append_audit_event($1)`, [canonical('forged')]);
    await role.query(`select auth.seal_audit_head(sha256('guessed'))`);
    expect(await chain.check()).toBe(false);
    await log.write(auditEvent('logout', { target: 'genuine' }));
    expect(await chain.check()).toBe(false);
  });

  it.each([
    ['a row was changed', `update auth.audit_event set event = replace(event, 'event 1', 'event 7') where position = 2`],
    ['the last row was deleted', 'delete from auth.audit_event where position = 3'],
    [
      'two rows changed places',
      `update auth.audit_event set position = -position where position in (1, 2);
       update auth.audit_event set position = 3 + position where position < 0`,
    ],
  ])('is detected when %s and the whole chain was computed anew [S75]', async (_what, damage) => {
    await pastTriggers(`${damage}; ${RECOMPUTE}`);
    expect(await chain.check()).toBe(false);
    // A genuine event does not make it valid.
    await log.write(auditEvent('logout', { target: 'genuine' }));
    expect(await chain.check()).toBe(false);
  });

  it('is detected when an older state was put back with the seal it had', async () => {
    const [older] = await owner.query('select position, hash, seal from auth.audit_head');
    await log.write(auditEvent('logout', { target: 'to be hidden' }));
    expect(await chain.check()).toBe(true);
    await pastTriggers('delete from auth.audit_event where position = 4');
    await owner.query('update auth.audit_head set position = $1, hash = $2, seal = $3', [older.position, older.hash, older.seal]);
    expect(await chain.check()).toBe(false);
  });
});
