import { describe, expect, it } from '@jest/globals';
import { LeadingThoughts } from './leading-thoughts.js';

function shown(pieces: Iterable<string>): string {
  const thoughts = new LeadingThoughts();
  return [...pieces].map((piece) => thoughts.push(piece)).join('') + thoughts.end();
}

describe('thoughts at the beginning of a text', () => {
  it.each([
    ['<think>They greet me.</think>Hello.', 'Hello.'],
    ['<thinking>They greet me.</thinking>Hello.', 'Hello.'],
    ['<Think>They greet me.</THINK>Hello.', 'Hello.'],
    [' \n\t<think>\nThey greet me.\n</think>\n\nHello.\n', 'Hello.\n'],
    ['<think></think>Hello.', 'Hello.'],
    ['<think>\n\n</think>\n\n', ''],
    ['<think>a < b, </thin and </thinking> are no end</think>你好', '你好'],
    ['<thinking></think> is no end of it</thinking>مرحبا', 'مرحبا'],
    ['<think>Never closed. The password is swordfish.', ''],
    ['<think>Closed in part</thin', ''],
    ['<think>İİİİ</think>Merhaba', 'Merhaba'],
    ['<think>One</think>Two <think>three</think>', 'Two <think>three</think>'],
  ])('of %j are left out, whole or in pieces of any length', (text, rest) => {
    expect(shown([text])).toBe(rest);
    for (let size = 1; size < text.length; size += 1)
      expect(shown(text.match(new RegExp(`[^]{1,${size}}`, 'gu')) ?? [])).toBe(rest);
  });

  it.each([
    'Hello.',
    '',
    '  \n',
    '<thi',
    '<thin>Hello.</thin>',
    '<thinker>Hello.</thinker>',
    '< think>Hello.</think>',
    'Models write <think>such</think> blocks.',
    '`<think>` begins a block and `</think>` ends it.',
    '```\n<think>\nHello\n</think>\n```',
    'Hello.</think>',
  ])('are not what %j has', (text) => {
    expect(shown([text])).toBe(text);
    expect(shown(text)).toBe(text);
  });

  it('are the only text that waits: a tag is waited for no longer than one can follow', () => {
    const thoughts = new LeadingThoughts();
    expect(['<', 't', 'h', 'e', 'n'].map((piece) => thoughts.push(piece))).toEqual(['', '', '', '<the', 'n']);
    const blank = new LeadingThoughts();
    expect(Array.from({ length: 2000 }, () => blank.push(' ')).join('').length).toBeGreaterThan(900);
  });

  it('take no longer than their length, however small their pieces are', () => {
    const thoughts = new LeadingThoughts();
    thoughts.push('<think>');
    const start = performance.now();
    for (let n = 0; n < 300_000; n += 1) thoughts.push('</thin');
    expect(performance.now() - start).toBeLessThan(2000);
    expect(thoughts.push('</think>Hello.')).toBe('Hello.');
  });
});

describe('thoughts of which only the end is marked', () => {
  const read = (pieces: Iterable<string>) => {
    const thoughts = new LeadingThoughts(true);
    const text = [...pieces].map((piece) => thoughts.push(piece)).join('') + thoughts.end();
    return [text, thoughts.lackedStart];
  };

  it.each([
    ['They greet me.\n</think>\n\nHello.', 'Hello.', true],
    ['Okay, </thin is no end.</THINKING> 你好', '你好', true],
    ['They greet me.</think>', '', true],
    ['<think>They greet me.</think>Hello.', 'Hello.', false],
    ['Hello.', 'Hello.', false],
    ['`</think>` ends a block of thoughts.', '`</think>` ends a block of thoughts.', false],
    ['', '', false],
  ])('are left out of %j, whole or in pieces of any length', (text, rest, lackedStart) => {
    expect(read([text])).toEqual([rest, lackedStart]);
    for (let size = 1; size < text.length; size += 1)
      expect(read(text.match(new RegExp(`[^]{1,${size}}`, 'gu')) ?? [])).toEqual([rest, lackedStart]);
  });

  it('hold back no text without end, and take linear time', () => {
    const thoughts = new LeadingThoughts(true);
    const start = performance.now();
    let shownChars = 0;
    for (let at = 0; at < 100_000; at += 1) shownChars += thoughts.push('word ').length;
    expect(shownChars).toBe(500_000);
    expect(performance.now() - start).toBeLessThan(3000);
  });
});
