import { describe, expect, it } from '@jest/globals';
import { activeTraits, inactiveTraits } from './traits.js';

describe('the traits of a bot', () => {
  it.each([
    ['a list', ['witty', 'memoryStrength'], ['Witty', 'Memory Strength']],
    ['flags, where true counts', { humor: true, formal: false, emojis: true }, ['Humor', 'Emojis']],
    ['sliders, from the middle on', { humor: 50, formal: 49, helpfulness: 85 }, ['Humor', 'Helpfulness']],
    ['a single value', 'friendly', ['Friendly']],
    ['nothing', null, []],
    ['an empty text', '', []],
  ])('are read from %s', (_kind, personality, traits) => {
    expect(activeTraits(personality, 'premium')).toEqual(traits);
  });

  it('are active as far as the plan unlocks them, and else inactive unless they are off', () => {
    const personality = { humor: true, formal: 80, witty: true, philosophical: false, roleplay: 10 };
    expect(activeTraits(personality, 'free')).toEqual(['Humor']);
    expect(inactiveTraits(personality, 'free')).toEqual(['formal', 'witty', 'roleplay']);
    expect(activeTraits(personality, 'basic')).toEqual(['Humor', 'Formal']);
    expect(inactiveTraits(personality, 'premium')).toEqual([]);
  });
});
