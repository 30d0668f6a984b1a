import { randomUUID } from 'node:crypto';
import type { Runtime } from '@kith/kit';
import { fixture } from '@kith/kit/testing';
import {
  admin,
  AppError,
  audit,
  auth,
  events,
  refuseImpersonation,
  requireAdmin,
  requireSuperAdmin,
  type Actor,
} from '@kith/proto';
import { stubSignInMethods } from './sign-in-methods.js';
import { anAdminUser, hashOf, NOW, defined, userOf, WRONG_PASSWORD, type StubState } from './values.js';

type OpenSession = (fields: Partial<Actor>) => { actor: Actor; token: string; cookie: string };

const END = { message: 'You have been successfully logged out.' };
/** The only valid token of a password reset link. */
export const RESET_TOKEN = 'a-reset-token-of-a-link';
/** The super-admin's own cookie during each impersonation. */
export const PARENT_COOKIE = 'cookie-of-the-super-admin';
/** All users of the stub installation; two names would be formulas in a spreadsheet. */
export const USERS = Array.from({ length: 450 }, (_, at) =>
  anAdminUser({
    username: at === 1 ? '=HYPERLINK("https://evil.example")' : `user-${String(at).padStart(3, '0')}`,
    email: at === 2 ? '+1"quoted",@example.test' : `user-${at}@example.test`,
  }),
);

export function stubAuth(state: StubState, runtime: Runtime, open: OpenSession) {
  const end = async (userId: string, isEnded: (actor: Actor) => boolean) => {
    for (const [key, actor] of state.sessions) if (actor.userId === userId && isEnded(actor)) state.sessions.delete(key);
    await runtime.events.publish(events.actorDropped, { userId });
  };
  return [
    ...stubSignInMethods(open),
    ...accountCalls(open, end),
    ...sessionCalls(end),
    ...administration(),
    ...impersonation(state, open),
  ];
}

type End = (userId: string, isEnded: (actor: Actor) => boolean) => Promise<void>;

const accountCalls = (open: OpenSession, end: End) => [
  fixture(auth.register, ({ username }) => {
    if (username === 'taken') throw new AppError('USERNAME_TAKEN');
    const { actor, token, cookie } = open({ username });
    return { token, cookie, user: userOf(actor) };
  }),
  fixture(auth.login, ({ username, password }) => {
    if (password === WRONG_PASSWORD) throw new AppError('BAD_CREDENTIALS');
    if (username === 'hasty') throw new AppError('RATE_LIMITED', undefined, { retryAfterS: 60 });
    const { actor, token, cookie } = open({ username });
    return { token, cookie, user: userOf(actor) };
  }),
  fixture(auth.user, ({ actor }) => userOf(actor)),
  fixture(auth.profile, ({ actor, username, email }) => {
    if (username === 'taken') throw new AppError('USERNAME_TAKEN');
    return userOf(actor, { username, email });
  }),
  fixture(auth.password, async ({ actor, currentPassword }) => {
    refuseImpersonation(actor);
    if (currentPassword === WRONG_PASSWORD) throw new AppError('WRONG_PASSWORD');
    await end(actor.userId, ({ sessionId }) => sessionId !== actor.sessionId);
    return { message: 'Password changed' };
  }),
  fixture(auth.notificationSettings, ({ actor, actor: _asked, ...changes }) => {
    const user = userOf(actor);
    return { ...user, notificationSettings: { ...user.notificationSettings, ...defined(changes) } };
  }),
  fixture(auth.apiSettings, ({ actor, apiKey, developerMode = false }) => {
    if (apiKey) refuseImpersonation(actor);
    const key = { hasApiKey: Boolean(apiKey), apiKeyHint: apiKey ? apiKey.slice(-4) : null };
    const ofKey = { apiKeyProvider: null, apiKeyState: null, ownModel: null };
    return userOf(actor, { apiSettings: { defaultModelProvider: 'claude', developerMode, ...key, ...ofKey } });
  }),
  fixture(auth.signInOptions, () => ({ passwordReset: true, discord: true, sendsMail: true })),
  fixture(auth.requestPasswordReset, () => ({ message: 'If we know this address, a mail is on its way.' })),
  fixture(auth.resetPassword, ({ token }) => {
    if (token !== RESET_TOKEN) throw new AppError('RESET_INVALID');
    return { message: 'Password changed' };
  }),
];

