import { describe, expect, it } from '@jest/globals';
import { isCommon } from './common-passwords.js';

describe('S2: the most common passwords', () => {
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
  ])('hold %j', (password) => {
    expect(isCommon(password)).toBe(true);
  });

  it.each(['correct horse battery', 'kX9#mqLw2!', 'passwor', ''])('do not hold %j', (password) => {
    expect(isCommon(password)).toBe(false);
  });
});
