import { describe, expect, it } from '@jest/globals';
import { grayGif, grayPixels } from '../../test/sample-pictures.js';
import { firstFrame } from './gif-frame.js';

describe('the first frame of a GIF', () => {
  // Ten times ten pixels: white 0, red 1, blue 2.
  const SAMPLE =
    '4749463839610a000a00910000ffffffff00000000ff00000021f9040000000000' +
    '2c000000000a000a000002168c2d99872a1cdc33a00275ec95faa8de608c04914c01003b';
  const SHADES = [255, 76, 28];
  const ROWS = ['1111122222', '1111122222', '1111122222', '1110000222', '1110000222', '2220000111', '2220000111'];
  const bytes = () => Buffer.from(SAMPLE, 'hex');

  it('is decoded with its colours', () => {
    const rows = [...ROWS, '2222211111', '2222211111', '2222211111'];
    const { width, height, pixels } = firstFrame(bytes());
    expect([width, height]).toEqual([10, 10]);
    expect([...pixels]).toEqual(rows.flatMap((row) => Array.from(row, (colour) => SHADES[Number(colour)])));
  });

  it('is white where it is transparent, and has its lines in order when it is interlaced', () => {
    const transparent = bytes();
    transparent[28] = 1;
    transparent[31] = 1;
    expect(new Set(firstFrame(transparent).pixels)).toEqual(new Set([255, 28]));
    const interlaced = bytes();
    interlaced[42] = 0x40;
    const { pixels } = firstFrame(interlaced);
    const inOrder = firstFrame(bytes()).pixels;
    for (const [row, y] of [0, 8, 4, 2, 6, 1, 3, 5, 7, 9].entries())
      expect([...pixels.subarray(10 * y, 10 * y + 10)]).toEqual([...inOrder.subarray(10 * row, 10 * row + 10)]);
  });

  it('is that of a large picture with codes of every length', () => {
    const picture = grayPixels(400, 300, (x, y) => ((x * 7919 + y * 104_729 + x * y) % 128) * 2);
    expect(Buffer.from(firstFrame(grayGif(picture)).pixels).equals(picture.pixels)).toBe(true);
  });

  it('is refused when it is cut, has too many pixels, or lies outside of the picture', () => {
    for (let length = 6; length < 48; length += 1) expect(() => firstFrame(bytes().subarray(0, length))).toThrow();
    const large = bytes();
    large.writeUInt16LE(20_000, 6);
    large.writeUInt16LE(20_000, 8);
    expect(() => firstFrame(large)).toThrow('too many pixels');
    const outside = bytes();
    outside.writeUInt16LE(5, 34);
    expect(() => firstFrame(outside)).toThrow('outside');
  });
});
