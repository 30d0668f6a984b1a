import { RunningCounts } from '@kith/kit';
import { admin, audit, type Actor } from '@kith/proto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { USER_COUNT } from '../src/user-count.js';
import { authUnderTest, type AuthUnderTest } from './auth-under-test.js';
import { anAdmin, anImpersonator, anOrigin, aSuperAdmin, aUser, startFakeBilling } from './actors.js';

let kith: AuthUnderTest;
let billingService: { close(): Promise<void> };
let superAdmin: Actor;
let administrator: Actor;
let asked: string[][] = [];

const openBilling = () =>
  startFakeBilling(kith, (userIds) => {
    asked.push(userIds);
    // All but the super-admin, so that one user has no billing account.
    const known = userIds.filter((userId) => userId !== superAdmin.userId);
    return known.map((userId) => ({ userId, plan: 'premium', status: 'active', credits: 12 }));
  });

beforeAll(async () => {
  kith = await authUnderTest();
  superAdmin = await aSuperAdmin(kith);
  billingService = await openBilling();
  administrator = await anAdmin(kith);
});
afterAll(async () => {
  await billingService.close();
  await kith.stop();
});

const names = (page: { users: { username: string }[] }) => page.users.map(({ username }) => username);

describe('the list of users', () => {
  it('shows plan, badge and credits of a page with one call to billing', async () => {
    const user = await aUser(kith, { username: 'listed-one', email: 'listed.one@example.com' });
    await aUser(kith, { username: 'listed-two' });
    asked = [];
    const page = await kith.ask(admin.users, { actor: administrator, search: 'listed-' });
    expect(asked).toEqual([page.users.map(({ id }) => id)]);
    expect(page.total).toBe(2);
    expect(page.users[0]).toEqual({
      id: user.userId,
      username: 'listed-one',
      email: 'listed.one@example.com',
      subscriptionPlan: 'premium',
      subscriptionStatus: 'active',
      messageCredits: 12,
      role: 'user',
      isAdmin: false,
      createdAt: expect.stringMatching(/^\d{4}-.*Z$/),
    });
  });

  it('shows a user without a billing account as free, inactive and without credits', async () => {
    const { users } = await kith.ask(admin.users, { actor: superAdmin, search: 'superadmin' });
    expect(users).toEqual([
      expect.objectContaining({
        username: 'superadmin',
        subscriptionPlan: 'free',
        subscriptionStatus: 'inactive',
        messageCredits: 0,
        role: 'super_admin',
        isAdmin: true,
      }),
    ]);
  });

  it('searches names and addresses literally and in any letter case', async () => {
    await aUser(kith, { username: '100% Percy_X', email: 'odd+percy@example.com' });
    await aUser(kith, { username: '100 PercyYX' });
    const found = async (search: string) => names(await kith.ask(admin.users, { actor: administrator, search }));
    expect(await found('0% pERCY_x')).toEqual(['100% Percy_X']);
    expect(await found(' ODD+percy@ ')).toEqual(['100% Percy_X']);
    expect(await found('_X')).toEqual(['100% Percy_X']);
    expect(await found('PERCY')).toEqual(['100 PercyYX', '100% Percy_X']);
    expect(await found('perCY.')).toEqual([]);
    expect(await found("' or true --")).toEqual([]);
    await aUser(kith, { username: 'Ŝøren 李小龍' });
    expect(await found('øREN')).toEqual(['Ŝøren 李小龍']);
    expect(await found('小龍')).toEqual(['Ŝøren 李小龍']);
  });

  it('finds a name by each part of it, whatever its length and script', async () => {
    const name = 'Zoë 李小龍 🐙 ferry';
    await aUser(kith, { username: name });
    const letters = Array.from(name);
    for (let length = 1; length <= letters.length; length += 1)
      for (let start = 0; start + length <= letters.length; start += 1) {
        const part = letters.slice(start, start + length).join('');
        // Spaces around a search are removed, and a space alone finds everybody.
        if (part.trim() === '') continue;
        const { users } = await kith.ask(admin.users, { actor: administrator, search: part.trim(), limit: 100 });
        expect([part, users.some(({ username }) => username === name)]).toEqual([part, true]);
      }
  });

  it('looks up a text by sequences of five characters, or of three, two or one where it is shorter, that each name with the text has', async () => {
    const sought = async (text: string) =>
      (await kith.query<{ of: string[] }>('select auth.sought_sequences($1) as of', [text]))[0]?.of;
    expect([await sought(''), await sought('龍'), await sought('ab')]).toEqual([[], ['龍'], ['ab']]);
    expect([await sought('abc'), await sought('abcd')]).toEqual([['abc'], ['abc', 'bcd']]);
    expect([await sought('abcde'), await sought('abcdefgh')]).toEqual([['abcde'], ['abcde', 'defgh']]);
    expect(await sought('李小龍的渡輪')).toEqual(expect.arrayContaining(['李小龍的渡', '小龍的渡輪']));
    const [row] = await kith.query<{ are: boolean }>(
      `select bool_and(auth.letter_sequences(word) @> auth.sought_sequences(substr(word, start, size))) as are
       from (values ('aaaaaaaaaa'), ('abababababab'), ('one two three'), ('ß 李小龍 ÖÄÜ 🐙🐙')) as w (word),
         generate_series(1, length(word)) as start, generate_series(1, length(word)) as size`,
    );
    expect(row?.are).toBe(true);
    expect(await kith.query(`select auth.letter_sequences('') as empty, auth.letter_sequences(null) as none`)).toEqual([
      { empty: [], none: null },
    ]);
  });

  it('keeps the number of users and of those who want news equal to counting them, and corrects it where it is not', async () => {
    const counts = kith.services.get('auth')?.app.get(RunningCounts);
    if (!counts) throw new Error('auth is not running');
    const counted = async () =>
      (
        await kith.query<object>(
          'select count(*)::int as users, (count(*) filter (where marketing_updates))::int as subscribers from auth."user" where removed_at is null',
        )
      )[0];
    const { userId } = await aUser(kith, { username: 'counted-one' });
    await kith.query(`update auth."user" set marketing_updates = true where id = $1`, [userId]);
    await Promise.all([
      aUser(kith, { username: 'counted-two' }),
      counts.fold(),
      aUser(kith, { username: 'counted-three' }),
      counts.fold(),
    ]);
    expect(await counts.read(USER_COUNT)).toEqual(await counted());
    expect(await kith.ask(admin.userCount, { actor: administrator })).toEqual({ total: (await counts.read(USER_COUNT)).users });
    await kith.query(`delete from auth."user" where id = $1`, [userId]);
    expect([await counts.read(USER_COUNT), await counts.check(USER_COUNT)]).toEqual([await counted(), true]);
    await kith.query(`insert into auth.user_count (role, users, subscribers) values ('user', 3, -1)`);
    expect([await counts.check(USER_COUNT), await counts.read(USER_COUNT)]).toEqual([false, await counted()]);
  });

  it('is paged in the order of the names', async () => {
    for (const username of ['paged-c', 'Paged-B', 'paged-d', 'PAGED-A']) await aUser(kith, { username });
    const page = (offset: number) => kith.ask(admin.users, { actor: administrator, search: 'paged-', limit: 2, offset });
    expect(names(await page(0))).toEqual(['PAGED-A', 'Paged-B']);
    expect(await page(2)).toMatchObject({ total: 4, users: [{ username: 'paged-c' }, { username: 'paged-d' }] });
    asked = [];
    expect(await page(4)).toMatchObject({ total: 4, users: [] });
    expect(asked).toEqual([]);
  });

  it('continues after a name without repeating or skipping users when others are added or removed meanwhile', async () => {
    for (const username of ['keyed-b', 'Keyed-C', 'keyed-d', 'KEYED-E']) await aUser(kith, { username });
    const page = (after?: string) =>
      kith.ask(admin.users, { actor: administrator, search: 'keyed-', limit: 2, ...(after !== undefined && { after }) });
    expect(names(await page())).toEqual(['keyed-b', 'Keyed-C']);
    await aUser(kith, { username: 'keyed-a' });
    await kith.query('update auth."user" set removed_at = now() where username = $1', ['keyed-b']);
    expect(await page('Keyed-C')).toMatchObject({ total: 4, users: [{ username: 'keyed-d' }, { username: 'KEYED-E' }] });
    expect(await page('KEYED-E')).toMatchObject({ total: 4, users: [], next: null });
    expect(names(await page('keyed-c-and-nobody'))).toEqual(['keyed-d', 'KEYED-E']);
  });

  it.each([{}, { role: 'user' as const }, { search: 'turned-' }, { search: 'turned-', role: 'user' as const }])(
    'leads from one page to the next and back by cursors: %j',
    async (filter) => {
      await kith.query(`delete from auth."user" where username_key like 'turned-%'`);
      for (const username of ['turned-a', 'Turned-B', 'turned-c', 'turned-d', 'turned-e']) await aUser(kith, { username });
      const page = (cursor?: string | null) =>
        kith.ask(admin.users, { actor: administrator, ...filter, limit: 2, ...(cursor ? { cursor } : {}) });
      const all = await kith.ask(admin.users, { actor: administrator, ...filter, limit: 200 });
      const pages = [await page()];
      for (let next = pages[0]?.next; next; next = pages.at(-1)?.next) pages.push(await page(next));
      expect(pages.flatMap(names)).toEqual(names(all));
      expect(names(await page(pages[2]?.previous))).toEqual(names(pages[1] ?? { users: [] }));
    },
  );

  it('filters by role, also in the total', async () => {
    const actor = administrator;
    const all = await kith.ask(admin.users, { actor });
    const users = await kith.ask(admin.users, { actor, role: 'user' });
    const admins = await kith.ask(admin.users, { actor, role: 'admin' });
    expect(new Set([...users.users, ...admins.users].map(({ role }) => role))).toEqual(new Set(['user', 'admin']));
    expect(users.users.every(({ role }) => role === 'user')).toBe(true);
    expect(users.total + admins.total + 1).toBe(all.total);
    expect(await kith.ask(admin.users, { actor, role: 'user', search: 'superadmin' })).toMatchObject({ users: [], total: 0 });
  });

  it('and the number of users exclude removed accounts', async () => {
    const gone = await aUser(kith, { username: 'gone-user' });
    const before = await kith.ask(admin.userCount, { actor: administrator });
    await kith.query('update auth."user" set removed_at = now() where id = $1', [gone.userId]);
    expect(await kith.ask(admin.userCount, { actor: administrator })).toEqual({ total: before.total - 1 });
    expect(await kith.ask(admin.users, { actor: administrator, search: 'gone-user' })).toMatchObject({ users: [], total: 0 });
  });

  it.each([
    ['a NUL byte', { search: 'nul\0byte' }],
    ['half a character', { search: 'half\ud800' }],
    ['an over-long search', { search: 's'.repeat(101) }],
    ['an over-long name to go on after', { after: 's'.repeat(101) }],
    ['a page of 201', { limit: 201 }],
    ['a negative offset', { offset: -1 }],
  ])('refuses %s as input', async (_what, input) => {
    await expect(kith.ask(admin.users, { actor: administrator, ...input })).rejects.toMatchObject({ code: 'BAD_INPUT' });
  });

  it('fails with UNAVAILABLE while billing is not running', async () => {
    await billingService.close();
    await expect(kith.ask(admin.users, { actor: administrator, limit: 1 })).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    billingService = await openBilling();
  });
});

