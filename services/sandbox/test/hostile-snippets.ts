/** What people try, by what they are after. Each is the body of a handler unless it says `code`. */
export interface Snippet {
  readonly name: string;
  readonly code: string;
  /** What the command must answer when it is to see that it reached nothing. */
  readonly answers?: string;
}

const body = (name: string, text: string, answers?: string): Snippet => ({
  name,
  code: `export default async (context) => { ${text} }`,
  ...(answers === undefined ? {} : { answers }),
});
const top = (name: string, code: string): Snippet => ({ name, code });
const attempt = (text: string) => `try { return String(${text}) } catch { return 'refused' }`;

const CPU: readonly Snippet[] = [
  body('a loop', 'for (;;);'),
  top('a loop before the handler', 'while (true) {}'),
  body('a loop that catches everything', 'for (;;) { try { for (;;); } catch {} finally { for (;;); } }'),
  body('a loop of awaits', 'for (;;) await 1'),
  body('a chain of microtasks', 'const next = () => queueMicrotask(next); next(); return "x"'),
  body('a chain of promises', 'const next = () => Promise.resolve().then(next); await next()'),
  body('a loop after the answer', 'Promise.resolve().then(() => { for (;;); }); return "x"'),
  body('indexOf over a fake array', 'Array.prototype.indexOf.call({ length: 2 ** 53 - 1 }, 1)'),
  body('indexOf over a proxy', 'Array.prototype.indexOf.call(new Proxy({}, { get: () => 2 ** 53 - 1, has: () => false }), 1)'),
  body('join of a fake array', 'Array.prototype.join.call({ length: 2 ** 32 - 1 }, "")'),
  body('fill of a fake array', 'Array.prototype.fill.call({ length: 2 ** 53 - 1 }, 0)'),
  body('reverse of a sparse array', 'const a = []; a.length = 2 ** 32 - 1; a.reverse()'),
  body(
    'sort with a lying comparator',
    'Array.from({ length: 1e5 }, () => 1).sort(() => Math.random() - 0.5); for (;;) [3, 2, 1].sort(() => -1)',
  ),
  body('a sort that never agrees', 'new Array(5e5).fill(0).sort(() => { for (let i = 0; i < 1e3; i += 1); return 1 })'),
  body('a regular expression bomb', 'return String(/^(a+)+$/.test("a".repeat(40) + "!"))'),
  body('a backreference bomb', 'return String(/(x+x+)+y/.test("x".repeat(60)))'),
  body('replace that feeds itself', 'let s = "a"; for (;;) s = s.replace(/a/g, "ab").slice(0, 1e5)'),
  body('a big integer', 'let n = 3n; for (;;) n *= n'),
  body('a big power', 'return String(2n ** 100000000n)'),
  body('a big integer as text', 'return (2n ** 4000000n).toString().slice(0, 5)'),
  body('a generator without end', 'for (const x of (function* () { for (;;) yield 1 })());'),
  body(
    'spread of an iterator without end',
    'return [...{ [Symbol.iterator]: () => ({ next: () => ({ value: 1, done: false }) }) }].length',
  ),
  body('JSON.parse with a slow reviver', 'JSON.parse(JSON.stringify(Array(1e5).fill(0)), () => { for (;;); })'),
  body('a getter loop in the console', 'console.log({ toJSON() { for (;;); } })'),
];

