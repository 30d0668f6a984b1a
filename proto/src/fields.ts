import { z } from 'zod';
import { validationWords } from './validation-words.js';

// Here, because every schema is built from these fields, and bundlers drop a module that is imported for its effect alone.
z.config({ customError: validationWords });

// Postgres can store neither NUL nor lone surrogates; without this check they would fail as a server error inside the database driver.
const STORABLE = /^[^\0\p{Surrogate}]*$/u;

const atMost = (max: number, string: z.ZodString) => string.max(max).regex(STORABLE, 'Contains characters that cannot be stored');

/** Text that can be stored, at most `max` code points, as zod, Postgres and Discord count. */
export const text = (max: number) => atMost(max, z.string());

/** The same without leading and trailing white space, which does not count towards `max`. */
export const trimmedText = (max: number) => atMost(max, z.string().trim());

// Joiners, selectors and tags are a part of an emoji inside such a sequence only (Unicode UTS 51), elsewhere they are invisible.
const EMOJI_SEQUENCE =
  /\u{1F3F4}[\u{E0030}-\u{E0039}\u{E0061}-\u{E007A}]{3,6}\u{E007F}|[0-9#*]\uFE0F\u20E3|\p{Extended_Pictographic}(?:[\uFE0E\uFE0F]|\p{Emoji_Modifier})?(?:\u200D\p{Extended_Pictographic}(?:[\uFE0E\uFE0F]|\p{Emoji_Modifier})?)*/gu;
// Also line breaks, interlinear annotations and the blank Braille pattern, which looks like a space.
const INVISIBLE = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}\p{Default_Ignorable_Code_Point}\uFFF9-\uFFFB\u2800]/u;

// Scripts in which a joiner within a word changes how its letters are written, by their ISO 15924 codes.
const INDIC = ['Deva', 'Beng', 'Guru', 'Gujr', 'Orya', 'Taml', 'Telu', 'Knda', 'Mlym', 'Sinh', 'Khmr', 'Mymr', 'Tibt'];
// The signs that take the vowel from a consonant, in the order of the scripts; Tibetan has none that a joiner follows.
const VIRAMAS = '\u094D\u09CD\u0A4D\u0ACD\u0B4D\u0BCD\u0C4D\u0CCD\u0D4D\u0DCA\u17D2\u1039\u103A';
// By Unicode UAX 31: Persian separates letters with a non-joiner; Indic scripts also have joiners, and may end a word with one.
const JOINERS = new RegExp(
  [within('Arab', '\\u200C'), ...INDIC.map((script) => within(script, '[\\u200C\\u200D]')), `(?<=[${VIRAMAS}])\\u200D`].join('|'),
  'gu',
);

/** The source of a pattern for one joiner between two letters or marks of a script. */
function within(script: string, joiner: string): string {
  const letter = `(?=\\p{scx=${script}})[\\p{L}\\p{M}]`;
  return `(?<=${letter})${joiner}(?=${letter})`;
}

/**
 * The name of a user or a bot, at most `max` code points: without characters that nobody sees or that change the direction of the text,
 * since two names that look alike would differ and a name could show others in another order.
 */
export const nameText = (max: number) =>
  trimmedText(max).refine((name) => !INVISIBLE.test(name.replace(EMOJI_SEQUENCE, '').replace(JOINERS, '')), {
    error: 'Must not contain invisible characters or text direction marks',
  });

/** Optional text where an empty or blank string means null, because forms send empty fields. */
export const optionalText = (max: number) =>
  text(max)
    .nullish()
    .transform((value) => (value === undefined ? undefined : value?.trim() || null));

const DISCORD_EPOCH_MS = 1_420_070_400_000n;

/** When Discord created what has this id, in Unix milliseconds: the first 42 bits of the id. */
export const sentAtMs = (discordId: string): number => Number((BigInt(discordId) >> 22n) + DISCORD_EPOCH_MS);

/** A Discord id: 17 to 20 digits. */
export const snowflake = z.string().regex(/^\d{17,20}$/, 'Must be a Discord ID (17 to 20 digits)');

