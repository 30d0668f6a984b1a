import { expect, it } from '@jest/globals';
import type { Claim, SessionWrite } from '../leases/lease-store.js';
import { ONLY_SHARD } from '../leases/shard.js';
import { SessionRecord } from './session-record.js';

const lease = { applicationId: '1', shard: ONLY_SHARD, fence: 1, value: 'runner:1' };
const session = { id: 'one', resumeUrl: 'ws://127.0.0.1', seq: 0, userId: '2' };

/** Of a session that has just begun, and is not saved yet. */
function begun(): { record: SessionRecord; changes: () => SessionWrite } {
  const record = new SessionRecord({ lease, session: null } satisfies Claim);
  record.begin({ ...session, isGapUnread: true });
  return {
    record,
    changes: () => {
      const write = record.unsavedChanges();
      if (!write) throw new Error('nothing to save');
      return write;
    },
  };
}

it('a session whose missed messages are read while it is being saved is saved once more without them, then its sequence alone', () => {
  const { record, changes } = begun();
  const first = changes();
  expect(first.session).toEqual({ ...session, isGapUnread: true });
  expect(record.endGap('another')).toBe(false);
  expect(record.endGap('one')).toBe(true);
  record.markSaved(first);
  const second = changes();
  expect(second.session).toEqual(session);
  record.markSaved(second);
  expect(changes().session).toBe(0);
});

it('a session that ends when it is not known what Redis holds is deleted there', () => {
  const { record, changes } = begun();
  record.markSaved(changes());
  record.markUnsaved();
  record.session = null;
  expect(changes().session).toBe('delete');
  record.markSaved(changes());
  expect(record.unsavedChanges()).toBeNull();
});