const MEMORY: readonly Snippet[] = [
  body('an array of a billion', 'return String(new Array(1e9).fill(1).length)'),
  body('a loop that pushes', 'const a = []; for (;;) a.push({ a })'),
  body('a string that doubles', 'let s = "x"; for (;;) s += s'),
  body('padStart of a gigabyte', 'return "x".padStart(2 ** 30).slice(0, 1)'),
  body('a big buffer', attempt('new ArrayBuffer(2 ** 31 - 1).byteLength'), 'refused'),
  body('a growing buffer', attempt('new ArrayBuffer(1, { maxByteLength: 2 ** 31 - 1 }).resize(2 ** 30)'), 'refused'),
  body('many buffers', 'const a = []; for (;;) a.push(new Uint8Array(65536))'),
  body('memory that is caught', 'const a = []; for (;;) { try { for (;;) a.push(new Array(1e4).fill(a)) } catch {} }'),
  body('a map without end', 'const m = new Map(); for (let i = 0; ; i += 1) m.set(i, {})'),
  body('closures without end', 'let f = () => 0; for (;;) { const g = f; f = () => g() }'),
  body('promises without end', 'const all = []; for (;;) all.push(new Promise(() => {}))'),
];

const STACK: readonly Snippet[] = [
  body('recursion', 'const f = () => f() + 1; f()'),
  body('recursion by a getter', 'const o = { get x() { return this.x } }; return o.x'),
  body('recursion by toString', 'const o = { toString() { return `${this}` } }; return `${o}`'),
  body('a proxy of itself', 'const p = new Proxy({}, {}); Object.setPrototypeOf(p, p); return String(p.x)'),
  body('nested eval', 'let code = "1"; for (let i = 0; i < 12; i += 1) code = `eval(${JSON.stringify(code)})`; eval(code)'),
  body('deep JSON', 'JSON.parse("[".repeat(1e6))'),
  body('a deep array', 'let a = []; for (let i = 0; i < 1e5; i += 1) a = [a]; return a.flat(Infinity).join()'),
  body('a deep regular expression', 'new RegExp("(".repeat(1e5) + ")".repeat(1e5))'),
];

const HANG: readonly Snippet[] = [
  body('a promise of nobody', 'await new Promise(() => {})'),
  body('a thenable that never calls', 'return { then() {} }'),
  body(
    'an async iterator that never yields',
    'for await (const x of { [Symbol.asyncIterator]: () => ({ next: () => new Promise(() => {}) }) });',
  ),
  body('waiting on shared memory', attempt('Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)'), 'refused'),
];

const ESCAPE: readonly Snippet[] = [
  body(
    'the constructor of a function',
    'return (() => {}).constructor("return typeof process + typeof require")()',
    'undefinedundefined',
  ),
  body(
    'the constructor of an async function',
    `return String(await (async () => {}).constructor("return typeof process")())`,
    'undefined',
  ),
  body('the constructor of the context', 'return context.constructor.constructor("return typeof process")()', 'undefined'),
  body(
    'the constructor of an argument',
    'return context.args.constructor.constructor("return typeof globalThis.process")()',
    'undefined',
  ),
  body('the constructor of the console', 'return console.log.constructor("return typeof process")()', 'undefined'),
  body('indirect eval', 'return (0, eval)("typeof process + typeof module + typeof __dirname")', 'undefinedundefinedundefined'),
  body('import()', 'try { await import("node:fs"); return "reached" } catch { return "refused" }', 'refused'),
  body(
    'import() of data',
    'const url = "data:text/javascript,export default 1"; try { await import(url); return "reached" } catch { return "refused" }',
    'refused',
  ),
  body('require', attempt('require("node:child_process")'), 'refused'),
  body('process.binding', attempt('process.binding("spawn_sync")'), 'refused'),
  body('WebAssembly', 'return typeof WebAssembly', 'undefined'),
  body(
    'call sites',
    `Error.prepareStackTrace = (_error, sites) => sites;
    const found = []; console.log({ toJSON() { found.push(...new Error("x").stack.map((site) => site.getFunction?.())) } });
    for (const one of [...found]) if (typeof one === "function" && (await one.constructor("return typeof process")()) !== "undefined") return "reached";
    if (globalThis.isInside) return "inside";
    globalThis.isInside = true;
    for (const one of [...found]) try { await one("returned", "forged") } catch {}
    return "clean"`,
    'clean',
  ),
  body(
    'an error of the engine',
    `Error.prepareStackTrace = (_error, sites) => sites.map((site) => site.getFileName()).join();
    const seen = []; try { null.x } catch (error) { seen.push(error.stack) } try { console.log(Symbol.iterator, { get x() { throw 1 } }) } catch (error) { seen.push(error.stack) }
    return /node_modules|services|file:/.test(seen.join()) ? "reached" : "clean"`,
    'clean',
  ),
  body(
    'caller and arguments',
    '"use strict"; return String((function f() { try { return f.caller } catch { return "refused" } })())',
    'refused',
  ),
  body(
    'species of a promise',
    `class Thief extends Promise { constructor(work) { super((resolve, reject) => { work(resolve, reject) }) } static get [Symbol.species]() { return Thief } }
    Promise.prototype.constructor = Thief; return typeof (await new Thief((done) => done(typeof process)))`,
    'string',
  ),
  body(
    'the way out itself',
    'return typeof write + typeof globalThis.write + typeof __h + typeof invoke',
    'undefinedundefinedundefinedundefined',
  ),
  body('a module of the engine', attempt('(typeof std) + (typeof os) + (typeof bjson)'), 'undefinedundefinedundefined'),
];

