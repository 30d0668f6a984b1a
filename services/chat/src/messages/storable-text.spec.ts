import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { storable, StorableText } from './storable-text.js';

describe('storable text', () => {
  it.each([
    ['a\0b\0', 'ab'],
    ['a\ud83db', 'ab'],
    ['a\ude00b', 'ab'],
    ['\ud83d\ud83d\ude00', '😀'],
    ['\ude00\ud83d', ''],
    ['tab\tline\n', 'tab\tline\n'],
  ])('of %j is %j', (text, expected) => expect(storable(text)).toBe(expected));

  it('is the same whatever pieces the text comes in', () => {
    const unit = fc.constantFrom('a', '\0', '\ud83d', '\ude00', '😀', '\n', 'ü');
    fc.assert(
      fc.property(fc.array(fc.array(unit, { maxLength: 4 })), (pieces) => {
        const texts = pieces.map((units) => units.join(''));
        const filter = new StorableText();
        const result = texts.map((text) => filter.push(text)).join('');
        expect(result).toBe(storable(texts.join('')));
        expect(Buffer.from(result).toString()).toBe(result);
      }),
    );
  });
});
