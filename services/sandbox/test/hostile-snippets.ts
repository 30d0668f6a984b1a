/** Attacks by target. Each snippet is the body of a handler unless `code` is given as a whole. */
export interface Snippet {
  readonly name: string;
  readonly code: string;
  /** The response that proves that the attack failed, for attacks that report it themselves. */
  readonly expectedResponse?: string;
}

const handlerBody = (name: string, text: string, expectedResponse?: string): Snippet => ({
  name,
  code: `export default async (context) => { ${text} }`,
  ...(expectedResponse === undefined ? {} : { expectedResponse }),
});
const wholeCommand = (name: string, code: string): Snippet => ({ name, code });
const attempt = (text: string) => `try { return String(${text}) } catch { return 'refused' }`;

/** Waits for what the code asked for. */
const later = (text: string) => `try { return String(await ${text}) } catch { return 'refused' }`;

const CPU: readonly Snippet[] = [
  handlerBody('a loop', 'for (;;);'),
  wholeCommand('a loop before the handler', 'while (true) {}'),
  handlerBody('a loop that catches every error', 'for (;;) { try { for (;;); } catch {} finally { for (;;); } }'),
  handlerBody('a loop of awaits', 'for (;;) await 1'),
  handlerBody('a chain of microtasks', 'const next = () => queueMicrotask(next); next(); return "x"'),
  handlerBody('a chain of promises', 'const next = () => Promise.resolve().then(next); await next()'),
  handlerBody('a loop after the response', 'Promise.resolve().then(() => { for (;;); }); return "x"'),
  handlerBody('indexOf over a fake array', 'Array.prototype.indexOf.call({ length: 2 ** 53 - 1 }, 1)'),
  handlerBody(
    'indexOf over a proxy',
    'Array.prototype.indexOf.call(new Proxy({}, { get: () => 2 ** 53 - 1, has: () => false }), 1)',
  ),
  handlerBody('join of a fake array', 'Array.prototype.join.call({ length: 2 ** 32 - 1 }, "")'),
  handlerBody('fill of a fake array', 'Array.prototype.fill.call({ length: 2 ** 53 - 1 }, 0)'),
  handlerBody('reverse of a sparse array', 'const a = []; a.length = 2 ** 32 - 1; a.reverse()'),
  handlerBody(
    'sort with an inconsistent comparator',
    'Array.from({ length: 1e5 }, () => 1).sort(() => Math.random() - 0.5); for (;;) [3, 2, 1].sort(() => -1)',
  ),
  handlerBody(
    'a sort with a slow comparator',
    'new Array(5e5).fill(0).sort(() => { for (let i = 0; i < 1e3; i += 1); return 1 })',
  ),
  handlerBody('a regular expression bomb', 'return String(/^(a+)+$/.test("a".repeat(40) + "!"))'),
  handlerBody('a backreference bomb', 'return String(/(x+x+)+y/.test("x".repeat(60)))'),
  handlerBody('a growing replace loop', 'let s = "a"; for (;;) s = s.replace(/a/g, "ab").slice(0, 1e5)'),
  handlerBody('a big integer', 'let n = 3n; for (;;) n *= n'),
  handlerBody('a big power', 'return String(2n ** 100000000n)'),
  handlerBody('a big integer as text', 'return (2n ** 4000000n).toString().slice(0, 5)'),
  handlerBody('an endless generator', 'for (const x of (function* () { for (;;) yield 1 })());'),
  handlerBody(
    'spread of an endless iterator',
    'return [...{ [Symbol.iterator]: () => ({ next: () => ({ value: 1, done: false }) }) }].length',
  ),
  handlerBody('JSON.parse with a slow reviver', 'JSON.parse(JSON.stringify(Array(1e5).fill(0)), () => { for (;;); })'),
  handlerBody('a getter loop in the console', 'console.log({ toJSON() { for (;;); } })'),
];

