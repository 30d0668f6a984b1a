import { describe, expect, it } from '@jest/globals';
import { goesOnBehindStop } from './full-stops.js';

describe('goesOnBehindStop', () => {
  it.each([
    ['I met Dr. ', 'Meyer'],
    ['Am 5. ', 'Mai'],
    ['born on Dec. ', '5'],
    ['z. ', 'B. Tee'],
    ['by J. ', 'Smith'],
  ])('a sentence goes on behind "%s": %s', (text, next) => {
    expect(goesOnBehindStop(text, next)).toBe(true);
  });

  it.each([
    ['It is open. ', 'Come in'],
    ['I live in block B. ', 'My name is Eve'],
    ['Am 5. ', 'Tisch'],
  ])('a sentence ends with "%s": %s', (text, next) => {
    expect(goesOnBehindStop(text, next)).toBe(false);
  });

  it('looks at the end of a text alone, however long it is', () => {
    const text = `${'A. '.repeat(100_000)}I met Dr. `;
    const startMs = performance.now();
    for (let n = 0; n < 1000; n += 1) expect(goesOnBehindStop(text, 'Meyer')).toBe(true);
    expect(performance.now() - startMs).toBeLessThan(1000);
  });
});
