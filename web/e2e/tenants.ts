import type { Stack } from '@kith/all-in-one/testing';
import { aBot, aPerson, done, signInSuperAdmin, theSuperAdmin, type Person } from './cast.js';

/** People to whom a screen has nothing to show, or must not show it. */
export interface Tenants {
  /** On the standard plan, with one companion that has nothing and knows nothing. */
  readonly owner: Person;
  readonly blank: string;
  /** On the free plan, with the one companion that it allows. */
  readonly free: Person;
  readonly only: string;
  /** On the free plan, with nothing at all. */
  readonly nobody: Person;
  /** Whose session ends. */
  readonly leaving: Person;
  readonly admin: Person;
  /** An administrator who loses the right, and may get it back. */
  readonly fallen: Person;
  readonly root: Person;
  /** The super-admin in the name of who has nothing. */
  readonly acting: Pick<Person, 'token'>;
  /** Companions that the owner may not see: somebody else's, one that was deleted, one that never was. */
  readonly foreign: string;
  readonly deleted: string;
  readonly unknown: string;
  /** A payment that somebody else has begun. */
  readonly foreignCheckout: string;
}

/** Lets them move in, through the API alone. */
export async function moveIn(stack: Stack): Promise<Tenants> {
  const [owner, free, nobody, leaving, admin, fallen] = await Promise.all([
    aPerson(stack, { plan: 'standard' }),
    aPerson(stack, { who: 'theo' }),
    ...['nina', 'lena', 'ada', 'otto'].map((who) => aPerson(stack, { who })),
  ]);
  if (!nobody || !leaving || !admin || !fallen) throw new Error('somebody is missing');
  const { client } = await theSuperAdmin(stack);
  const [blank, only, deleted] = await Promise.all([aBot(owner, 'Max'), aBot(free, 'Amber'), aBot(owner, 'Gone')]);
  const [root, acting, { body }] = await Promise.all([
    signInSuperAdmin(stack),
    done(client.post(`/api/admin/impersonate/${nobody.id}`)),
    done(free.client.post('/api/credits/checkout', { packageId: 'credits-500' })),
    done(owner.client.delete(`/api/bots/${deleted}`)),
    done(client.post(`/api/admin/grant-admin/${admin.id}`)),
    done(client.post(`/api/admin/grant-admin/${fallen.id}`)),
  ]);
  return {
    owner,
    blank,
    free,
    only,
    nobody,
    leaving,
    admin,
    fallen,
    root,
    acting: { token: String(acting.body['token']) },
    foreign: only,
    deleted,
    unknown: '00000000-0000-4000-8000-000000000000',
    foreignCheckout: String(body['url']).split('/').at(-1) ?? '',
  };
}
