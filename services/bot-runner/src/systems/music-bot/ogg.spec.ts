import { describe, expect, it } from '@jest/globals';
import { oggOf, oggPage, tonePackets } from '../../../test/systems/sounds.js';
import { OggOpusReader, OggProblem } from './ogg.js';

const packets = tonePackets(6);
const cut = (bytes: Buffer, size: number): Buffer[] =>
  Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) => bytes.subarray(index * size, (index + 1) * size));
const read = (reader: OggOpusReader, pieces: readonly Buffer[]): Buffer[] => pieces.flatMap((piece) => reader.push(piece));

describe('the reader of Ogg streams', () => {
  it.each([1, 7, 1000])('finds every packet once and in order when the stream comes in pieces of %i bytes', (size) => {
    expect(read(new OggOpusReader(), cut(oggOf(packets), size))).toEqual(packets);
  });

  it('goes on with the stream that follows, as stations begin one with each title, and skips streams of anything else', () => {
    const [first, second] = [packets.slice(0, 3), packets.slice(3)];
    const other = Buffer.concat([
      oggPage(Buffer.from('fishead\0'), { serial: 9, flags: 2 }),
      oggPage(Buffer.alloc(30, 1), { serial: 9 }),
    ]);
    const reader = new OggOpusReader();
    expect(read(reader, [other])).toEqual([]);
    expect(reader.hasOpus).toBe(false);
    expect(read(reader, [oggOf(first, { serial: 1 }), other, oggOf(second, { serial: 2 })])).toEqual(packets);
  });

  it('joins a packet that continues on the next page, and leaves out one whose beginning is missing', () => {
    const packet = Buffer.alloc(600, 5);
    const pages = [oggPage(packet.subarray(0, 510), { isCut: true }), oggPage(packet.subarray(510), { flags: 1 })];
    const head = oggOf([]);
    expect(read(new OggOpusReader(), [head, ...pages])).toEqual([packet]);
    const [, end] = pages;
    expect(read(new OggOpusReader(), [head, ...(end ? [end] : []), oggPage(Buffer.from([1]))])).toEqual([Buffer.from([1])]);
  });

  it('keeps neither titles with pictures in memory nor packets without an end', () => {
    const reader = new OggOpusReader();
    read(reader, [oggOf([])]);
    const tags = Buffer.concat([Buffer.from('OpusTags'), Buffer.alloc(2_000_000)]);
    for (const [index, piece] of cut(tags, 255 * 200).entries())
      expect(reader.push(oggPage(piece, { flags: index === 0 ? 0 : 1, isCut: piece.length === 255 * 200 }))).toEqual([]);
    expect(reader.push(oggPage(Buffer.from([7])))).toEqual([Buffer.from([7])]);
    const endless = oggPage(Buffer.alloc(255 * 200), { isCut: true });
    reader.push(endless);
    expect(() => reader.push(Buffer.concat([oggPage(Buffer.alloc(255 * 200), { isCut: true, flags: 1 })]))).toThrow(OggProblem);
  });

  it.each([
    ['is no Ogg', Buffer.from('HTTP/1.0 200 OK')],
    ['has six channels', oggOf(packets, { channels: 6 })],
  ])('refuses what %s', (_what, bytes) => {
    expect(() => new OggOpusReader().push(bytes)).toThrow(OggProblem);
  });
});
