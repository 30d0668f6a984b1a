import { describe, expect, it } from '@jest/globals';
import { BOT_SETTINGS, bots, inputsOf } from '@kith/proto';
import { z } from 'zod';
import { maxBodyBytes, SIGNED_IN_BYTES } from './body-limits.js';

describe('the largest body of requests that create or change a bot', () => {
  it.each([
    ['create', bots.create],
    ['update', bots.update],
  ])('is 128 KB for bots.%s, into which all its texts fit in letters of three bytes', (_name, call) => {
    expect(maxBodyBytes(call.input)).toBe(SIGNED_IN_BYTES);
    const { properties = {} } = z.toJSONSchema(z.object(inputsOf(BOT_SETTINGS)), { io: 'input', unrepresentable: 'any' });
    const texts = Object.entries(properties).flatMap(([name, schema]) => {
      const length = longest(schema as Bounds);
      return length > 0 ? [[name, 'か'.repeat(length)] as const] : [];
    });
    expect(texts.map(([name]) => name)).toEqual(expect.arrayContaining(['instructions', 'exampleDialogues']));
    expect(Buffer.byteLength(JSON.stringify(Object.fromEntries(texts)))).toBeLessThanOrEqual(SIGNED_IN_BYTES);
  });
});

interface Bounds {
  readonly maxLength?: number;
  readonly anyOf?: readonly Bounds[];
}
const longest = ({ maxLength = 0, anyOf = [] }: Bounds): number => Math.max(maxLength, ...anyOf.map(longest));
