import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { plainWords } from './folded-text.js';

it('the words of a text are the same whether or not it also has characters other than those of ASCII', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary-ascii' }), (text) => {
      expect(`${plainWords(text)} 中`.trim()).toBe(plainWords(`${text} 中`));
    }),
  );
  expect(plainWords("It's `plain`, (isn't it)?")).toBe('Its plain isnt it');
});