describe('the list of administrators', () => {
  it('contains the super-admin first, then the administrators by name, and no users', async () => {
    await aUser(kith);
    const page = await kith.ask(admin.admins, { actor: administrator });
    expect(page.users[0]).toMatchObject({ role: 'super_admin' });
    expect(page.users.slice(1).every(({ role, isAdmin }) => role === 'admin' && isAdmin)).toBe(true);
    expect(names(page).slice(1)).toEqual(names(page).slice(1).toSorted());
    expect(page.total).toBe(page.users.length);
    for (let offset = 0; offset <= page.total; offset += 1)
      expect(await kith.ask(admin.admins, { actor: administrator, limit: 2, offset })).toEqual({
        total: page.total,
        users: page.users.slice(offset, offset + 2),
      });
  });

  it('contains none whose account is removed', async () => {
    const { userId } = await anAdmin(kith);
    const before = await kith.ask(admin.admins, { actor: administrator });
    await kith.query('update auth."user" set removed_at = now() where id = $1', [userId]);
    expect(await kith.ask(admin.admins, { actor: administrator })).toEqual({
      total: before.total - 1,
      users: before.users.filter(({ id }) => id !== userId),
    });
  });
});

describe('permission of each administration call by role [S31]', () => {
  type Role = 'user' | 'admin' | 'super-admin' | 'impersonator';
  const person: Record<Role, () => Promise<Actor>> = {
    user: () => aUser(kith),
    admin: () => anAdmin(kith),
    'super-admin': () => aSuperAdmin(kith),
    impersonator: () => anImpersonator(kith),
  };
  type Ask = (actor: Actor) => Promise<unknown>;
  const calls: Record<string, Ask> = {
    'admin.users': (actor) => kith.ask(admin.users, { actor }),
    'admin.admins': (actor) => kith.ask(admin.admins, { actor }),
    'admin.userCount': (actor) => kith.ask(admin.userCount, { actor }),
    'admin.user': async (actor) => kith.ask(admin.user, { actor, userId: (await aUser(kith)).userId }),
    'admin.sessions': async (actor) => kith.ask(admin.sessions, { actor, userId: (await aUser(kith)).userId }),
    'admin.endSessions': async (actor) => kith.ask(admin.endSessions, { actor, userId: (await aUser(kith)).userId }),
    'admin.grantAdmin': async (actor) => kith.ask(admin.grantAdmin, { actor, userId: (await aUser(kith)).userId }),
    'admin.revokeAdmin': async (actor) => kith.ask(admin.revokeAdmin, { actor, userId: (await anAdmin(kith)).userId }),
    'admin.impersonate': async (actor) =>
      kith.ask(admin.impersonate, { actor, userId: (await aUser(kith)).userId, origin: anOrigin() }),
    'audit.log': (actor) => kith.ask(audit.log, { actor }),
  };
  const FOR_ADMINS = { user: 'FORBIDDEN', admin: 'done', 'super-admin': 'done', impersonator: 'IMPERSONATING' };
  const FOR_THE_SUPER_ADMIN = { ...FOR_ADMINS, admin: 'FORBIDDEN' };
  const expected: Record<string, Record<Role, string>> = {
    'admin.users': FOR_ADMINS,
    'admin.admins': FOR_ADMINS,
    'admin.userCount': FOR_ADMINS,
    'admin.user': FOR_ADMINS,
    'admin.sessions': FOR_ADMINS,
    'admin.endSessions': FOR_ADMINS,
    'admin.grantAdmin': FOR_ADMINS,
    'admin.revokeAdmin': FOR_ADMINS,
    'admin.impersonate': FOR_THE_SUPER_ADMIN,
    'audit.log': FOR_THE_SUPER_ADMIN,
  };
  const rows = Object.entries(expected).flatMap(([name, byRole]) =>
    Object.entries(byRole).map(([role, outcome]): [string, Role, string] => [name, role as Role, outcome]),
  );

  it('is specified for every call that has an actor', () => {
    const withActor = [...Object.values(admin), ...Object.values(audit)].filter(({ input }) => 'actor' in input.shape);
    expect(Object.keys(expected).toSorted()).toEqual(withActor.map(({ name }) => name).toSorted());
  });

  it.each(rows)('%s called as %s: %s', async (name, role, outcome) => {
    const actor = await person[role]();
    const answer = calls[name]?.(actor).then(
      () => 'done',
      (error: unknown) => (error as { code: string }).code,
    );
    expect(await answer).toBe(outcome);
  });
});
