import { describe, expect, it } from '@jest/globals';
import { changesBetween, DEFAULTS } from './channel-values.js';

const changes = (values: object) => changesBetween(DEFAULTS, { ...DEFAULTS, ...values });

describe('the changes of channel settings', () => {
  it('are none when a value is back where it was', () => {
    expect(changes({ allowedChannels: [], responseDelay: 0 })).toEqual({});
  });

  it('name only what differs', () => {
    expect(changes({ autoReply: false, allowedChannels: ['123456789012345678'] })).toEqual({
      autoReply: false,
      allowedChannels: ['123456789012345678'],
    });
  });

  it('take the default where a number is missing', () => {
    const stored = { ...DEFAULTS, responseDelay: 5, maxMessagesPerMinute: 20 };
    expect(changesBetween(stored, { ...stored, responseDelay: '', maxMessagesPerMinute: '' })).toEqual({
      responseDelay: 0,
      maxMessagesPerMinute: 10,
    });
  });

  it('keep a hidden field that is right, and leave out one that is wrong', () => {
    expect(changes({ autoCreateThreads: true, enableThreads: false })).toEqual({
      autoCreateThreads: true,
      enableThreads: false,
    });
    expect(changes({ timeoutDuration: 5000 })).toEqual({});
    expect(changes({ timeoutDuration: 5000, moderationMode: true })).toEqual({ timeoutDuration: 5000, moderationMode: true });
  });
});
