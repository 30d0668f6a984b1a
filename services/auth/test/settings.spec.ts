import { randomUUID } from 'node:crypto';
import { auth, type Actor, type InputOf } from '@kith/proto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { apiKeyBinding } from '../src/account/api-key.js';
import { authUnderTest, type AuthUnderTest } from './auth-under-test.js';
import { impersonated } from './actors.js';

let kith: AuthUnderTest;
beforeAll(async () => {
  kith = await authUnderTest();
});
afterAll(() => kith.stop());

const KEY = 'sk-CANARY-0123456789-abcdefghij-wxyz';
const saveApi = (actor: Actor, fields: Omit<InputOf<typeof auth.apiSettings>, 'actor'>) =>
  kith.ask(auth.apiSettings, { actor, ...fields });
const saveNotifications = (actor: Actor, fields: Omit<InputOf<typeof auth.notificationSettings>, 'actor'>) =>
  kith.ask(auth.notificationSettings, { actor, ...fields });
const storedKey = async (userId: string) =>
  (await kith.query<{ key: string | null }>('select api_key as key from auth."user" where id = $1', [userId]))[0]?.key ?? null;

describe('notification settings', () => {
  it('change one at a time and keep those that are absent from the input', async () => {
    const { actor, user } = await kith.signUp();
    const seen = await saveNotifications(actor, { botStatusAlerts: false, marketingUpdates: true });
    const notificationSettings = {
      emailNotifications: true,
      botStatusAlerts: false,
      usageReports: false,
      marketingUpdates: true,
    };
    expect(seen).toEqual({ ...user, notificationSettings });
    expect(await saveNotifications(actor, {})).toEqual(seen);
    expect(await saveNotifications(impersonated(actor), { usageReports: true })).toMatchObject({
      notificationSettings: { ...notificationSettings, usageReports: true },
      impersonatedBy: { username: 'root' },
    });
  });

  it('refuse a value that is not a boolean', async () => {
    const { actor } = await kith.signUp();
    await expect(saveNotifications(actor, { usageReports: 'yes' as unknown as boolean })).rejects.toMatchObject({
      code: 'BAD_INPUT',
      details: { fields: { usageReports: expect.any(String) } },
    });
  });

  it('cannot be changed after the account was deleted', async () => {
    const { actor, user } = await kith.signUp();
    await kith.query('delete from auth."user" where id = $1', [user.id]);
    await expect(saveNotifications(actor, { usageReports: true })).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
  });
});

describe('API settings', () => {
  it('store the key encrypted and bound to its row, and show only its last four characters', async () => {
    const { actor, user } = await kith.signUp();
    const seen = await saveApi(actor, { apiKey: ` ${KEY} `, defaultModelProvider: 'openai', developerMode: true });
    expect(seen.apiSettings).toEqual({
      defaultModelProvider: 'openai',
      hasApiKey: true,
      apiKeyHint: 'wxyz',
      apiKeyProvider: 'openai',
      apiKeyState: 'untested',
      ownModel: null,
      developerMode: true,
    });
    expect(JSON.stringify([seen, await kith.ask(auth.user, { actor })])).not.toContain('CANARY');
    const stored = (await storedKey(user.id)) ?? '';
    expect(stored).not.toContain('CANARY');
    expect(kith.runtime.keyring.decrypt(stored, apiKeyBinding(user.id))).toBe(KEY);
    expect(() => kith.runtime.keyring.decrypt(stored, apiKeyBinding(randomUUID()))).toThrow();
  });

  it.each([
    ['null', { apiKey: null }],
    ['an empty text', { apiKey: '' }],
    ['blanks', { apiKey: '   ' }],
    ['nothing', {}],
  ])('keep the stored key when the key is %s', async (_what, fields) => {
    const { actor, user } = await kith.signUp();
    await saveApi(actor, { apiKey: KEY });
    const before = await storedKey(user.id);
    expect(await saveApi(actor, { ...fields, developerMode: true })).toMatchObject({
      apiSettings: { hasApiKey: true, apiKeyHint: 'wxyz', developerMode: true, defaultModelProvider: 'openai' },
    });
    expect(await storedKey(user.id)).toBe(before);
  });

  it('delete the key with clearApiKey', async () => {
    const { actor, user } = await kith.signUp();
    await saveApi(actor, { apiKey: KEY });
    expect(await saveApi(actor, { clearApiKey: true, apiKey: KEY })).toMatchObject({
      apiSettings: { hasApiKey: false, apiKeyHint: null },
    });
    expect(await storedKey(user.id)).toBeNull();
    const events = await kith.auditEvents('api_key_written', user.id, 2);
    expect(events.map(({ details }) => details).toReversed()).toEqual([{ removed: false }, { removed: true }]);
  });

  it('give no hint for a short key', async () => {
    const { actor } = await kith.signUp();
    expect(await saveApi(actor, { apiKey: 'sk-short' })).toMatchObject({ apiSettings: { hasApiKey: true, apiKeyHint: null } });
  });

  it('let an impersonator change everything except the key [S36]', async () => {
    const { actor, user } = await kith.signUp();
    await saveApi(actor, { apiKey: KEY });
    const before = await storedKey(user.id);
    for (const fields of [{ apiKey: 'sk-of-somebody-else' }, { clearApiKey: true }])
      await expect(saveApi(impersonated(actor), fields)).rejects.toMatchObject({ code: 'IMPERSONATING' });
    expect(await storedKey(user.id)).toBe(before);
    expect(await saveApi(impersonated(actor), { developerMode: true, apiKey: '' })).toMatchObject({
      apiSettings: { developerMode: true, hasApiKey: true },
    });
  });

  it('cannot be changed after the account was removed', async () => {
    const { actor, user } = await kith.signUp();
    await kith.query('update auth."user" set removed_at = now() where id = $1', [user.id]);
    await expect(saveApi(actor, { apiKey: KEY })).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
    expect(await storedKey(user.id)).toBeNull();
  });

  it.each([
    ['an unknown provider', { defaultModelProvider: 'acme' as 'openai' }, 'defaultModelProvider'],
    ['a key of 301 characters', { apiKey: 'k'.repeat(301) }, 'apiKey'],
    ['a NUL byte in the key', { apiKey: 'nul\0byte' }, 'apiKey'],
    ['an object for a key', { apiKey: { $ne: null } as unknown as string }, 'apiKey'],
  ])('refuse %s as input', async (_what, fields, field) => {
    const { actor } = await kith.signUp();
    await expect(saveApi(actor, fields)).rejects.toMatchObject({
      code: 'BAD_INPUT',
      details: { fields: { [field]: expect.any(String) } },
    });
  });
});
