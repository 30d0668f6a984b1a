import { describe, expect, it } from '@jest/globals';
import { asScript } from './source.js';

describe('asScript', () => {
  it.each([
    ['export default async function (ctx) {}', '$default     = async function (ctx) {}', '$default'],
    ['  export default  x', '  $default     =  x', '$default'],
    ['export default handler;', '$default     = handler;', '$default'],
    ['export default function greet(ctx) {}', '               function greet(ctx) {}', 'greet'],
    ['export default function * x(ctx) {}', '               function * x(ctx) {}', 'x'],
    ['export default async function* grüße(ctx) {}', '               async function* grüße(ctx) {}', 'grüße'],
    ['export default class Command {}', '               class Command {}', 'Command'],
    ['export default class extends Base {}', '$default     = class extends Base {}', '$default'],
    ['export default class {}', '$default     = class {}', '$default'],
    ['export default functionary', '$default     = functionary', '$default'],
    ['export const a = 1;\nexport function b() {}', '       const a = 1;\n       function b() {}', 'handler'],
    ['const text = "export default";', 'const text = "export default";', 'handler'],
    ['exports.x = 1', 'exports.x = 1', 'handler'],
  ])('converts %j', (code, script, handler) => {
    expect(asScript(code)).toEqual({ script, handler });
    expect(script).toHaveLength(code.length);
  });

  it.each([
    ['export default function', '('],
    ['export default async', '('],
    ['export default', ''],
    ['export', '='],
    ['', 'x'],
  ])('takes linear time for code that begins with %j and continues with blanks [S42]', (start, end) => {
    const begun = performance.now();
    asScript(start.padEnd(262_144) + end);
    expect(performance.now() - begun).toBeLessThan(2000);
  });
});
