import { expect, it } from '@jest/globals';
import { countText } from './count-text.js';

it.each([
  [0, '0'],
  [999, '999'],
  [-1200, '-1,200'],
  [1_234_567, '1,234,567'],
])('%d is written as %s', (count, text) => {
  expect(countText(count)).toBe(text);
});
