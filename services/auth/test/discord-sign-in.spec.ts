import { randomUUID } from 'node:crypto';
import { auth, discordSignIn, type Actor } from '@kith/proto';
import { invalidRequestsKey, minuteNow } from '@kith/kit';
import { aSnowflake, startDiscord, waitFor, type StandInDiscord } from '@kith/kit/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { authUnderTest, PASSWORD, sha256, type AuthUnderTest } from './auth-under-test.js';
import { anOrigin, impersonated } from './actors.js';

const CLIENT = { clientId: '1', clientSecret: 'the-client-secret', redirectUri: 'https://kith.example/auth/discord' };

let kith: AuthUnderTest;
let discord: StandInDiscord;
let settings: Record<string, string>;
beforeAll(async () => {
  discord = await startDiscord();
  discord.offerSignIn(CLIENT);
  settings = {
    PUBLIC_URL: 'https://kith.example',
    DISCORD_API_URL: discord.apiUrl,
    DISCORD_CLIENT_ID: CLIENT.clientId,
    DISCORD_CLIENT_SECRET: CLIENT.clientSecret,
  };
  kith = await authUnderTest(settings);
});
afterAll(async () => {
  await kith.stop();
  await discord.close();
});
beforeEach(() => discord.acceptRequests());

const aPerson = (fields: object = {}) => ({ id: aSnowflake(), username: `dana${randomUUID().slice(0, 8)}`, ...fields });
type Person = ReturnType<typeof aPerson>;
interface Started {
  readonly url: string;
  readonly browserSecret: string;
}

/** What Discord sends the browser back with after the person has confirmed. */
async function confirm({ url, browserSecret }: Started, person: Person | null) {
  discord.confirmSignInsAs(person);
  const response = await fetch(url, { redirect: 'manual' });
  const { searchParams } = new URL(response.headers.get('location') ?? '');
  const [code, state, error] = ['code', 'state', 'error'].map((name) => searchParams.get(name) ?? '');
  return { code: code ?? '', state: state ?? '', error, browserHash: sha256(browserSecret), origin: anOrigin() };
}
const start = () => kith.ask(discordSignIn.start, { origin: anOrigin() });
const finish = ({ code, state, browserHash, origin }: Awaited<ReturnType<typeof confirm>>) =>
  kith.ask(discordSignIn.finish, { code, state, browserHash, origin });
const signIn = async (person: Person) => finish(await confirm(await start(), person));
const startLink = (actor: Actor) => kith.ask(discordSignIn.startLink, { actor, currentPassword: PASSWORD });
async function link(actor: Actor, person: Person) {
  const { code, state, browserHash, origin } = await confirm(await startLink(actor), person);
  return kith.ask(discordSignIn.finishLink, { actor, code, state, browserHash, origin });
}
const methods = (actor: Actor) => kith.ask(discordSignIn.methods, { actor });
const INVALID = { code: 'DISCORD_SIGN_IN_INVALID' };

