import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { authUnderTest, type AuthUnderTest } from './auth-under-test.js';

let kith: AuthUnderTest;
beforeAll(async () => {
  kith = await authUnderTest({ SUPER_ADMIN_USERNAME: 'superadmin' });
});
afterAll(() => kith.stop());

describe('the reserved name', () => {
  it.each([
    'superadmin',
    'SuperAdmin',
    ' superadmin ',
    'ｓｕｐｅｒａｄｍｉｎ',
    'supеrаdmin',
    'super\u200badmin',
    'super\u2060admin',
    'superadrnin',
    'súperadmin',
    'super_admin',
    '5up3r@dm1n',
  ])('S10: is refused as %j', async (username) => {
    await expect(kith.register({ username })).rejects.toMatchObject({ code: 'USERNAME_TAKEN' });
  });

  it.each(['\u202enimdarepus', '\u2067super\u2066admin', 'super\u200fadmin', 'ada\u2028lovelace', 'bell\u0007ringer'])(
    'S10: no name is read in another order or on other lines than its letters: %j',
    async (username) => {
      await expect(kith.register({ username })).rejects.toMatchObject({
        code: 'BAD_INPUT',
        details: { fields: { username: 'Contains characters that cannot be used' } },
      });
    },
  );

  it.each(['superb-admin', 'superadmins', 'admin', 'super'])('leaves %j to everybody', async (username) => {
    await expect(kith.register({ username })).resolves.toMatchObject({ user: { username } });
  });
});
