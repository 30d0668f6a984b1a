import { describe, expect, it, jest } from '@jest/globals';
import { askedText, indexedText } from './indexed-text.js';
import { inOneSpelling, simplified } from './one-spelling.js';
import { TRADITIONAL_AND_SIMPLIFIED } from './simplified-characters.js';

describe('one spelling', () => {
  it.each([
    ['traditional characters as simplified ones', '圖書館的開放時間', '图书馆的开放时间'],
    ['Katakana as Hiragana, with the mark of a long vowel', 'ネコのカードヴ', 'ねこのかーどゔ'],
    ['everything else as it is', 'Käse, ภาษาไทย, 한국어 & 𠮷', 'Käse, ภาษาไทย, 한국어 & 𠮷'],
  ])('has %s', (_what, text, expected) => {
    expect(inOneSpelling(text)).toBe(expected);
    expect(inOneSpelling(expected)).toBe(expected);
  });

  it('may leave Katakana as it is', () => {
    expect(simplified('ネコの圖書館')).toBe('ネコの图书馆');
  });

  it('has no character that it would change again, and keeps the number of characters', () => {
    const all = TRADITIONAL_AND_SIMPLIFIED;
    expect(inOneSpelling(inOneSpelling(all))).toBe(inOneSpelling(all));
    expect(inOneSpelling(all)).toHaveLength(all.length);
    expect(all).toMatch(/^[\u3400-\u9fff]+$/);
  });

  it('leaves half of a pair of code units as it is', () => {
    expect(inOneSpelling('\ud842圖\udfb7')).toBe('\ud842图\udfb7');
  });

  it('looks up no character by its text, so that whole files are compared soon', () => {
    const lookUp = jest.spyOn(Map.prototype, 'get');
    const found = inOneSpelling('圖書館的開放時間ネコ'.repeat(1000));
    const times = lookUp.mock.calls.length;
    lookUp.mockRestore();
    expect(found === '图书馆的开放时间ねこ'.repeat(1000)).toBe(true);
    expect(times).toBe(0);
  });

  it.each([
    ['学习', '學習'],
    ['ネコ', 'ねこ'],
    ['カード', 'かーど'],
  ])('makes a text that is found by either: %s and %s', (one, other) => {
    expect(askedText(one)).toBe(askedText(other));
    expect(indexedText(one)).toBe(indexedText(other));
  });
});