describe('a sign-in with Discord', () => {
  it('creates a user with the name and the verified address, and finds the same user the next time', async () => {
    const person = aPerson({ email: `${randomUUID()}@example.com`, verified: true });
    const { isNew, user } = await signIn(person);
    expect({ isNew, user }).toMatchObject({ isNew: true, user: { username: person.username, role: 'user' } });
    expect(user.email).toBe((person as { email?: string }).email);
    const again = await signIn({ ...person, username: 'renamed' });
    expect([again.isNew, again.user.id, again.user.username]).toEqual([false, user.id, person.username]);
    const actor = await kith.resolve('bearer', again.token);
    expect(await methods(actor)).toEqual({ hasPassword: false, discordName: 'renamed', isDiscordOffered: true });
    await kith.auditEvents('registered', user.id);
  });

  it('stores id and name of the Discord account, and no token [S79]', async () => {
    const { user } = await signIn(aPerson());
    const [row] = await kith.query<Record<string, unknown>>('select * from auth.discord_link where user_id = $1', [user.id]);
    expect(Object.keys(row ?? {}).toSorted()).toEqual(['created_at', 'discord_id', 'discord_name', 'user_id']);
    expect(await kith.runtime.redis.keys('auth:discord:*')).toEqual([]);
  });

  it('takes no address that Discord has not verified; such users have none', async () => {
    const email = `${randomUUID()}@example.com`;
    const first = await signIn(aPerson({ email, verified: false }));
    const second = await signIn(aPerson());
    expect([first.user.email, second.user.email]).toEqual(['', '']);
  });

  it('does not open the account of a user who has the same address, and says what to do [S79]', async () => {
    const { user } = await kith.register();
    const refused = signIn(aPerson({ email: user.email.toUpperCase(), verified: true }));
    await expect(refused).rejects.toMatchObject({ code: 'EMAIL_TAKEN', message: expect.stringContaining('link Discord') });
  });

  it.each([
    ['is taken', async () => (await kith.register()).user.username],
    ['resembles the reserved name', async () => 'superadmin'],
    ['is too short', async () => 'ab'],
    ['has characters that no name may have', async () => 'd\u202eana'],
    ['is too long', async () => 'x'.repeat(60)],
  ])('finds another name when the one on Discord %s', async (_why, name) => {
    const username = await name();
    const { user } = await signIn(aPerson({ username }));
    expect(user.username).toMatch(/-\d{6}$|^x{32}$/);
  });

  it('creates one user when the same person signs in twice at the same time', async () => {
    const person = aPerson();
    const confirmed = [await confirm(await start(), person), await confirm(await start(), person)];
    const signedIn = await Promise.all(confirmed.map(finish));
    expect(new Set(signedIn.map(({ user }) => user.id)).size).toBe(1);
  });

  it('is refused with a state that is unknown, used or of another browser, and with no cookie [S79]', async () => {
    const confirmed = await confirm(await start(), aPerson());
    await expect(finish({ ...confirmed, state: 'sign-in.unknown' })).rejects.toMatchObject(INVALID);
    await finish(confirmed);
    await expect(finish(confirmed)).rejects.toMatchObject(INVALID);
    const other = await confirm(await start(), aPerson());
    await expect(finish({ ...other, browserHash: sha256('another browser') })).rejects.toMatchObject(INVALID);
    const { code, state, origin } = await confirm(await start(), aPerson());
    await expect(kith.ask(discordSignIn.finish, { code, state, origin })).rejects.toMatchObject(INVALID);
  });

  it('is refused with a code that was used, or that was confirmed for another sign-in [S79]', async () => {
    const [first, second] = [await confirm(await start(), aPerson()), await confirm(await start(), aPerson())];
    // PKCE: each code belongs to the secret of its own sign-in.
    await expect(finish({ ...first, code: second.code })).rejects.toMatchObject(INVALID);
    const third = await confirm(await start(), aPerson());
    await finish(third);
    const fourth = await confirm(await start(), aPerson());
    await expect(finish({ ...fourth, code: third.code })).rejects.toMatchObject(INVALID);
  });

  it('that the person refuses brings no code', async () => {
    const { error, code } = await confirm(await start(), null);
    expect([error, code]).toEqual(['access_denied', '']);
  });

  it.each([
    ['the token', { path: '/oauth2/token', status: 503 }],
    ['the user', { path: '/users/@me', status: 500 }],
  ])('says that Discord cannot be reached when it does not answer %s', async (_what, rejection) => {
    const confirmed = await confirm(await start(), aPerson());
    discord.rejectRequests(rejection);
    await expect(finish(confirmed)).rejects.toMatchObject({
      code: 'DISCORD_UNREACHABLE',
      message: expect.not.stringContaining('bot'),
    });
  });

  it('counts what Discord refuses among the invalid requests of this installation', async () => {
    const minutes = [minuteNow(), minuteNow() + 1].map(invalidRequestsKey);
    const counted = async () => (await kith.runtime.redis.mget(minutes)).reduce((sum, count) => sum + Number(count), 0);
    const [before, confirmed] = [await counted(), await confirm(await start(), aPerson())];
    discord.rejectRequests({ path: '/users/@me', status: 403 });
    await expect(finish(confirmed)).rejects.toMatchObject({ code: 'DISCORD_UNREACHABLE' });
    await waitFor('the count', async () => (await counted()) === before + 1);
  });

  it.each([
    ['the token', 'for as long as Discord says', '/oauth2/token', 2, 2000],
    ['the user', 'for as long as Discord says', '/users/@me', 2, 2000],
    ['the token', 'for a second when Discord does not say', '/oauth2/token', undefined, 1000],
    ['the token', 'for a minute at most', '/oauth2/token', 3600, 60_000],
  ])('within a limit for %s does not ask Discord again, %s: %s', async (_what, _long, path, retryAfterS, pauseMs) => {
    const limited = await authUnderTest(settings);
    try {
      const attempt = async () => {
        const confirmed = await confirm(await limited.ask(discordSignIn.start, { origin: anOrigin() }), aPerson());
        const { code, state, browserHash, origin } = confirmed;
        const before = discord.stats.restRequests;
        const finished = limited.ask(discordSignIn.finish, { code, state, browserHash, origin });
        const result = await finished.then(
          () => 'signed in',
          (error: unknown) => (error as { code?: unknown }).code,
        );
        return [result, discord.stats.restRequests - before];
      };
      discord.rejectRequests({ path, status: 429, times: 1, ...(retryAfterS === undefined ? {} : { retryAfterS }) });
      const limitedAtMs = Date.now();
      expect(await attempt()).toEqual(['DISCORD_UNREACHABLE', path === '/users/@me' ? 2 : 1]);
      const [now, answeredAtMs] = [jest.spyOn(Date, 'now'), Date.now()];
      now.mockReturnValue(limitedAtMs + pauseMs - 1);
      expect(await attempt()).toEqual(['DISCORD_UNREACHABLE', 0]);
      now.mockReturnValue(answeredAtMs + pauseMs);
      expect(await attempt()).toEqual(['signed in', 2]);
    } finally {
      jest.restoreAllMocks();
      await limited.stop();
    }
  });

  it('asks Discord once a minute whether it knows the client while it refuses it', async () => {
    const misconfigured = await authUnderTest({ ...settings, DISCORD_CLIENT_SECRET: 'another secret' });
    try {
      const attempt = async () => {
        const { code, state, browserHash, origin } = await confirm(
          await misconfigured.ask(discordSignIn.start, { origin: anOrigin() }),
          aPerson(),
        );
        const finished = misconfigured.ask(discordSignIn.finish, { code, state, browserHash, origin });
        await expect(finished).rejects.toMatchObject({ code: 'NOT_CONFIGURED' });
      };
      const before = discord.stats.restRequests;
      for (let time = 0; time < 3; time += 1) await attempt();
      // Three of them are the browser's.
      expect(discord.stats.restRequests - before).toBe(3 + 1);
    } finally {
      await misconfigured.stop();
    }
  });

  it('says that Discord cannot be reached while it is down', async () => {
    const confirmed = await confirm(await start(), aPerson());
    await discord.startOutage();
    await expect(finish(confirmed)).rejects.toMatchObject({ code: 'DISCORD_UNREACHABLE' });
    await discord.endOutage();
  });
});

