import { describe, expect, it } from '@jest/globals';
import '../../testing/messages.js';
import { DIALS, SLIDER_DEFAULTS } from './bot-values.js';
import { sampleTexts } from './live-preview.js';

const said = (traits: Record<string, number>): string => Object.values(sampleTexts('Juniper', traits)).join('\n');

describe('sampleTexts', () => {
  it.each([...Object.keys(SLIDER_DEFAULTS), ...DIALS])('changes with the slider of %s', (trait) => {
    const low = said({ ...SLIDER_DEFAULTS, [trait]: 0 });
    const high = said({ ...SLIDER_DEFAULTS, [trait]: 100 });
    expect(high).not.toBe(low);
  });

  it.each(['friendliness', 'helpfulness', 'emojis', 'enthusiasm', 'formality', 'verbosity'])(
    'changes with %s in several steps',
    (trait) => {
      const steps = [0, 50, 100].map((value) => said({ ...SLIDER_DEFAULTS, [trait]: value }));
      expect(new Set(steps).size).toBe(3);
    },
  );

  it('contains the name of the bot', () => {
    expect(sampleTexts('Juniper', SLIDER_DEFAULTS).greeting).toContain('Juniper');
  });

  it('contains no emoji while the slider of emojis is off', () => {
    expect(said({ ...SLIDER_DEFAULTS })).not.toMatch(/\p{Extended_Pictographic}/u);
  });
});
