const SHARE = 0.35;
const MIN_LETTERS = 5;
const SEED = 7;

/** Misspells 35 % of the longer words of the questions it is given, two neighbouring letters exchanged: the same ones in each run. */
export function misspelling(): (question: string) => string {
  const random = numbersFrom(SEED);
  let longWords = 0;
  return (question) =>
    question.replaceAll(/[\p{L}\p{M}]+/gu, (word) => {
      if (word.length < MIN_LETTERS) return word;
      longWords += 1;
      return Math.floor(longWords * SHARE) > Math.floor((longWords - 1) * SHARE) ? misspelt(word, random) : word;
    });
}

/** The first letter stays: it is seldom mistyped. */
export function misspelt(word: string, random: () => number): string {
  const at = 1 + Math.floor(random() * (word.length - 2));
  return word.slice(0, at) + (word[at + 1] ?? '') + (word[at] ?? '') + word.slice(at + 2);
}

/** Pseudo-random, from 0 up to 1. */
export function numbersFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}
