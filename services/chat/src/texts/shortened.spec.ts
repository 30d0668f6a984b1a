import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { shortened } from './shortened.js';

const within = (max: number) => (text: string) => text.length <= max;

describe('a text that is shortened', () => {
  it.each([
    ['sentences', 'They plan a trip. They like tea. They want to go by boat.', 40, 'They plan a trip. They like tea.…'],
    ['words', 'They plan a trip to the northernmost lighthouse of all', 25, 'They plan a trip to the…'],
    ['Chinese sentences', '他们在计划旅行。他们喜欢喝茶。他们想坐船去。', 17, '他们在计划旅行。他们喜欢喝茶。…'],
    ['Thai words', 'พวกเขากำลังวางแผนการเดินทางไปเกาะ', 20, 'พวกเขากำลังวางแผน…'],
    ['characters where a word is too long', '👨‍👩‍👧👨‍👩‍👧', 10, '👨‍👩‍👧…'],
    ['itself where it fits', 'They like tea.', 14, 'They like tea.'],
    ['nothing where nothing fits', '👨‍👩‍👧', 3, ''],
  ])('is whole %s', (_what, text, max, expected) => {
    expect(shortened(text, within(max))).toBe(expected);
  });

  it('always fits, and is a beginning that is well-formed', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), fc.nat(70), (text, max) => {
        const short = shortened(text, within(max));
        expect(short.length).toBeLessThanOrEqual(max);
        expect(text.startsWith(short.replace(/…$/, ''))).toBe(true);
      }),
    );
  });
});
