import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { durationText, leadingDuration, leadingUser, wholeDuration, wholeNumber } from './arguments.js';
import { parseDice, rollDice } from './dice.js';
import { parsePoll } from './poll.js';
import { parseReminder } from './reminder-time.js';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** Wednesday, 2026-03-04 10:30 UTC. */
const NOW = Date.UTC(2026, 2, 4, 10, 30);

describe('durations', () => {
  it.each([
    ['10m', 10 * MINUTE],
    ['2 hours', 2 * HOUR],
    ['1h30m', 90 * MINUTE],
    ['1 day and 2 hours', 26 * HOUR],
    ['1w', 7 * DAY],
    ['45 sec', 45_000],
  ])('%s is read', (text, ms) => {
    expect(wholeDuration(text)).toBe(ms);
  });

  it.each(['', '10', 'm', '10 bananas', '0m', '-5m', '10m tea', `${'9'.repeat(4000)}m`])('%j is none', (text) => {
    expect(wholeDuration(text)).toBeNull();
  });

  it('are read at the beginning of a text, which goes on behind them', () => {
    expect(leadingDuration('10m make tea')).toEqual({ value: 10 * MINUTE, rest: 'make tea' });
    expect(leadingDuration('5 minutes 3 eggs')).toEqual({ value: 5 * MINUTE, rest: '3 eggs' });
  });

  it('are written in their two largest units', () => {
    expect([90 * MINUTE, DAY + HOUR + MINUTE, 1000, 0].map(durationText)).toEqual(['1 h 30 m', '1 d 1 h', '1 s', '0 s']);
  });
});

describe('members and numbers', () => {
  it('are read from mentions and ids', () => {
    expect(leadingUser('<@100000000000000001> be kind')).toEqual({ value: '100000000000000001', rest: 'be kind' });
    expect(leadingUser('<@!100000000000000001>')).toEqual({ value: '100000000000000001', rest: '' });
    expect(leadingUser('100000000000000001 x')).toEqual({ value: '100000000000000001', rest: 'x' });
    expect(leadingUser('@someone')).toBeNull();
    expect(leadingUser('<@&100000000000000001>')).toBeNull();
  });

  it('are whole numbers within bounds', () => {
    expect(wholeNumber(' 7 ', 1, 10)).toBe(7);
    expect(['0', '11', '1.5', '-1', 'x', '', '١'].map((text) => wholeNumber(text, 1, 10))).toEqual(Array(7).fill(null));
  });
});

describe('dice', () => {
  const roll = (text: string): string | null => {
    const terms = parseDice(text);
    return terms && rollDice(terms, (sides) => sides);
  };

  it.each([
    ['', '🎲 1d6: **6**'],
    ['d20', '🎲 1d20: **20**'],
    ['2d6+1', '🎲 2d6+1: 6 + 6 + 1 = **13**'],
    ['2D6 - d4 - 2', '🎲 2d6-1d4-2: 6 + 6 - 4 - 2 = **6**'],
    ['100d10', '🎲 100d10: **1000**'],
  ])('%j are thrown', (text, answer) => {
    expect(roll(text)).toBe(answer);
  });

  it.each([
    '7',
    '0d6',
    '101d6',
    '60d6+60d6',
    '2d1',
    '1d1001',
    '2d6++1',
    'six',
    '2d6x',
    '1d6+99999',
    '1+1',
    'd',
    '99999999999d6',
    `${'1d6+'.repeat(10)}1d6`,
  ])('%j are refused', (text) => {
    expect(parseDice(text)).toBeNull();
  });

  it('are bounded in number and size whatever is written', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[0-9d+ -]{0,30}$/), (text) => {
        const thrown = (parseDice(text) ?? []).reduce((sum, { dice }) => sum + dice, 0);
        expect(thrown).toBeLessThanOrEqual(100);
        expect((roll(text) ?? '').length).toBeLessThan(500);
      }),
    );
  });
});

describe('polls', () => {
  it.each([
    ['"Tea or coffee?" "Tea" "Coffee"', { question: 'Tea or coffee?', answers: ['Tea', 'Coffee'], hours: 24 }],
    ['“Tea, or coffee?” “Tea” “Coffee, black” 2h', { question: 'Tea, or coffee?', answers: ['Tea', 'Coffee, black'], hours: 2 }],
    ['Best month? May, June , July 3 days', { question: 'Best month?', answers: ['May', 'June', 'July'], hours: 72 }],
    ['Lunch: pizza, soup', { question: 'Lunch', answers: ['pizza', 'soup'], hours: 24 }],
    ['Lunch, pizza, soup 10m', { question: 'Lunch', answers: ['pizza', 'soup'], hours: 1 }],
    ['How long? 1 day, 2 days', { question: 'How long?', answers: ['1 day', '2 days'], hours: 24 }],
    ['どっち？ 犬、猫', { question: 'どっち？', answers: ['犬', '猫'], hours: 24 }],
  ])('%s is read', (text, poll) => {
    expect(parsePoll(text)).toEqual(poll);
  });

  it.each([
    ['"A?" "one"', /two answers/],
    [`A? ${'x, '.repeat(11)}x`, /at most 10 answers/],
    [`${'q'.repeat(301)}? a, b`, /question/],
    [`Q? ${'a'.repeat(56)}, b`, /55 characters/],
    ['Q? a, b 99 days', /32 days/],
  ])('%s is refused with a sentence', (text, sentence) => {
    expect(parsePoll(text)).toMatch(sentence);
  });

  it.each(['', 'hello', '2h', '"'])('%j is none', (text) => {
    expect(parsePoll(text)).toBeNull();
  });
});

