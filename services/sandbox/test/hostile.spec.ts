import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sandbox } from '@kith/proto';
import { anActor } from '@kith/kit/testing';
import { MAX_DURATION_MS, MAX_WAIT_MS, SECRET, testContainment } from './hostile-containment.js';
import { FIRST_OF_EACH, HOSTILE } from './hostile-snippets.js';
import { aContext, VALID_COMMAND, sandboxUnderTest, type SandboxUnderTest } from './sandbox-under-test.js';

/** The globals of ECMAScript and of the prelude; nothing of Node and no web API with access to the outside. */
const GLOBALS =
  `Object Function Error EvalError RangeError ReferenceError SyntaxError TypeError URIError InternalError AggregateError SuppressedError
  Iterator Array parseInt parseFloat isNaN isFinite queueMicrotask decodeURI decodeURIComponent encodeURI encodeURIComponent escape unescape
  Infinity NaN undefined eval Number Boolean String Math Reflect Symbol DisposableStack AsyncDisposableStack globalThis BigInt Date RegExp JSON Proxy
  Map Set WeakMap WeakSet ArrayBuffer Uint8ClampedArray Int8Array Uint8Array Int16Array Uint16Array Int32Array Uint32Array BigInt64Array
  BigUint64Array Float16Array Float32Array Float64Array DataView Promise DOMException btoa atob console kv random sleep reply fetch $default`.split(
    /\s+/,
  );

/** Visits every reachable property, accessor and prototype, and logs all names and texts that it finds. */
const DUMP = `export default (context) => {
  const seen = new Set(), names = new Set(), texts = new Set();
  const visit = (value) => {
    if (typeof value === 'string') texts.add(value);
    if ((typeof value !== 'object' && typeof value !== 'function') || value === null || seen.has(value)) return;
    seen.add(value);
    visit(Object.getPrototypeOf(value));
    for (const key of Reflect.ownKeys(value)) {
      names.add(String(key));
      const { value: inner, get, set } = Object.getOwnPropertyDescriptor(value, key);
      visit(inner); visit(get); visit(set);
      if (typeof value === 'function') texts.add(Function.prototype.toString.call(value).slice(0, 200));
    }
  };
  visit(globalThis); visit(context); visit(new Error('x').stack); visit(this);
  visit((function () { return this })()); visit((async () => {}).constructor); visit((function* () {}).constructor);
  const all = [...names, ...texts].join('\\n');
  for (let i = 0; i < all.length; i += 490) console.log(all.slice(i, i + 490));
  return String(seen.size);
};`;

describe('hostile commands', () => {
  let kith: SandboxUnderTest;

  beforeAll(async () => {
    process.env.HOST_SECRET = SECRET;
    Reflect.set(globalThis, 'HOST_SECRET', SECRET);
    process.argv.push(SECRET);
    kith = await sandboxUnderTest();
  });
  afterAll(async () => {
    await kith.stack.stop();
    process.argv.pop();
    delete process.env.HOST_SECRET;
    Reflect.deleteProperty(globalThis, 'HOST_SECRET');
  });

  // The other ones are in hostile.sweep.spec.ts.
  testContainment(() => kith, FIRST_OF_EACH);

  it('do not disturb the commands of another user meanwhile [S53]', async () => {
    const attacks = Object.values(HOSTILE)
      .flat()
      .filter((_snippet, index) => index % 8 === 0);
    let isUnderAttack = true;
    const attacking = (async () => {
      for (const { code } of attacks) await kith.run(code);
      isUnderAttack = false;
    })();
    const responses = new Set<string>();
    while (isUnderAttack) responses.add(await kith.response(VALID_COMMAND));
    await attacking;
    expect([...responses]).toEqual(['hi Ada']);
  });

  it('do not block the event loop of the service while they are stopped [S53]', async () => {
    let longestMs = 0;
    let last = performance.now();
    const beat = setInterval(() => {
      longestMs = Math.max(longestMs, performance.now() - last);
      last = performance.now();
    }, 10);
    await Promise.all(Array.from({ length: 4 }, () => kith.run('for (;;);')));
    clearInterval(beat);
    expect(longestMs).toBeLessThan(MAX_DURATION_MS);
  });

  it('reach only globals of the language, and no secret through any of them [S56]', async () => {
    const names = await kith.run('export default () => Object.getOwnPropertyNames(globalThis).join(" ")');
    expect(names.result?.response.split(' ').filter((name) => !GLOBALS.includes(name))).toEqual([]);
    const { result, log } = await kith.run(DUMP);
    expect(Number(result?.response)).toBeGreaterThan(300);
    const dump = log.map(({ text }) => text).join('');
    expect(dump.length).toBeGreaterThan(5000);
    for (const trace of [SECRET, 'node:', 'node_modules', 'file:', '/services/', 'guest-worker', 'APP_KEYRING', 'redis:'])
      expect(dump).not.toContain(trace);
  });

  it('run in a process with an empty environment and no secret among its arguments [S56]', async () => {
    await kith.response(VALID_COMMAND);
    const pid = kith.guest()?.pid;
    if (process.platform !== 'linux') return;
    const read = (name: string) => readFileSync(`/proc/${pid}/${name}`, 'utf8');
    expect(
      read('environ')
        .split('\0')
        .filter((line) => !line.startsWith('NODE_CHANNEL_') && line.trim() !== ''),
    ).toEqual([]);
    expect(read('cmdline')).toContain('--permission');
    expect(read('cmdline')).not.toContain(SECRET);
  });

  it('are not run by a syntax check [S54]', async () => {
    for (const { code } of Object.values(HOSTILE).flat()) {
      const begun = performance.now();
      const report = await kith.stack.ask(sandbox.checkSyntax, { actor: anActor(), code });
      expect(performance.now() - begun).toBeLessThan(MAX_WAIT_MS);
      expect({ code, ...report }).toEqual({ code, valid: true });
    }
  });

  it('cannot see the run of another member of the same guild [S53]', async () => {
    const [, seen] = await Promise.all([
      kith.run('globalThis.token = "mine"; export default () => { for (let i = 0; i < 1e5; i += 1); return token }', aContext()),
      kith.response('export default () => typeof token'),
    ]);
    expect(seen).toBe('undefined');
  });
});
