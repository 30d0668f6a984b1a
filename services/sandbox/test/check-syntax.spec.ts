import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { anActor, servicesUnderTest, type ServicesUnderTest } from '@kith/kit/testing';
import { sandbox } from '@kith/proto';
import { definition } from '@kith/sandbox';

const VALID_COMMAND = 'export default async ({ args }) => ({ success: true, response: `hi ${args[0]}`, shouldReply: true });';

describe('sandbox.checkSyntax', () => {
  let stack: ServicesUnderTest;
  const check = (code: string) => stack.ask(sandbox.checkSyntax, { actor: anActor(), code });

  beforeAll(async () => {
    stack = await servicesUnderTest([definition]);
  });
  afterAll(() => stack.stop());

  it.each([
    VALID_COMMAND,
    'export default function handler(ctx) { return { success: true } }',
    'const handler = (ctx) => ctx.args.at(-1)?.toUpperCase() ?? null;',
    'class A { #x = 1; static { this.y = 2; } }',
    '',
  ])('accepts %j', async (code) => {
    expect(await check(code)).toEqual({ valid: true });
  });

  it.each([
    ['function (', 1],
    ['const a = 1;\nconst b = ;', 2],
    ['export default async () => {\n  return {\n    a: 1,,\n  };\n};', 3],
    ['let x; let x;', 1],
  ])('returns the line of the syntax error in %j', async (code, line) => {
    const report = await check(code);
    expect(report).toMatchObject({ valid: false, line });
    expect(report.valid === false && report.message.length).toBeGreaterThan(3);
  });

  it.each([
    ['const b = ;', 1, 11],
    ['const s = "é😀"; let let = 1;', 1, 22],
    ['/* ä\r\n */\r\nexport default é ü', 3, 18],
    ['é\u2028ü c', 2, 3],
  ])('counts the columns of %j as an editor does', async (code, line, column) => {
    expect(await check(code)).toMatchObject({ valid: false, line, column });
  });

  it.each([
    '(() => { while (true) {} })()',
    'while (true) {}',
    'import("node:fs")',
    'throw new Error("ran")',
    'globalThis.__proto__.hacked = 1; ({ get x() { throw 1 } }).x',
    'await new Promise(() => {})',
  ])('does not run %j [S54]', async (code) => {
    expect(await check(code)).toEqual({ valid: true });
  });

  it.each([
    ['nested brackets', '['.repeat(30_000)],
    ['nested functions', '()=>'.repeat(8000)],
    ['nested templates', '`${'.repeat(8000)],
    ['nested blocks', '{'.repeat(32_000)],
    ['a long expression', `x${'+x'.repeat(16_000)}`],
    ['a regular expression bomb', `/${'(a*)*'.repeat(4000)}/`],
    ['many names', Array.from({ length: 2500 }, (_value, n) => `let v${n}=1`).join(';')],
  ])('survives %s, and the next check works', async (_name, code) => {
    expect(await check(code)).toHaveProperty('valid');
    expect(await check(VALID_COMMAND)).toEqual({ valid: true });
  });

  it('refuses more than 32 KiB of source', async () => {
    await expect(check('x'.repeat(32_769))).rejects.toMatchObject({ code: 'BAD_INPUT' });
  });

  it('limits one user to two concurrent checks without affecting other users', async () => {
    const busyUser = anActor();
    const results = await Promise.allSettled([
      ...Array.from({ length: 6 }, () => stack.ask(sandbox.checkSyntax, { actor: busyUser, code: VALID_COMMAND })),
      stack.ask(sandbox.checkSyntax, { actor: anActor(), code: VALID_COMMAND }),
    ]);
    const refused = results
      .filter((result) => result.status === 'rejected')
      .map((result) => (result.reason as { code: string }).code);
    expect(refused.every((code) => code === 'RATE_LIMITED')).toBe(true);
    expect(results.at(-1)).toEqual({ status: 'fulfilled', value: { valid: true } });
  });
});
