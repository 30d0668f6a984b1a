import { randomUUID } from 'node:crypto';
import { auth } from '@kith/proto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { hash } from '@node-rs/argon2';
import { aRegistration, authUnderTest, PASSWORD, type AuthUnderTest } from './auth-under-test.js';

let kith: AuthUnderTest;
beforeAll(async () => {
  // In the environment `test` passwords are hashed at a lower cost.
  kith = await authUnderTest({ SUPER_ADMIN_USERNAME: 'superadmin', NODE_ENV: 'development' });
});
afterAll(() => kith.stop());

const passwordHash = async (userId: string): Promise<string | undefined> => {
  const [row] = await kith.query<{ hash: string }>('select password_hash as hash from auth."user" where id = $1', [userId]);
  return row?.hash;
};

describe('registration', () => {
  it('creates an ordinary user on the free plan and opens a session', async () => {
    const { user, token, cookie } = await kith.register({ username: '  Ada Lovelace ', email: ' ada@example.com ' });
    expect(user).toEqual({
      id: expect.any(String),
      username: 'Ada Lovelace',
      email: 'ada@example.com',
      subscriptionPlan: 'free',
      role: 'user',
      isAdmin: false,
      impersonatedBy: null,
      apiSettings: {
        defaultModelProvider: 'openai',
        hasApiKey: false,
        apiKeyHint: null,
        apiKeyProvider: null,
        apiKeyState: null,
        ownModel: null,
        developerMode: false,
      },
      notificationSettings: {
        emailNotifications: true,
        botStatusAlerts: true,
        usageReports: false,
        marketingUpdates: false,
      },
    });
    expect((await kith.resolve('bearer', token)).userId).toBe(user.id);
    expect((await kith.resolve('cookie', cookie)).userId).toBe(user.id);
  });

  it('stores the password as argon2id with the approved parameters [S4]', async () => {
    const { user } = await kith.register();
    expect(await passwordHash(user.id)).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });

  it.each(['GraceHopper', 'gracehopper', 'ＧｒａｃｅＨｏｐｐｅｒ'])(
    'refuses the username %j when Gracehopper is taken',
    async (username) => {
      await kith.register({ username: 'Gracehopper' }).catch(() => undefined);
      await expect(kith.register({ username })).rejects.toMatchObject({ code: 'USERNAME_TAKEN' });
    },
  );

  it('refuses an e-mail address that is taken, in any letter case', async () => {
    const email = `${randomUUID()}@example.com`;
    await kith.register({ email });
    await expect(kith.register({ email: email.toUpperCase() })).rejects.toMatchObject({ code: 'EMAIL_TAKEN' });
  });

  it('succeeds once when twelve requests register the same name at the same time', async () => {
    const username = `race-${randomUUID().slice(0, 8)}`;
    const results = await Promise.allSettled(
      Array.from({ length: 12 }, (_, index) => kith.register({ username: index % 2 ? username : username.toUpperCase() })),
    );
    const refused = results
      .filter((result) => result.status === 'rejected')
      .map(({ reason }) => (reason as { code: string }).code);
    expect(refused).toEqual(Array.from({ length: 11 }, () => 'USERNAME_TAKEN'));
  });

  it('ignores role, admin flag, id and plan in the input of a registration [S32]', async () => {
    const { user } = await kith.ask(auth.register, {
      ...aRegistration(),
      role: 'super_admin',
      isAdmin: true,
      id: randomUUID(),
      subscriptionPlan: 'premium',
    } as ReturnType<typeof aRegistration>);
    expect(user).toMatchObject({ role: 'user', isAdmin: false, subscriptionPlan: 'free' });
  });
});

describe('the reserved username at registration', () => {
  it.each([
    'superadmin',
    'SuperAdmin',
    ' superadmin ',
    'ｓｕｐｅｒａｄｍｉｎ',
    'supеrаdmin',
    '\uA4E2uperadmin',
    '\u13DAuperadmin',
    'superadmi\u0274',
    'superadrnin',
    'súperadmin',
    'super_admin',
    '5up3r@dm1n',
  ])('is refused as %j [S10]', async (username) => {
    await expect(kith.register({ username })).rejects.toMatchObject({ code: 'USERNAME_TAKEN' });
  });

  it.each([
    '\u202enimdarepus',
    '\u2067super\u2066admin',
    'super\u200fadmin',
    'super\u200badmin',
    'super\u2060admin',
    'ada\u2028lovelace',
    'bell\u0007ringer',
  ])('cannot be imitated with invisible, bidirectional or control characters: %j is refused [S10]', async (username) => {
    await expect(kith.register({ username })).rejects.toMatchObject({
      code: 'BAD_INPUT',
      details: { fields: { username: 'Must not contain invisible characters or text direction marks' } },
    });
  });

  it.each(['superb-admin', 'superadmins', 'admin', 'super'])('does not reserve %j', async (username) => {
    await expect(kith.register({ username })).resolves.toMatchObject({ user: { username } });
  });
});

