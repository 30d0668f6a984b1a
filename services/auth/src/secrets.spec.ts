import { describe, expect, it } from '@jest/globals';
import { newSecret } from './secrets.js';

const BYTES = 256;

describe('a hundred thousand generated secrets [S12]', () => {
  const secrets = Array.from({ length: 100_000 }, newSecret);

  it('have 256 bits each and never repeat', () => {
    expect(new Set(secrets).size).toBe(secrets.length);
    expect(secrets.every((secret) => Buffer.from(secret, 'base64url').length === 32)).toBe(true);
  });

  it('contain every byte value about equally often', () => {
    const counts = new Uint32Array(BYTES);
    for (const secret of secrets) for (const byte of Buffer.from(secret, 'base64url')) counts[byte] = (counts[byte] ?? 0) + 1;
    const expected = (secrets.length * 32) / BYTES;
    const chiSquare = counts.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
    // 255 degrees of freedom: a fair source is beyond these bounds less than once in ten million runs.
    expect(chiSquare).toBeGreaterThan(150);
    expect(chiSquare).toBeLessThan(395);
  });
});
