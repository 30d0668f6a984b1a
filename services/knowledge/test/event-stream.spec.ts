import { describe, expect, it } from '@jest/globals';
import { EventStream } from '../src/pages/event-stream.js';

const read = (pieces: Iterable<string>): string[] => {
  const stream = new EventStream();
  return [...[...pieces].flatMap((piece) => stream.push(piece)), ...stream.end()];
};

describe('the data of the events of a stream', () => {
  const TEXT =
    ': ping\n\nevent: message\ndata: {"a":1,\ndata:  "b":2}\n\n\n\ndata:[3]\n\nid: 7\n\ndata: x\u2028y\n\ndata: unended';
  const DATA = ['{"a":1,\n "b":2}', '[3]', 'x\u2028y', 'unended'];

  it.each(['\n', '\r\n', '\r'])(
    'is the same in one piece and in pieces of any length, with lines that end with %j',
    (lineEnd) => {
      const text = TEXT.replaceAll('\n', lineEnd);
      expect(read([text])).toEqual(DATA);
      for (const length of [1, 2, 3, 5, 7]) {
        const pieces = Array.from({ length: Math.ceil(text.length / length) }, (_v, at) =>
          text.slice(at * length, (at + 1) * length),
        );
        expect(read(pieces)).toEqual(DATA);
      }
      expect(read([text, lineEnd, lineEnd])).toEqual(DATA);
    },
  );

  it('is known as soon as its event ends', () => {
    const stream = new EventStream();
    expect(['data: 1\n', '\ndata', ': 2\n\nda'].map((piece) => stream.push(piece))).toEqual([[], ['1'], ['2']]);
  });

  it('is found in as many pieces of one byte as an answer may have, each of which is read once', () => {
    const stream = new EventStream();
    const text = `data: ${'x'.repeat(260_000)}`;
    for (const character of text) stream.push(character);
    expect(stream.push('\n\n')).toEqual(['x'.repeat(260_000)]);
  });
});
