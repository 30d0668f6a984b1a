import { beforeAll, describe, expect, it } from '@jest/globals';
import { countTokens as exact } from 'gpt-tokenizer/encoding/o200k_base';
import { mostTokens, tokenCounter, type CountTokens } from './tokens.js';

let countTokens: CountTokens;
beforeAll(async () => {
  countTokens = await tokenCounter();
});

const ENGLISH =
  'The lighthouse of Port Amber was built in 1874, and its keeper (the third of her family) still winds the clock every evening. '.repeat(
    80,
  );

describe('counting tokens', () => {
  it('is exact for text with spaces', () => {
    expect(countTokens(ENGLISH)).toBe(exact(ENGLISH));
    expect(countTokens('Hello, world!')).toBe(exact('Hello, world!'));
    expect(countTokens('')).toBe(0);
  });

  it.each(['Hello, world!', 'ünïcödé', '船は九時に出ます', '👩‍👩‍👧', '\ud83d', '\u0000\u0001', '𐀀𒀀', 'ꙮ꧁', ''])(
    'knows how many %j has at most',
    (text) => {
      expect(mostTokens(text)).toBeGreaterThanOrEqual(exact(text));
    },
  );

  it('counts special tokens as text', () => {
    expect(countTokens('<|endoftext|> and <|im_start|>')).toBeGreaterThan(5);
  });

  it.each([
    ['a letter', 'a'.repeat(200_000)],
    ['spaces', ' '.repeat(200_000)],
    ['emoji', '😀'.repeat(100_000)],
  ])('is fast for 200,000 times %s', (_what, text) => {
    const start = performance.now();
    expect(countTokens(text)).toBeGreaterThan(100);
    expect(performance.now() - start).toBeLessThan(5000);
  });
});
