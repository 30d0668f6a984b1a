import { describe, expect, it } from '@jest/globals';
import { stemOf } from './word-stem.js';

describe('the stem of a word', () => {
  it.each([
    'run running',
    'city cities',
    'house houses',
    'work works worked working worker',
    'ticket tickets',
    'haus hauser',
    'katze katzen',
    'offnung offnungen offnen offnet',
    'kundige kundigen kundigung',
    'student studenten students',
    'gato gatos',
    'habite habites habiter habitent',
    'собака собаки собаку собак',
    'живу живешь живет',
    'билет билеты билетов',
    'كتاب الكتاب والكتاب',
  ])('is the same for all forms: %s', (forms) => {
    expect(new Set(forms.split(' ').map(stemOf)).size).toBe(1);
  });

  it.each(['order refund', 'mother father', 'schwester schwimmen', 'beitreten austreten', 'wait water', 'кот год', 'day dad'])(
    'is not the same for different words: %s',
    (words) => {
      expect(new Set(words.split(' ').map(stemOf)).size).toBe(2);
    },
  );

  it.each(['', 'a', 'was', '日本', 'ไทย', '한국', 's'.repeat(5000), '😀'])('is some text for any word: %j', (word) => {
    expect(stemOf(word).length).toBeLessThanOrEqual(word.length);
  });
});
