import { auth } from '@kith/proto';
import { afterEach, describe, expect, it } from '@jest/globals';
import { anAddress, authUnderTest, PASSWORD, type AuthUnderTest } from './auth-under-test.js';

let kith: AuthUnderTest;
afterEach(() => kith.stop());

const refusal = (field: string) => ({
  code: 'BAD_INPUT',
  details: { fields: { [field]: expect.stringContaining('most common') } },
});

describe('one of the most common passwords [S2]', () => {
  it('is refused with AUTH_STRICT at registration, password change and reset', async () => {
    kith = await authUnderTest({ AUTH_STRICT: 'true' });
    await expect(kith.register({ password: 'Password1' })).rejects.toMatchObject(refusal('password'));
    const { actor } = await kith.signUp();
    const change = (newPassword: string) => kith.ask(auth.password, { actor, currentPassword: PASSWORD, newPassword });
    await expect(change('QWERTY123')).rejects.toMatchObject(refusal('newPassword'));
    const origin = { ip: anAddress(), userAgent: 'test' };
    await expect(kith.ask(auth.resetPassword, { token: 'x'.repeat(43), password: '123456', origin })).rejects.toMatchObject(
      refusal('password'),
    );
    await expect(change('a rare horse battery')).resolves.toHaveProperty('message');
  });

  it('is accepted without AUTH_STRICT, where six characters are enough', async () => {
    kith = await authUnderTest();
    await expect(kith.register({ password: '123456' })).resolves.toHaveProperty('token');
  });
});