describe('a user without a password', () => {
  const fresh = async () =>
    kith.resolve('bearer', (await signIn(aPerson({ email: `${randomUUID()}@example.com`, verified: true }))).token);

  it('can set one in a new session and then sign in with it, but not in an old session [S3, S79]', async () => {
    const actor = await fresh();
    await expect(kith.login(actor.username, '')).rejects.toThrow();
    await expect(kith.login(actor.username, 'anything else')).rejects.toMatchObject({ code: 'BAD_CREDENTIALS' });
    const set = () => kith.ask(auth.password, { actor, newPassword: 'battery staple' });
    await kith.query(`update auth.session set created_at = now() - interval '16 minutes' where id = $1`, [actor.sessionId]);
    await expect(set()).rejects.toMatchObject({ code: 'SIGN_IN_AGAIN' });
    await kith.query('update auth.session set created_at = now() where id = $1', [actor.sessionId]);
    await set();
    await expect(kith.login(actor.username, 'battery staple')).resolves.toMatchObject({ user: { id: actor.userId } });
    await expect(set()).rejects.toMatchObject({ code: 'WRONG_PASSWORD' });
  });

  it('has to set one before everything that the password confirms, and before Discord is unlinked', async () => {
    const actor = await fresh();
    const refused = [
      kith.ask(auth.profile, { actor, username: actor.username, email: `${randomUUID()}@example.com`, currentPassword: 'x' }),
      kith.ask(auth.removeAccount, { actor, password: 'x' }),
      kith.ask(discordSignIn.unlink, { actor }),
    ];
    for (const refusal of refused) await expect(refusal).rejects.toMatchObject({ code: 'PASSWORD_MISSING' });
    expect(await methods(actor)).toMatchObject({ discordName: expect.any(String) });
  });
});

