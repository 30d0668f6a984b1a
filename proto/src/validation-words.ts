import { z } from 'zod';
import { AppError } from './app-error.js';

// What a schema refuses is shown to people beside the field, so its words name no type, path or pattern. REST, GraphQL and the forms of the
// web app validate with the same schemas.

const MISSING = 'Required';

const TYPES: Readonly<Record<string, string>> = {
  string: 'Must be a text',
  number: 'Must be a number',
  int: 'Must be a whole number',
  boolean: 'Must be on or off',
  array: 'Must be a list',
  object: 'Must be a group of values',
  record: 'Must be a group of values',
  date: 'Must be a date',
};

const FORMATS: Readonly<Record<string, string>> = {
  email: 'Must be an email address',
  url: 'Must be a web address',
  uuid: 'Must be the ID of an entry',
  datetime: 'Must be a date with a time',
  date: 'Must be a date',
};

// Above this number a list of choices helps nobody.
const MAX_CHOICES = 10;
const NOT_ACCEPTED = 'Must be a value that is accepted here';

/** What is wrong with a value, in words for people that fit beside its label; for schemas without words of their own. */
export const validationWords: z.core.$ZodErrorMap = (issue) => {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? MISSING : (TYPES[issue.expected] ?? NOT_ACCEPTED);
    case 'too_big':
      return tooBig(issue);
    case 'too_small':
      return tooSmall(issue);
    case 'not_multiple_of':
      return `Must be a multiple of ${format(issue.divisor)}`;
    case 'invalid_format':
      return FORMATS[issue.format] ?? 'Must be written in another way';
    case 'invalid_value':
      return issue.input === undefined ? MISSING : oneOf(issue.values);
    case 'invalid_union':
      return inUnion(issue.errors);
    case 'invalid_key':
      return issue.issues[0]?.message ?? NOT_ACCEPTED;
    case 'unrecognized_keys':
      return `Must not contain ${issue.keys.map(labelOf).join(', ')}`;
    default:
      return NOT_ACCEPTED;
  }
};

function tooBig({ origin, maximum, inclusive }: z.core.$ZodRawIssue<z.core.$ZodIssueTooBig>): string {
  if (origin === 'string') return `Must be at most ${counted(maximum, 'character')}`;
  if (isCollection(origin)) return `Must have at most ${counted(maximum, 'entry', 'entries')}`;
  return inclusive === false ? `Must be less than ${format(maximum)}` : `Must be ${format(maximum)} or less`;
}

function tooSmall({ origin, minimum, inclusive }: z.core.$ZodRawIssue<z.core.$ZodIssueTooSmall>): string {
  if (origin === 'string') return Number(minimum) === 1 ? MISSING : `Must be at least ${counted(minimum, 'character')}`;
  if (isCollection(origin)) return `Must have at least ${counted(minimum, 'entry', 'entries')}`;
  return inclusive === false ? `Must be more than ${format(minimum)}` : `Must be ${format(minimum)} or more`;
}

const isCollection = (origin: string): boolean => ['array', 'set', 'map'].includes(origin);
const format = (value: number | bigint): string => value.toLocaleString('en');
const counted = (value: number | bigint, one: string, many = `${one}s`): string =>
  `${format(value)} ${Number(value) === 1 ? one : many}`;

function oneOf(values: readonly unknown[]): string {
  if (values.length > MAX_CHOICES) return NOT_ACCEPTED;
  return values.length === 1 ? `Must be ${String(values[0])}` : `Must be one of: ${values.map(String).join(', ')}`;
}

/** The problem with the alternative that the value was meant as, or what the alternatives are. */
function inUnion(alternatives: readonly (readonly z.core.$ZodIssue[])[]): string {
  const problems = alternatives.flatMap(([first]) => first ?? []);
  const meant = problems.find(({ code }) => code !== 'invalid_type' && code !== 'invalid_value');
  if (meant) return meant.message;
  const kinds = new Set(problems.flatMap(({ code, message }) => (code === 'invalid_type' ? [message] : [])));
  const [first, ...others] = kinds;
  return first === undefined ? NOT_ACCEPTED : [first, ...others.map((kind) => kind.replace(/^Must be /, ''))].join(' or ');
}

// Words in the names of fields that are written in another way.
const SPELLINGS: Readonly<Record<string, string>> = { id: 'ID', ids: 'IDs', url: 'URL', api: 'API', csv: 'CSV' };

/** The name of a field as people read it: `maxMessagesPerMinute` as 'Max messages per minute'. */
function labelOf(field: string): string {
  const words = field
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[\s_-]+/);
  const text = words.map((word) => SPELLINGS[word] ?? word).join(' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

const isIndex = (key: PropertyKey): boolean => typeof key === 'number';

/** The problem as a sentence about its field: 'Must be 60 or less' as 'Max messages per minute must be 60 or less'. */
function sentenceOf({ path, message }: Pick<z.core.$ZodIssue, 'path' | 'message'>): string {
  const at = path.findLastIndex((key) => !isIndex(key));
  const name = path[at];
  if (typeof name !== 'string' || name.length > 40) return message;
  const index = path[at + 1];
  const label = typeof index === 'number' ? `${labelOf(name)}, entry ${format(index + 1)},` : labelOf(name);
  if (message === MISSING) return `${label} is required`;
  return message.replace(/^(Must|Contains) /, (verb) => `${label} ${verb.toLowerCase()}`);
}

// An answer to an input that is wrong in thousands of places must stay small.
const MAX_NAMED_PROBLEMS = 50;
const MAX_PATH_LENGTH = 200;

/** BAD_INPUT for an input that its schema refuses: the first problem as a sentence, and the first problem of each of the first fields. */
export function badInput({ issues }: z.core.$ZodError): AppError {
  const fields: Record<string, string> = {};
  for (const { path, message } of issues.slice(0, MAX_NAMED_PROBLEMS))
    fields[path.map(String).join('.').slice(0, MAX_PATH_LENGTH)] ??= message;
  return new AppError('BAD_INPUT', issues[0] && sentenceOf(issues[0]), { fields });
}

/** BAD_INPUT for one field that is refused by a rule outside its schema. `words` stand beside the field, e.g. 'Must be 60 or less'. */
export const badField = (field: string, words: string): AppError =>
  new AppError('BAD_INPUT', sentenceOf({ path: field.split('.'), message: words }), { fields: { [field]: words } });