describe('reminders', () => {
  const at = (text: string, timeZone = 'UTC', nowMs = NOW): unknown => {
    const request = parseReminder(text, nowMs, timeZone);
    return request !== null && typeof request === 'object' && request.kind === 'set'
      ? [new Date(request.dueAtMs).toISOString().slice(0, 16), request.text]
      : request;
  };

  it.each([
    ['in 10m tea', '2026-03-04T10:40', 'tea'],
    ['me in 2 hours to drink tea', '2026-03-04T12:30', 'drink tea'],
    ['10m: 3 eggs', '2026-03-04T10:40', '3 eggs'],
    ['tomorrow 9:00 UTC call home', '2026-03-05T09:00', 'call home'],
    ['me tomorrow at 9am call home', '2026-03-05T09:00', 'call home'],
    ['today 18:15 match', '2026-03-04T18:15', 'match'],
    ['at 12 pm lunch', '2026-03-04T12:00', 'lunch'],
    ['at 9:00 standup', '2026-03-05T09:00', 'standup'],
    ['2026-12-31 23:59 new year', '2026-12-31T23:59', 'new year'],
  ])('%s is read', (text, time, about) => {
    expect(at(text)).toEqual([time, about]);
  });

  it.each([
    ['tomorrow 9:00 tea', '2026-03-05T08:00'],
    ['today 18:15 tea', '2026-03-04T17:15'],
    ['at 11:00 tea', '2026-03-05T10:00'],
    ['at 11:00 UTC tea', '2026-03-04T11:00'],
    ['2026-08-01 9:00 tea', '2026-08-01T07:00'],
    ['2026-08-01 9:00 UTC tea', '2026-08-01T09:00'],
    ['in 10m tea', '2026-03-04T10:40'],
  ])('%s is read on the clocks of Berlin', (text, time) => {
    expect(at(text, 'Europe/Berlin')).toEqual([time, 'tea']);
  });

  it.each([
    ['Pacific/Auckland', '2026-03-04T20:00'],
    ['America/Los_Angeles', '2026-03-05T17:00'],
    ['Asia/Kolkata', '2026-03-05T03:30'],
  ])('mean by tomorrow the next day of %s', (timeZone, time) => {
    const evening = Date.UTC(2026, 2, 4, 12);
    expect(at('tomorrow 9:00 tea', timeZone, timeZone === 'Pacific/Auckland' ? evening - 7_200_000 : evening)).toEqual([
      time,
      'tea',
    ]);
  });

  it.each([
    ['left out at 2:00, an hour later than written', 'tomorrow 2:30 tea', '2026-03-28T12:00', '2026-03-29T01:30'],
    ['after the hour that was left out', 'tomorrow 9:00 tea', '2026-03-28T12:00', '2026-03-29T07:00'],
    ['shown twice, the first time', 'tomorrow 2:30 tea', '2026-10-24T12:00', '2026-10-25T00:30'],
    ['shown twice, again after the first time', 'at 2:30 tea', '2026-10-25T00:40', '2026-10-25T01:30'],
    ['shown twice, on the next day after both', 'at 2:30 tea', '2026-10-25T01:40', '2026-10-26T01:30'],
    ['after the hour that was shown twice', 'tomorrow 9:00 tea', '2026-10-24T12:00', '2026-10-25T08:00'],
  ])('are due when clocks change: %s', (_what, text, now, time) => {
    expect(at(text, 'Europe/Berlin', Date.parse(`${now}:00Z`))).toEqual([time, 'tea']);
  });

  it('say in which time zone a time is over', () => {
    expect(at('today 11:00 tea', 'Europe/Berlin')).toBe('That time is over already. Times of day are those of Europe/Berlin.');
    expect(at('today 10:00 utc tea', 'Europe/Berlin')).toBe('That time is over already. Times of day are those of UTC.');
  });

  it('are listed and cancelled', () => {
    expect([at('list'), at('cancel 2'), at('cancel #3')]).toEqual([
      { kind: 'list' },
      { kind: 'cancel', number: 2 },
      { kind: 'cancel', number: 3 },
    ]);
  });

  it.each([
    ['in 10m', /What shall I remind you of/],
    ['today 9:00 standup', /over already/],
    ['in 500 days x', /a year/],
    [`in 1h ${'x'.repeat(501)}`, /500 characters/],
    ['in 1s x', /over already/],
  ])('%s is refused with a sentence', (text, sentence) => {
    expect(at(text)).toMatch(sentence);
  });

  it.each(['', 'tea', 'tomorrow', 'at 25:00 x', 'tomorrow 9:75 x', '2026-02-30 9:00 x', 'at 13pm x', 'in a while tea'])(
    '%j is none',
    (text) => {
      expect(at(text)).toBeNull();
    },
  );
});
