import { describe, expect, it } from '@jest/globals';
import { refuseTaken, triggerKey } from './triggers.js';

describe('triggers', () => {
  it.each([
    ['!ping', 'PING', '!'],
    ['?ping', '!Ping', '?'],
    ['K!ping', 'ping', 'k!'],
    ['ｐｉｎｇ', 'ping', '!'],
    ['STRASSE', 'straße', '!'],
    ['STRAẞE', 'straße', '!'],
    ['ΟΔΟΣ', 'οδος', '!'],
    ['kΣ', 'σ', 'K'],
    ['e\u0301', '\u00e9', '!'],
  ])('%s and %s have the same key with the prefix %s', (one, other, prefix) => {
    expect(triggerKey(one, prefix)).toBe(triggerKey(other, prefix));
  });

  it.each([
    ['?ping', '!ping', '!'],
    ['!', '?', '?'],
    ['!!ping', '!ping', '!'],
    ['ping', 'pong', '!'],
  ])('%s and %s have different keys with the prefix %s', (one, other, prefix) => {
    expect(triggerKey(one, prefix)).not.toBe(triggerKey(other, prefix));
  });

  it('that are taken are refused with a message that names the other command', () => {
    const others = [{ name: 'Ping', trigger: '!ping' }];
    expect(() => refuseTaken({ name: 'Mine', trigger: 'PING' }, others, { prefix: '!', description: 'this bot' })).toThrow(
      "The trigger PING is already used by 'Ping' in this bot.",
    );
  });
});
