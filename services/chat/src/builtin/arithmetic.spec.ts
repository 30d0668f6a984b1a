import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { calculate } from './arithmetic.js';

const english = { decimal: '.', locale: 'en-GB' } as const;
const german = { decimal: ',', locale: 'de-DE' } as const;
const exact = (text: string) => ({ kind: 'result', text, isExact: true });

describe('a calculation', () => {
  it.each([
    ['2 + 3 * 4', '14'],
    ['(2 + 3) * 4', '20'],
    ['0.1 + 0.2', '0.3'],
    ['-3 - -4', '1'],
    ['2 ^ 3 ^ 2', '512'],
    ['2 ** -2', '0.25'],
    ['-2 ^ 2', '-4'],
    ['200 + 10 %', '220'],
    ['200 - 10 % * 50', '195'],
    ['15 % * 80', '12'],
    ['7 / 8', '0.875'],
    ['1,000 * 3', '3,000'],
    ['1.5 × 4 ÷ 3', '2'],
    ['99999999999999999999 + 1', '100,000,000,000,000,000,000'],
  ])('%s is exactly %s', (text, result) => {
    expect(calculate(text, english)).toEqual(exact(result));
  });

  it('reads and writes numbers as the language does', () => {
    expect(calculate('1.000,5 + 1', german)).toEqual(exact('1.001,5'));
    expect(calculate('1,5 * 2', german)).toEqual(exact('3'));
    expect(calculate('1.000 + 1', german)).toEqual(exact('1.001'));
    expect(calculate('1.000 + 1', english)).toEqual(exact('2'));
  });

  it('says when a result is rounded', () => {
    expect(calculate('1 / 3', english)).toEqual({ kind: 'result', text: '0.3333333333', isExact: false });
    expect(calculate('-2 / 3', english)).toEqual({ kind: 'result', text: '-0.6666666667', isExact: false });
  });

  it.each([
    ['1 / 0', 'byZero'],
    ['0 ^ -1', 'byZero'],
    ['9 ^ 999', 'tooLarge'],
    ['9 ^ 9 ^ 9', 'tooLarge'],
    ['2 ^ 1001', 'tooLarge'],
    [`${'('.repeat(35)}1${')'.repeat(35)} + 1`, 'tooLarge'],
  ])('%s has no result: %s', (text, kind) => {
    expect(calculate(text, english)?.kind).toBe(kind);
  });

  it.each([
    '',
    'hello',
    '5',
    '5 %',
    '2 +',
    '(2 + 3',
    '2 3',
    '1.2.3 + 1',
    '2 + x + y',
    'alert(1) + 2',
    '+'.repeat(10),
    '1+'.repeat(150),
  ])('%j is no calculation', (text) => {
    expect(calculate(text, english)).toBeNull();
  });

  it('agrees with JavaScript on whole numbers, and never throws or hangs on anything', () => {
    const number = fc.integer({ min: -999, max: 999 });
    fc.assert(
      fc.property(number, number, number, (a, b, c) => {
        const result = calculate(`(${a}) * (${b}) - (${c})`, english);
        expect(result).toEqual(exact((a * b - c).toLocaleString('en-GB').replace('-0', '0')));
      }),
    );
    const piece = fc.constantFrom('1', '22', '3.5', '+', '-', '*', '/', '^', '(', ')', '%', ' ', 'x', ',');
    fc.assert(fc.property(fc.array(piece, { maxLength: 120 }), (pieces) => void calculate(pieces.join(''), english)));
  });
});
