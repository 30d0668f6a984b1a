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
  ])('is refused as %j', async (username) => {
    await expect(kith.register({ username })).rejects.toMatchObject({ code: 'USERNAME_TAKEN' });
  });

  it.each(['superb-admin', 'superadmins', 'admin', 'super'])('leaves %j to everybody', async (username) => {
    await expect(kith.register({ username })).resolves.toMatchObject({ user: { username } });
  });
});
