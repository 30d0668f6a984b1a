import { describe, expect, it } from '@jest/globals';
import { calledCommand, triggerKey } from '../src/triggers.js';

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
});

describe('the command that a text calls', () => {
  const commands = ['!ping', '!Würfel', '8ball'].map((trigger) => ({ trigger }));
  const call = (text: string, { prefix = '!', isAddressed = false } = {}) => {
    const found = calledCommand(text, { prefix, commands }, isAddressed);
    return found && [found.command.trigger, found.args];
  };

  it('is found by prefix and trigger, without regard to letter case and Unicode variants, with what follows as arguments', () => {
    expect(call('!ping')).toEqual(['!ping', '']);
    expect(call('  !PING  one\n two ')).toEqual(['!ping', 'one\n two']);
    expect(call('！ｐｉｎｇ')).toEqual(['!ping', '']);
    expect(call('!WU\u0308RFEL 3')).toEqual(['!Würfel', '3']);
    expect(call('!8ball will it?')).toEqual(['8ball', 'will it?']);
  });

  it('is found by the prefix of the bot only, also when a space follows it', () => {
    expect(call('?ping', { prefix: '?' })).toEqual(['!ping', '']);
    expect(call('!ping', { prefix: '?' })).toBeNull();
    expect(call('hey ping now', { prefix: 'hey ' })).toEqual(['!ping', 'now']);
    expect(call('K!ping', { prefix: 'k!' })).toEqual(['!ping', '']);
  });

  it('needs no prefix behind a mention of the bot', () => {
    expect(call('ping', { isAddressed: true })).toEqual(['!ping', '']);
    expect(call('!ping x', { isAddressed: true })).toEqual(['!ping', 'x']);
    expect(call('ping', { prefix: 'p', isAddressed: true })).toEqual(['!ping', '']);
    expect(call('ping')).toBeNull();
  });

  it.each(['', '!', '! ', '!purge 10', 'a !ping', '!pingg', `!${'z'.repeat(4000)}`, `!${'\u0301'.repeat(500)}`, '!!ping'])(
    'is none in %j',
    (text) => {
      expect(call(text)).toBeNull();
    },
  );

  it('follows a change of the prefix', () => {
    expect(call('!ping')).not.toBeNull();
    expect(call('!ping', { prefix: '+' })).toBeNull();
    expect(call('+ping', { prefix: '+' })).not.toBeNull();
  });
});
