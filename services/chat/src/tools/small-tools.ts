import { randomInt } from 'node:crypto';
import { dateFormat } from '@kith/kit';
import { DAY_MS } from '@kith/proto';
import { calculate } from '../builtin/arithmetic.js';
import { integerIn, parametersOf, textIn, ToolFailure, type Tool, type ToolArguments } from './tool.js';

const OWN = { isOutward: false, isForeign: false } as const;
const MAX_TERM_CHARS = 200;
const MAX_DICE = 100;
const MAX_SIDES = 1000;
const MAX_DAYS = 400_000;

export const CALCULATOR: Tool = {
  ...OWN,
  name: 'calculate',
  description: 'Calculates exactly. Knows numbers with a decimal point, + - * / ^ % and parentheses, and nothing else.',
  parameters: parametersOf({ term: { type: 'string', description: 'For example (19.99 * 3 + 4) / 2' } }, ['term']),
  run: (given) => Promise.resolve(calculated(textIn(given, 'term', MAX_TERM_CHARS))),
};

function calculated(term: string): string {
  const calculation = calculate(term, { decimal: '.', locale: 'en' });
  if (calculation === null)
    throw new ToolFailure(
      'This is no term with numbers, + - * / ^ % and parentheses, or it is too long. Names of functions are not known.',
    );
  if (calculation.kind !== 'result')
    throw new ToolFailure(calculation.kind === 'byZero' ? 'Nothing can be divided by zero.' : 'The result is too large.');
  return `${calculation.isExact ? '' : 'about '}${calculation.text}`;
}

export const DICE: Tool = {
  ...OWN,
  name: 'roll_dice',
  description: 'Rolls dice by real chance. A coin is one die with two sides.',
  parameters: parametersOf(
    {
      count: { type: 'integer', minimum: 1, maximum: MAX_DICE, description: 'How many dice; 1 by default.' },
      sides: { type: 'integer', minimum: 2, maximum: MAX_SIDES, description: 'Of each die; 6 by default.' },
      add: { type: 'integer', minimum: -10_000, maximum: 10_000, description: 'What is added to the sum.' },
    },
    [],
  ),
  run: (given) => Promise.resolve(rolled(given)),
};

function rolled(given: ToolArguments): string {
  const count = integerIn(given, 'count', { min: 1, max: MAX_DICE, initial: 1 });
  const sides = integerIn(given, 'sides', { min: 2, max: MAX_SIDES, initial: 6 });
  const add = integerIn(given, 'add', { min: -10_000, max: 10_000, initial: 0 });
  const dice = Array.from({ length: count }, () => randomInt(sides) + 1);
  const sum = dice.reduce((total, die) => total + die, add);
  return count === 1 && add === 0 ? String(sum) : `${dice.join(', ')}${add === 0 ? '' : ` and ${add}`}; together ${sum}`;
}

/** The date tool; `now` is the clock, `timeZone` where the companion reads it. */
export const dates = (now: () => Date, timeZone: string): Tool => ({
  ...OWN,
  name: 'date',
  description:
    'Tells date and time in a time zone, now or on a given day, moved by days if wanted, and how many days lie between two days.',
  parameters: parametersOf(
    {
      time_zone: { type: 'string', description: `An IANA name such as Europe/Berlin; ${timeZone} by default.` },
      date: { type: 'string', description: 'A day as YYYY-MM-DD; now by default.' },
      add_days: { type: 'integer', minimum: -MAX_DAYS, maximum: MAX_DAYS, description: 'By how many days it is moved.' },
      until: { type: 'string', description: 'A second day as YYYY-MM-DD, to count the days until it.' },
    },
    [],
  ),
  run: (given) => Promise.resolve(told(given, now(), timeZone)),
});

function told(given: ToolArguments, now: Date, ownZone: string): string {
  const timeZone = textIn(given, 'time_zone', 60) || ownZone;
  const [date, until] = [textIn(given, 'date', 40), textIn(given, 'until', 40)];
  const addMs = integerIn(given, 'add_days', { min: -MAX_DAYS, max: MAX_DAYS, initial: 0 }) * DAY_MS;
  const isNow = date === '';
  const start = new Date((isNow ? now : dayOf(date, 'date')).getTime() + addMs);
  // A day has no time zone.
  const text = formatOf(isNow ? timeZone : 'UTC', isNow).format(start);
  const first = isNow ? `It is ${text} (${timeZone})` : text;
  if (addMs !== 0 || until === '') return addMs !== 0 && isNow ? text : `${first}.`;
  const from = isNow ? dayOf(dateFormat('sv-SE', { timeZone }).format(start), 'date') : start;
  return `${first}. Until ${until} it is ${Math.round((dayOf(until, 'until').getTime() - from.getTime()) / DAY_MS)} days.`;
}

function dayOf(text: string, name: string): Date {
  const date = new Date(`${text}T00:00:00Z`);
  // A day that does not exist would become one of the next month.
  if (/^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text)) return date;
  throw new ToolFailure(`"${name}" must be a day that exists, as YYYY-MM-DD.`);
}

function formatOf(timeZone: string, hasTime: boolean): Intl.DateTimeFormat {
  try {
    return dateFormat('en-GB', { dateStyle: 'full', ...(hasTime && { timeStyle: 'short' }), timeZone });
  } catch {
    throw new ToolFailure('"time_zone" must be an IANA name such as Europe/Berlin.');
  }
}