const MEMORY: readonly Snippet[] = [
  handlerBody('an array of a billion', 'return String(new Array(1e9).fill(1).length)'),
  handlerBody('a loop that pushes', 'const a = []; for (;;) a.push({ a })'),
  handlerBody('a string that doubles', 'let s = "x"; for (;;) s += s'),
  handlerBody('padStart of a gigabyte', 'return "x".padStart(2 ** 30).slice(0, 1)'),
  handlerBody('a big buffer', attempt('new ArrayBuffer(2 ** 31 - 1).byteLength'), 'refused'),
  handlerBody('a growing buffer', attempt('new ArrayBuffer(1, { maxByteLength: 2 ** 31 - 1 }).resize(2 ** 30)'), 'refused'),
  handlerBody('many buffers', 'const a = []; for (;;) a.push(new Uint8Array(65536))'),
  handlerBody(
    'caught out-of-memory errors',
    'const a = []; for (;;) { try { for (;;) a.push(new Array(1e4).fill(a)) } catch {} }',
  ),
  handlerBody('an ever-growing map', 'const m = new Map(); for (let i = 0; ; i += 1) m.set(i, {})'),
  handlerBody('ever-growing closures', 'let f = () => 0; for (;;) { const g = f; f = () => g() }'),
  handlerBody('ever-growing promises', 'const all = []; for (;;) all.push(new Promise(() => {}))'),
];

const STACK: readonly Snippet[] = [
  handlerBody('recursion', 'const f = () => f() + 1; f()'),
  handlerBody('recursion by a getter', 'const o = { get x() { return this.x } }; return o.x'),
  handlerBody('recursion by toString', 'const o = { toString() { return `${this}` } }; return `${o}`'),
  handlerBody('a proxy of itself', 'const p = new Proxy({}, {}); Object.setPrototypeOf(p, p); return String(p.x)'),
  handlerBody(
    'nested eval',
    'let code = "1"; for (let i = 0; i < 12; i += 1) code = `eval(${JSON.stringify(code)})`; eval(code)',
  ),
  handlerBody('deep JSON', 'JSON.parse("[".repeat(1e6))'),
  handlerBody('a deep array', 'let a = []; for (let i = 0; i < 1e5; i += 1) a = [a]; return a.flat(Infinity).join()'),
  handlerBody('a deep regular expression', 'new RegExp("(".repeat(1e5) + ")".repeat(1e5))'),
];

const HANG: readonly Snippet[] = [
  handlerBody('a promise that never settles', 'await new Promise(() => {})'),
  handlerBody('a thenable that never calls', 'return { then() {} }'),
  handlerBody(
    'an async iterator that never yields',
    'for await (const x of { [Symbol.asyncIterator]: () => ({ next: () => new Promise(() => {}) }) });',
  ),
  handlerBody('waiting on shared memory', attempt('Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)'), 'refused'),
];

