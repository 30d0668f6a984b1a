import { describe, expect, it } from '@jest/globals';
import { refuseTaken, triggerKey } from './triggers.js';

describe('a trigger', () => {
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
  ])('%s is called like %s where the prefix is %s', (one, other, prefix) => {
    expect(triggerKey(one, prefix)).toBe(triggerKey(other, prefix));
  });

  it.each([
    ['?ping', '!ping', '!'],
    ['!', '?', '?'],
    ['!!ping', '!ping', '!'],
    ['ping', 'pong', '!'],
  ])('%s is called otherwise than %s where the prefix is %s', (one, other, prefix) => {
    expect(triggerKey(one, prefix)).not.toBe(triggerKey(other, prefix));
  });

  it('that is taken is refused in words that name the other command', () => {
    const others = [{ name: 'Ping', trigger: '!ping' }];
    expect(() => refuseTaken({ name: 'Mine', trigger: 'PING' }, others, { prefix: '!', words: 'this bot' })).toThrow(
      "The trigger PING is already used by 'Ping' in this bot.",
    );
  });
});
