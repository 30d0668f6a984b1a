import { describe, expect, it } from '@jest/globals';
import { activeTraits } from './traits.js';

describe('the traits of a bot', () => {
  it.each([
    ['a list', ['witty', 'memoryStrength'], ['Witty', 'Memory Strength']],
    ['flags, where true counts', { humor: true, formal: false, emojis: true }, ['Humor', 'Emojis']],
    ['sliders, from the middle on', { humor: 50, formal: 49, helpfulness: 85 }, ['Humor', 'Helpfulness']],
    ['a single value', 'friendly', ['Friendly']],
    ['nothing', null, []],
    ['an empty text', '', []],
  ])('are read from %s', (_kind, personality, traits) => {
    expect(activeTraits(personality)).toEqual(traits);
  });
});
