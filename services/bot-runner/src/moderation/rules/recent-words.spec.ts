import { mock } from 'node:test';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { RecentWords } from './recent-words.js';

beforeEach(() => mock.timers.enable({ apis: ['setTimeout'] }));
afterEach(() => mock.timers.reset());

describe('what is known of the words of members', () => {
  it('is forgotten ten minutes after the first of them, and known again afterwards', () => {
    const words = new RecentWords<number>();
    for (let round = 0; round < 2; round += 1) {
      words.set('one', 1);
      mock.timers.tick(599_999);
      words.set('two', 2);
      expect([words.get('one'), words.get('two')]).toEqual([1, 2]);
      mock.timers.tick(1);
      expect([words.get('one'), words.get('two')]).toEqual([undefined, undefined]);
    }
  });

  it('is at most that of 20,000 words of 30 characters', () => {
    const words = new RecentWords<number>();
    const all = Array.from({ length: 20_001 }, (_, n) => `word${n}`);
    for (const word of all) words.set(word, 0);
    expect(all.filter((word) => words.get(word) !== undefined)).toEqual(['word20000']);
    words.set('a'.repeat(30), 1);
    words.set('a'.repeat(31), 1);
    expect([words.get('a'.repeat(30)), words.get('a'.repeat(31))]).toEqual([1, undefined]);
  });
});
