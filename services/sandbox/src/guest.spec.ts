import { describe, expect, it } from '@jest/globals';
import { isGuestOutcome } from './guest.js';

const GOOD = { id: 1, status: 'returned', text: '{}', stack: '', log: [{ level: 'log', text: 'x' }], durationMs: 1.5 };

describe('isGuestOutcome', () => {
  it('accepts a message with valid fields', () => {
    expect(isGuestOutcome(GOOD)).toBe(true);
  });

  it.each<[string, unknown]>([
    ['nothing', undefined],
    ['a text', 'x'],
    ['an unknown status', { ...GOOD, status: 'escaped' }],
    ['a status that is a name of the prototype', { ...GOOD, status: 'constructor' }],
    ['no text', { ...GOOD, text: undefined }],
    ['too much text', { ...GOOD, text: 'x'.repeat(65_537) }],
    ['too long a stack', { ...GOOD, stack: 'x'.repeat(4001) }],
    ['no id', { ...GOOD, id: '1' }],
    ['no duration', { ...GOOD, durationMs: null }],
    ['a log that is not an array', { ...GOOD, log: {} }],
    ['a log line of an unknown level', { ...GOOD, log: [{ level: 'fatal', text: 'x' }] }],
    ['a log line that is null', { ...GOOD, log: [null] }],
    ['too long a log line', { ...GOOD, log: [{ level: 'log', text: 'x'.repeat(501) }] }],
    ['too many log lines', { ...GOOD, log: Array.from({ length: 101 }, () => ({ level: 'log', text: 'x' })) }],
  ])('refuses %s [S55]', (_name, message) => {
    expect(isGuestOutcome(message)).toBe(false);
  });
});
