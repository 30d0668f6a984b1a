import { describe, expect, it } from '@jest/globals';
import '../../testing/messages.js';
import { DIALS, SLIDER_DEFAULTS } from './bot-values.js';
import { sampleWords } from './preview-words.js';

const said = (traits: Record<string, number>): string => Object.values(sampleWords('Juniper', traits)).join('\n');

describe('the words of the live preview', () => {
  it.each([...Object.keys(SLIDER_DEFAULTS), ...DIALS])('follow the slider of %s', (trait) => {
    const low = said({ ...SLIDER_DEFAULTS, [trait]: 0 });
    const high = said({ ...SLIDER_DEFAULTS, [trait]: 100 });
    expect(high).not.toBe(low);
  });

  it.each(['friendliness', 'helpfulness', 'emojis', 'enthusiasm', 'formality', 'verbosity'])('follow %s in steps', (trait) => {
    const steps = [0, 50, 100].map((value) => said({ ...SLIDER_DEFAULTS, [trait]: value }));
    expect(new Set(steps).size).toBe(3);
  });

  it('name the companion', () => {
    expect(sampleWords('Juniper', SLIDER_DEFAULTS).greeting).toContain('Juniper');
  });

  it('hold no emoji while nobody asked for one', () => {
    expect(said({ ...SLIDER_DEFAULTS })).not.toMatch(/\p{Extended_Pictographic}/u);
  });
});
