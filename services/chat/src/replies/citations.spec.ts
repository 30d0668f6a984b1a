import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { MARKDOWN_MARKS } from '../../test/markdown-marks.js';
import { CitationReader, withoutCitations } from './citations.js';

const [FERRY, MOON] = ['4f9c0a52-9d0e-4b43-8b5c-0d5f6d0a7f11', '4f9c0a52-9d0e-4b43-8b5c-0d5f6d0a7f12'];
const PASSAGES = [
  { itemId: FERRY, title: 'Ferry', body: 'The ferry leaves at nine.' },
  { itemId: MOON, title: 'Moon', body: 'The moon is old.' },
  { itemId: FERRY, title: 'Ferry', body: 'It costs two coins.' },
];

function read(reply: string, size = reply.length || 1) {
  const reader = new CitationReader(PASSAGES);
  let text = '';
  for (let at = 0; at < reply.length; at += size) text += reader.push(reply.slice(at, at + size));
  text += reader.end();
  return { text, titles: reader.cited.map(({ title }) => title), cited: reader.cited };
}

describe('citations of a reply', () => {
  it.each([
    ['At nine [1].', 'At nine [1].', ['Ferry']],
    ['Old [2]. At nine [1].', 'Old [1]. At nine [2].', ['Moon', 'Ferry']],
    ['At nine[1], for two coins[3].', 'At nine[1], for two coins[1].', ['Ferry']],
    ['Both [1][2].', 'Both [1][2].', ['Ferry', 'Moon']],
    ['Both [2, 1] and [ 3 ; 2 ].', 'Both [1][2] and [2][1].', ['Moon', 'Ferry']],
    ['All [1-3] of [1–2].', 'All [1][2] of [1][2].', ['Ferry', 'Moon']],
    ['At nine【1†ferry】 or 【2】.', 'At nine[1] or [2].', ['Ferry', 'Moon']],
    ['At nine [^1].', 'At nine [1].', ['Ferry']],
    ['九時です［1］。二枚【３】。', '九時です[1]。二枚[1]。', ['Ferry']],
    ['两者都是［２，１］［1、２］【２；１】。', '两者都是[1][2][2][1][1][2]。', ['Moon', 'Ferry']],
    ['모두 ［１～３］와 ［１－２］와 ［1〜2］.', '모두 [1][2]와 [1][2]와 [1][2].', ['Ferry', 'Moon']],
    ['九時［１］(朝)です。', '九時[1](朝)です。', ['Ferry']],
  ])('are numbered by source, in the order in which they appear: %s', (reply, text, titles) => {
    for (const size of [1, 2, 3, 1000]) expect(read(reply, size)).toMatchObject({ text, titles });
  });

  it.each([
    ['At nine [7].', 'At nine.', []],
    ['At nine [7] [1].', 'At nine [1].', ['Ferry']],
    ['At nine [4, 2, 9].', 'At nine [1].', ['Moon']],
    ['[8]At nine', 'At nine', []],
    ['九時［９］。', '九時。', []],
  ])('are left out where they point nowhere: %s', (reply, text, titles) => {
    for (const size of [1, 2, 3, 1000]) expect(read(reply, size)).toMatchObject({ text, titles });
  });

  it.each([
    ['The ferry leaves at nine [2].', 'The ferry leaves at nine.', []],
    ['The ferry leaves at nine [1][2].', 'The ferry leaves at nine [1].', ['Ferry']],
    [
      'The ferry leaves at nine [2], also when it rains.\n\nThe moon is old [2].',
      'The ferry leaves at nine, also when it rains.\n\nThe moon is old [1].',
      ['Moon'],
    ],
    ['The moon is old.\n- The ferry leaves at nine [2]', 'The moon is old.\n- The ferry leaves at nine [1]', ['Moon']],
    ['The ferry leaves at nine [3].', 'The ferry leaves at nine [1].', ['Ferry']],
    ['A boat departs each morning [2].', 'A boat departs each morning [1].', ['Moon']],
    ['Die Ferry leaves nine, und der Mond ist alt [2].', 'Die Ferry leaves nine, und der Mond ist alt [1].', ['Moon']],
  ])('are left out only where the sentence has words of another item, and none of the passage: %s', (reply, text, titles) => {
    for (const size of [1, 2, 3, 1000]) expect(read(reply, size)).toMatchObject({ text, titles });
  });

  it.each([
    '- [1] The ferry leaves at nine.\n- [2] The moon is old.',
    '* **[1]** The ferry leaves at nine.\n* **[2]** The moon is old.',
    '1. [1] The ferry leaves at nine.\n2. [2] The moon is old.',
    '10) [1] The ferry leaves at nine.\n    [2] The moon is old.',
    '[1] The ferry leaves at nine. [2] The moon is old.',
    '| [1] | The ferry leaves at nine. |\n| [2] | The moon is old. |',
    'The ferry leaves at nine [1].\n[2] The moon is old.',
    'The ferry leaves at nine [1].\n\n## Sources\n[1]: The ferry leaves at nine.\n[2]: The moon is old.',
    'The ferry leaves at nine [1].\n\nSources: [1] The ferry leaves at nine, [2] The moon is old.',
    'The ferry leaves at nine [1].\n\n出典：[1] The ferry leaves at nine、[2] The moon is old',
  ])('stay where they stand before their text: %j', (reply) => {
    for (const size of [1, 2, 3, 1000]) expect(read(reply, size)).toMatchObject({ text: reply, titles: ['Ferry', 'Moon'] });
  });

  it.each([
    ['[1] The ferry leaves at nine.\nThe ferry leaves at nine [2].', '[1] The ferry leaves at nine.\nThe ferry leaves at nine.'],
    ['The ferry leaves: at 9:30 [2].', 'The ferry leaves: at 9:30.'],
    ['Times: the ferry [1] leaves at nine [2].', 'Times: the ferry [1] leaves at nine.'],
    [
      '- [1] The ferry leaves at nine.\n- The ferry leaves at nine [2].',
      '- [1] The ferry leaves at nine.\n- The ferry leaves at nine.',
    ],
  ])('are left out behind their text, also after a line with such a number or a colon: %j', (reply, text) => {
    for (const size of [1, 2, 3, 1000]) expect(read(reply, size).text).toBe(text);
  });

  it.each([
    'Use `list[1]` and ``a `[2]` b``.',
    '```js\nx[1] = y[2];\n\n[9]\n```\nDone.',
    '~~~\n[1]\n```\n[2]\n~~~~\n',
    'See [1](https://example.com) and [the first](x) and [x] and [ ] and [1a] and [0] and [2026].',
    String.raw`An escaped \[1] stays.`,
    'An unfinished [',
    'An unfinished [1',
    '`［１］` と ［一］ と ［０］ と ［２０２６］ と ［1',
    '```never closed [1]\n[2]',
    'A tick ` that closes nowhere, [1] too',
  ])('are not read in code, links and other brackets: %s', (reply) => {
    for (const size of [1, 2, 5, 1000]) expect(read(reply, size)).toMatchObject({ text: reply, titles: [] });
  });

  it('are read again behind code', () => {
    expect(read('`[1]` [2]\n\n```\n[1]\n```\n[2] and a ` tick\n\n[1]')).toMatchObject({
      text: '`[1]` [1]\n\n```\n[1]\n```\n[1] and a ` tick\n\n[2]',
      titles: ['Moon', 'Ferry'],
    });
  });

  it('name the passages of each source once', () => {
    expect(read('[3] [1] [3]').cited).toEqual([
      { itemId: FERRY, title: 'Ferry', passages: ['It costs two coins.', 'The ferry leaves at nine.'] },
    ]);
  });

  it('are the same however the reply is split, and text without them is shown as it is', () => {
    const part = fc.constantFrom(
      ...MARKDOWN_MARKS,
      'word',
      ' ',
      '\n',
      '\n\n',
      '1',
      '2',
      '9',
      '【',
      '】',
      '［',
      '］',
      '１',
      '[1]',
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 30 }), fc.integer({ min: 1, max: 7 }), (parts, size) => {
        const reply = parts.join('');
        expect(read(reply, size)).toEqual(read(reply));
        const plain = reply.replaceAll(/[[\]【】［］]/g, '');
        expect(read(plain, size).text).toBe(plain);
      }),
      { numRuns: 2000 },
    );
  });

  it('are released before the end of the reply', () => {
    const reader = new CitationReader(PASSAGES);
    expect(reader.push('At nine [')).toBe('At nine');
    expect(reader.push('1] or')).toBe(' [1] or');
    expect(reader.push(` [${'1'.repeat(50)}`)).toHaveLength(52);
  });

  it.each(['[', ' ', '`', '[1', '[1,', '\n', '【1†', '［１，', '~', '\\', ':', '\n-: [2]', 'The ferry leaves at nine [2]. '])(
    'take linear time for any text: %j [S42]',
    (piece) => {
      const reader = new CitationReader(PASSAGES);
      const startedAt = performance.now();
      for (let at = 0; at < 19_000; at += 50) reader.push(piece.repeat(50).slice(0, 50));
      reader.end();
      expect(performance.now() - startedAt).toBeLessThan(2000);
    },
  );

  it('do not stand in the conversation that a later prompt shows', () => {
    expect(withoutCitations('At nine [1]. Not `x[1]` [2][3].')).toBe('At nine. Not `x[1]`.');
  });
});
