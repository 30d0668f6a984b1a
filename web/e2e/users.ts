import { randomInt, randomUUID } from 'node:crypto';
import { ApiClient, type Stack } from '@kith/all-in-one/testing';
import { waitFor } from '@kith/kit/testing';
import type { BrowserSession } from './browser.js';

export type PlanName = 'free' | 'standard' | 'premium';

/** A user with a session token. */
export interface Person {
  readonly client: ApiClient;
  readonly id: string;
  readonly username: string;
  readonly token: string;
}

export const PASSWORD = 'correct horse';

export const aName = (who: string): string => `${who}-${randomUUID().slice(0, 8)}`;

interface PersonOptions {
  readonly who?: string;
  readonly plan?: PlanName;
  /** Default: a unique name. */
  readonly username?: string;
}

/** Registers a user; an administrator sets the plan. */
export async function aPerson(
  stack: Stack,
  { who = 'mara', plan = 'free', username = aName(who) }: PersonOptions = {},
): Promise<Person> {
  // From a network of its own, because registrations are limited per network and hour.
  const newcomer = new ApiClient(stack.baseUrl).with({ 'x-forwarded-for': `198.18.${randomInt(250)}.${randomInt(250)}` });
  // Usernames may hold characters that email addresses may not.
  const email = `${/^[\w.-]+$/.test(username) ? username : randomUUID()}@example.test`;
  const { body } = await done(newcomer.post('/api/auth/register', { username, email, password: PASSWORD }));
  const { user, token } = body as { user: { id: string; username: string }; token: string };
  const client = new ApiClient(stack.baseUrl, token);
  if (plan !== 'free') await givePlan(stack, user.id, plan);
  return { client, id: user.id, username: user.username, token };
}

const superAdmins = new WeakMap<Stack, Promise<Person>>();

/** The super-admin, in the session that prepares test data. */
export function theSuperAdmin(stack: Stack): Promise<Person> {
  const known = superAdmins.get(stack);
  if (known) return known;
  const signedIn = signInSuperAdmin(stack);
  superAdmins.set(stack, signedIn);
  return signedIn;
}

/** The super-admin in a new session, which ends together with its impersonation. */
export async function signInSuperAdmin({ baseUrl, superAdmin }: Stack): Promise<Person> {
  const { client, user, token } = await new ApiClient(baseUrl).login(superAdmin.username, superAdmin.password);
  return { client, id: user.id, username: user.username, token };
}

/** Begins an impersonation; returns what the browser of the super-admin would hold. */
export async function impersonate({ client }: Pick<Person, 'client'>, userId: string): Promise<BrowserSession> {
  const { body, headers } = await done(client.post(`/api/admin/impersonate/${userId}`));
  const cookies = [headers['set-cookie'] ?? []].flat().map((line) => {
    const [name = '', value = ''] = line.split(/[=;]/);
    return { name, value };
  });
  return { token: String(body['token']), cookies };
}

export async function givePlan(stack: Stack, userId: string, plan: PlanName): Promise<void> {
  const { client } = await theSuperAdmin(stack);
  await done(client.patch(`/api/admin/users/${userId}/subscription`, { plan }));
}

export const aBot = (owner: Person, name: string, more: object = {}): Promise<string> =>
  made(owner, '/api/bots', { name, ...more });

/** Creates something over the API and returns its id. */
export async function made(owner: Person, path: string, body: object): Promise<string> {
  return String((await done(owner.client.post(path, body))).body['id']);
}

/** The response; throws when it is not a success. */
export async function done<T extends { readonly status: number; readonly text: string }>(asked: Promise<T>): Promise<T> {
  const answer = await asked;
  if (answer.status >= 300) throw new Error(`answered ${answer.status}: ${answer.text}`);
  return answer;
}

/** Pays for a plan in the sandbox; the plan begins with the webhook. */
export async function subscribe({ client }: Pick<Person, 'client'>, plan: Exclude<PlanName, 'free'>): Promise<void> {
  const { body } = await done(client.post('/api/subscriptions/upgrade', { plan }));
  await done(client.post(`/api/sandbox/checkout/${String(body['url']).split('/').at(-1)}`, { outcome: 'pay' }));
  await waitFor('the plan', async () => Boolean((await client.get('/api/subscriptions')).body['paidPlan']));
}

/** A bot that holds more knowledge than the free plan of its owner allows. */
export async function aBotAfterDowngrade(stack: Stack, owner: Person): Promise<string> {
  const botId = await aBot(owner, 'Amber', { description: 'Knows the coast and its lighthouse.' });
  await givePlan(stack, owner.id, 'standard');
  for (const title of ['Lighthouse', 'Tides', 'Ferries', 'Harbour', 'Beaches', 'Weather'])
    await made(owner, `/api/bots/${botId}/knowledge`, { title, content: 'Ask at the harbour office.' });
  await givePlan(stack, owner.id, 'free');
  return botId;
}
