import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { authUnderTest, type AuthUnderTest } from './auth-under-test.js';

let kith: AuthUnderTest;
beforeAll(async () => {
  kith = await authUnderTest({ SUPER_ADMIN_USERNAME: 'superadmin' });
});
afterAll(() => kith.stop());

describe('the reserved username at registration', () => {
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
  ])('is refused as %j [S10]', async (username) => {
    await expect(kith.register({ username })).rejects.toMatchObject({ code: 'USERNAME_TAKEN' });
  });

  it.each(['\u202enimdarepus', '\u2067super\u2066admin', 'super\u200fadmin', 'ada\u2028lovelace', 'bell\u0007ringer'])(
    'cannot be imitated with bidirectional or control characters: %j is refused [S10]',
    async (username) => {
      await expect(kith.register({ username })).rejects.toMatchObject({
        code: 'BAD_INPUT',
        details: { fields: { username: 'Contains characters that cannot be used' } },
      });
    },
  );

  it.each(['superb-admin', 'superadmins', 'admin', 'super'])('does not reserve %j', async (username) => {
    await expect(kith.register({ username })).resolves.toMatchObject({ user: { username } });
  });
});
