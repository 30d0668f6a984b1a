/**
 * Evaluated in a new engine before the user's code: a function that takes `write(kind, text)`, the only channel to the host, the limits as
 * JSON and what the random numbers follow from, 16 hexadecimal digits, and returns the functions that run a command, deliver answers, and report what the code waits for. It keeps references to the built-ins that it needs before the user's code can replace them. Code that
 * manipulates it all the same harms only its own run: the engine is discarded afterwards, and the host accepts only strings and checks them.
 */
export const PRELUDE = `(write, bounds, seed) => {
  'use strict';
  const { parse, stringify } = JSON;
  const { freeze, defineProperty } = Object;
  const { isArray } = Array;
  const { floor } = Math;
  const { isSafeInteger } = Number;
  const { lines: maxLines, line: maxLine, message: maxMessage, stack: maxStack, result: maxResult, replies: maxReplies, requests: maxRequests } = parse(bounds);
  const [Failure, Refusal, Later] = [Error, TypeError, Promise];
  const text = String;

  // The generator sfc32: its state is the seed and a counter, mixed by fifteen steps before the first number.
  let [a, b, c, counter] = [Number('0x' + seed.slice(0, 8)), Number('0x' + seed.slice(8)), 0, 1];
  const next32 = () => {
    const drawn = (a + b + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + drawn) | 0;
    return drawn >>> 0;
  };
  for (let step = 0; step < 15; step += 1) next32();
  // 53 bits, as many as a number has.
  const { random: unitRandom } = { random() { return ((next32() >>> 5) * 67108864 + (next32() >>> 6)) / 9007199254740992; } };
  defineProperty(Math, 'random', { __proto__: null, value: unitRandom, configurable: true, writable: true });

  const slice = Function.prototype.call.bind(String.prototype.slice);
  const isError = Error.isError ?? ((value) => value instanceof Error);
  const nameOf = (error) => error.name + ': ' + error.message;

  const show = (value) => {
    try {
      if (typeof value !== 'object' || value === null) return text(value);
      return isError(value) ? nameOf(value) : text(stringify(value));
    } catch {
      return '[object]';
    }
  };
  let lines = 0;
  const writer = (level) => freeze((...values) => {
    if (lines >= maxLines) return;
    lines += 1;
    let line = '';
    for (let i = 0; i < values.length && line.length < maxLine; i += 1) line += (i > 0 ? ' ' : '') + slice(show(values[i]), 0, maxLine);
    write(level, slice(line, 0, maxLine));
  });
  const log = writer('log');
  const console = { __proto__: null, log, debug: log, info: writer('info'), warn: writer('warn'), error: writer('error') };

  let waiting = [];
  let asked = [];
  const request = (wanted) => {
    if (waiting.length >= maxRequests) throw new Failure('A command asks for at most ' + maxRequests + ' things at once');
    const entry = { __proto__: null };
    entry.promise = new Later((resolve, reject) => {
      entry.resolve = resolve;
      entry.reject = reject;
    });
    waiting[waiting.length] = entry;
    asked[asked.length] = wanted;
    return entry.promise;
  };
  // What the code asked for and did not wait for is done all the same.
  const settleAll = async () => {
    while (waiting.length > 0) {
      try {
        await waiting[waiting.length - 1].promise;
      } catch {}
    }
  };
  const deliver = (answersJson) => {
    const [served, answers] = [waiting, parse(answersJson)];
    waiting = [];
    asked = [];
    for (let i = 0; i < served.length && i < answers.length; i += 1) {
      if (answers[i].isError) served[i].reject(new Failure(answers[i].text));
      else served[i].resolve(parse(answers[i].text));
    }
  };
  const report = () => asked.length > 0 && write('waiting', stringify(asked));

  const keyOf = (key) => {
    if (typeof key !== 'string' || key === '' || key.length > 100) throw new Refusal('A key is a text of 1 to 100 characters');
    return key;
  };
  const stored = (value) => {
    const json = stringify(value);
    if (typeof json !== 'string') throw new Refusal('Only data can be stored: texts, numbers, true, false, null, lists and objects');
    if (json.length > 32000) throw new Failure('A value has at most 32,000 characters');
    return json;
  };
  const numberOf = (value, what) => {
    if (typeof value !== 'number' || value !== value || value === Infinity || value === -Infinity) throw new Refusal(what + ' must be a number');
    return value;
  };
  const kv = {
    __proto__: null,
    get: async (key) => request({ kind: 'kv-get', key: keyOf(key) }),
    set: async (key, value) => void (await request({ kind: 'kv-set', key: keyOf(key), value: stored(value) })),
    delete: async (key) => void (await request({ kind: 'kv-delete', key: keyOf(key) })),
    increment: async (key, by = 1) => request({ kind: 'kv-increment', key: keyOf(key), by: numberOf(by, 'The step') }),
    list: async (prefix = '') => request({ kind: 'kv-list', prefix: prefix === '' ? '' : keyOf(prefix) }),
  };
  const sleep = async (ms) => {
    const time = numberOf(ms, 'The time');
    await request({ kind: 'sleep', ms: time < 0 ? 0 : time > 3000 ? 3000 : time });
  };
  const fetchPage = async (url, options) => {
    const headers = {};
    const given = options?.headers ?? {};
    for (const name of Object.keys(given)) headers[name] = text(given[name]);
    const { body, ...head } = await request({ kind: 'fetch', url: text(url), headers });
    return freeze({ ...head, ok: head.status >= 200 && head.status < 300, text: async () => body, json: async () => parse(body) });
  };
  const whole = (value, what) => {
    if (!isSafeInteger(value)) throw new Refusal(what + ' must be a whole number');
    return value;
  };
  const integer = (min, max) => whole(min, 'The smallest number') + floor(unitRandom() * (whole(max, 'The largest number') - min + 1));
  const listOf = (list) => {
    if (!isArray(list)) throw new Refusal('This needs a list');
    return list;
  };
  const random = {
    __proto__: null,
    number: () => unitRandom(),
    integer,
    pick: (list) => listOf(list)[floor(unitRandom() * list.length)],
    shuffle: (list) => {
      const copy = [...listOf(list)];
      for (let i = copy.length - 1; i > 0; i -= 1) {
        const j = floor(unitRandom() * (i + 1));
        [copy[i], copy[j]] = [copy[j], copy[i]];
      }
      return copy;
    },
  };
  const replies = [];
  const reply = (message) => {
    if (replies.length >= maxReplies) throw new Failure('A command replies at most ' + maxReplies + ' times');
    const json = stringify(message);
    if (typeof json !== 'string') throw new Refusal('A reply is a text or a message');
    replies[replies.length] = json;
  };
  defineProperty(globalThis, 'console', { __proto__: null, value: freeze(console) });
  const provided = { __proto__: null, kv, random, sleep, reply, fetch: fetchPage };
  // Configurable, so that code may declare these names itself.
  for (const name in provided)
    defineProperty(globalThis, name, { __proto__: null, value: freeze(provided[name]), configurable: true, writable: true });
  delete globalThis.SharedArrayBuffer;

  const fail = (error) => {
    let message = 'The command threw something that cannot be shown';
    let stack = '';
    try {
      const isObject = typeof error === 'object' && error !== null;
      message = isError(error) || (isObject && typeof error.message === 'string') ? nameOf(error) : 'Thrown: ' + show(error);
      if (isObject) stack = text(error.stack);
    } catch {}
    write('stack', slice(stack, 0, maxStack));
    write('threw', slice(message, 0, maxMessage));
  };
  const run = async (loaded, find, context) => {
    try {
      await loaded;
      const handler = find();
      if (typeof handler !== 'function') return void write('no-handler', '');
      const given = parse(context);
      freeze(given.args);
      freeze(given.values);
      freeze(given.fields);
      given.options = { __proto__: null, ...given.options };
      for (const name in given.options) freeze(given.options[name]);
      freeze(given.options);
      const result = stringify(await handler(freeze(given)));
      await settleAll();
      if (typeof result !== 'string' && replies.length === 0) return void write('no-data', '');
      let list = '';
      for (let i = 0; i < replies.length; i += 1) list += (i > 0 ? ',' : '') + replies[i];
      const all = '{"result":' + (typeof result === 'string' ? result : 'null') + ',"replies":[' + list + ']}';
      if (all.length > maxResult) return void write('too-large', '');
      write('returned', all);
    } catch (error) {
      fail(error);
    }
  };
  return { __proto__: null, run, deliver, report };
}`;