describe('login', () => {
  it('ignores the letter case of the username and opens a new session each time [S11]', async () => {
    const first = await kith.register({ username: 'MixedCase' });
    const second = await kith.login('mixedCASE', PASSWORD);
    expect(second.user).toEqual(first.user);
    expect(new Set([first.token, first.cookie, second.token, second.cookie]).size).toBe(4);
  });

  it('gives the same error for an unknown user and a wrong password [S7]', async () => {
    const { user } = await kith.register();
    const refusal = { code: 'BAD_CREDENTIALS', message: 'Invalid username or password', details: {} };
    await expect(kith.login(user.username, 'wrong password')).rejects.toMatchObject(refusal);
    await expect(kith.login(randomUUID().slice(0, 20), PASSWORD)).rejects.toMatchObject(refusal);
  });

  it('succeeds for concurrent logins that all replace the same outdated password hash [S4]', async () => {
    const { user } = await kith.register();
    await kith.query('update auth."user" set password_hash = $2 where id = $1', [
      user.id,
      await hash(PASSWORD, { memoryCost: 8192, timeCost: 1 }),
    ]);
    const answers = await Promise.all(Array.from({ length: 4 }, () => kith.login(user.username, PASSWORD)));
    expect(answers.map((answer) => answer.user.id)).toEqual([user.id, user.id, user.id, user.id]);
  });

  it.each(['123456', '1234567', '12345678', 'p'.repeat(64), 'p'.repeat(128), '🔑🦊🔑🦊🔑🦊', ' spaces count '])(
    'compares the password %j in full length [S1]',
    async (password) => {
      const { user } = await kith.register({ password });
      await expect(kith.login(user.username, password)).resolves.toMatchObject({ user: { id: user.id } });
      await expect(kith.login(user.username, `${[...password].slice(0, -1).join('')}!`)).rejects.toMatchObject({
        code: 'BAD_CREDENTIALS',
      });
    },
  );

  it('accepts a password typed with another Unicode composition of the same letters', async () => {
    const { user } = await kith.register({ password: 'cafe\u0301-crème' });
    await expect(kith.login(user.username, 'caf\u00e9-crème')).resolves.toMatchObject({ user: { id: user.id } });
  });

  it('replaces a password hash with outdated parameters [S4]', async () => {
    const { user } = await kith.register();
    await kith.query('update auth."user" set password_hash = $2 where id = $1', [
      user.id,
      await hash(PASSWORD, { memoryCost: 8192, timeCost: 1 }),
    ]);
    await kith.login(user.username, PASSWORD);
    expect(await passwordHash(user.id)).toMatch(/m=19456,t=2,p=1/);
    await expect(kith.login(user.username, PASSWORD)).resolves.toMatchObject({ user: { id: user.id } });
  });
});

describe('the audit events of accounts [S75]', () => {
  it('name the user for registration, login and logout, the latter once', async () => {
    const { user, actor } = await kith.signUp();
    await kith.login(user.username, PASSWORD);
    await kith.ask(auth.logout, { actor });
    await kith.ask(auth.logout, { actor });
    const by = { actorId: user.id, actorName: user.username, effectiveUserId: user.id, details: {} };
    expect(await kith.auditEvents('registered', user.id)).toMatchObject([by]);
    expect(await kith.auditEvents('login', user.id)).toMatchObject([by]);
    expect(await kith.auditEvents('logout', user.id)).toMatchObject([by]);
  });

  it('contain only the first three characters of the username for a failed login', async () => {
    const { user } = await kith.register({ username: `zoë-${randomUUID().slice(0, 8)}` });
    await kith.login(user.username, 'wrong password').catch(() => undefined);
    await kith.login('hunter2-typed-here', 'hunter2-typed-here').catch(() => undefined);
    expect(await kith.auditEvents('login_failed', user.id)).toMatchObject([{ actorId: null, details: { username: 'zoë…' } }]);
    const unknown = await kith.auditEvents('login_failed', null);
    expect(unknown.map(({ details }) => details)).toContainEqual({ username: 'hun…' });
    expect(JSON.stringify(unknown)).not.toContain('hunter');
  });
});

describe('invalid input of registration and login', () => {
  const short = { username: 'Username must be at least 3 characters', password: 'Password must be at least 6 characters' };

  it('is refused with the messages of the specification', async () => {
    const { origin } = aRegistration();
    await expect(kith.ask(auth.login, { username: ' ab ', password: '12345', origin })).rejects.toMatchObject({
      code: 'BAD_INPUT',
      details: { fields: short },
    });
    await expect(kith.ask(auth.register, { username: 'ab', email: 'nobody', password: '12345', origin })).rejects.toMatchObject({
      code: 'BAD_INPUT',
      details: { fields: { ...short, email: 'Please enter a valid email address' } },
    });
  });

  it.each([
    ['a NUL byte in the name', { username: 'nul\0byte' }, 'username'],
    ['a lone surrogate in the name', { username: 'half\ud800' }, 'username'],
    ['a line break in the name', { username: 'two\nlines' }, 'username'],
    ['a name of nothing visible', { username: '\u200b\u200b\u200b\u200b' }, 'username'],
    ['a name of 33 characters', { username: 'u'.repeat(33) }, 'username'],
    ['a NUL byte in the password', { password: 'nul\0byte' }, 'password'],
    ['a password of 129 characters', { password: 'p'.repeat(129) }, 'password'],
    ['an over-long address', { email: `${'e'.repeat(250)}@example.com` }, 'email'],
    ['a NUL byte in the address', { email: 'nul\0@example.com' }, 'email'],
    ['a number for a name', { username: 12345 as unknown as string }, 'username'],
    ['an object for a password', { password: { $ne: null } as unknown as string }, 'password'],
  ])('is refused: %s', async (_what, fields, field) => {
    await expect(kith.register(fields)).rejects.toMatchObject({
      code: 'BAD_INPUT',
      details: { fields: { [field]: expect.any(String) } },
    });
  });

  it('does not include a user agent with control characters, which registration accepts', async () => {
    const { origin } = aRegistration();
    await expect(kith.register({ origin: { ...origin, userAgent: 'nul\0 half\ud800 \u001b[31m' } })).resolves.toHaveProperty(
      'token',
    );
  });

  it.each(['', 'x'.repeat(64), 'A'.repeat(64), null])('is refused as the hash of a session: %j', async (value) => {
    await expect(kith.ask(auth.resolve, { kind: 'bearer', hash: value as string })).rejects.toMatchObject({ code: 'BAD_INPUT' });
  });
});