describe('linking a Discord account', () => {
  it('takes the password, and afterwards Discord signs the user in until it is unlinked', async () => {
    const { actor, user } = await kith.signUp();
    const wrong = kith.ask(discordSignIn.startLink, { actor, currentPassword: 'wrong horse' });
    await expect(wrong).rejects.toMatchObject({ code: 'WRONG_PASSWORD' });
    const person = aPerson({ email: user.email, verified: true });
    await link(actor, person);
    expect(await signIn(person)).toMatchObject({ isNew: false, user: { id: user.id } });
    await expect(startLink(actor)).rejects.toMatchObject({ code: 'DISCORD_TAKEN', message: expect.stringContaining('unlink') });
    await kith.ask(discordSignIn.unlink, { actor });
    expect(await methods(actor)).toMatchObject({ hasPassword: true, discordName: null });
    await expect(signIn(person)).rejects.toMatchObject({ code: 'EMAIL_TAKEN' });
    await kith.auditEvents('discord_unlinked', user.id);
  });

  it('is refused for an account that another user has linked', async () => {
    const person = aPerson();
    await signIn(person);
    await expect(link((await kith.signUp()).actor, person)).rejects.toMatchObject({ code: 'DISCORD_TAKEN' });
  });

  it('is refused for another user than the one who started it, as a sign-in, and during an impersonation [S36, S79]', async () => {
    const [{ actor }, { actor: other }] = await Promise.all([kith.signUp(), kith.signUp()]);
    const first = await confirm(await startLink(actor), aPerson());
    const { code, state, browserHash, origin } = first;
    await expect(kith.ask(discordSignIn.finishLink, { actor: other, code, state, browserHash, origin })).rejects.toMatchObject(
      INVALID,
    );
    await expect(finish(await confirm(await startLink(actor), aPerson()))).rejects.toMatchObject(INVALID);
    await expect(startLink(impersonated(actor))).rejects.toMatchObject({ code: 'IMPERSONATING' });
    await expect(kith.ask(discordSignIn.unlink, { actor: impersonated(actor) })).rejects.toMatchObject({ code: 'IMPERSONATING' });
  });

  it('ends with the account, whose Discord account can then be used again', async () => {
    const { actor } = await kith.signUp();
    const person = aPerson();
    await link(actor, person);
    await kith.ask(auth.removeAccount, { actor, password: PASSWORD });
    const { isNew, user } = await signIn(person);
    expect([isNew, user.id === actor.userId]).toEqual([true, false]);
  });
});

describe('an installation without DISCORD_CLIENT_ID', () => {
  it('offers no sign-in with Discord', async () => {
    const plain = await authUnderTest();
    try {
      expect(await plain.ask(auth.signInOptions, {})).toMatchObject({ discord: false });
      await expect(plain.ask(discordSignIn.start, { origin: anOrigin() })).rejects.toMatchObject({ code: 'NOT_CONFIGURED' });
    } finally {
      await plain.stop();
    }
  });
});
