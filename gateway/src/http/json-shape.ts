import { AppError } from '@kith/proto';

// Our deepest input has fewer than half as many levels. Much deeper values exhaust the stack of code that serializes them recursively.
const MAX_DEPTH = 32;
// Entries of all lists and objects together; our largest input has about 700. Parsing, validating and naming each of 100,000 takes seconds.
const MAX_ENTRIES = 2000;
/** Names and values of JSON with at most that many entries. */
export const MAX_STRINGS = 2 * MAX_ENTRIES;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];

/** Throws BAD_INPUT for JSON that is nested too deeply or has too many entries. One pass over the bytes, before anything is parsed. */
export function checkShape(json: Buffer): void {
  let [depth, entries] = [0, 0];
  for (let at = 0; at < json.length; at += 1) {
    const byte = json[at];
    if (byte === QUOTE) at = endOfString(json, at);
    else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) depth -= 1;
    else if (byte === COMMA) entries += 1;
    else if (byte === OPEN_LIST || byte === OPEN_OBJECT) {
      depth += 1;
      entries += 1;
    }
    if (depth > MAX_DEPTH) throw new AppError('BAD_INPUT', 'The request body is nested too deeply.');
    if (entries > MAX_ENTRIES) throw new AppError('BAD_INPUT', `The request body has more than ${MAX_ENTRIES} values.`);
  }
}

function endOfString(json: Buffer, start: number): number {
  for (let at = start + 1; at < json.length; at += 1) {
    if (json[at] === BACKSLASH) at += 1;
    else if (json[at] === QUOTE) return at;
  }
  return json.length;
}