const sessionCalls = (end: End) => [
  fixture(auth.logout, async ({ actor }) => {
    await end(actor.userId, ({ sessionId }) => sessionId === actor.sessionId);
    return END;
  }),
  fixture(auth.sessions, ({ actor }) => ({
    sessions: [actor.sessionId, randomUUID()].map((id, at) => ({
      id,
      createdAt: NOW,
      lastUsedAt: NOW,
      ip: '203.0.113.7',
      userAgent: 'test',
      isCurrent: at === 0,
    })),
  })),
  fixture(auth.endSession, async ({ actor, sessionId }) => {
    await end(actor.userId, (other) => other.sessionId === sessionId);
    return END;
  }),
  fixture(auth.endSessions, async ({ actor }) => {
    await end(actor.userId, () => true);
    return END;
  }),
  fixture(auth.removeAccount, async ({ actor, password }) => {
    refuseImpersonation(actor);
    if (password === WRONG_PASSWORD) throw new AppError('WRONG_PASSWORD');
    await end(actor.userId, () => true);
    return { message: 'Account deleted' };
  }),
];

const page = <T>(all: readonly T[], { limit, offset }: { limit: number; offset: number }) => all.slice(offset, offset + limit);

const administration = () => [
  fixture(admin.users, ({ actor, after, ...paging }) => {
    requireAdmin(actor);
    const last = USERS.findIndex(({ username }) => username === after);
    if (after !== undefined && last < 0) throw new Error(`nobody is named ${after}`);
    const rest = USERS.slice(last + 1);
    return { users: page(rest, paging), total: USERS.length, isMoreThanTotal: false, next: null, previous: null };
  }),
  fixture(admin.user, ({ actor, userId }) => {
    requireAdmin(actor);
    return anAdminUser({ id: userId, username: 'kim' });
  }),
  fixture(admin.sessions, ({ actor }) => {
    requireAdmin(actor);
    return {
      sessions: [{ id: randomUUID(), createdAt: NOW, lastUsedAt: NOW, ip: '203.0.113.7', userAgent: 'x', isCurrent: false }],
    };
  }),
  fixture(admin.endSessions, ({ actor }) => {
    requireAdmin(actor);
    return { message: 'The user has been signed out everywhere.' };
  }),
  fixture(admin.admins, ({ actor, ...paging }) => {
    requireAdmin(actor);
    return { users: page([anAdminUser({ username: 'root', role: 'super_admin', isAdmin: true })], paging), total: 1 };
  }),
  fixture(admin.userCount, ({ actor }) => {
    requireAdmin(actor);
    return { total: USERS.length };
  }),
  fixture(admin.grantAdmin, ({ actor }) => {
    requireAdmin(actor);
    return { message: 'Admin privileges granted' };
  }),
  fixture(admin.revokeAdmin, ({ actor }) => {
    requireAdmin(actor);
    return { message: 'Admin privileges revoked' };
  }),
  fixture(audit.log, ({ actor, action = 'login', userId = null }) => {
    requireSuperAdmin(actor);
    const event = { id: randomUUID(), at: NOW, action, actorId: userId, actorName: 'root', effectiveUserId: userId };
    return {
      events: [{ ...event, target: null, ip: '203.0.113.7', requestId: 'r-1', details: { plan: 'basic' } }],
      names: userId === null ? [] : [{ id: userId, name: 'root' }],
      total: 1,
      isMoreThanTotal: false,
      next: null,
      previous: null,
      isIntact: true,
    };
  }),
];

const PARENT_HASH = hashOf(PARENT_COOKIE);

const impersonation = ({ sessions }: StubState, open: OpenSession) => [
  fixture(auth.resolve, ({ kind, hash }) => {
    const actor = sessions.get(`${kind}:${hash}`);
    if (!actor || actor.username === 'expired') throw new AppError('UNAUTHENTICATED');
    return actor;
  }),
  fixture(admin.impersonate, ({ actor, userId }) => {
    requireSuperAdmin(actor);
    const { userId: superAdmin, username } = actor;
    const session = open({ userId, username: 'lou', impersonator: { userId: superAdmin, username } });
    const { token, cookie } = session;
    return { message: 'Impersonation Started', token, cookie, parentCookie: PARENT_COOKIE, user: userOf(session.actor) };
  }),
  fixture(admin.endImpersonation, ({ kind, hash, parentHash }) => {
    const { impersonator, username } = sessions.get(`${kind}:${hash}`) ?? {};
    if (!impersonator) throw new AppError('UNAUTHENTICATED');
    const isExpired = username === 'expired';
    if (!isExpired && parentHash !== PARENT_HASH) throw new AppError('UNAUTHENTICATED');
    sessions.delete(`${kind}:${hash}`);
    if (isExpired) return { message: 'The impersonation had expired.', session: null };
    const { token, cookie, actor } = open({ ...impersonator, role: 'super_admin' });
    return { message: 'Impersonation Ended', session: { token, cookie, user: userOf(actor) } };
  }),
];
