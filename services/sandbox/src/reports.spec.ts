import { describe, expect, it } from '@jest/globals';
import type { GuestOutcome } from './guest/protocol.js';
import { runReport, syntaxReport } from './reports.js';

const outcome = (fields: Partial<GuestOutcome>): GuestOutcome => ({
  id: 1,
  end: 'returned',
  text: '',
  stack: '',
  log: [],
  durationMs: 1,
  ...fields,
});

describe('what the author of a command is told', () => {
  it.each(['', 'not JSON', 'null', '{"success":true}'])('S55: of the forged result %j', (text) => {
    expect(runReport(outcome({ text }), '').error?.message).toBe('The command must return {success, response, shouldReply}');
  });

  it('of an engine that broke', () => {
    expect(runReport(outcome({ end: 'crashed' }), '')).toMatchObject({
      result: null,
      error: { message: 'The command broke its engine and was stopped', line: null, column: null },
    });
  });

  it.each(['time', 'memory', 'crashed', 'returned'] as const)('of a syntax check that ended with %s', (end) => {
    expect(syntaxReport(outcome({ end }), '')).toMatchObject({ valid: false, message: 'The code is too complex to be checked' });
  });

  it('of a parser that gave up', () => {
    const report = syntaxReport(outcome({ end: 'threw', text: 'RangeError: Maximum call stack size exceeded' }), '');
    expect(report).toMatchObject({ valid: false, message: 'The code is too complex to be checked' });
  });
});
