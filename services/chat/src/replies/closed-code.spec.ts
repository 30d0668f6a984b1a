import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { endsInFence, withCodeClosed } from './closed-code.js';

describe('code that is open at the end of a reply', () => {
  it.each([
    ['a block', 'So:\n```js\nlet x = 1', 'So:\n```js\nlet x = 1\n```'],
    ['a block of its opening alone', 'So:\n```', 'So:\n```\n```'],
    ['a block of tildes', '~~~~\n```\nx', '~~~~\n```\nx\n~~~~'],
    ['a block of more backticks', '`````md\n```js\nx\n```', '`````md\n```js\nx\n```\n`````'],
    ['a block in a quotation', '> ```\n> x', '> ```\n> x\n> ```'],
    ['a block in a list', '- ```\n  x', '- ```\n  x\n  ```'],
    ['the second block', '```\na\n```\nthen\n```\nb', '```\na\n```\nthen\n```\nb\n```'],
    ['a block within a line, as Discord reads it', 'Here: ```js\na\n\nb', 'Here: ```js\na\n\nb```'],
    ['a block of Chinese', '例：\n```\n你好。', '例：\n```\n你好。\n```'],
  ])('is closed with the marks of %s, cut or not', (_what, text, closed) => {
    for (const isCut of [true, false]) expect(withCodeClosed(text, isCut)).toBe(closed);
  });

  it.each([
    ['Use `npm run', 'Use `npm run`'],
    ['Use ``a ` b', 'Use ``a ` b``'],
    ['`a` and `b', '`a` and `b`'],
    ['a `b ``', 'a `b `` `'],
  ])('is a span that is closed where the reply was cut: %s', (text, closed) => {
    expect(withCodeClosed(text, true)).toBe(closed);
    expect(withCodeClosed(text, false)).toBe(text);
  });

  it.each(['', 'Hello.', '`a`', '```\na\n```', 'a \\` b', 'a ` b\n\nnext', '~~~\na\n~~~', '``` a ``` b', 'it is ~~~ here'])(
    'is none in %j',
    (text) => {
      expect(withCodeClosed(text, true)).toBe(text);
    },
  );

  it('is open no more once it was closed, in linear time', () => {
    const piece = fc.constantFrom('`', '``', '```', '````', '~~~', '\n', '\n\n', 'js', 'x y', '\\', '字');
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), fc.boolean(), (pieces, isCut) => {
        const closed = withCodeClosed(pieces.join('').trimEnd(), isCut);
        expect(closed.startsWith(pieces.join('').trimEnd())).toBe(true);
        expect(withCodeClosed(closed, false)).toBe(closed);
      }),
      { numRuns: 2000 },
    );
    const startedAt = performance.now();
    for (const long of ['`'.repeat(19_000), '` '.repeat(9500), '```\n'.repeat(4751), '`a``b'.repeat(3800)])
      withCodeClosed(long, true);
    expect(performance.now() - startedAt).toBeLessThan(1000);
  });

  it('ends with a line of marks that nothing may stand behind', () => {
    expect(['```\na\n```', '> x\n> ~~~'].map(endsInFence)).toEqual([true, true]);
    expect(['a ```', '``` a', 'x'].map(endsInFence)).toEqual([false, false, false]);
  });
});
