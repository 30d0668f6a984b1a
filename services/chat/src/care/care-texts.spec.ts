import { describe, expect, it } from '@jest/globals';
import { CARE_LANGUAGES, careText } from './care-texts.js';

describe('the words for a crisis', () => {
  it.each(CARE_LANGUAGES)('in %s name an emergency number and where to find a helpline in every country', (language) => {
    for (const kind of ['selfHarm', 'toOthers'] as const) {
      const text = careText({ kind, language });
      expect(text).toMatch(/112|911|110|191/);
      expect(text).toContain('https://findahelpline.com');
      // One message on Discord.
      expect(text.length).toBeLessThan(1800);
    }
  });

  it('in Polish name the line for children and teenagers next to the one for adults', () => {
    const text = careText({ kind: 'selfHarm', language: 'pl' });
    expect(text).toContain('116 123');
    expect(text).toContain('116 111');
  });
});
