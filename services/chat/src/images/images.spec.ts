import { describe, expect, it } from '@jest/globals';
import { parseImageCommand } from '@kith/proto';
import { imageMediaType } from './image-provider.js';

describe('parseImageCommand', () => {
  it.each([
    ['/generate image a lighthouse', 'a lighthouse'],
    ['  /Generate   IMAGE\ttwo\nlines  ', 'two\nlines'],
    ['/generate image', ''],
    ['/generate image   ', ''],
  ])('finds the description in %j', (message, description) => expect(parseImageCommand(message)).toBe(description));

  it.each(['generate image x', '/generate images x', '/generate imagex', 'say /generate image x', '/generate', '', '/image x'])(
    'ignores %j',
    (message) => expect(parseImageCommand(message)).toBeUndefined(),
  );

  it('takes linear time for long messages', () => {
    const start = performance.now();
    parseImageCommand(`/generate${' '.repeat(100_000)}imag`);
    parseImageCommand(`/generate image${' \n'.repeat(50_000)}x`);
    expect(performance.now() - start).toBeLessThan(500);
  });
});

describe('imageMediaType', () => {
  it.each([
    ['89504e470d0a1a0a0000', 'image/png'],
    ['ffd8ffe000104a464946', 'image/jpeg'],
    [Buffer.from('RIFF....WEBPVP8 ').toString('hex'), 'image/webp'],
    [Buffer.from('<svg onload="alert(1)"/>').toString('hex'), undefined],
    [Buffer.from('<html>').toString('hex'), undefined],
    [Buffer.from('GIF89a').toString('hex'), undefined],
    [Buffer.from('RIFF....WAVE').toString('hex'), undefined],
    ['89504e47', undefined],
    ['', undefined],
  ])('decides by the first bytes: %s', (hex, type) => expect(imageMediaType(Buffer.from(hex, 'hex'))).toBe(type));
});
