import { describe, expect, it } from '@jest/globals';
import { asScript } from './source.js';

describe('a command as a script', () => {
  it.each([
    ['export default async function (ctx) {}', 'handler      = async function (ctx) {}'],
    ['  export default  x', '  handler      =  x'],
    ['export const a = 1;\nexport function b() {}', '       const a = 1;\n       function b() {}'],
    ['const text = "export default";', 'const text = "export default";'],
    ['exports.x = 1', 'exports.x = 1'],
  ])('%j', (code, script) => {
    expect(asScript(code)).toBe(script);
    expect(asScript(code)).toHaveLength(code.length);
  });
});
