import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { ReplyCleaner } from './clean-reply.js';

const BOUNDARY = 'kb-0123456789abcdef';

function clean(text: string, shareLinks = false, size = 3): string {
  const cleaner = new ReplyCleaner({ shareLinks, boundary: BOUNDARY });
  const pieces = [...text].reduce<string[]>((all, character, index) => {
    if (index % size === 0) all.push('');
    all.push((all.pop() ?? '') + character);
    return all;
  }, []);
  return pieces.map((piece) => cleaner.push(piece)).join('') + cleaner.end();
}

describe('the reply cleaner', () => {
  it.each([
    ['See https://example.com/a?b=c#d.', 'See (link removed).'],
    ['(www.example.com), ok', '((link removed)), ok'],
    ['Read [the docs](https://example.com/docs "title") first', 'Read the docs first'],
    ['<https://example.com> and ftp://example.com/x', '(link removed) and (link removed)'],
    ['join discord.gg/abc123 now', 'join (link removed) now'],
    ['![a cat](https://example.com/cat.png) here', 'a cat here'],
    ['![](https://example.com/cat.png) here', 'image here'],
    ['HTTPS://EXAMPLE.COM shouted', '(link removed) shouted'],
    ['list[0] and f(x) and [not a link] and a :// b', 'list[0] and f(x) and [not a link] and a :// b'],
  ])('removes links: %s', (text, expected) => {
    for (const size of [1, 3, 1000]) expect(clean(text, false, size)).toBe(expected);
  });

  it('keeps links when the owner allows them, but no remote images', () => {
    expect(clean('See https://example.com and [docs](https://example.com/d)', true)).toBe(
      'See https://example.com and [docs](https://example.com/d)',
    );
    expect(clean('Look: ![a cat](https://evil.example/c.png?leak=1) ![](https://evil.example/d.png)', true)).toBe(
      'Look: [a cat](https://evil.example/c.png?leak=1) [image](https://evil.example/d.png)',
    );
  });

  it('removes the mark of the knowledge blocks, however it is split [S69]', () => {
    for (const size of [1, 5, 1000])
      expect(clean(`The mark is [${BOUNDARY} begin 1] and ${BOUNDARY}.`, true, size)).not.toContain(BOUNDARY);
  });

  it('removes everything that looks like a key or token', () => {
    expect(clean(`key sk-${'a1'.repeat(20)} end`, true)).toBe('key [redacted] end');
  });

  it('leaves no mark, remote image or forbidden link, however the reply is split into pieces [S69]', () => {
    const part = fc.constantFrom(
      'word ',
      '\n',
      '[',
      ']',
      '(',
      ')',
      '!',
      'https://example.com/x ',
      '[text](https://example.com)',
      '![alt](http://a.example/p.png)',
      'www.example.org',
      BOUNDARY,
      '. ',
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 25 }), fc.boolean(), fc.integer({ min: 1, max: 9 }), (parts, shareLinks, size) => {
        const text = parts.join('');
        const cleaned = clean(text, shareLinks, size);
        expect(cleaned).not.toContain(BOUNDARY);
        expect(cleaned).not.toContain('![');
        if (!shareLinks) expect(cleaned).not.toMatch(/https?:\/\/|www\./);
      }),
      { numRuns: 1000 },
    );
  });

  it('releases text before the end, also after a long unfinished bracket', () => {
    const cleaner = new ReplyCleaner({ shareLinks: true, boundary: BOUNDARY });
    expect(cleaner.push('One two thr')).toBe('One two ');
    expect(cleaner.push(`ee [${'open '.repeat(500)}`).length).toBeGreaterThan(400);
  });

  it('is fast for any text', () => {
    const start = performance.now();
    for (const text of [
      '['.repeat(20_000),
      '![('.repeat(7000),
      '[a]('.repeat(5000),
      'a'.repeat(20_000),
      'www.'.repeat(5000),
      'h://'.repeat(5000),
    ])
      clean(text, false, 50);
    expect(performance.now() - start).toBeLessThan(10_000);
  });

  it('takes linear time for a row of exclamation marks [S42]', () => {
    const cleaner = new ReplyCleaner({ shareLinks: true, boundary: 'kb-x' });
    const startedAt = performance.now();
    cleaner.push('!'.repeat(64_000));
    cleaner.end();
    // Quadratic, it was 11 s.
    expect(performance.now() - startedAt).toBeLessThan(2000);
    expect(cleaner.push('!!![a](https://x.test/b) ') + cleaner.end()).toBe('[a](https://x.test/b) ');
  });
});
