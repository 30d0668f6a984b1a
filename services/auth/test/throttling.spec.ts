import { AppError } from '@kith/proto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { anAddress, authUnderTest, PASSWORD, type AuthUnderTest } from './auth-under-test.js';

let kith: AuthUnderTest;
beforeAll(async () => {
  kith = await authUnderTest();
});
afterAll(() => kith.stop());

/** The error codes of logins with a wrong password, one address each. */
const guess = (username: string, addresses: string[]): Promise<string[]> =>
  Promise.all(
    addresses.map((ip) =>
      kith.login(username, 'wrong password', ip).then(
        () => 'in',
        (error: unknown) => AppError.from(error).code,
      ),
    ),
  );
const many = (times: number): string[] => Array.from({ length: times }, anAddress);
const count = (codes: string[], code: string): number => codes.filter((one) => one === code).length;

describe('guessing the password of one account from many addresses', () => {
  it('is limited to ten attempts, while the owner can sign in from a known address [S5]', async () => {
    const home = anAddress();
    const { user } = await kith.register();
    await kith.login(user.username, PASSWORD, home);
    const codes = await guess(user.username, many(50));
    expect(count(codes, 'BAD_CREDENTIALS')).toBe(10);
    expect(count(codes, 'RATE_LIMITED')).toBe(40);
    await expect(kith.login(user.username, PASSWORD, home)).resolves.toMatchObject({ user: { id: user.id } });
  });

  it('from one address is limited to five attempts, which leave the other addresses theirs [S5]', async () => {
    const { user } = await kith.register();
    const [hostile = '', owner = ''] = many(2);
    const codes: string[] = [];
    for (let time = 0; time < 20; time += 1) codes.push(...(await guess(user.username, [hostile])));
    expect(count(codes, 'BAD_CREDENTIALS')).toBe(5);
    expect(count(codes, 'RATE_LIMITED')).toBe(15);
    await expect(kith.login(user.username, PASSWORD, owner)).resolves.toMatchObject({ user: { id: user.id } });
  });

  it('leaves an address that was refused meanwhile its own attempts for the end of the block', async () => {
    const { user } = await kith.register();
    await guess(user.username, many(10));
    const [owner = ''] = many(1);
    for (let time = 0; time < 8; time += 1) expect(await guess(user.username, [owner])).toEqual(['RATE_LIMITED']);
    await endBlocks('auth-account');
    await expect(kith.login(user.username, PASSWORD, owner)).resolves.toMatchObject({ user: { id: user.id } });
  });

  it('blocks the account for at most five minutes where no mail is configured, and the text says what to do [S5]', async () => {
    const { user } = await kith.register();
    const waits: unknown[] = [];
    for (let block = 0; block < 6; block += 1) {
      await guess(user.username, many(10));
      const error = AppError.from(await kith.login(user.username, PASSWORD).catch((reason: unknown) => reason));
      waits.push(error.details.retryAfterS);
      if (block === 5)
        expect(error.message).toBe(
          'Too many attempts to log in to this account. Please wait 5 minutes, or log in from an address that you have used before.',
        );
      await endBlocks('auth-account');
    }
    expect(waits).toEqual([60, 120, 240, 300, 300, 300]);
  });

  it('blocks one address for up to an hour [S5]', async () => {
    const { user } = await kith.register();
    const [hostile = ''] = many(1);
    const waits: unknown[] = [];
    for (let block = 0; block < 8; block += 1) {
      for (let time = 0; time < 5; time += 1) await guess(user.username, [hostile]);
      const refused = await kith.login(user.username, PASSWORD, hostile).catch((reason: unknown) => reason);
      waits.push(AppError.from(refused).details.retryAfterS);
      await endBlocks();
    }
    expect(waits).toEqual([60, 120, 240, 480, 960, 1920, 3600, 3600]);
  });

  it('does not lock the owner out of the address used for registration [S5]', async () => {
    const home = anAddress();
    const { user } = await kith.register({ origin: { ip: home, userAgent: 'test' } });
    expect(count(await guess(user.username, many(15)), 'RATE_LIMITED')).toBe(5);
    await expect(kith.login(user.username, PASSWORD, home)).resolves.toMatchObject({ user: { id: user.id } });
  });

  it('does not count attempts while the database fails', async () => {
    const { user } = await kith.register();
    await kith.query('alter table auth."user" rename to away');
    const codes: string[] = [];
    for (const address of many(15)) codes.push(...(await guess(user.username, [address])));
    await kith.query('alter table auth.away rename to "user"');
    expect(count(codes, 'RATE_LIMITED')).toBe(0);
    expect(count(await guess(user.username, many(10)), 'BAD_CREDENTIALS')).toBe(10);
  });

  it('is limited for an account that does not exist as well', async () => {
    expect(count(await guess('nobody-of-that-name', many(15)), 'RATE_LIMITED')).toBe(5);
  });

  it('counts other spellings of the same username as the same account', async () => {
    await guess('Spelling', many(10));
    expect(await guess('ｓＰＥＬＬＩＮＧ', many(1))).toEqual(['RATE_LIMITED']);
  });

  it('returns a retry time that doubles with each block, and resets after a successful login [S5]', async () => {
    const { user } = await kith.register();
    await guess(user.username, many(10));
    const retryAfterS = async (): Promise<number> => {
      const error = AppError.from(await kith.login(user.username, 'wrong password').catch((reason: unknown) => reason));
      expect(error.code).toBe('RATE_LIMITED');
      return error.details.retryAfterS ?? 0;
    };
    const first = await retryAfterS();
    expect(first).toBe(60);
    expect(await retryAfterS()).toBeLessThanOrEqual(60);
    await endBlocks();
    await guess(user.username, many(10));
    expect(await retryAfterS()).toBe(120);
    await endBlocks();
    await kith.login(user.username, PASSWORD);
    await guess(user.username, many(10));
    expect(await retryAfterS()).toBe(60);
  });
});

