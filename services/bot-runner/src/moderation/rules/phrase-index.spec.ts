import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { PhraseIndex } from './phrase-index.js';

const MANY = 3700;

describe('an index of phrases', () => {
  it('finds what a search for each phrase finds', () => {
    const written = (maxLength: number) =>
      fc.array(fc.constantFrom('a', 'b', 'ab', ' ', '禁', '🙂', '\uD83D'), { maxLength }).map((parts) => parts.join(''));
    fc.assert(
      fc.property(fc.array(written(5), { maxLength: 8 }), written(25), (phrases, text) => {
        const index = new PhraseIndex(phrases);
        const found = phrases.some((phrase) => phrase !== '' && text.includes(phrase));
        return index.isIn(text) === found && index.isIn(text) === found;
      }),
      { numRuns: 5000 },
    );
  });

  it('finds a phrase that ends within a longer one, and one that is the end of it', () => {
    const index = new PhraseIndex(['two words here', 'words', 'wo w']);
    const found = ['the words', 'a two w', 'two', 'wo', 'word'].filter((text) => index.isIn(text));
    expect(found).toEqual(['the words', 'a two w']);
  });

  it('counts each phrase once', () => {
    expect(new PhraseIndex(['a b', 'a b', '', '禁']).size).toBe(2);
    expect(new PhraseIndex([]).isIn('text')).toBe(false);
  });

  it.each([
    ['that differ', (at: number) => String.fromCharCode(0x4e00 + at, 0x4e00)],
    ['that begin alike', (at: number) => `${'a'.repeat(40)}${String.fromCharCode(0x4e00 + at)}`],
  ])('takes two steps for each character, also with thousands of phrases %s', (_kind, phraseAt) => {
    const index = new PhraseIndex(Array.from({ length: MANY }, (_, at) => phraseAt(at)));
    for (const text of ['\u4e01'.repeat(5000), 'a'.repeat(5000), `${'a'.repeat(39)}b`.repeat(125)]) {
      index.isIn('');
      const steps = countedSteps(index);
      expect(index.isIn(text)).toBe(false);
      expect(steps()).toBeLessThanOrEqual(2 * text.length);
    }
  });
});

/** Counts the look-ups of an index that was built. */
function countedSteps(index: PhraseIndex): () => number {
  const { next } = (index as unknown as { automaton: { next: Map<number, number> } }).automaton;
  const get = Map.prototype.get.bind(next);
  let steps = 0;
  next.get = (key) => {
    steps += 1;
    return get(key) as number | undefined;
  };
  return () => steps;
}
