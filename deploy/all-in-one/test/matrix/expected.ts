/** Statuses for anonymous, owner, other user, administrator, super-admin, super-admin in the owner's name. */
export type Expected = readonly [number, number, number, number, number, number];

export const EVERYBODY: Expected = [200, 200, 200, 200, 200, 200];
export const SIGNED_IN: Expected = [401, 200, 200, 200, 200, 200];
/** Of the owner: for all others as if it did not exist (decision A6), administrators included. */
export const OWN: Expected = [401, 200, 404, 404, 404, 200];
/** Of the owner, and not to be done in their name (decision A5). */
export const OWN_SELF: Expected = [401, 200, 404, 404, 404, 403];
export const SELF: Expected = [401, 200, 200, 200, 200, 403];
export const ADMINS: Expected = [401, 403, 403, 200, 200, 403];
export const SUPER: Expected = [401, 403, 403, 403, 200, 403];
/** The same for everybody, whoever asks. */
export const always = (status: number): Expected => [status, status, status, status, status, status];
