import { snowflake } from '@kith/proto';

const HINT_LENGTH = 4;
// Shorter than this the hint would give away too much of it; Discord's tokens have about 70.
const SHORTEST_HINTED = 20;

/** The application id in the first of the three segments of a Discord token; undefined for a text of another shape. */
export function applicationIdOf(token: string): string | undefined {
  const [first = '', ...others] = token.split('.');
  if (others.length !== 2) return undefined;
  const decoded = Buffer.from(first, 'base64').toString('latin1');
  return isApplicationId(decoded) ? decoded : undefined;
}

/** False for the fingerprint that stands in for an application nobody has confirmed. */
export const isApplicationId = (key: string): boolean => snowflake.safeParse(key).success;

export const hintOf = (token: string): string | null => (token.length < SHORTEST_HINTED ? null : token.slice(-HINT_LENGTH));

/** People paste it from code as `Bot <token>`. */
export const bareToken = (pasted: string): string => pasted.trim().replace(/^Bot\s+/i, '');
