import type { APIUser } from 'discord-api-types/v10';

const MAX_CHARS = 100;

/** How people see a member: the name in the server where they have one, else their own; at most 100 characters. */
export const displayName = (user: Pick<APIUser, 'global_name' | 'username'>, nick?: string | null): string =>
  (nick ?? user.global_name ?? user.username).slice(0, MAX_CHARS);
