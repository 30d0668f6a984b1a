import { randomUUID } from 'node:crypto';
import { admin, billing, events, type Actor, type AnswerOf, type OutputOf } from '@kith/proto';
import { fixture, fixtureService, waitFor } from '@kith/kit/testing';
import { sha256 } from '../src/secrets.js';
import { anAddress, authUnderTest, type AuthUnderTest, type SignedIn } from './auth-under-test.js';

type Impersonation = OutputOf<typeof admin.impersonate>;

export const anOrigin = () => ({ ip: anAddress(), userAgent: 'test' });

export const signInSuperAdmin = (kith: AuthUnderTest): Promise<SignedIn> => kith.login('superadmin', 'super-secret-password');

/** The super-admin with a new session. */
export const aSuperAdmin = async (kith: AuthUnderTest): Promise<Actor> =>
  kith.resolve('bearer', (await signInSuperAdmin(kith)).token);

/** An ordinary user. */
export const aUser = async (kith: AuthUnderTest, fields: { username?: string; email?: string } = {}): Promise<Actor> =>
  kith.resolve('bearer', (await kith.register(fields)).token);

export async function anAdmin(kith: AuthUnderTest): Promise<Actor> {
  const { token, user } = await kith.register();
  await kith.ask(admin.grantAdmin, { actor: await aSuperAdmin(kith), userId: user.id });
  return kith.resolve('bearer', token);
}

export const impersonate = (kith: AuthUnderTest, actor: Actor, userId: string): Promise<Impersonation> =>
  kith.ask(admin.impersonate, { actor, userId, origin: anOrigin() });

/** The actor of an impersonation; of a new user unless `userId` is given. */
export async function anImpersonator(kith: AuthUnderTest, userId?: string): Promise<Actor> {
  const { token } = await impersonate(kith, await aSuperAdmin(kith), userId ?? (await aUser(kith)).userId);
  return kith.resolve('bearer', token);
}

/** Ends an impersonation by one of its values, as a browser does that holds the super-admin's own cookie unless `parentCookie` is undefined. */
export const endImpersonation = (
  kith: AuthUnderTest,
  kind: 'bearer' | 'cookie',
  { value, parentCookie }: { readonly value: string; readonly parentCookie: string | undefined },
): Promise<OutputOf<typeof admin.endImpersonation>> =>
  kith.ask(admin.endImpersonation, {
    kind,
    hash: sha256(value),
    ...(parentCookie !== undefined && { parentHash: sha256(parentCookie) }),
    origin: anOrigin(),
  });

/** Ends a running impersonation; returns the new session of the super-admin. */
export async function endByBearer(kith: AuthUnderTest, { token, parentCookie }: Impersonation): Promise<SignedIn> {
  const { session } = await endImpersonation(kith, 'bearer', { value: token, parentCookie });
  if (!session) throw new Error('the impersonation had expired');
  return session;
}

/** The same actor, impersonated by a made-up super-admin. */
export const impersonated = (actor: Actor): Actor => ({ ...actor, impersonator: { userId: randomUUID(), username: 'root' } });

/** Moves a time of a session into the past. */
export const age = (kith: AuthUnderTest, sessionId: string, column: string, interval: string) =>
  kith.query(`update auth.session set ${column} = ${column} - $2::interval where id = $1`, [sessionId, interval]);

/** Runs `work` and waits until `actorDropped` was published for `userId`. */
export async function expectActorDropped(kith: AuthUnderTest, work: () => Promise<unknown>, userId: string): Promise<void> {
  const dropped = new Set<string>();
  const unsubscribe = await kith.runtime.events.subscribe(events.actorDropped, (event) => dropped.add(event.userId));
  await work();
  await waitFor('actorDropped', () => dropped.has(userId));
  unsubscribe();
}

type Account = AnswerOf<typeof billing.accounts>['accounts'][number];

/** A fake billing service: every user has the plan basic, and `accountsOf` returns the accounts. */
export const startFakeBilling = (kith: AuthUnderTest, accountsOf: (userIds: string[]) => Account[] = () => []) =>
  fixtureService(kith.runtime, 'billing', [
    fixture(billing.entitlement, () => ({ plan: 'basic' as const })),
    fixture(billing.accounts, ({ userIds }) => ({ accounts: accountsOf(userIds) })),
  ]);

/** The auth service with a fake billing service. */
export async function authWithBilling(): Promise<AuthUnderTest> {
  const kith = await authUnderTest();
  const billingService = await startFakeBilling(kith);
  return {
    ...kith,
    stop: async () => {
      await billingService.close();
      await kith.stop();
    },
  };
}

/** A super-admin who has just signed in, and a user to impersonate. */
export async function actorsOf(kith: AuthUnderTest): Promise<{ parent: SignedIn; superAdmin: Actor; user: Actor }> {
  const parent = await signInSuperAdmin(kith);
  return { parent, superAdmin: await kith.resolve('bearer', parent.token), user: await aUser(kith) };
}
