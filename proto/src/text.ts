import { z } from 'zod';

// Postgres stores neither NUL nor lone surrogates; both would surface as a server error far from their cause.
const STORABLE = /^[^\0\p{Surrogate}]*$/u;

const atMost = (max: number, string: z.ZodString) =>
  string.max(max, `Must be at most ${max} characters`).regex(STORABLE, 'Contains characters that cannot be stored');

/** Text that can be stored, at most `max` UTF-16 units. */
export const text = (max: number) => atMost(max, z.string());

/** The same without the blanks around it, which do not count. */
export const trimmedText = (max: number) => atMost(max, z.string().trim());

/** Optional text where an empty or blank string means "none" (specification 5: empty is sent as null). */
export const optionalText = (max: number) =>
  text(max)
    .nullish()
    .transform((value) => (value === undefined ? undefined : value?.trim() || null));

/** A Discord id: 17 to 20 digits (decision M5). */
export const snowflake = z.string().regex(/^\d{17,20}$/, 'Must be a Discord ID (17 to 20 digits)');

/** Optional Discord id; empty means "none". */
export const optionalSnowflake = z
  .union([z.literal(''), z.string().trim().pipe(snowflake)])
  .nullish()
  .transform((value) => (value === undefined ? undefined : value || null));

export const id = z.uuid();
export const isoTime = z.iso.datetime();

/** Paging of every list (decision X2). */
export const paging = {
  limit: z.coerce.number().int().min(1).max(200).default(100),
  offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
};
