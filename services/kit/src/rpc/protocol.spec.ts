import { describe, expect, it } from '@jest/globals';
import { headersFor } from './protocol.js';

describe('the headers of a call', () => {
  const meta = { 'x-request-id': 'r1', 'x-own-of-another-call': 'no' };

  it('are those that it inherits, and its own', () => {
    expect(headersFor(undefined, undefined)).toEqual({});
    expect(headersFor({ meta }, undefined)).toEqual({ 'x-request-id': 'r1' });
    expect(headersFor({ meta }, { a: 'b', 'x-request-id': 'r2' })).toEqual({ a: 'b', 'x-request-id': 'r2' });
    expect(headersFor(undefined, { a: 'b' })).toEqual({ a: 'b' });
  });

  it('are no object of the caller, which a handler of the same process would share', () => {
    const own = { a: 'b' };
    expect(headersFor(undefined, own)).not.toBe(own);
    expect(headersFor({ meta }, own)).not.toBe(own);
    expect(Object.isFrozen(headersFor(undefined, undefined))).toBe(true);
  });
});
