import type { Stack } from '@kith/all-in-one/testing';
import type { BrowserSession } from './browser.js';
import { aBot, aBotAfterDowngrade, aPerson, done, impersonate, signInSuperAdmin, theSuperAdmin, type Person } from './users.js';

/** Users for the empty, error and forbidden states. */
export interface StateUsers {
  /** On the standard plan, with one empty bot. */
  readonly owner: Person;
  readonly blank: string;
  /** On the free plan, with the one bot that it allows, which holds more knowledge than the plan. */
  readonly free: Person;
  readonly only: string;
  /** On the free plan, without a bot. */
  readonly nobody: Person;
  /** A user whose session has ended. */
  readonly leaving: Person;
  readonly admin: Person;
  /** An administrator whose right can be revoked and granted again. */
  readonly fallen: Person;
  readonly root: Person;
  /** The super-admin impersonating the user without a bot. */
  readonly acting: BrowserSession;
  /** Bots that the owner cannot see: a foreign, a deleted and a non-existent one. */
  readonly foreign: string;
  readonly deleted: string;
  readonly unknown: string;
  /** A checkout of another user. */
  readonly foreignCheckout: string;
}

/** Creates them through the API. */
export async function createStateUsers(stack: Stack): Promise<StateUsers> {
  const [owner, free, nobody, leaving, admin, fallen] = await Promise.all([
    aPerson(stack, { plan: 'standard' }),
    aPerson(stack, { who: 'theo' }),
    ...['nina', 'lena', 'ada', 'otto'].map((who) => aPerson(stack, { who })),
  ]);
  if (!nobody || !leaving || !admin || !fallen) throw new Error('somebody is missing');
  const { client } = await theSuperAdmin(stack);
  const [blank, only, deleted] = await Promise.all([aBot(owner, 'Max'), aBotAfterDowngrade(stack, free), aBot(owner, 'Gone')]);
  const [root, acting, { body }] = await Promise.all([
    signInSuperAdmin(stack),
    impersonate({ client }, nobody.id),
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
    acting,
    foreign: only,
    deleted,
    unknown: '00000000-0000-4000-8000-000000000000',
    foreignCheckout: String(body['url']).split('/').at(-1) ?? '',
  };
}
