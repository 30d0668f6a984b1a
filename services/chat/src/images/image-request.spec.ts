import { describe, expect, it } from '@jest/globals';
import { imageRequest } from './image-request.js';
import { pictureType } from './painter.js';

describe('a request for a picture', () => {
  it.each([
    ['/generate image a lighthouse', 'a lighthouse'],
    ['  /Generate   IMAGE\ttwo\nlines  ', 'two\nlines'],
    ['/generate image', ''],
    ['/generate image   ', ''],
  ])('%j is one', (message, description) => expect(imageRequest(message)).toBe(description));

  it.each(['generate image x', '/generate images x', '/generate imagex', 'say /generate image x', '/generate', '', '/image x'])(
    '%j is none',
    (message) => expect(imageRequest(message)).toBeUndefined(),
  );

  it('is answered in a moment, however long it is', () => {
    const start = performance.now();
    imageRequest(`/generate${' '.repeat(100_000)}imag`);
    imageRequest(`/generate image${' \n'.repeat(50_000)}x`);
    expect(performance.now() - start).toBeLessThan(500);
  });
});

describe('what a picture is', () => {
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
  ])('is told by its first bytes: %s', (hex, type) => expect(pictureType(Buffer.from(hex, 'hex'))).toBe(type));
});
