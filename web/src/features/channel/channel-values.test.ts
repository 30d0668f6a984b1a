import { describe, expect, it } from '@jest/globals';
import { changesBetween, DEFAULTS } from './channel-values.js';

const changes = (values: object) => changesBetween(DEFAULTS, { ...DEFAULTS, ...values });

describe('changesBetween', () => {
  it('is empty when a value was changed back', () => {
    expect(changes({ allowedChannels: [], responseDelay: 0 })).toEqual({});
  });

  it('contains only settings that differ', () => {
    expect(changes({ autoReply: false, allowedChannels: ['123456789012345678'] })).toEqual({
      autoReply: false,
      allowedChannels: ['123456789012345678'],
    });
  });

  it('contains the default for an emptied number', () => {
    const stored = { ...DEFAULTS, responseDelay: 5, maxMessagesPerMinute: 20 };
    expect(changesBetween(stored, { ...stored, responseDelay: '', maxMessagesPerMinute: '' })).toEqual({
      responseDelay: 0,
      maxMessagesPerMinute: 10,
    });
  });

  it('contains valid values of hidden fields, but no invalid ones', () => {
    expect(changes({ autoCreateThreads: true, enableThreads: false })).toEqual({
      autoCreateThreads: true,
      enableThreads: false,
    });
    expect(changes({ timeoutDuration: 5000 })).toEqual({});
    expect(changes({ timeoutDuration: 5000, moderationMode: true })).toEqual({ timeoutDuration: 5000, moderationMode: true });
  });
});
