import { randomUUID } from 'node:crypto';
import { auth, queues, type ErrorCode } from '@kith/proto';
import { waitFor } from '@kith/kit/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { DataSource } from 'typeorm';
import { anAddress, authUnderTest, PASSWORD, sha256, type AuthUnderTest } from './auth-under-test.js';
import { smtpStandIn, type SmtpStandIn } from './smtp-stand-in.js';

let kith: AuthUnderTest;
let smtp: SmtpStandIn;
beforeAll(async () => {
  smtp = await smtpStandIn();
  kith = await authUnderTest({ SMTP_URL: smtp.url, PUBLIC_URL: 'https://kith.example.com' });
});
afterAll(async () => {
  await kith.stop();
  await smtp.close();
});
beforeEach(() => {
  smtp.mails.length = 0;
});

const NEW = 'another horse battery';
const origin = () => ({ ip: anAddress(), userAgent: 'test' });
const request = (email: string, from = origin()) => kith.ask(auth.requestPasswordReset, { email, origin: from });
const reset = (token: string, password = NEW, from = origin()) => kith.ask(auth.resetPassword, { token, password, origin: from });
const idle = () => waitFor('the queue to be empty', async () => (await kith.runtime.queues.depth(queues.notices)) === 0);
const refused = (code: ErrorCode) => expect.objectContaining({ code });

/** Requests a link and returns the token from the mail. Lines of a mail may be folded with `=`. */
async function mailedToken(email: string): Promise<string> {
  await request(email);
  const mail = await waitFor('the mail', () => {
    const at = smtp.mails.findIndex((each) => each.includes(`To: ${email}`) && each.includes('/auth#reset='));
    return at < 0 ? undefined : smtp.mails.splice(at, 1)[0];
  });
  const token = /\/auth#reset=3?D?([\w-]{43})/.exec(mail.replaceAll('=\r\n', ''))?.[1] ?? '';
  expect(Buffer.from(token, 'base64url')).toHaveLength(32);
  return token;
}

