import { auth } from '@kith/proto';
import { afterEach, describe, expect, it } from '@jest/globals';
import { anAddress, authUnderTest, PASSWORD, type AuthUnderTest } from './auth-under-test.js';

let kith: AuthUnderTest;
afterEach(() => kith.stop());

const refusal = (field: string) => ({
  code: 'BAD_INPUT',
  details: { fields: { [field]: expect.stringContaining('most common') } },
});

describe('S2: one of the most common passwords', () => {
  it('is refused in strict mode wherever a password is set', async () => {
    kith = await authUnderTest({ AUTH_STRICT: 'true' });
    await expect(kith.register({ password: 'Password1' })).rejects.toMatchObject(refusal('password'));
    const { actor } = await kith.somebody();
    const change = (newPassword: string) => kith.ask(auth.password, { actor, currentPassword: PASSWORD, newPassword });
    await expect(change('QWERTY123')).rejects.toMatchObject(refusal('newPassword'));
    const origin = { ip: anAddress(), userAgent: 'test' };
    await expect(kith.ask(auth.resetPassword, { token: 'x'.repeat(43), password: '123456', origin })).rejects.toMatchObject(
      refusal('password'),
    );
    await expect(change('a rare horse battery')).resolves.toHaveProperty('message');
  });

  it('is taken otherwise: decision A7 says six characters', async () => {
    kith = await authUnderTest();
    await expect(kith.register({ password: '123456' })).resolves.toHaveProperty('token');
  });
});
