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