describe('a password reset link', () => {
  it('sets a new password once, ends all sessions, and lifts the limit that wrong attempts by others had caused [S14]', async () => {
    const { user, actor, token: bearer } = await kith.signUp();
    for (let time = 0; time < 10; time += 1) await kith.login(user.username, 'wrong password').catch(() => undefined);
    const token = await mailedToken(user.email);
    await reset(token);
    await expect(kith.resolve('bearer', bearer)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
    await expect(kith.login(user.username, NEW)).resolves.toMatchObject({ user: { id: actor.userId } });
    await expect(kith.login(user.username, PASSWORD)).rejects.toMatchObject({ code: 'BAD_CREDENTIALS' });
    await expect(reset(token)).rejects.toMatchObject({ code: 'RESET_INVALID' });
    expect(await kith.auditEvents('password_reset_requested', user.id)).toMatchObject([{ actorId: null, details: {} }]);
    expect(await kith.auditEvents('password_reset', user.id)).toMatchObject([{ actorId: user.id, details: {} }]);
  });

  it('lifts the limit that wrong attempts from the owner’s own address had caused [S5]', async () => {
    const home = origin();
    const { user } = await kith.register({ origin: home });
    for (let time = 0; time < 11; time += 1) await kith.login(user.username, 'forgotten', home.ip).catch(() => undefined);
    await expect(kith.login(user.username, PASSWORD, home.ip)).rejects.toMatchObject({ code: 'RATE_LIMITED' });
    await reset(await mailedToken(user.email), NEW, home);
    await expect(kith.login(user.username, NEW, home.ip)).resolves.toHaveProperty('token');
  });

  it('admits the address from which it is used, even while others go on guessing from new addresses [S5]', async () => {
    const { user } = await kith.register();
    const away = origin();
    const guess = async () => {
      for (let time = 0; time < 10; time += 1) await kith.login(user.username, 'wrong password').catch(() => undefined);
    };
    await guess();
    await expect(kith.login(user.username, PASSWORD, away.ip)).rejects.toMatchObject({
      code: 'RATE_LIMITED',
      message:
        'Too many attempts to log in to this account. Please wait a minute, or reset your password: the link that you get by mail admits this address at once.',
    });
    await reset(await mailedToken(user.email), NEW, away);
    await guess();
    await expect(kith.login(user.username, NEW)).rejects.toMatchObject({ code: 'RATE_LIMITED' });
    await expect(kith.login(user.username, NEW, away.ip)).resolves.toHaveProperty('token');
  });

  it('is not mailed to an address that is changed at the same moment', async () => {
    const { user } = await kith.register();
    const holder = kith.services.get('auth')?.app.get(DataSource).createQueryRunner();
    await holder?.startTransaction();
    await holder?.query('select 1 from auth."user" where id = $1 for update', [user.id]);
    await holder?.query('update auth."user" set email = $2 where id = $1', [user.id, `${randomUUID()}@example.com`]);
    await request(user.email);
    await waitFor(
      'the worker to wait for the lock',
      async () => (await kith.query('select 1 from pg_locks where not granted')).length > 0,
    );
    await holder?.commitTransaction();
    await holder?.release();
    await idle();
    expect(smtp.mails).toEqual([]);
    expect(await kith.query('select 1 from auth.password_reset where user_id = $1', [user.id])).toEqual([]);
  });

  it('can be requested with any letter case of the address and is mailed to the stored address', async () => {
    const { user } = await kith.register();
    await request(` ${user.email.toUpperCase()} `);
    expect(await waitFor('the mail', () => smtp.mails.shift())).toContain(`To: ${user.email}`);
  });

  it('is mailed to a user who switched all other mails off', async () => {
    const { user, actor } = await kith.signUp();
    await kith.ask(auth.notificationSettings, { actor, emailNotifications: false, botStatusAlerts: false });
    await mailedToken(user.email);
  });

  it('has a token that is stored neither in Redis nor in the database, and is in the fragment of the address [S21]', async () => {
    const { user } = await kith.register();
    const token = await mailedToken(user.email);
    await idle();
    const keys = await kith.runtime.redis.keys('*');
    const redis = JSON.stringify([keys, await Promise.all(keys.map(async (key) => String(await kith.runtime.redis.dump(key))))]);
    const [row] = await kith.query('select * from auth.password_reset where user_id = $1', [user.id]);
    expect(redis).not.toContain(token);
    expect(JSON.stringify(row)).not.toContain(token);
    expect(row).toMatchObject({ token_hash: sha256(token) });
  });

  it('becomes invalid when a newer one is requested', async () => {
    const { user } = await kith.register();
    const older = await mailedToken(user.email);
    const newer = await mailedToken(user.email);
    await expect(reset(older)).rejects.toMatchObject({ code: 'RESET_INVALID' });
    await expect(reset(newer)).resolves.toHaveProperty('message');
  });

  it('expires after one hour', async () => {
    const { user } = await kith.register();
    const token = await mailedToken(user.email);
    const age = (interval: string) =>
      kith.query('update auth.password_reset set created_at = now() - $2::interval where user_id = $1', [user.id, interval]);
    await age('61 minutes');
    await expect(reset(token)).rejects.toMatchObject({ code: 'RESET_INVALID' });
    await age('59 minutes');
    await expect(reset(token)).resolves.toHaveProperty('message');
  });

  it.each(['the address', 'the password', 'the whole account'])('becomes invalid after a change of %s', async (what) => {
    const { user, actor } = await kith.signUp();
    const token = await mailedToken(user.email);
    const email = `${randomUUID()}@example.com`;
    if (what === 'the address')
      await kith.ask(auth.profile, { actor, username: user.username, email, currentPassword: PASSWORD });
    else if (what === 'the password')
      await kith.ask(auth.password, { actor, currentPassword: PASSWORD, newPassword: 'a third one' });
    else await kith.ask(auth.removeAccount, { actor, password: PASSWORD });
    await expect(reset(token)).rejects.toMatchObject({ code: 'RESET_INVALID' });
    // The mails about a new address must not arrive in the next test.
    await idle();
  });

  it('works once when several requests use it concurrently', async () => {
    const { user } = await kith.register();
    const token = await mailedToken(user.email);
    const results = await Promise.allSettled(Array.from({ length: 6 }, (_, index) => reset(token, `${NEW} ${index}`)));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(results.flatMap((result) => (result.status === 'rejected' ? [result.reason as unknown] : []))).toEqual(
      Array.from({ length: 5 }, () => refused('RESET_INVALID')),
    );
  });

  it('is created anew for each attempt to send the mail, and the one that arrives is valid', async () => {
    const { user } = await kith.register();
    smtp.refusals.push('451 later');
    const token = await mailedToken(user.email);
    await expect(reset(token)).resolves.toHaveProperty('message');
  });
});

describe('a password reset without a valid link', () => {
  it.each([['x'.repeat(43)], ['0'.repeat(64)], ["' or token_hash is null --"], ['%'.repeat(43)]])(
    'refuses the token %j [S11]',
    async (token) => {
      await kith.register();
      await expect(reset(token)).rejects.toMatchObject({ code: 'RESET_INVALID' });
    },
  );

  it.each([[null], [''], [' '.repeat(19)], [[]], [{}], [{ $ne: null }], [0], [true], [undefined]])(
    'refuses %j, which is not a token, as bad input [S11]',
    async (token) => {
      await kith.register();
      await expect(reset(token as unknown as string)).rejects.toMatchObject({ code: 'BAD_INPUT' });
    },
  );

  it('refuses the stored hash of a token', async () => {
    const { user } = await kith.register();
    await expect(reset(sha256(await mailedToken(user.email)))).rejects.toMatchObject({ code: 'RESET_INVALID' });
  });

  it('refuses a password that is too short before the token is checked [S1]', async () => {
    await expect(reset('x'.repeat(43), '12345')).rejects.toMatchObject({
      code: 'BAD_INPUT',
      details: { fields: { password: 'Password must be at least 6 characters' } },
    });
  });

  it('is rate limited after twenty attempts from one address [S5]', async () => {
    const from = origin();
    for (let time = 0; time < 20; time += 1)
      await expect(reset(`${'x'.repeat(40)}${time}`, NEW, from)).rejects.toMatchObject({ code: 'RESET_INVALID' });
    await expect(reset('x'.repeat(43), NEW, from)).rejects.toMatchObject({ code: 'RATE_LIMITED' });
  });
});

describe('requesting a password reset link', () => {
  it('gives the same response for a known and an unknown address, and sends no mail to the latter [S7]', async () => {
    const { user } = await kith.register();
    const known = await request(user.email);
    await waitFor('the mail', () => smtp.mails.length === 1);
    expect(await request(`${randomUUID()}@example.com`)).toEqual(known);
    await idle();
    expect(smtp.mails).toHaveLength(1);
  });

  it('adds one job for an unknown address as for a known one, so that both take the same steps [S7]', async () => {
    const { user } = await kith.register();
    const countJobs = async () => Number(await kith.runtime.redis.get(`jobs:${queues.notices.name}:id`));
    const jobsFor = async (email: string) => {
      const before = await countJobs();
      await request(email);
      return (await countJobs()) - before;
    };
    expect([await jobsFor(user.email), await jobsFor(`${randomUUID()}@example.com`)]).toEqual([1, 1]);
    await idle();
  });

  it('takes about the same time for a known and an unknown address [S7]', async () => {
    const signUps = await Promise.all(Array.from({ length: 5 }, () => kith.register()));
    const known = signUps.map(({ user }) => user.email);
    const unknown = known.map(() => `${randomUUID()}@example.com`);
    const times: { known: number[]; unknown: number[] } = { known: [], unknown: [] };
    for (let round = 0; round < 20; round += 1) {
      times.known.push(await timed(() => request(known[round % 5] ?? '')));
      times.unknown.push(await timed(() => request(unknown[round % 5] ?? '')));
    }
    const ratio = median(times.known) / median(times.unknown);
    // Each takes a few milliseconds on a busy machine; only an additional mail or hash would exceed this ratio.
    expect(ratio).toBeGreaterThan(0.33);
    expect(ratio).toBeLessThan(3);
  });

  it('is rate limited per e-mail address, known or not, and per client address', async () => {
    const { user } = await kith.register();
    for (const email of [user.email, `${randomUUID()}@example.com`]) {
      for (let time = 0; time < 5; time += 1) await request(time % 2 ? email : email.toUpperCase());
      await expect(request(email)).rejects.toMatchObject({ code: 'RATE_LIMITED', details: { retryAfterS: expect.any(Number) } });
    }
    const from = origin();
    for (let time = 0; time < 20; time += 1) await request(`${randomUUID()}@example.com`, from);
    await expect(request(`${randomUUID()}@example.com`, from)).rejects.toMatchObject({ code: 'RATE_LIMITED' });
  });

  it('requires a valid e-mail address', async () => {
    await expect(request('nobody')).rejects.toMatchObject({
      code: 'BAD_INPUT',
      details: { fields: { email: 'Please enter a valid email address' } },
    });
  });

  it('is not available without SMTP_URL, which auth.signInOptions shows', async () => {
    const without = await authUnderTest();
    try {
      expect(await without.ask(auth.signInOptions, {})).toEqual({ passwordReset: false, discord: false, sendsMail: false });
      expect(await kith.ask(auth.signInOptions, {})).toEqual({ passwordReset: true, discord: false, sendsMail: true });
      const { user } = await without.register();
      await expect(without.ask(auth.requestPasswordReset, { email: user.email, origin: origin() })).rejects.toMatchObject({
        code: 'NOT_CONFIGURED',
      });
    } finally {
      await without.stop();
    }
  });
});

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

const median = (values: number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