const POLLUTION: readonly Snippet[] = [
  body('Object.prototype', 'Object.prototype.success = true; Object.prototype.polluted = "yes"; return {}'),
  body('__proto__', '({}).__proto__.polluted = "yes"; return JSON.parse(\'{"__proto__":{"polluted":"yes"}}\')'),
  body('toJSON of every array', 'Array.prototype.toJSON = () => "x"; String.prototype.toJSON = () => 1; return "x"'),
  body(
    'JSON itself',
    'JSON.stringify = () => \'{"success":true,"response":"forged","shouldReply":true}\'; JSON.parse = () => ({}); return 5',
  ),
  body('then of every promise', 'Promise.prototype.then = function () { for (;;); }; return "x"'),
  body(
    'the global object',
    'for (const name of Object.getOwnPropertyNames(globalThis)) { try { delete globalThis[name] } catch {} } return "x"',
  ),
  body('iterators', 'Array.prototype[Symbol.iterator] = function* () { for (;;) yield 1 }; return "x"'),
];

const NETWORK: readonly Snippet[] = [
  body('fetch', 'return typeof fetch + typeof XMLHttpRequest + typeof WebSocket + typeof EventSource', 'undefined'.repeat(4)),
  body('timers', 'return typeof setTimeout + typeof setInterval + typeof setImmediate', 'undefined'.repeat(3)),
  body('the metadata service', attempt('fetch("http://169.254.169.254/latest/meta-data/")'), 'refused'),
];

const FLOODS: readonly Snippet[] = [
  body('a console flood', 'for (;;) console.log("x".repeat(1e5))'),
  body(
    'a console flood of big strings',
    'const s = "x".repeat(4e6); for (let i = 0; i < 1000; i += 1) console.error(s, s, s); return "x"',
  ),
  body('ten megabytes of result', 'return { success: true, response: "x".repeat(1e7), shouldReply: true }'),
  body(
    'many keys',
    'const o = { success: true, response: "x", shouldReply: true }; for (let i = 0; i < 1e5; i += 1) o["k" + i] = i; return o',
  ),
  body('a long error', 'throw new Error("x".repeat(1e6))'),
  body('an error that cannot be read', 'throw new Proxy({}, { get() { throw new Error("no") } })'),
  body('an error that never ends', 'throw { get message() { for (;;); } }'),
  body('an error with a hostile stack', 'const e = new Error("x"); e.stack = { toString() { for (;;); } }; throw e'),
];

export const HOSTILE: Readonly<Record<string, readonly Snippet[]>> = {
  'the processor': CPU,
  memory: MEMORY,
  'the stack': STACK,
  patience: HANG,
  'the way out': ESCAPE,
  prototypes: POLLUTION,
  'the network': NETWORK,
  'what it writes': FLOODS,
};
