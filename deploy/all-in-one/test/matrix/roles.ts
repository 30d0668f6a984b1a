import { randomUUID } from 'node:crypto';
import { ApiClient, type Stack } from '@kith/all-in-one/testing';

/** The roles, in the order of the columns of the tables. `owner` owns what is requested. */
export const ROLES = ['anonymous', 'owner', 'other', 'admin', 'superAdmin', 'impersonator'] as const;
export type RoleName = (typeof ROLES)[number];

/** A user with a client. */
export interface RoleUser {
  readonly client: ApiClient;
  readonly id: string;
  readonly username: string;
  readonly password: string;
}

/** A user for each role; the impersonator is the super-admin impersonating the owner. */
export interface Roles {
  readonly clients: Readonly<Record<RoleName, ApiClient>>;
  readonly owner: RoleUser;
  /** The account behind a role, `owner` for the impersonator. */
  roleUserOf(role: RoleName): RoleUser;
}

const PASSWORD = 'correct horse';
let addresses = 0;

/** A client from its own network, so that limits per address do not apply. */
export function aClient(stack: Pick<Stack, 'baseUrl'>): ApiClient {
  addresses += 1;
  return new ApiClient(stack.baseUrl).with({
    'x-forwarded-for': `198.18.${Math.floor(addresses / 250)}.${(addresses % 250) + 1}`,
  });
}

export async function createRoleUser(stack: Pick<Stack, 'baseUrl'>): Promise<RoleUser> {
  const username = `p-${randomUUID().slice(0, 12)}`;
  const { client, user } = await aClient(stack).register(username, PASSWORD);
  return { client, id: user.id, username, password: PASSWORD };
}

export async function signInSuperAdmin(stack: Pick<Stack, 'baseUrl' | 'superAdmin'>): Promise<RoleUser> {
  const { username, password } = stack.superAdmin;
  const { client, user } = await aClient(stack).login(username, password);
  return { client, id: user.id, username, password };
}

/** New accounts and sessions for each role except the super-admin, of which there is one. */
export async function createRoles(stack: Stack): Promise<Roles> {
  const [owner, other, admin, superAdmin] = await Promise.all([
    createRoleUser(stack),
    createRoleUser(stack),
    createRoleUser(stack),
    signInSuperAdmin(stack),
  ]);
  await Promise.all([
    expectDone(superAdmin.client.patch(`/api/admin/users/${owner.id}/subscription`, { plan: 'premium' })),
    expectDone(superAdmin.client.post(`/api/admin/grant-admin/${admin.id}`)),
  ]);
  const { client: impersonator } = await impersonate(stack, superAdmin.client, owner.id);
  const roleUsers = { anonymous: owner, owner, other, admin, superAdmin, impersonator: owner };
  return {
    clients: {
      anonymous: aClient(stack),
      owner: owner.client,
      other: other.client,
      admin: admin.client,
      superAdmin: superAdmin.client,
      impersonator,
    },
    owner,
    roleUserOf: (role) => roleUsers[role],
  };
}

/** A client of a new impersonation, with the cookies that a browser would have. */
export async function impersonate(
  { baseUrl }: Pick<Stack, 'baseUrl'>,
  superAdmin: ApiClient,
  userId: string,
): Promise<{ client: ApiClient; token: string }> {
  const { body, headers } = await expectDone(superAdmin.post(`/api/admin/impersonate/${userId}`));
  const cookie = [headers['set-cookie'] ?? []].flat().map((line) => line.split(';')[0]);
  const token = String(body['token']);
  return { client: new ApiClient(baseUrl, token, { cookie: cookie.join('; ') }), token };
}

/** The response; throws when it is not a success. */
export async function expectDone<T extends { readonly status: number; readonly text: string }>(asked: Promise<T>): Promise<T> {
  const answer = await asked;
  if (answer.status >= 300) throw new Error(`answered ${answer.status}: ${answer.text}`);
  return answer;
}