describe('one client address', () => {
  it('is limited to fifty failed logins, whichever accounts they are for [S5]', async () => {
    const ip = anAddress();
    const codes: string[] = [];
    for (let batch = 0; batch < 6; batch += 1) {
      codes.push(
        ...(await Promise.all(Array.from({ length: 10 }, (_, index) => guess(`account-${batch}-${index}`, [ip])))).flat(),
      );
    }
    expect(count(codes, 'BAD_CREDENTIALS')).toBe(50);
    expect(count(codes, 'RATE_LIMITED')).toBe(10);
  });

  it('is not limited in successful logins', async () => {
    const ip = anAddress();
    const { user } = await kith.register();
    for (let time = 0; time < 60; time += 1) await kith.login(user.username, PASSWORD, ip);
  });

  it('can register thirty accounts an hour [S8]', async () => {
    const origin = { ip: '2001:db8:1:2::1', userAgent: 'test' };
    for (let time = 0; time < 30; time += 1)
      await kith.register({ origin: { ...origin, ip: `2001:db8:1:2::${time.toString(16)}` } });
    await expect(kith.register({ origin })).rejects.toMatchObject({
      code: 'RATE_LIMITED',
      details: { retryAfterS: expect.any(Number) },
    });
    await expect(kith.register({ origin: { ...origin, ip: '2001:db8:1:100::1' } })).resolves.toHaveProperty('token');
  });

  it('can ask thirty times an hour whether a name or address is taken, and gets one error code each time [S8]', async () => {
    const { user } = await kith.register();
    const origin = { ip: anAddress(), userAgent: 'test' };
    const refusals: unknown[] = [];
    for (let time = 0; time < 31; time += 1) {
      const taken = time % 2 ? { username: user.username } : { email: user.email };
      await kith.register({ ...taken, origin }).catch((error: unknown) => refusals.push(AppError.from(error).toBody()));
    }
    const [emailTaken, nameTaken] = refusals;
    expect(emailTaken).toEqual(new AppError('EMAIL_TAKEN').toBody());
    expect(nameTaken).toEqual(new AppError('USERNAME_TAKEN').toBody());
    expect(refusals).toHaveLength(31);
    expect(refusals.at(-1)).toMatchObject({ code: 'RATE_LIMITED' });
  });
});

/** Ends the current blocks of a limiter; the history from which the next block length is computed stays. */
async function endBlocks(limiter = 'auth-*'): Promise<void> {
  const keys = await kith.runtime.redis.keys(`limit:${limiter}:*`);
  await kith.runtime.redis.del(keys);
}
