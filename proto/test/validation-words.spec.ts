import { describe, expect, it } from '@jest/globals';
import { badInput, CALLS, ChannelSettings, CreateBotInput, Personality, Preferences, Trigger, UpdateBotInput } from '@kith/proto';
import { z } from 'zod';

const refusalOf = (schema: z.ZodType, value: unknown) => {
  const { error } = schema.safeParse(value);
  if (!error) throw new Error('expected a refusal');
  const { message, details } = badInput(error);
  return { message, fields: details.fields };
};

describe('the words for what is refused', () => {
  it.each<[string, z.ZodType, unknown, string]>([
    ['a missing value', z.string(), undefined, 'Required'],
    ['an empty text', z.string().min(1), '', 'Required'],
    ['a number as text', z.string(), 7, 'Must be a text'],
    ['a text as number', z.number(), 'seven', 'Must be a number'],
    ['no number', z.number(), Number.NaN, 'Must be a number'],
    ['a broken number', z.number().int(), 1.5, 'Must be a whole number'],
    ['a text as switch', z.boolean(), 'yes', 'Must be on or off'],
    ['a text as list', z.array(z.string()), 'a', 'Must be a list'],
    ['a number that is too large', z.number().max(1_000_000), 1_000_001, 'Must be 1,000,000 or less'],
    ['a number that is too small', z.number().min(50), 49, 'Must be 50 or more'],
    ['a number at an open bound', z.number().positive(), 0, 'Must be more than 0'],
    ['a short text', z.string().min(3), 'ab', 'Must be at least 3 characters'],
    ['a long text', z.string().max(8000), 'x'.repeat(8001), 'Must be at most 8,000 characters'],
    ['a long text of one character', z.string().max(1), 'xy', 'Must be at most 1 character'],
    ['a long list', z.array(z.string()).max(1), ['a', 'b'], 'Must have at most 1 entry'],
    ['a short list', z.array(z.string()).min(2), [], 'Must have at least 2 entries'],
    ['another choice', z.enum(['warm', 'dry']), 'wet', 'Must be one of: warm, dry'],
    ['another pattern', z.string().regex(/^[a-z]+$/), '7', 'Must be written in another way'],
    ['an address that is none', z.url(), 'nowhere', 'Must be a web address'],
    ['an id that is none', z.uuid(), '7', 'Must be the ID of an entry'],
    ['a trait outside its scale', z.union([z.boolean(), z.number().max(100)]), 101, 'Must be 100 or less'],
    ['no kind that is possible', z.union([z.boolean(), z.number()]), 'x', 'Must be on or off or a number'],
    ['a key that is not known', z.strictObject({}), { apiKey: 1 }, 'Must not contain API key'],
    ['a name of another form', Personality, { 'a-b': true }, 'Unknown trait'],
    ['a refinement without words', z.string().refine(() => false), 'x', 'Must be a value that is accepted here'],
  ])('are those of people for %s', (_case, schema, value, words) => {
    expect(schema.safeParse(value).error?.issues[0]?.message).toBe(words);
  });

  it.each<[z.ZodType, unknown, string, Record<string, string>]>([
    [
      UpdateBotInput,
      { channelSettings: { maxMessagesPerMinute: 61 } },
      'Max messages per minute must be 60 or less',
      { 'channelSettings.maxMessagesPerMinute': 'Must be 60 or less' },
    ],
    [CreateBotInput, {}, 'Name is required', { name: 'Required' }],
    [
      CreateBotInput,
      { name: 'ab' },
      'Bot name must be at least 3 characters',
      { name: 'Bot name must be at least 3 characters' },
    ],
    [
      ChannelSettings,
      { blockedWords: Array.from({ length: 201 }, (_, at) => `w${at}*`).join(', ') },
      'Blocked words must have at most 200 words and phrases',
      { blockedWords: 'Must have at most 200 words and phrases' },
    ],
    [
      ChannelSettings,
      { allowedChannels: ['123456789012345678', 'lobby'] },
      'Allowed channels, entry 2, must be a Discord ID (17 to 20 digits)',
      { 'allowedChannels.1': 'Must be a Discord ID (17 to 20 digits)' },
    ],
    [
      CreateBotInput,
      { name: 'No\0va', serverId: '7' },
      'Name contains characters that cannot be stored',
      { name: 'Contains characters that cannot be stored', serverId: 'Must be a Discord ID (17 to 20 digits)' },
    ],
    [Preferences, 'all', 'Must be a group of values', { '': 'Must be a group of values' }],
  ])('%#: become a sentence about the field, and stand alone beside it', (schema, value, message, fields) => {
    expect(refusalOf(schema, value)).toEqual({ message, fields });
  });

  it('name at most fifty fields', () => {
    const many = Object.fromEntries(Array.from({ length: 90 }, (_, at) => [`t${at}`, 'x']));
    expect(Object.keys(refusalOf(z.record(z.string(), z.number()), many).fields ?? {})).toHaveLength(50);
  });
});

describe('every call that a person can make', () => {
  const HOSTILE = [
    undefined,
    null,
    true,
    0,
    -1,
    1.5,
    1e15,
    Number.NaN,
    '',
    ' ',
    'x',
    '\0',
    'x'.repeat(20_000),
    [],
    [null],
    {},
    { a: [] },
  ];
  /** Every value of a field of `schema`, inside objects too, replaced by something else. */
  const broken = (schema: z.ZodType): unknown[] => {
    const inner = schema instanceof z.ZodOptional || schema instanceof z.ZodDefault ? (schema.unwrap() as z.ZodType) : schema;
    if (!(inner instanceof z.ZodObject)) return HOSTILE;
    const shape = inner.shape as Readonly<Record<string, z.ZodType>>;
    return [...HOSTILE, ...Object.entries(shape).flatMap(([name, field]) => broken(field).map((value) => ({ [name]: value })))];
  };
  /** The choices of a field are values, not words. */
  const withoutChoices = (message: string): string => message.replace(/^(Must be one of): .*/, '$1');
  const FOR_PROGRAMS =
    /expected|received|invalid|input|too (big|small)|string|boolean|object|array|undefined|null|NaN|regex|pattern|[<>={}[\]\\^]|[a-z]\.[a-z]/i;

  it('says what is wrong with any of its fields in words for people', () => {
    const calls = CALLS.filter(({ callers }) => callers.includes('gateway'));
    const words = calls.flatMap(({ input }) =>
      broken(input).flatMap((value) => input.safeParse(value).error?.issues.map(({ message }) => withoutChoices(message)) ?? []),
    );
    expect(words.length).toBeGreaterThan(1000);
    expect([...new Set(words)].filter((message) => FOR_PROGRAMS.test(message) || !/^[A-Z]/.test(message))).toEqual([]);
  });

  it('refuses an empty trigger in words of its own field', () => {
    expect(Trigger.safeParse('').error?.issues[0]?.message).not.toMatch(FOR_PROGRAMS);
  });
});
