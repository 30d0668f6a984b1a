import { describe, expect, it } from '@jest/globals';
import type { GuestOutcome } from './guest/protocol.js';
import { positionOf, runReport, syntaxReport } from './reports.js';

const outcome = (fields: Partial<GuestOutcome>): GuestOutcome => ({
  id: 1,
  status: 'returned',
  text: '',
  stack: '',
  log: [],
  durationMs: 1,
  ...fields,
});

describe('the report for the author of a command', () => {
  it.each(['', 'not JSON', 'null', '{"success":true}'])('refuses the forged result %j [S55]', (text) => {
    expect(runReport(outcome({ text }), '').error?.message).toBe('The command must return {success, response, shouldReply}');
  });

  it('says that a run crashed its engine', () => {
    expect(runReport(outcome({ status: 'crashed' }), '')).toMatchObject({
      result: null,
      error: { message: 'The command crashed the JavaScript engine and was stopped', line: null, column: null },
    });
  });

  it.each(['time', 'memory', 'crashed', 'returned'] as const)(
    'says that the code is too complex when a syntax check ended with %s',
    (status) => {
      expect(syntaxReport(outcome({ status }), '')).toMatchObject({
        valid: false,
        message: 'The code is too complex to be checked',
      });
    },
  );

  it('says that the code is too complex when the parser ran out of stack', () => {
    const report = syntaxReport(outcome({ status: 'threw', text: 'RangeError: Maximum call stack size exceeded' }), '');
    expect(report).toMatchObject({ valid: false, message: 'The code is too complex to be checked' });
  });
});

describe('positionOf', () => {
  it.each([
    ['    at f (command.js:2:3)', 'a\nbcd', { line: 2, column: 3 }],
    ['    at parse (native)\n    at f (command.js:1:1)\n    at command.js:2:2', 'a\nb', { line: 1, column: 1 }],
    ['at command.js:1:4', 'éa b', { line: 1, column: 3 }],
    ['at prelude.js:1:4', 'abc', { line: null, column: null }],
    ['at command.js:9:9', 'abc', { line: null, column: null }],
    ['at command.js:0:0', 'abc', { line: null, column: null }],
    ['', 'abc', { line: null, column: null }],
  ])('finds the position in the stack trace %j', (stack, code, position) => {
    expect(positionOf(stack, code)).toEqual(position);
  });
});
