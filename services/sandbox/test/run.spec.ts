import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { aContext, VALID_COMMAND, sandboxUnderTest, type SandboxUnderTest } from './sandbox-under-test.js';

const INVALID_RESULT = 'The command must return {success, response, shouldReply}';
const NO_POSITION = { line: null, column: null };
const commandReturning = (expression: string) =>
  `export default (ctx) => ({ success: true, response: String(${expression}), shouldReply: true });`;

describe('sandbox.run', () => {
  let kith: SandboxUnderTest;

  beforeAll(async () => {
    kith = await sandboxUnderTest();
  });
  afterAll(() => kith.stack.stop());

  it.each([
    ['an arrow function', 'export default (ctx) => ({ success: true, response: ctx.message, shouldReply: true });'],
    [
      'an async function',
      'export default async function (ctx) {\n return { success: true, response: await ctx.message, shouldReply: true } }',
    ],
    [
      'a named function that other code refers to',
      'export default function greet(ctx) { return say(greet.name && ctx) }\nfunction say(ctx) { return { success: true, response: ctx.message, shouldReply: true } }',
    ],
    [
      'a constant called handler',
      'const handler = (ctx) => ({ success: true, response: ctx.message, shouldReply: true });\nexport default handler;',
    ],
    [
      'a function called handler',
      'export function handler(ctx) { return { success: true, response: ctx.message, shouldReply: true } }',
    ],
    ['no export at all', 'let handler = (ctx) => ({ success: true, response: ctx.message, shouldReply: true });'],
    ['a plain text', 'export default ({ message }) => message;'],
    ['code with a top-level await', 'const text = await Promise.resolve("!greet Ada");\nexport default async () => text;'],
  ])('runs %s as a command', async (_name, code) => {
    const report = await kith.run(code);
    expect(report).toMatchObject({ result: { success: true, response: '!greet Ada', shouldReply: true }, error: null, log: [] });
    expect(report.durationMs).toBeGreaterThan(0);
  });

  it('passes the whole context of the message to the handler', async () => {
    const context = aContext({ guildId: null, args: ['a', 'b'] });
    expect(JSON.parse(await kith.response(commandReturning('JSON.stringify(ctx)'), context))).toEqual(context);
  });

  it('passes a context that cannot be changed', async () => {
    expect(
      await kith.response(
        commandReturning(
          '(() => { ctx.message = "x"; ctx.args[0] = "y"; return ctx.message + Object.isFrozen(ctx.args) + ctx.args[0] })()',
        ),
      ),
    ).toBe('!greet AdatrueAda');
  });

  it('passes the values of options as plain values of their own, also those with names of built-in members', async () => {
    const options = { city: 'Köln', times: 2, hot: false, constructor: 'mine', اسم: 'x', who: { id: '1', name: 'Ann' } };
    const read = commandReturning(
      'JSON.stringify([ctx.options, ctx.options.constructor, ctx.options.toString, Object.isFrozen(ctx.options), Object.isFrozen(ctx.options.who)])',
    );
    expect(JSON.parse(await kith.response(read, aContext({ options })))).toEqual([options, 'mine', null, true, true]);
    expect(await kith.response(commandReturning('String(ctx.options.missing)'))).toBe('undefined');
  });

  it('returns success, response and shouldReply, and drops other fields', async () => {
    const report = await kith.run('export default () => ({ success: false, response: "no", shouldReply: false, more: 1 })');
    expect(report.result).toEqual({ success: false, response: 'no', shouldReply: false });
  });

  it('returns the console output with levels, objects and errors, at most 100 lines of 500 characters', async () => {
    const { log } = await kith.run(`export default () => {
      console.log('a', 1, { b: [2] }, null, undefined, Symbol('s'));
      console.info(new TypeError('oops'));
      const cycle = {}; cycle.self = cycle;
      console.warn(cycle);
      console.error('x'.repeat(2000));
      for (let i = 0; i < 500; i += 1) console.debug(i);
      return 'done';
    }`);
    expect(log.slice(0, 5)).toEqual([
      { level: 'log', text: 'a 1 {"b":[2]} null undefined Symbol(s)' },
      { level: 'info', text: 'TypeError: oops' },
      { level: 'warn', text: '[object]' },
      { level: 'error', text: 'x'.repeat(500) },
      { level: 'log', text: '0' },
    ]);
    expect(log).toHaveLength(100);
  });

  it('returns what was logged before the command was stopped', async () => {
    const report = await kith.run('export default () => { console.log("here"); for (;;); }');
    expect(report).toMatchObject({ result: null, log: [{ level: 'log', text: 'here' }] });
  });

  it.each([
    ['export default () => {\n  const a = null;\n  return a.b;\n}', "TypeError: cannot read property 'b' of null", 3],
    ['throw new RangeError("at once")', 'RangeError: at once', 1],
    ['export default async () => {\n await 1;\n throw new Error("later") }', 'Error: later', 3],
    ['const a = 1;\nconst b = ;', "SyntaxError: unexpected token in expression: ';'", 2],
    ['export default () => { throw "text" }', 'Thrown: text', null],
    ['export default () => { throw { code: 7 } }', 'Thrown: {"code":7}', null],
    ['export default () => { throw null }', 'Thrown: null', null],
    ['export default () => Promise.reject(new Error("no"))', 'Error: no', 1],
    ['const é = "😀"; missing()', 'ReferenceError: missing is not defined', 1],
    ['export default () => 1n', 'TypeError: ', null],
  ])('returns the message and the line of the error in %j', async (code, message, line) => {
    const { result, error } = await kith.run(code);
    expect(result).toBeNull();
    expect(error?.message).toContain(message);
    expect(error?.line).toBe(line);
  });

  it.each([
    [
      'no handler',
      'const a = 1;',
      'There is no handler: write export default (context) => ({ success: true, response: "…", shouldReply: true })',
    ],
    [
      'a handler that is not a function',
      'export default 5',
      'There is no handler: write export default (context) => ({ success: true, response: "…", shouldReply: true })',
    ],
    ['an endless loop', 'export default () => { for (;;); }', 'The command took longer than 250 ms and was stopped'],
    ['an endless loop before the handler', 'for (;;);', 'The command took longer than 250 ms and was stopped'],
    [
      'a promise that never settles',
      'export default () => new Promise(() => {})',
      'The command waits for a promise that never settles',
    ],
    [
      'a top-level promise that never settles',
      'await new Promise(() => {})',
      'The command waits for a promise that never settles',
    ],
    [
      'too much memory',
      'export default () => "x".repeat(2 ** 29)',
      'The command needed more than 16 MB of memory and was stopped',
    ],
    [
      'all memory',
      'const all = []; for (;;) all.push("x".repeat(1e5))',
      'The command needed more than 16 MB of memory and was stopped',
    ],
    ['a long response', 'export default () => "x".repeat(2001)', 'The response is longer than 2000 characters'],
    ['a huge response', 'export default () => "x".repeat(70000)', 'The command returned more than 64 KiB'],
  ])('explains that a command failed because of %s', async (_name, code, message) => {
    const { result, error } = await kith.run(code);
    expect(result).toBeNull();
    expect(error).toMatchObject(NO_POSITION);
    expect(error?.message).toContain(message);
  });

  it.each([
    ['nothing', 'undefined'],
    ['null', 'null'],
    ['a number', '5'],
    ['a list', '[1]'],
    ['no response', '({ success: true, shouldReply: true })'],
    ['no success', '({ response: "x", shouldReply: true })'],
    ['strings and numbers for booleans', '({ success: "true", response: "x", shouldReply: 1 })'],
    ['a number as response', '({ success: true, response: 5, shouldReply: true })'],
    ['a function', '() => 1'],
    ['a function as response', '({ success: true, response: () => 1, shouldReply: true })'],
    ['fields of the prototype', 'Object.create({ success: true, response: "x", shouldReply: true })'],
    [
      'an instance with fields of its class',
      'new (class { get success() { return true } get response() { return "x" } get shouldReply() { return true } })()',
    ],
    ['fields under __proto__', 'JSON.parse(\'{"__proto__":{"success":true,"response":"x","shouldReply":true}}\')'],
    ['toJSON that returns nothing', '({ success: true, response: "x", shouldReply: true, toJSON() {} })'],
    ['toJSON that returns something else', '({ success: true, response: "x", shouldReply: true, toJSON: () => [] })'],
    ['a map', 'new Map([["success", true], ["response", "x"], ["shouldReply", true]])'],
    ['bytes', 'new Uint8Array(5)'],
    ['a response with toString', '({ success: true, response: { toString: () => "x" }, shouldReply: true })'],
  ])('refuses %s as a result with a message [S55]', async (_name, expression) => {
    const report = await kith.run(`export default () => (${expression})`);
    expect(report).toMatchObject({ result: null, error: { message: INVALID_RESULT, ...NO_POSITION } });
  });

  it.each([
    ['getters', '({ get success() { return true }, get response() { return "x" }, get shouldReply() { return true } })'],
    ['a proxy', 'new Proxy({ success: true, response: "x", shouldReply: true }, {})'],
    ['an object without prototype', 'Object.assign(Object.create(null), { success: true, response: "x", shouldReply: true })'],
    ['toJSON', '({ toJSON: () => ({ success: true, response: "x", shouldReply: true }) })'],
    [
      'keys of prototypes',
      '({ success: true, response: "x", shouldReply: true, ...JSON.parse(\'{"__proto__":{"admin":true},"constructor":{}}\') })',
    ],
    ['a thenable', '({ then: (done) => done({ success: true, response: "x", shouldReply: true }) })'],
  ])('accepts only the data of %s as a result [S55]', async (_name, expression) => {
    const { result } = await kith.run(`export default () => (${expression})`);
    expect(result).toEqual({ success: true, response: 'x', shouldReply: true });
    expect(Reflect.get({}, 'admin')).toBeUndefined();
  });

  it.each([
    ['a cycle', 'const a = { success: true, response: "x", shouldReply: true }; a.self = a; export default () => a'],
    [
      'a getter that throws',
      'export default () => ({ success: true, shouldReply: true, get response() { throw new Error("mine") } })',
    ],
    ['an endless getter', 'export default () => ({ success: true, shouldReply: true, get response() { for (;;); } })'],
    ['an endless toJSON', 'export default () => ({ toJSON() { for (;;); } })'],
    ['very deep nesting', 'let a = {}; for (let i = 0; i < 1e5; i += 1) a = { a }; export default () => a'],
  ])('survives %s in a result [S55]', async (_name, code) => {
    const { result, error } = await kith.run(code.replaceAll('; export', ';\nexport'));
    expect(result).toBeNull();
    expect(error?.message.length).toBeGreaterThan(5);
    expect(await kith.response(VALID_COMMAND)).toBe('hi Ada');
  });

  it('runs every command in a new engine, with different random numbers', async () => {
    const count = commandReturning('(globalThis.count = (globalThis.count ?? 0) + 1) + " " + Math.random()');
    const responses = [await kith.response(count), await kith.response(count), await kith.response(count)];
    expect(responses.map((text) => text.split(' ')[0])).toEqual(['1', '1', '1']);
    expect(new Set(responses).size).toBe(3);
  });

  it('gives the real time, in UTC', async () => {
    const [now, offset] = (await kith.response(commandReturning('Date.now() + " " + new Date().getTimezoneOffset()'))).split(' ');
    expect(Math.abs(Number(now) - Date.now())).toBeLessThan(60_000);
    expect(offset).toBe('0');
  });

  it('does not change surrogates, NUL and other special characters', async () => {
    const message = 'é 😀 \u2028 \u0000 "\\ \ud800';
    expect(JSON.parse(await kith.response(commandReturning('JSON.stringify(ctx.message)'), { message }))).toBe(message);
  });

  it('refuses more than 32 KiB of source', async () => {
    await expect(kith.run('x'.repeat(32_769))).rejects.toMatchObject({ code: 'BAD_INPUT' });
  });
});
