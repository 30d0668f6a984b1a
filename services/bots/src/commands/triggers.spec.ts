import { describe, expect, it } from '@jest/globals';
import { refuseTaken } from './triggers.js';

describe('triggers', () => {
  it('that are taken are refused with a message that names the other command', () => {
    const others = [{ name: 'Ping', trigger: '!ping' }];
    expect(() => refuseTaken({ name: 'Mine', trigger: 'PING' }, others, { prefix: '!', description: 'this bot' })).toThrow(
      "The trigger PING is already used by 'Ping' in this bot.",
    );
  });

  it('with letters from right to left, and such names, do not turn the message around', () => {
    const [trigger, name] = ['\u05E2\u05D6\u05E8\u05D4', '\u0645\u0633\u0627\u0639\u062F 24/7'];
    const others = [{ name, trigger }];
    expect(() => refuseTaken({ name: 'Mine', trigger }, others, { prefix: '!', description: 'this bot' })).toThrow(
      `The trigger \u2068${trigger}\u2069 is already used by '\u2068${name}\u2069' in this bot.`,
    );
  });
});
