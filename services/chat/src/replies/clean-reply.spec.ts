import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { MARKDOWN_MARKS } from '../../test/markdown-marks.js';
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

/** The time of a processor that this process took, which other work on the machine does not make longer. */
function cpuMsSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
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

  it.each([
    ['a span of code', 'Set `m["key"](arg)` and `vec![1]` now'],
    ['an argument in plain text', 'Call m["key"](arg) or f[0](a, b)'],
    ['a block of code', '```js\nm["key"](arg); // ![x](y.png) @everyone\n```\nDone'],
    ['a block with other marks, in a list', '- ~~~\n  [a](b/c)\n  ~~~\n- x'],
    ['a longer span', 'a `` b ` [c](d.e) `` f'],
    ['a block without an end', '```\n[a](b.c)'],
  ])('leaves %s as it is', (_what, text) => {
    for (const size of [1, 3, 1000]) expect(clean(text, false, size)).toBe(text);
  });

  it.each([
    ['an address in code', '`fetch("https://a.example/x")`', '`fetch("(link removed)")`'],
    ['a link behind a backtick without an end', 'a ` b [x](https://e.example) c', 'a ` b x c'],
    ['a link behind an escaped backtick', '\\`[x](https://e.example)\\`', '\\`x\\`'],
    ['a link behind a span', '`a` [x](https://e.example)', '`a` x'],
    ['a link behind a block', '```\na\n```\n[x](https://e.example)', '```\na\n```\nx'],
    ['an image in a link', '[![a](https://e.example/p.png)](https://e.example)', 'a'],
    ['an address with parentheses', '[x](https://e.example/a_(b)) c', 'x c'],
    ['an address in the middle of a word', `${'a'.repeat(40)}https://e.example b`, `${'a'.repeat(40)}https(link removed) b`],
    ['an invitation', 'discord.com/invite/abc and discordapp.com/invite/abc', '(link removed) and (link removed)'],
    ['an address in Chinese', '请看https://e.example/x。好', '请看(link removed)'],
    [
      'mentions of everybody',
      '@everyone and @here, a@hereafter.org, <@&123>!',
      '@\u200beveryone and @\u200bhere, a@hereafter.org, @role!',
    ],
    ['NUL and halves of pairs', 'a\0b\ud800c\udc00d😀', 'abcd😀'],
  ])('cleans %s', (_what, text, expected) => {
    for (const size of [1, 3, 1000]) expect(clean(text, false, size)).toBe(expected);
  });

  it('keeps mentions in code and addresses of links whose text is cleaned', () => {
    expect(clean('`@everyone` [a @here](https://e.example)', true)).toBe('`@everyone` [a @\u200bhere](https://e.example)');
  });

  const ALNUM = 'aB3dE6gH9';
  const KEYS = [
    ['ghp', ALNUM.repeat(4)].join('_'),
    ['github', 'pat', '11ABCDEFG0', ALNUM.repeat(5)].join('_'),
    ['AKIA', 'IOSFODNN7EXAMPLE'].join(''),
    ['AIza', `Sy${ALNUM.repeat(4)}`].join(''),
    ['xoxb', '123456789012', ALNUM.repeat(2)].join('-'),
    ['xoxp', '123456789012', ALNUM.repeat(2)].join('-'),
    ['sk', 'proj', ALNUM.repeat(6)].join('-'),
    ['sk', 'ant', 'api03', ALNUM.repeat(6)].join('-'),
    ['sk', 'live', ALNUM.repeat(2)].join('_'),
    ['kith', ALNUM.repeat(5)].join('_'),
    ['MTIzNDU2Nzg5MDEyMzQ1Njc4', 'GabcDE', 'abcdefghijklmnopqrstuvwxyz0123456789AB'].join('.'),
    ['eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9', 'eyJzdWIiOiIxMjM0NTY3ODkwIn0', ALNUM.repeat(4)].join('.'),
    `Bearer ${ALNUM.repeat(3)}`,
    `-----BEGIN RSA PRIVATE KEY-----\n${`${ALNUM.repeat(7)}\n`.repeat(20)}-----END RSA PRIVATE KEY-----`,
  ];

  it.each(KEYS)('removes keys of the common shapes, however they are split and wherever they stand: %s', (key) => {
    for (const [before, after] of [
      ['It is ', '. Done'],
      ['key=', ', and'],
      ['`', '` in code'],
      ['```\n', '\n```\n'],
      ['密钥是', '。'],
      ['**', '** is it'],
    ])
      for (const size of [1, 7, 10_000]) expect(clean(`${before}${key}${after}`, true, size)).toBe(`${before}[redacted]${after}`);
  });

  it('removes the password of an address', () => {
    expect(clean('At postgres://app:hunter22@db.example/x now', true)).toBe('At postgres://app:[redacted]@db.example/x now');
  });

  it('leaves words alone that only begin like keys', () => {
    const text = `A task-force of risk-averse people, sk-learn, the bearer of news, bearer certificates, pk_orders_customer_id, ghp_, AKIA, AIza, xoxb-, eyJ, 0b5e2f6c-8f1b-4a57-9d3c-2f3b5f5f7d11, ${'0a'.repeat(32)}, -----BEGIN CERTIFICATE----- and "a.b.c" at 12:30:45.`;
    for (const size of [1, 4, 1000]) expect(clean(text, true, size)).toBe(text);
  });

  it('hides no more than a private key could be long when its end is missing', () => {
    const cleaned = clean(`-----BEGIN PRIVATE KEY-----${'a '.repeat(6000)}end`, true, 100);
    expect(cleaned).toMatch(/^\[redacted\][ a]{1,2100}end$/);
  });

  const WORDS = '@ word 中文 слово 😀 a_b 1. @everyone @here <@&12> https:// www. discord.gg/ kb-'.split(' ');
  const TEXTS = [
    'https://example.com/x [text](https://example.com) ![alt](http://a.example/p.png) www.example.org "key"](arg) postgres://a:b@c'.split(
      ' ',
    ),
    [
      'word ',
      ' ',
      '\n',
      '\n\n',
      '\n```js\n',
      '- ',
      '\ud83d',
      '\0',
      BOUNDARY,
      BOUNDARY.slice(0, 9),
      KEYS.at(-1)?.slice(0, 60) ?? '',
    ],
  ].flat();
  const anything = fc.constantFrom(...MARKDOWN_MARKS, ...WORDS, ...TEXTS, ...KEYS);

  it('gives the same text in whichever pieces the reply comes', () => {
    const pieces = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(fc.array(anything, { maxLength: 30 }), fc.boolean(), pieces, (parts, shareLinks, sizes) => {
        const text = parts.join('');
        const cleaner = new ReplyCleaner({ shareLinks, boundary: BOUNDARY });
        let cleaned = '';
        for (let at = 0, turn = 0; at < text.length; turn += 1) {
          const size = sizes[turn % sizes.length] ?? 1;
          cleaned += cleaner.push(text.slice(at, at + size));
          at += size;
        }
        const whole = new ReplyCleaner({ shareLinks, boundary: BOUNDARY });
        expect(cleaned + cleaner.end()).toBe(whole.push(text) + whole.end());
      }),
      { numRuns: 1000 },
    );
  });

  it('holds back little of any text', () => {
    for (const text of [
      '[',
      '`',
      '![',
      'a',
      '!',
      '.',
      '[a](',
      '```',
      'https://a.',
      '-----BEGIN ',
      '@',
      '<@&1',
      `${BOUNDARY} `,
      ' ',
      '\n',
    ]) {
      const cleaner = new ReplyCleaner({ shareLinks: false, boundary: BOUNDARY });
      let held = 0;
      for (let turn = 0; turn < 100; turn += 1) {
        cleaner.push(text.repeat(100));
        held = Math.max(held, cleaner.pendingLength);
      }
      expect(held).toBeLessThan(3200);
    }
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
    const before = process.cpuUsage();
    for (const text of [
      '['.repeat(20_000),
      '![('.repeat(7000),
      '[a]('.repeat(5000),
      'a'.repeat(20_000),
      'www.'.repeat(5000),
      'h://'.repeat(5000),
    ])
      clean(text, false, 50);
    expect(cpuMsSince(before)).toBeLessThan(10_000);
  });

  it('takes linear time for a row of exclamation marks [S42]', () => {
    const cleaner = new ReplyCleaner({ shareLinks: true, boundary: 'kb-x' });
    const before = process.cpuUsage();
    cleaner.push('!'.repeat(64_000));
    cleaner.end();
    // Quadratic, it was 11 s.
    expect(cpuMsSince(before)).toBeLessThan(2000);
    expect(cleaner.push('!!![a](https://x.test/b) ') + cleaner.end()).toBe('[a](https://x.test/b) ');
  });
});
