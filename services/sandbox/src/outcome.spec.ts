import { describe, expect, it } from '@jest/globals';
import { isOutcome } from './outcome.js';

const GOOD = { id: 1, end: 'returned', text: '{}', stack: '', log: [{ level: 'log', text: 'x' }], durationMs: 1.5 };

describe('what the guest process sends', () => {
  it('is an outcome when every field is', () => {
    expect(isOutcome(GOOD)).toBe(true);
  });

  it.each<[string, unknown]>([
    ['nothing', undefined],
    ['a text', 'x'],
    ['another end', { ...GOOD, end: 'escaped' }],
    ['an end of the prototype', { ...GOOD, end: 'constructor' }],
    ['no text', { ...GOOD, text: undefined }],
    ['too much text', { ...GOOD, text: 'x'.repeat(65_537) }],
    ['too long a stack', { ...GOOD, stack: 'x'.repeat(4001) }],
    ['no id', { ...GOOD, id: '1' }],
    ['no duration', { ...GOOD, durationMs: null }],
    ['a log that is no list', { ...GOOD, log: {} }],
    ['a line of another level', { ...GOOD, log: [{ level: 'fatal', text: 'x' }] }],
    ['a line that is none', { ...GOOD, log: [null] }],
    ['too long a line', { ...GOOD, log: [{ level: 'log', text: 'x'.repeat(501) }] }],
    ['too many lines', { ...GOOD, log: Array.from({ length: 101 }, () => ({ level: 'log', text: 'x' })) }],
  ])('is none with %s', (_name, message) => {
    expect(isOutcome(message)).toBe(false);
  });
});
