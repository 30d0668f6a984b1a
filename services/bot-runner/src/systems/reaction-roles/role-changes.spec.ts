import { describe, expect, it } from '@jest/globals';
import { JobPostponed } from '@kith/kit';
import { RoleChanges } from './role-changes.js';

type Wish = Parameters<RoleChanges['give']>[0];
const WISH = {
  message: { botId: 'bot', ownerId: 'owner', guildId: '1', choices: [] },
  choice: { roleId: '2', label: 'Red', emoji: null },
  memberId: '3',
  roleIdsBefore: null,
  settings: { maxRoles: 5, logChannelId: '4' },
  eventId: '5',
} as unknown as Wish;

/** Where asking for the log channel ends with the error. */
function changesWhere(error: Error) {
  const given: string[] = [];
  const fakes = [
    { use: () => Promise.resolve(given.push('given')) },
    { member: () => Promise.resolve({ roleIds: [] }), isElsewhere: () => Promise.reject(error) },
    { post: () => Promise.resolve(null) },
    { resolve: () => Promise.resolve() },
    { info: () => undefined },
  ] as unknown as ConstructorParameters<typeof RoleChanges>;
  return { changes: new RoleChanges(...fakes), given };
}

describe('a role that a member picks', () => {
  it('is given also while Discord cannot be asked about the log channel', async () => {
    const { changes, given } = changesWhere(new Error('Service Unavailable'));
    expect([await changes.give(WISH), given]).toEqual(['given', ['given']]);
  });

  it('is told to the log channel later when Discord asks to wait', async () => {
    const { changes } = changesWhere(new JobPostponed(100));
    await expect(changes.give(WISH)).rejects.toThrow(JobPostponed);
  });
});
