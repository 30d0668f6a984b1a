import { describe, expect, it } from '@jest/globals';
import { refuseTaken } from './triggers.js';

describe('triggers', () => {
  it('that are taken are refused with a message that names the other command', () => {
    const others = [{ name: 'Ping', trigger: '!ping' }];
    expect(() => refuseTaken({ name: 'Mine', trigger: 'PING' }, others, { prefix: '!', description: 'this bot' })).toThrow(
      "The trigger PING is already used by 'Ping' in this bot.",
    );
  });
});
