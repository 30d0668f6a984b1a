import { describe, expect, it } from '@jest/globals';
import { positionOf } from './position.js';

describe('a place in a command', () => {
  it.each([
    ['    at f (command.js:2:3)', 'a\nbcd', { line: 2, column: 3 }],
    ['    at parse (native)\n    at f (command.js:1:1)\n    at command.js:2:2', 'a\nb', { line: 1, column: 1 }],
    ['at command.js:1:4', 'éa b', { line: 1, column: 3 }],
    ['at prelude.js:1:4', 'abc', { line: null, column: null }],
    ['at command.js:9:9', 'abc', { line: null, column: null }],
    ['at command.js:0:0', 'abc', { line: null, column: null }],
    ['', 'abc', { line: null, column: null }],
  ])('of %j', (stack, code, place) => {
    expect(positionOf(stack, code)).toEqual(place);
  });
});