/** An id of Discord's form for a time in Unix milliseconds. */
export const idAt = (atMs: number): string => String((BigInt(atMs) - DISCORD_EPOCH_MS) << 22n);

/** Optional Discord id where an empty string means null. */
export const optionalSnowflake = z
  .union([z.literal(''), z.string().trim().pipe(snowflake)])
  .nullish()
  .transform((value) => (value === undefined ? undefined : value || null));

export const id = z.uuid();
export const isoTime = z.iso.datetime();

/** Paging of every list; together with it a list answers `total`, the number of entries on all pages. */
export const paging = {
  limit: z.coerce.number().int().min(1).max(200).default(100),
  offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
};

/** Paging of a list that may become long: a page that a cursor names is found at once, wherever it lies. `offset` then only numbers
 * the places of a leaderboard. */
export const cursorPaging = {
  ...paging,
  cursor: z
    .string()
    .regex(/^[\w-]{1,1000}$/, 'Must be the `next` or `previous` of a page')
    .optional()
    .describe('The `next` or `previous` of another page; counts more than `offset`, which then only numbers places.'),
};

/** Beside `total` in the answer of a list that can be searched: matches are counted up to a thousand. */
export const boundedTotal = {
  isMoreThanTotal: z.boolean().describe('There are more than `total`, which counts the first thousand that were asked for.'),
};

/** What the answer to `cursorPaging` has beside the entries. */
export const neighbours = {
  next: z.string().nullable().describe('The `cursor` of the page behind this one; null on the last page.'),
  previous: z.string().nullable().describe('The `cursor` of the page before this one; null on the first page.'),
};

/** The answer of a call that only confirms: a sentence for people. */
export const Message = z.object({ message: z.string() });

/** A field that clients edit, declared once: how it is sent, how it is stored and answered, and its value in a new entity. */
export interface EditableField<I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType> {
  readonly input: I;
  readonly output: O;
  readonly initial: z.output<O>;
}
type EditableFields = Readonly<Record<string, EditableField>>;

export const editable = <I extends z.ZodType, O extends z.ZodType>(
  input: I,
  output: O,
  initial: NoInfer<z.output<O>>,
): EditableField<I, O> => ({ input, output, initial });

/** A text of at most `max` code points that may be null. */
export const editableText = (max: number) => editable(optionalText(max), z.string().nullable(), null);

type Inputs<F extends EditableFields> = { [K in keyof F]: F[K]['input'] };
type Outputs<F extends EditableFields> = { [K in keyof F]: F[K]['output'] };

/** How the fields are sent. */
export const inputsOf = <F extends EditableFields>(fields: F): Inputs<F> => mapFields(fields, ({ input }) => input) as Inputs<F>;

/** How the fields are stored and answered. */
export const outputsOf = <F extends EditableFields>(fields: F): Outputs<F> =>
  mapFields(fields, ({ output }) => output) as Outputs<F>;

/** The values of a new entity. */
export const initialsOf = <F extends EditableFields>(fields: F): { [K in keyof F]: z.output<F[K]['output']> } =>
  mapFields(fields, ({ initial }) => initial) as { [K in keyof F]: z.output<F[K]['output']> };

const mapFields = (fields: EditableFields, map: (field: EditableField) => unknown): object =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, map(field)]));

type WithoutDefault<F> = F extends z.ZodDefault<infer Inner> ? Inner : F;
type Changes<S extends z.ZodRawShape> = z.ZodObject<{
  [K in keyof S]: z.ZodOptional<WithoutDefault<S[K]> extends z.core.SomeType ? WithoutDefault<S[K]> : never>;
}>;

/** The same fields, all optional and without their defaults: absent means "keep", where `partial()` would set each absent field to its default. */
export function changesOf<S extends z.ZodRawShape>(schema: z.ZodObject<S>): Changes<S> {
  const fields = Object.entries<z.core.SomeType>(schema.shape).map(([name, field]) => [
    name,
    z.optional(field instanceof z.ZodDefault ? field.unwrap() : field),
  ]);
  return z.object(Object.fromEntries(fields)) as unknown as Changes<S>;
}
