import { describe, expect, it } from '@jest/globals';
import { isCommon } from './common-passwords.js';

describe('the list of the most common passwords [S2]', () => {
  it.each([
    '123456',
    'password',
    'Password1',
    'QWERTY',
    'iloveyou',
    'letmein',
    'p@ssw0rd',
    'pa$$word',
    '111111',
    'abc123',
    'admin123',
  ])('contains %j', (password) => {
    expect(isCommon(password)).toBe(true);
  });

  it.each(['correct horse battery', 'kX9#mqLw2!', 'passwor', ''])('does not contain %j', (password) => {
    expect(isCommon(password)).toBe(false);
  });
});
