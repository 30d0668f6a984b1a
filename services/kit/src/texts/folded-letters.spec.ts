import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { foldedLetters } from './folded-letters.js';

describe('letters as they are compared', () => {
  it.each([
    ['Straße CAFÉ Œuvre', 'strasse cafe oeuvre'],
    ['ISPARTA ıspanak İzmir', 'isparta ispanak izmir'],
    ['Ёлка Чай Ψωμί', 'елка чаи ψωμι'],
    ['مَرْحَبًا שָׁלוֹם', 'مرحبا שלום'],
    ['ｆｕｌｌ, it’s', 'full, it’s'],
  ])('are the same however people write them: %s', (text, folded) => {
    expect(foldedLetters(text)).toBe(folded);
    expect(foldedLetters(folded)).toBe(folded);
  });

  it.each(['가나다', 'ガギグ', 'हिन्दी', 'ภาษาไทย'])('keep marks that make another letter or vowel: %s', (text) => {
    expect(foldedLetters(text)).toBe(text);
  });

  it('are the same in texts of ASCII alone and in those with other characters', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary-ascii' }), (text) => {
        expect(`${foldedLetters(text)}中`).toBe(foldedLetters(`${text}中`));
      }),
    );
  });
});
