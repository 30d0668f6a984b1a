/** Statuses for anonymous, owner, other user, administrator, super-admin, super-admin impersonating the owner. */
export type Expected = readonly [number, number, number, number, number, number];

export const EVERYBODY: Expected = [200, 200, 200, 200, 200, 200];
export const SIGNED_IN: Expected = [401, 200, 200, 200, 200, 200];
/** Belongs to the owner: 404 for everybody else, administrators included (docs/decisions.md A6). */
export const OWN: Expected = [401, 200, 404, 404, 404, 200];
/** Belongs to the owner, and is blocked during impersonation (docs/decisions.md A5). */
export const OWNER_NOT_IMPERSONATED: Expected = [401, 200, 404, 404, 404, 403];
export const NOT_IMPERSONATED: Expected = [401, 200, 200, 200, 200, 403];
export const ADMINS: Expected = [401, 403, 403, 200, 200, 403];
export const SUPER_ADMIN_ONLY: Expected = [401, 403, 403, 403, 200, 403];
/** The same for every role. */
export const always = (status: number): Expected => [status, status, status, status, status, status];