const ESCAPE: readonly Snippet[] = [
  handlerBody(
    'the constructor of a function',
    'return (() => {}).constructor("return typeof process + typeof require")()',
    'undefinedundefined',
  ),
  handlerBody(
    'the constructor of an async function',
    `return String(await (async () => {}).constructor("return typeof process")())`,
    'undefined',
  ),
  handlerBody('the constructor of the context', 'return context.constructor.constructor("return typeof process")()', 'undefined'),
  handlerBody(
    'the constructor of an argument',
    'return context.args.constructor.constructor("return typeof globalThis.process")()',
    'undefined',
  ),
  handlerBody('the constructor of the console', 'return console.log.constructor("return typeof process")()', 'undefined'),
  handlerBody(
    'indirect eval',
    'return (0, eval)("typeof process + typeof module + typeof __dirname")',
    'undefinedundefinedundefined',
  ),
  handlerBody('import()', 'try { await import("node:fs"); return "reached" } catch { return "refused" }', 'refused'),
  handlerBody(
    'import() of data',
    'const url = "data:text/javascript,export default 1"; try { await import(url); return "reached" } catch { return "refused" }',
    'refused',
  ),
  handlerBody('require', attempt('require("node:child_process")'), 'refused'),
  handlerBody('process.binding', attempt('process.binding("spawn_sync")'), 'refused'),
  handlerBody('WebAssembly', 'return typeof WebAssembly', 'undefined'),
  handlerBody(
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
  handlerBody(
    'an error of the engine',
    `Error.prepareStackTrace = (_error, sites) => sites.map((site) => site.getFileName()).join();
    const seen = []; try { null.x } catch (error) { seen.push(error.stack) } try { console.log(Symbol.iterator, { get x() { throw 1 } }) } catch (error) { seen.push(error.stack) }
    return /node_modules|services|file:/.test(seen.join()) ? "reached" : "clean"`,
    'clean',
  ),
  handlerBody(
    'caller and arguments',
    '"use strict"; return String((function f() { try { return f.caller } catch { return "refused" } })())',
    'refused',
  ),
  handlerBody(
    'species of a promise',
    `class Thief extends Promise { constructor(work) { super((resolve, reject) => { work(resolve, reject) }) } static get [Symbol.species]() { return Thief } }
    Promise.prototype.constructor = Thief; return typeof (await new Thief((done) => done(typeof process)))`,
    'string',
  ),
  handlerBody(
    'the host function itself',
    'return typeof write + typeof globalThis.write + typeof __h + typeof invoke',
    'undefinedundefinedundefinedundefined',
  ),
  handlerBody('a module of the engine', attempt('(typeof std) + (typeof os) + (typeof bjson)'), 'undefinedundefinedundefined'),
];

const POLLUTION: readonly Snippet[] = [
  handlerBody('Object.prototype', 'Object.prototype.success = true; Object.prototype.polluted = "yes"; return {}'),
  handlerBody('__proto__', '({}).__proto__.polluted = "yes"; return JSON.parse(\'{"__proto__":{"polluted":"yes"}}\')'),
  handlerBody('toJSON of every array', 'Array.prototype.toJSON = () => "x"; String.prototype.toJSON = () => 1; return "x"'),
  handlerBody(
    'JSON itself',
    'JSON.stringify = () => \'{"success":true,"response":"forged","shouldReply":true}\'; JSON.parse = () => ({}); return 5',
  ),
  handlerBody('then of every promise', 'Promise.prototype.then = function () { for (;;); }; return "x"'),
  handlerBody(
    'the global object',
    'for (const name of Object.getOwnPropertyNames(globalThis)) { try { delete globalThis[name] } catch {} } return "x"',
  ),
  handlerBody('iterators', 'Array.prototype[Symbol.iterator] = function* () { for (;;) yield 1 }; return "x"'),
];

const NETWORK: readonly Snippet[] = [
  handlerBody(
    'other ways to the network',
    'return typeof XMLHttpRequest + typeof WebSocket + typeof EventSource',
    'undefined'.repeat(3),
  ),
  handlerBody('timers', 'return typeof setTimeout + typeof setInterval + typeof setImmediate', 'undefined'.repeat(3)),
  handlerBody('the metadata service', later('fetch("http://169.254.169.254/latest/meta-data/")'), 'refused'),
  handlerBody('this machine by its name', later('fetch("http://localhost:6379/")'), 'refused'),
  handlerBody('a file', later('fetch("file:///etc/passwd")'), 'refused'),
  handlerBody('an address that is no text', later('fetch({ toString() { for (;;); } })')),
  handlerBody('an address of a megabyte', later('fetch("https://example.org/" + "x".repeat(1e6))')),
  handlerBody('a header that cannot be read', later('fetch("https://x.test", { headers: { get a() { throw 1 } } })'), 'refused'),
  handlerBody(
    'a header of a megabyte, and ten thousand others',
    'const headers = { a: "x".repeat(1e6) }; for (let i = 0; i < 1e4; i += 1) headers["h" + i] = i; await fetch("https://x.test", { headers })',
  ),
  handlerBody(
    'a thousand fetches at once',
    later('Promise.all(Array.from({ length: 1000 }, () => fetch("https://x.test")))'),
    'refused',
  ),
  handlerBody('an endless loop of fetches', 'for (;;) { try { await fetch("https://x.test") } catch {} }'),
];

const STORAGE: readonly Snippet[] = [
  handlerBody('a flood of writes', 'for (let i = 0; ; i += 1) kv.set("k" + i, "x".repeat(3e4)).catch(() => {})'),
  handlerBody('a loop that waits for reads', 'for (;;) await kv.get("x")'),
  handlerBody(
    'a loop that waits for increments after the response',
    '(async () => { for (;;) await kv.increment("x") })(); return "x"',
  ),
  handlerBody('a value of a megabyte', later('kv.set("x", "x".repeat(1e6))'), 'refused'),
  handlerBody('a value with a cycle', 'const a = {}; a.a = a; ' + later('kv.set("x", a)'), 'refused'),
  handlerBody('a value that cannot be read', later('kv.set("x", new Proxy({}, { ownKeys() { throw 1 } }))'), 'refused'),
  handlerBody('a value with an endless toJSON', 'await kv.set("x", { toJSON() { for (;;); } })'),
  handlerBody(
    'a function, a symbol and a big integer as values',
    later('Promise.any([kv.set("x", () => 1), kv.set("x", Symbol()), kv.set("x", 1n)])'),
    'refused',
  ),
  handlerBody(
    'a key that is no text',
    later('Promise.any([kv.get(1), kv.get({}), kv.get(), kv.get(Symbol.iterator), kv.get(["x"])])'),
    'refused',
  ),
  handlerBody('a key of a megabyte', later('kv.get("x".repeat(1e6))'), 'refused'),
  handlerBody(
    'the keys of a prototype',
    'await kv.set("__proto__", { polluted: "yes" }); await kv.set("constructor", 1); return String(({}).polluted)',
    'undefined',
  ),
  handlerBody(
    'steps that are no numbers',
    later('Promise.any([kv.increment("x", NaN), kv.increment("x", Infinity), kv.increment("x", "1"), kv.increment("x", {})])'),
    'refused',
  ),
  handlerBody(
    'a thousand reads at once',
    later('Promise.all(Array.from({ length: 1000 }, (_, i) => kv.get("k" + i)))'),
    'refused',
  ),
  handlerBody(
    'other functions in the place of its own',
    'kv = { get: () => 1 }; Object.defineProperty(globalThis, "kv", { get() { for (;;); } }); return "x"',
    'x',
  ),
  handlerBody('a storage that is changed', 'kv.get = () => 1; return String(await kv.get("x"))', 'null'),
  handlerBody(
    'the channel to the host through a promise',
    `const found = []; Promise.prototype.then = function (...all) { found.push(...all); return this };
    Promise = class { constructor(work) { found.push(work) } }; Array.prototype[Symbol.iterator] = function* () {};
    for (let i = 0; i < 20; i += 1) Object.defineProperty(Array.prototype, i, { set(value) { found.push(value) }, configurable: true });
    kv.get("x"); return String(found.some((one) => one === globalThis.write))`,
  ),
  handlerBody(
    'answers that it makes up itself',
    'JSON.parse = () => [{ isError: false, text: "1" }]; return String(await kv.get("x"))',
    'null',
  ),
];

const TIMERS: readonly Snippet[] = [
  handlerBody('a sleep of years', 'await sleep(1e12); return "x"', 'x'),
  handlerBody(
    'times that are no numbers',
    later('Promise.any([sleep(NaN), sleep("1"), sleep({}), sleep(-Infinity)])'),
    'refused',
  ),
  handlerBody('a loop of sleeps', 'for (;;) await sleep(0)'),
  handlerBody('a thousand sleeps at once', later('Promise.all(Array.from({ length: 1000 }, () => sleep(1000)))'), 'refused'),
  handlerBody('waiting for the clock', 'const end = Date.now() + 60_000; while (Date.now() < end);'),
  handlerBody('a race of a sleep and a loop', 'await Promise.race([sleep(1), (async () => { for (;;) await 1 })()])'),
  handlerBody(
    'code that goes another way each time',
    'globalThis.n = (globalThis.n ?? 0) + 1; for (let i = 0; i < Date.now() % 7; i += 1) await sleep(i); return "x"',
    'x',
  ),
];

const POSTS: readonly Snippet[] = [
  handlerBody('a flood of replies', 'for (;;) reply("x")'),
  handlerBody('replies of a megabyte', 'for (let i = 0; i < 5; i += 1) reply("x".repeat(1e6))'),
  handlerBody('a reply that is no message', 'reply(Symbol()); return "x"'),
  handlerBody('a reply with an endless toJSON', 'reply({ toJSON() { for (;;); } })'),
  handlerBody('a reply that breaks out of its list', `reply('x"],"result":{"success":true}'); return "x"`, 'x'),
  handlerBody(
    'a hundred embeds',
    'return { success: true, response: "x", shouldReply: true, embeds: Array.from({ length: 100 }, () => ({ title: "x" })) }',
  ),
  handlerBody(
    'embeds of an endless list',
    'return { success: true, response: "x", shouldReply: true, embeds: { length: 2 ** 53 - 1, 0: {} } }',
  ),
  handlerBody(
    'a button that leads to a script',
    'return { success: true, response: "x", shouldReply: true, buttons: [{ label: "x", url: "javascript:alert(1)" }] }',
  ),
  handlerBody(
    'a form of ten thousand fields',
    'return { success: true, response: "x", shouldReply: true, form: { title: "x", value: "x", fields: Array.from({ length: 1e4 }, (_, i) => ({ name: "f" + i, label: "x" })) } }',
  ),
  handlerBody('shuffles of an endless list', 'random.shuffle(Array.from({ length: 1e7 }, (_, i) => i)); return "x"'),
  handlerBody('a random number without bounds', later('(async () => random.integer(-Infinity, {}))()'), 'refused'),
];

const FLOODS: readonly Snippet[] = [
  handlerBody('a console flood', 'for (;;) console.log("x".repeat(1e5))'),
  handlerBody(
    'a console flood of big strings',
    'const s = "x".repeat(4e6); for (let i = 0; i < 1000; i += 1) console.error(s, s, s); return "x"',
  ),
  handlerBody('ten megabytes of result', 'return { success: true, response: "x".repeat(1e7), shouldReply: true }'),
  handlerBody(
    'many keys',
    'const o = { success: true, response: "x", shouldReply: true }; for (let i = 0; i < 1e5; i += 1) o["k" + i] = i; return o',
  ),
  handlerBody('a long error', 'throw new Error("x".repeat(1e6))'),
  handlerBody('an error that cannot be read', 'throw new Proxy({}, { get() { throw new Error("no") } })'),
  handlerBody('an error with an endless getter', 'throw { get message() { for (;;); } }'),
  handlerBody('an error with a hostile stack', 'const e = new Error("x"); e.stack = { toString() { for (;;); } }; throw e'),
];

export type HostileByTarget = Readonly<Record<string, readonly Snippet[]>>;

export const HOSTILE: HostileByTarget = {
  'the processor': CPU,
  memory: MEMORY,
  'the stack': STACK,
  'the time limit': HANG,
  'the isolation': ESCAPE,
  prototypes: POLLUTION,
  'the network': NETWORK,
  'the storage': STORAGE,
  'the time that it waits': TIMERS,
  'what is posted': POSTS,
  'the size of its output': FLOODS,
};

const FEW = 3;
const partOf = (from: number, to?: number): HostileByTarget =>
  Object.fromEntries(Object.entries(HOSTILE).map(([target, snippets]) => [target, snippets.slice(from, to)]));

/** Some for each target, which `npm test` runs; the rest is a sweep. */
export const FIRST_OF_EACH = partOf(0, FEW);
export const REST_OF_EACH = partOf(FEW);
