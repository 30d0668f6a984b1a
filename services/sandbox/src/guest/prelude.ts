/**
 * Evaluated in a new engine before the user's code: a function that takes `write(kind, text)`, the only channel to the host, and returns
 * the function that runs a command. It keeps references to the built-ins that it needs before the user's code can replace them. Code that
 * manipulates it all the same harms only its own run: the engine is discarded afterwards, and the host accepts only strings and checks them.
 */
export const PRELUDE = `(write, maxLines, maxLine, maxMessage, maxStack, maxResult) => {
  'use strict';
  const { parse, stringify } = JSON;
  const { freeze, defineProperty } = Object;
  const text = String;
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
  defineProperty(globalThis, 'console', { __proto__: null, value: freeze(console) });
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
  return async (loaded, find, context) => {
    try {
      await loaded;
      const handler = find();
      if (typeof handler !== 'function') return void write('no-handler', '');
      const given = parse(context);
      freeze(given.args);
      const result = stringify(await handler(freeze(given)));
      if (typeof result !== 'string') return void write('no-data', '');
      if (result.length > maxResult) return void write('too-large', '');
      write('returned', result);
    } catch (error) {
      fail(error);
    }
  };
}`;
