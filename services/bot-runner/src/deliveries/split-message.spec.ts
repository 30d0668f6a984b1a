import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { MAX_MESSAGE_CHARS, splitMessage } from './split-message.js';

const word = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 }).filter((text) => !text.includes('`'));
const prose = fc
  .array(fc.tuple(word, fc.constantFrom(' ', '\n', '\n\n', '. ', '')), { maxLength: 400 })
  .map((pairs) => pairs.flat().join(''));
const code = fc.tuple(fc.constantFrom('', 'js', 'c++'), prose).map(([language, body]) => `\`\`\`${language}\n${body}\n\`\`\``);
const reply = fc.array(fc.oneof(prose, code), { maxLength: 6 }).map((segments) => segments.join('\n'));
const squeezed = (text: string): string => text.replaceAll(/```(?:js|c\+\+)?|\s/g, '');
const loneSurrogate = /\p{Surrogate}/u;
const fences = (text: string): number => text.split('```').length - 1;

describe('splitMessage', () => {
  it('leaves a short text in one message', () => {
    expect(splitMessage('hello')).toEqual(['hello']);
    expect(splitMessage('x'.repeat(MAX_MESSAGE_CHARS))).toHaveLength(1);
  });

  it('returns no part that is too long or blank, and loses no text', () => {
    fc.assert(
      fc.property(reply, (text) => {
        const parts = splitMessage(text);
        for (const part of parts) {
          expect(part.length).toBeLessThanOrEqual(MAX_MESSAGE_CHARS);
          expect(part.trim()).not.toBe('');
        }
        expect(squeezed(parts.join(''))).toBe(squeezed(text));
      }),
      { numRuns: 400 },
    );
  });

  it('closes every code block within its part', () => {
    fc.assert(
      fc.property(reply, (text) => {
        for (const part of splitMessage(text)) expect(fences(part) % 2).toBe(0);
      }),
      { numRuns: 400 },
    );
  });

  it('never splits a code block that fits into one message', () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(prose, code), { minLength: 2, maxLength: 8 }),
        fc.integer({ min: 200, max: MAX_MESSAGE_CHARS }),
        (segments, max) => {
          const parts = splitMessage(segments.join('\n'), max);
          for (const block of segments.filter((segment) => segment.startsWith('```') && segment.length <= max)) {
            expect(parts.some((part) => part.includes(block))).toBe(true);
          }
        },
      ),
      { numRuns: 400 },
    );
  });

  it('cuts within a word only when the word is longer than a message', () => {
    const address = `https://example.org/${'x'.repeat(1500)}`;
    expect(splitMessage(`${'word '.repeat(120)}${address}`)).toEqual(['word '.repeat(120), address]);
    expect(splitMessage('y'.repeat(4500)).map((part) => part.length)).toEqual([2000, 2000, 500]);
  });

  it('cuts between sentences in scripts without spaces', () => {
    const sentence = '図書館は火曜日から日曜日まで、午前九時に開きます。';
    for (const part of splitMessage(sentence.repeat(200))) expect(part).toMatch(/^図書館.*。$/);
  });

  it('keeps every character of prose and never splits a surrogate pair', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', minLength: 1, maxLength: 300 }), fc.integer({ min: 10, max: 60 }), (text, max) => {
        fc.pre(!text.includes('`') && !loneSurrogate.test(text));
        const parts = splitMessage(text, max);
        expect(parts.some((part) => loneSurrogate.test(part))).toBe(false);
        expect(parts.join('').replaceAll(/\s/g, '')).toBe(text.replaceAll(/\s/g, ''));
      }),
    );
  });

  it('moves a code block that fits into one message to the next message as a whole', () => {
    const block = `\`\`\`js\n${'const a = 1;\n'.repeat(100)}\`\`\``;
    const parts = splitMessage(`${'Some words. '.repeat(100)}\n${block}\nThat was it.`);
    expect(parts).toHaveLength(2);
    expect(parts[1]).toBe(`${block}\nThat was it.`);
  });

  it('closes a longer code block at the cut and reopens it with its language', () => {
    const parts = splitMessage(`\`\`\`py\n${'print(1)\n'.repeat(400)}\`\`\``);
    expect(parts.length).toBeGreaterThan(1);
    for (const part of parts) expect(part).toMatch(/^```py\n(print\(1\)\n)+```$/);
  });

  it('closes a code block that the model left open', () => {
    expect(splitMessage('Look:\n```js\nlet a')).toEqual(['Look:\n```js\nlet a\n```']);
  });
});
