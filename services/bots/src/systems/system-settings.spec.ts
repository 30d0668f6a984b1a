import { describe, expect, it } from '@jest/globals';
import { refuseInvalidSettings } from './system-settings.js';

const SYSTEM = {
  settings: { tone: { type: 'select', label: 'Tone', description: '', default: 'warm', options: ['warm', 'dry'] } },
} as const;

describe('a setting with options', () => {
  it.each(['warm', 'dry'])('accepts its option %j', (tone) => {
    expect(() => refuseInvalidSettings(SYSTEM, { tone })).not.toThrow();
  });

  it.each(['cold', 'Warm', '', 1, true])('refuses %j, which is not one of its options [S38]', (tone) => {
    expect(() => refuseInvalidSettings(SYSTEM, { tone })).toThrow(
      expect.objectContaining({ code: 'BAD_INPUT', details: { fields: { 'settings.tone': 'Must be one of: warm, dry' } } }),
    );
  });
});
